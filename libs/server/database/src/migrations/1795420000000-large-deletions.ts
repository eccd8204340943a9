import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows below and of a deleted object are removed after it, in steps, instead of by cascading foreign keys in the transaction that
 * deletes it. A trigger notes deleted objects that have rows left, whichever statement deleted them; other triggers keep what
 * the foreign keys checked. Sessions that end together, if they are many, end by a cut-off: those that began before its revision.
 * `docs/adr/0038-large-deletions.md`.
 */
export class LargeDeletions1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...functions, ...notes, ...checks, ...sessions])
      await runner.query(statement);
    for (const { table, columns } of FORMER_KEYS) {
      const constraint = `${table}_${columns.join('_')}_fkey`;
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`);
    }
  }

  /** Foreign keys cannot be restored while rows are left: they are deleted at once. */
  async down(runner: QueryRunner): Promise<void> {
    for (const { trigger, table } of TRIGGERS) await runner.query(`DROP TRIGGER ${trigger} ON ${table}`);
    const [pending] = (await runner.query('SELECT 1 FROM pending_deletions LIMIT 1')) as unknown[];
    // A revision without a change would be an entry of the audit log about nothing.
    if (pending) await runner.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
    for (const { table, columns, references, keys = ['id'] } of [...FORMER_KEYS].reverse()) {
      const matches = columns.map((column, index) => `p.${keys[index]} = c.${column}`).join(' AND ');
      // Again and again, because children of resources that are deleted lose their parents.
      let deleted: unknown[];
      do
        [deleted] = await runner.query(`DELETE FROM ${table} c WHERE c.${columns[0]} IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM ${references} p WHERE ${matches}) RETURNING 1`);
      while (deleted.length > 0);
      await runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_${columns.join('_')}_fkey
        FOREIGN KEY (${columns.join(', ')}) REFERENCES ${references} (${keys.join(', ')}) ON DELETE CASCADE`);
    }
    await runner.query('DROP TABLE session_cutoffs, pending_deletions');
    await runner.query('ALTER TABLE sessions DROP COLUMN revision');
    await runner.query('DROP TRIGGER record_change ON sessions');
    await runner.query(recordSessions(''));
    for (const name of [
      ...NOTED.map(({ kind }) => `note_deleted_${kind}`),
      ...CHECKED.map(({ table }) => `check_${table}`),
    ])
      await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query('DROP FUNCTION note_deletion(text, integer, text), set_session_revision()');
    await runner.query(
      'DROP FUNCTION assert_exists(boolean, text), resource_exists(integer), is_attached(integer)',
    );
  }
}

interface ForeignKey {
  readonly table: string;
  readonly columns: readonly string[];
  readonly references: string;
  readonly keys?: readonly string[];
}

const key = (table: string, column: string, references: string): ForeignKey => ({
  table,
  columns: [column],
  references,
});

/** Those whose tables refer to others of this list come first. */
const FORMER_KEYS: readonly ForeignKey[] = [
  key('memberships', 'user_id', 'users'),
  key('memberships', 'group_id', 'groups'),
  key('user_permissions', 'user_id', 'users'),
  key('user_permissions', 'resource_id', 'resources'),
  key('group_permissions', 'group_id', 'groups'),
  key('group_permissions', 'resource_id', 'resources'),
  key('sessions', 'user_id', 'users'),
  key('sign_in_addresses', 'user_id', 'users'),
  key('user_devices', 'user_id', 'users'),
  key('one_time_links', 'user_id', 'users'),
  key('one_time_links', 'group_id', 'groups'),
  key('terms_acceptances', 'user_id', 'users'),
  {
    table: 'terms_acceptances',
    columns: ['group_id', 'version'],
    references: 'group_terms',
    keys: ['group_id', 'version'],
  },
  key('group_terms', 'group_id', 'groups'),
  key('external_identities', 'user_id', 'users'),
  key('remote_users', 'user_id', 'users'),
  key('remote_users', 'node_id', 'network_nodes'),
  key('network_message_ids', 'node_id', 'network_nodes'),
  key('webhook_deliveries', 'webhook_id', 'webhooks'),
  key('resources', 'root_service_id', 'resources'),
  key('resources', 'parent_id', 'resources'),
];

const tables = [
  `CREATE TABLE pending_deletions (
    position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    id integer NOT NULL,
    name text,
    revision bigint NOT NULL
  )`,
  'CREATE UNIQUE INDEX pending_deletions_object ON pending_deletions (kind, id)',
  'CREATE INDEX pending_deletions_revision ON pending_deletions (revision, kind, position)',
  `CREATE TABLE session_cutoffs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    revision bigint NOT NULL,
    user_id integer,
    origin_prefix text,
    origins text[],
    except_id uuid
  )`,
  `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON session_cutoffs
    FOR EACH ROW EXECUTE FUNCTION record_change('session_cutoff', '{}')`,
];

const functions = [
  // Whether the parents of a resource lead to its service.
  `CREATE FUNCTION is_attached(given integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
  DECLARE
    above integer := given;
  BEGIN
    LOOP
      SELECT parent_id INTO above FROM resources WHERE id = above;
      IF NOT FOUND THEN RETURN false; END IF;
      IF above IS NULL THEN RETURN true; END IF;
    END LOOP;
  END $$`,
  `CREATE FUNCTION resource_exists(given integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
  BEGIN
    PERFORM 1 FROM resources WHERE id = given;
    IF NOT FOUND THEN RETURN false; END IF;
    IF NOT EXISTS (SELECT 1 FROM pending_deletions WHERE kind = 'resource') THEN RETURN true; END IF;
    RETURN is_attached(given);
  END $$`,
  // The error of the foreign key that this replaces.
  `CREATE FUNCTION assert_exists(is_present boolean, former_key text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT is_present THEN
      RAISE EXCEPTION 'insert or update violates foreign key constraint "%"', former_key
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = former_key;
    END IF;
  END $$`,
  // The rows that a job removes for a deletion are noted under the revision of that deletion.
  `CREATE FUNCTION note_deletion(kind text, id integer, name text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO pending_deletions (kind, id, name, revision) VALUES (kind, id, name, coalesce(
      nullif(current_setting('gatehouse.deletion', true), ''), current_setting('gatehouse.revision'))::bigint)
    ON CONFLICT DO NOTHING;
  END $$`,
];

interface Noted {
  readonly kind: string;
  readonly table: string;
  /** Conditions of rows that are left. */
  readonly left: readonly string[];
  readonly name?: string;
}

const of = (table: string, column: string) => `SELECT 1 FROM ${table} WHERE ${column} = OLD.id`;

const NOTED: readonly Noted[] = [
  {
    kind: 'user',
    table: 'users',
    left: [
      'memberships',
      'user_permissions',
      'sessions',
      'sign_in_addresses',
      'user_devices',
      'one_time_links',
      'terms_acceptances',
      'external_identities',
      'remote_users',
    ].map((table) => of(table, 'user_id')),
  },
  {
    kind: 'group',
    table: 'groups',
    left: ['memberships', 'group_permissions', 'one_time_links', 'group_terms'].map((table) =>
      of(table, 'group_id'),
    ),
  },
  {
    kind: 'resource',
    table: 'resources',
    left: [
      of('user_permissions', 'resource_id'),
      of('group_permissions', 'resource_id'),
      of('resources', 'parent_id'),
    ],
  },
  {
    kind: 'network_node',
    table: 'network_nodes',
    left: [of('remote_users', 'node_id'), of('network_message_ids', 'node_id')],
  },
  { kind: 'webhook', table: 'webhooks', left: [of('webhook_deliveries', 'webhook_id')] },
  {
    kind: 'identity_provider',
    table: 'identity_providers',
    name: 'OLD.name',
    left: [
      'SELECT 1 FROM external_identities WHERE provider = OLD.name',
      'SELECT 1 FROM claimed_memberships WHERE provider = OLD.name',
    ],
  },
];

const notes = NOTED.flatMap(({ kind, table, left, name = 'NULL' }) => [
  `CREATE FUNCTION note_deleted_${kind}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${left.map((query) => `EXISTS (${query})`).join(' OR ')} THEN
      PERFORM note_deletion('${kind}', OLD.id, ${name});
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER note_deletion AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_deleted_${kind}()`,
]);

/** The lock of the other row, as a foreign key takes it: who deletes it waits, and then finds the new row. */
const found = (table: string, value: string, column = 'id') =>
  `EXISTS (SELECT 1 FROM ${table} WHERE ${column} = ${value} FOR KEY SHARE)`;

interface Checked {
  readonly table: string;
  /** By the column: the condition that the object exists. */
  readonly columns: Readonly<Record<string, string>>;
}

const resource = (column: string) => `resource_exists(NEW.${column})`;

const CHECKED: readonly Checked[] = [
  {
    table: 'memberships',
    columns: { user_id: found('users', 'NEW.user_id'), group_id: found('groups', 'NEW.group_id') },
  },
  {
    table: 'user_permissions',
    columns: { user_id: found('users', 'NEW.user_id'), resource_id: resource('resource_id') },
  },
  {
    table: 'group_permissions',
    columns: { group_id: found('groups', 'NEW.group_id'), resource_id: resource('resource_id') },
  },
  { table: 'sessions', columns: { user_id: found('users', 'NEW.user_id') } },
  { table: 'sign_in_addresses', columns: { user_id: found('users', 'NEW.user_id') } },
  { table: 'user_devices', columns: { user_id: found('users', 'NEW.user_id') } },
  {
    table: 'one_time_links',
    columns: {
      user_id: `(NEW.user_id IS NULL OR ${found('users', 'NEW.user_id')})`,
      group_id: `(NEW.group_id IS NULL OR ${found('groups', 'NEW.group_id')})`,
    },
  },
  {
    table: 'terms_acceptances',
    columns: {
      user_id: found('users', 'NEW.user_id'),
      group_id_version: `EXISTS (SELECT 1 FROM group_terms WHERE group_id = NEW.group_id AND version = NEW.version)
        AND ${found('groups', 'NEW.group_id')}`,
    },
  },
  { table: 'group_terms', columns: { group_id: found('groups', 'NEW.group_id') } },
  { table: 'external_identities', columns: { user_id: found('users', 'NEW.user_id') } },
  {
    table: 'remote_users',
    columns: {
      node_id: found('network_nodes', 'NEW.node_id'),
      user_id: `(NEW.user_id IS NULL OR ${found('users', 'NEW.user_id')})`,
    },
  },
  { table: 'network_message_ids', columns: { node_id: found('network_nodes', 'NEW.node_id') } },
  { table: 'webhook_deliveries', columns: { webhook_id: found('webhooks', 'NEW.webhook_id') } },
  { table: 'resources', columns: { parent_id: `(NEW.parent_id IS NULL OR ${resource('parent_id')})` } },
];

const checks = CHECKED.flatMap(({ table, columns }) => [
  `CREATE FUNCTION check_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${Object.entries(columns)
      .map(([column, condition]) => `PERFORM assert_exists(${condition}, '${table}_${column}_fkey');`)
      .join('\n    ')}
    RETURN NULL;
  END $$`,
  // After the statement, as foreign keys: a parent may be inserted by the same one.
  `CREATE TRIGGER check_references AFTER INSERT OR UPDATE OF ${Object.keys(columns)
    .flatMap((column) => (column === 'group_id_version' ? ['group_id', 'version'] : [column]))
    .join(', ')} ON ${table} FOR EACH ROW EXECUTE FUNCTION check_${table}()`,
]);

function recordSessions(hidden: string): string {
  return `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON sessions
    FOR EACH ROW EXECUTE FUNCTION record_change('session', '{${hidden}}')`;
}

const sessions = [
  // The revision in which it began; null for those that are older than the column.
  'ALTER TABLE sessions ADD COLUMN revision bigint',
  'DROP TRIGGER record_change ON sessions',
  recordSessions('revision'),
  `CREATE FUNCTION set_session_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.revision := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER set_revision BEFORE INSERT ON sessions
    FOR EACH ROW EXECUTE FUNCTION set_session_revision()`,
];

const TRIGGERS: readonly { readonly trigger: string; readonly table: string }[] = [
  ...NOTED.map(({ table }) => ({ trigger: 'note_deletion', table })),
  ...CHECKED.map(({ table }) => ({ trigger: 'check_references', table })),
  { trigger: 'set_revision', table: 'sessions' },
];
