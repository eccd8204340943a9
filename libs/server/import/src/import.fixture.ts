import { UnitOfWork, createDataSource } from '@gatehouse/database';
import { type Directory, type DirectorySettings, createDirectory } from '@gatehouse/directory';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { type ImportOptions, type ImportResult, runImport } from './run-import';
import { readDecisions } from './conflicts/decisions';
import { SOURCE_TABLES, type SourceTableName, stagedName } from './source/source-tables';

const SETTINGS: DirectorySettings = {
  adminUser: 'admin',
  adminEmail: 'admin@example.org',
  adminGroup: 'administrators',
  anonymousUser: 'anonymous',
  usersGroup: 'users',
  loggedUser: 'current',
  userNameMaxLength: 64,
  userNameExtraRegex: undefined,
  passwordMinLength: 12,
  publicUrl: 'https://gate.example.org',
  networkEnabled: true,
  networkNamePrefix: 'gatehouse_network_',
  networkGroupName: 'gatehouse_network',
};

type Row = Readonly<Record<string, unknown>>;
export type Rows = Partial<Record<SourceTableName, readonly Row[]>>;

/** Imports of staged rows into a database of its own. */
export interface ImportFixture {
  readonly database: TestDatabase;
  readonly unitOfWork: UnitOfWork;
  readonly directory: Directory;
  /** The session with the staged tables. */
  session: DataSource;
  /** A new session, as that of a new process: with the rows that were staged last. */
  reopen(): Promise<void>;
  /** Replaces all staged rows. */
  stage(rows: Rows): Promise<void>;
  /** `decisions`: the text of a file. */
  run(options?: Omit<ImportOptions, 'decisions'> & { readonly decisions?: string }): Promise<ImportResult>;
  /** What a query finds, each row as a line. */
  lines(sql: string): Promise<string[]>;
  /**
   * From here to `rollback`, everything is in one transaction, in which those of an import are savepoints: what it left is undone, which costs
   * less than another database. Values of sequences stay.
   */
  begin(): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { json: 'json', timestamp: 'timestamp' };

export async function openImport(settings: Partial<DirectorySettings> = {}): Promise<ImportFixture> {
  const database = await createTestDatabase();
  const openSession = async (): Promise<DataSource> => {
    const opened = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    // As in the sessions of imports: to compile their statements takes longer than to execute them.
    await opened.query('SET jit = off');
    for (const table of SOURCE_TABLES) await opened.query(creationOf(table));
    return opened;
  };
  const unitOfWork = new UnitOfWork(database.dataSource);
  const all = { ...SETTINGS, ...settings };
  const directory = createDirectory({
    unitOfWork,
    settings: all,
    passwords: { hash: async (password) => `hash of ${password}`, verify: async () => true },
    sessions: { endAllOf: async () => undefined },
  });
  await directory.defaultIdentities.ensure('the admin signs in');
  const noRows = (): Record<SourceTableName, number> =>
    Object.fromEntries(SOURCE_TABLES.map(({ name }) => [name, 0])) as Record<SourceTableName, number>;
  /** What is staged in the session. */
  let rows = noRows();
  let rowsBefore = rows;
  let lastStaged: Rows = {};
  let held: QueryRunner | undefined;
  /** The session, as a data source. */
  const sessionOfImport = (): DataSource => {
    if (!held) return fixture.session;
    const { manager } = held;
    return {
      options: fixture.session.options,
      manager,
      query: manager.query.bind(manager),
      transaction: manager.transaction.bind(manager),
    } as unknown as DataSource;
  };
  const fixture: ImportFixture = {
    database,
    unitOfWork,
    directory,
    session: await openSession(),
    reopen: async () => {
      await fixture.session.destroy().catch(() => undefined);
      fixture.session = await openSession();
      rows = noRows();
      await fixture.stage(lastStaged);
    },
    stage: async (staged) => {
      lastStaged = staged;
      const session = sessionOfImport();
      for (const { name, columns } of SOURCE_TABLES) {
        const table = stagedName(name);
        const given = staged[name] ?? [];
        const listed = Object.keys(columns).join(', ');
        if (rows[name] > 0) await session.query(`TRUNCATE ${table}`);
        else if (given.length === 0) continue;
        rows[name] = given.length;
        await session.query(
          `INSERT INTO ${table} (${listed}) SELECT ${listed} FROM json_populate_recordset(NULL::${table}, $1)`,
          [JSON.stringify(given)],
        );
        await session.query(`ANALYZE ${table}`);
      }
    },
    run: ({ decisions, ...options } = {}) =>
      runImport(
        { unitOfWork: new UnitOfWork(sessionOfImport()), settings: all, registrationSeconds: 3600 },
        { name: 'postgresql://source/magpie', revision: '91af68bcdc67', takenAt: new Date(0), rows },
        { ...options, ...(decisions === undefined ? {} : { decisions: readDecisions(decisions) }) },
      ),
    lines: async (sql) => {
      const found = await (held ? held.manager : database.dataSource).query<Record<string, unknown>[]>(sql);
      return found.map((row) => Object.values(row).map(String).join(' '));
    },
    begin: async () => {
      rowsBefore = { ...rows };
      held = fixture.session.createQueryRunner();
      await held.startTransaction();
    },
    rollback: async () => {
      await held?.rollbackTransaction();
      await held?.release();
      held = undefined;
      rows = rowsBefore;
    },
    close: async () => {
      await fixture.session.destroy().catch(() => undefined);
      await database.drop();
    },
  };
  return fixture;
}

function creationOf({ name, columns, indexes }: (typeof SOURCE_TABLES)[number]): string {
  const listed = Object.entries(columns).map(([column, type]) => `${column} ${TYPES[type] ?? type}`);
  const table = stagedName(name);
  return [
    `CREATE TEMPORARY TABLE ${table} (${listed.join(', ')})`,
    ...indexes.map((index) => `CREATE INDEX ON ${table} (${index.join(', ')})`),
  ].join('; ');
}

/** A small platform, as the reference stores it. */
export function platform(): Record<SourceTableName, Row[]> {
  const user = (id: number, name: string, more: Row = {}): Row => ({
    id,
    user_name: name,
    email: `${name}@example.com`,
    user_password: '$2b$12$abcdefghijklmnopqrstuuNmHZ0qG1dgI4dFgd1Yw2gJCZbcnXn6e',
    status: 1,
    registered_date: '2020-01-02T03:04:05',
    ...more,
  });
  const service = (id: number, name: string, type: string, more: Row = {}): [Row, Row] => [
    { resource_id: id, resource_name: name, resource_type: 'service', ordering: 0 },
    { resource_id: id, type, url: `http://${name}.example.org/x`, ...more },
  ];
  const [maps, mapsRow] = service(20, 'maps', 'geoserverwms');
  const [api, apiRow] = service(10, 'api', 'api', { sync_type: 'api' });
  const resource = (
    id: number,
    name: string,
    parent: number,
    root: number,
    type: string,
    ordering: number,
  ): Row => ({
    resource_id: id,
    resource_name: name,
    resource_display_name: name.toUpperCase(),
    resource_type: type,
    parent_id: parent,
    root_service_id: root,
    ordering,
  });
  return {
    users: [
      user(1, 'admin'),
      user(2, 'anonymous'),
      user(7, 'jane'),
      user(9, 'joe', { status: 2 }),
      user(12, 'ext', { user_password: null }),
    ],
    users_pending: [
      {
        id: 1,
        user_name: 'wait',
        email: 'wait@example.com',
        user_password: '$2b$12$abcdefghijklmnopqrstuuNmHZ0qG1dgI4dFgd1Yw2gJCZbcnXn6e',
      },
    ],
    groups: [
      { id: 1, group_name: 'administrators', description: 'a', discoverable: false },
      { id: 2, group_name: 'anonymous', description: 'b', discoverable: false },
      { id: 3, group_name: 'users', description: '', discoverable: false },
      { id: 5, group_name: 'scientists', description: 'Research', discoverable: true },
      { id: 6, group_name: 'terms', description: null, discoverable: true, terms: 'Be kind' },
    ],
    users_groups: [
      [1, 1],
      [2, 2],
      [7, 2],
      [7, 5],
      [9, 2],
      [9, 6],
      [9, 1],
      [12, 2],
    ].map(([user_id, group_id]) => ({ user_id, group_id })),
    groups_permissions: [{ group_id: 1, perm_name: 'admin' }],
    users_permissions: [],
    resources: [
      api,
      maps,
      resource(11, 'a', 10, 10, 'route', 1),
      resource(12, 'b', 10, 10, 'route', 2),
      resource(13, 'c', 11, 10, 'route', 1),
      resource(21, 'work', 20, 20, 'workspace', 1),
      resource(22, 'roads', 21, 20, 'layer', 1),
    ],
    services: [apiRow, mapsRow],
    users_resources_permissions: [
      { user_id: 7, resource_id: 11, perm_name: 'read' },
      { user_id: 7, resource_id: 13, perm_name: 'read-deny-recursive' },
      { user_id: 9, resource_id: 10, perm_name: 'write-match' },
    ],
    groups_resources_permissions: [
      { group_id: 2, resource_id: 20, perm_name: 'getmap-allow-recursive' },
      { group_id: 5, resource_id: 22, perm_name: 'getmap-deny-match' },
    ],
    external_identities: [
      { external_id: '583231', external_user_name: 'octo', provider_name: 'GitHub', local_user_id: 12 },
      { external_id: 'jane', external_user_name: 'jane', provider_name: 'dkrz', local_user_id: 7 },
    ],
    // The names of operations, not their values, are stored.
    tmp_tokens: [
      { operation: 'USER_REGISTRATION_ADMIN_APPROVE', user_pending_id: 1 },
      { operation: 'GROUP_ACCEPT_TERMS', user_id: 7, group_id: 6 },
    ],
    network_nodes: [],
    network_tokens: [],
    network_remote_users: [],
  };
}
