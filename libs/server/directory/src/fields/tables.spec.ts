import { Client } from 'pg';
import { SnapshotFollower } from '@gatehouse/access';
import { silentLogger } from '@gatehouse/logging';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { DETAIL_COLUMNS } from './details';
import { GROUP_TABLE } from './group';
import { NODE_TABLE, REMOTE_USER_TABLE } from './node';
import { PROVIDER_TABLE } from './provider';
import { RESOURCE_TABLE } from './resource';
import { SERVICE_TABLE } from './service';
import { type AnyTable, columnOf, fieldsWith, tableOf } from './table';
import { USER_TABLE } from './user';
import { WEBHOOK_TABLE } from './webhook';

const TABLES: readonly AnyTable[] = [
  USER_TABLE,
  GROUP_TABLE,
  SERVICE_TABLE,
  RESOURCE_TABLE,
  WEBHOOK_TABLE,
  NODE_TABLE,
  REMOTE_USER_TABLE,
  PROVIDER_TABLE,
];

interface Column {
  readonly name: string;
  readonly type: string;
  /** The text of the expression; null without one. */
  readonly default: string | null;
}

const TYPES: Readonly<Record<string, string>> = {
  'character varying': 'text',
  'timestamp with time zone': 'timestamptz',
};

describe.each(TABLES)('the fields of $name', (table) => {
  let database: TestDatabase;
  let columns: Column[];
  const fields = Object.entries(table.fields);

  beforeAll(async () => {
    database = await createTestDatabase();
    columns = await database.dataSource.query<Column[]>(
      `SELECT column_name AS name, data_type AS type, column_default AS default
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      [table.name],
    );
  });
  afterAll(() => database.drop());

  it('are its columns, each with its type', () => {
    const stored = columns.map(({ name, type }) => [name, TYPES[type] ?? type]);
    const declared = fields.map(([property, field]) => [columnOf(property, field), field.type]);
    expect(declared.sort()).toEqual(stored.sort());
  });

  it('have the defaults of the columns', async () => {
    for (const [property, field] of fields.filter(([, one]) => one.default !== undefined)) {
      const column = columns.find(({ name }) => name === columnOf(property, field));
      const [row] = await database.dataSource.query<{ value: unknown }[]>(
        `SELECT ${column?.default ?? 'NULL'} AS value`,
      );
      expect([property, row?.value]).toEqual([property, field.default]);
    }
  });

  it('are named in files unless they describe a state or a position, with different names', () => {
    const unnamed = fields.filter(([, { setBy, file }]) => setBy !== undefined && file === undefined);
    const known = ['users.status', 'resources.parentId'];
    expect(known).toEqual(expect.arrayContaining(unnamed.map(([property]) => `${table.name}.${property}`)));
    const names = fields.flatMap(([, { file }]) => (file === undefined ? [] : [file]));
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are not shown if they are secret', () => {
    expect(fields.filter(([, { secret, shown }]) => secret && shown)).toEqual([]);
    const sensitive = fields.filter(([property]) => /hash|secret|token(?!Url)/i.test(property));
    // The secrets of webhooks have a table of their own, and only the product counts them.
    expect(sensitive.filter(([, { secret, setBy }]) => setBy && !secret)).toEqual([]);
  });
});

describe('the table of an entity', () => {
  it('has an entry for each column, or does not compile', () => {
    const declared = tableOf<{ id: number; name: string }>()({
      name: 'things',
      entity: 'thing',
      key: 'id',
      // @ts-expect-error: the column `name` has no entry.
      fields: { id: { type: 'integer' } },
    });
    expect(Object.keys(declared.fields)).toEqual(['id']);
  });
});

describe('a snapshot of the API', () => {
  it('reads the columns that the tables mark for it, and no others', async () => {
    const database = await createTestDatabase();
    const query = jest.spyOn(Client.prototype, 'query');
    const follower = new SnapshotFollower({
      databaseUrl: database.url,
      database: database.dataSource,
      adminGroup: 'administrators',
      anonymousUser: 'anonymous',
      details: DETAIL_COLUMNS,
      logger: silentLogger,
    });
    try {
      await follower.start();
      const statements = query.mock.calls.map(([text]) => String(text));
      for (const table of [USER_TABLE, GROUP_TABLE, SERVICE_TABLE, RESOURCE_TABLE]) {
        const pattern = new RegExp(`FOR SELECT (.+) FROM ${table.name}$`);
        const read = statements.flatMap((text) => pattern.exec(text)?.[1]?.split(', ') ?? []);
        const marked = fieldsWith(table, ({ snapshot }) => snapshot !== undefined);
        expect(read.sort()).toEqual(marked.map(([property, field]) => columnOf(property, field)).sort());
      }
    } finally {
      query.mockRestore();
      await follower.stop();
      await database.drop();
    }
  });
});
