import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first schema: revisions and their change log, accounts, groups, protected services with the resources below
 * them, permission assignments, sessions, and the counters of sign-in.
 *
 * INVARIANT: a row of a recorded table can only change inside a revision (`begin_revision`), because the trigger
 * `record_change` refuses everything else. Revisions are assigned under the lock of one row and therefore commit in
 * their order; a follower of the change log finds no gap. Reference: data#revisions.
 */
export class AccountsAndAccess1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...revisions, ...accounts, ...access, ...sessions, ...triggers]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sign_in_addresses, sign_in_failures, applied_settings, session_tokens, sessions,
        group_permissions, user_permissions, services, resources, memberships, groups, users,
        changes, revisions, access_revision CASCADE`);
    await runner.query('DROP FUNCTION record_change()');
    await runner.query('DROP FUNCTION begin_revision(text, integer, text, text, text)');
  }
}

const revisions = [
  `CREATE TABLE access_revision (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    value bigint NOT NULL
  )`,
  'INSERT INTO access_revision (value) VALUES (0)',
  `CREATE TABLE revisions (
    revision bigint PRIMARY KEY,
    begun_at timestamptz NOT NULL DEFAULT now(),
    actor_kind text NOT NULL,
    actor_id integer,
    actor_name text,
    address text,
    request_id text
  )`,
  `CREATE TABLE changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    revision bigint NOT NULL REFERENCES revisions (revision),
    entity text NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb
  )`,
  'CREATE INDEX changes_revision ON changes (revision, id)',
  `CREATE FUNCTION begin_revision(kind text, id integer, name text, address text, request text) RETURNS bigint
  LANGUAGE plpgsql AS $$
  DECLARE
    taken bigint;
  BEGIN
    UPDATE access_revision SET value = value + 1 RETURNING value INTO taken;
    INSERT INTO revisions (revision, actor_kind, actor_id, actor_name, address, request_id)
      VALUES (taken, kind, id, name, address, request);
    PERFORM set_config('gatehouse.revision', taken::text, true);
    PERFORM pg_notify('gatehouse_revision', taken::text);
    RETURN taken;
  END $$`,
  `CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    current bigint := nullif(current_setting('gatehouse.revision', true), '')::bigint;
    hidden text[] := TG_ARGV[1]::text[];
    old_row jsonb;
    new_row jsonb;
  BEGIN
    IF current IS NULL THEN
      RAISE EXCEPTION 'a row of % can only change inside a revision', TG_TABLE_NAME;
    END IF;
    IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD) - hidden; END IF;
    IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW) - hidden; END IF;
    INSERT INTO changes (revision, entity, operation, before, after)
      VALUES (current, TG_ARGV[0], lower(TG_OP), old_row, new_row);
    RETURN NULL;
  END $$`,
];

const accounts = [
  `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(128) NOT NULL,
    email varchar(100) NOT NULL,
    password_hash text,
    status smallint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX users_name ON users (lower(name))',
  'CREATE UNIQUE INDEX users_email ON users (lower(email))',
  // Listings have the same order on every server, independent of its collation, and are paged by it.
  'CREATE INDEX users_order ON users (name COLLATE "C")',
  `CREATE TABLE groups (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(128) NOT NULL,
    description text NOT NULL DEFAULT '',
    discoverable boolean NOT NULL DEFAULT false,
    terms text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX groups_name ON groups (lower(name))',
  'CREATE INDEX groups_order ON groups (name COLLATE "C")',
  `CREATE TABLE memberships (
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id integer NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, group_id)
  )`,
  'CREATE INDEX memberships_group ON memberships (group_id)',
];

const access = [
  `CREATE TABLE resources (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(100) NOT NULL,
    display_name varchar(100) NOT NULL,
    type varchar(30) NOT NULL,
    parent_id integer REFERENCES resources (id) ON DELETE CASCADE,
    root_service_id integer REFERENCES resources (id) ON DELETE CASCADE,
    ordering integer NOT NULL DEFAULT 0,
    CHECK ((type = 'service') = (parent_id IS NULL)),
    CHECK ((parent_id IS NULL) = (root_service_id IS NULL))
  )`,
  'CREATE UNIQUE INDEX resources_service_name ON resources (name) WHERE parent_id IS NULL',
  'CREATE UNIQUE INDEX resources_sibling_name ON resources (parent_id, lower(name)) WHERE parent_id IS NOT NULL',
  'CREATE INDEX resources_children ON resources (parent_id, ordering)',
  'CREATE INDEX resources_root ON resources (root_service_id)',
  `CREATE TABLE services (
    resource_id integer PRIMARY KEY REFERENCES resources (id) ON DELETE CASCADE,
    type text NOT NULL,
    url text NOT NULL,
    sync_type text,
    configuration jsonb
  )`,
  'CREATE INDEX services_type ON services (type)',
  ...['user', 'group'].flatMap((holder) => [
    `CREATE TABLE ${holder}_permissions (
      ${holder}_id integer NOT NULL REFERENCES ${holder}s (id) ON DELETE CASCADE,
      resource_id integer NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
      name varchar(64) NOT NULL,
      access varchar(5) NOT NULL CHECK (access IN ('allow', 'deny')),
      scope varchar(9) NOT NULL CHECK (scope IN ('match', 'recursive')),
      PRIMARY KEY (${holder}_id, resource_id, name)
    )`,
    `CREATE INDEX ${holder}_permissions_resource ON ${holder}_permissions (resource_id)`,
  ]),
];

const sessions = [
  `CREATE TABLE sessions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    address text,
    user_agent text
  )`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  'CREATE INDEX sessions_expiry ON sessions (expires_at)',
  `CREATE TABLE session_tokens (
    token_hmac bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    issued_at timestamptz NOT NULL,
    expires_at timestamptz
  )`,
  'CREATE INDEX session_tokens_session ON session_tokens (session_id)',
  `CREATE TABLE applied_settings (
    name text PRIMARY KEY,
    fingerprint text NOT NULL
  )`,
  `CREATE TABLE sign_in_failures (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    address text NOT NULL,
    failed_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX sign_in_failures_account ON sign_in_failures (account, failed_at)',
  'CREATE INDEX sign_in_failures_address ON sign_in_failures (address, failed_at)',
  `CREATE TABLE sign_in_addresses (
    user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address text NOT NULL,
    last_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, address)
  )`,
];

/** Recorded tables: the name of the entity in the change log, and the columns that stay out of it. */
const recorded: readonly (readonly [table: string, entity: string, ...hidden: string[]])[] = [
  ['users', 'user', 'password_hash'],
  ['groups', 'group'],
  ['memberships', 'membership'],
  ['resources', 'resource'],
  ['services', 'service'],
  ['user_permissions', 'user_rule'],
  ['group_permissions', 'group_rule'],
  ['sessions', 'session'],
  ['session_tokens', 'session_token', 'token_hmac'],
];

const triggers = recorded.map(
  ([table, entity, ...hidden]) =>
    `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION record_change('${entity}', '{${hidden.join(',')}}')`,
);
