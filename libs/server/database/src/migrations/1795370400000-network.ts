import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Network mode: other instances, their users and the tokens of these; what opened a session. Nodes, remote users and
 * tokens are recorded in the change log, without the hashes of tokens. The state of nodes, identifiers of messages that
 * were received and links of accounts that have begun are not recorded: nothing is granted by them.
 */
export class Network1795370400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE network_link_attempts, network_message_ids, network_tokens, remote_users,
      network_node_states, network_nodes`);
    await runner.query('ALTER TABLE sessions DROP COLUMN origin');
  }
}

const statements = [
  'ALTER TABLE sessions ADD COLUMN origin text',
  'CREATE INDEX sessions_origin ON sessions (origin)',
  // With network mode off, the user and the group are ordinary ones, which administrators may delete.
  `CREATE TABLE network_nodes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name varchar(128) NOT NULL,
    base_url text NOT NULL,
    jwks_url text NOT NULL,
    token_url text NOT NULL,
    authorization_url text NOT NULL,
    redirect_uris jsonb NOT NULL DEFAULT '[]',
    user_id integer REFERENCES users (id) ON DELETE SET NULL,
    group_id integer REFERENCES groups (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX network_nodes_name ON network_nodes (name)',
  `CREATE TABLE network_node_states (
    node_id integer PRIMARY KEY REFERENCES network_nodes (id) ON DELETE CASCADE,
    is_gatehouse boolean NOT NULL DEFAULT false,
    condition text,
    detail text,
    checked_at timestamptz
  )`,
  `CREATE TABLE remote_users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    node_id integer NOT NULL REFERENCES network_nodes (id) ON DELETE CASCADE,
    name varchar(128) NOT NULL,
    user_id integer REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX remote_users_name ON remote_users (node_id, name)',
  'CREATE UNIQUE INDEX remote_users_user ON remote_users (user_id, node_id)',
  `CREATE TABLE network_tokens (
    remote_user_id integer PRIMARY KEY REFERENCES remote_users (id) ON DELETE CASCADE,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX network_tokens_hash ON network_tokens (token_hash)',
  `CREATE TABLE network_message_ids (
    node_id integer NOT NULL REFERENCES network_nodes (id) ON DELETE CASCADE,
    message_id text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (node_id, message_id)
  )`,
  'CREATE INDEX network_message_ids_expiry ON network_message_ids (expires_at)',
  `CREATE TABLE network_link_attempts (
    state_hash bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    node_id integer NOT NULL REFERENCES network_nodes (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX network_link_attempts_session ON network_link_attempts (session_id)',
  'CREATE INDEX network_link_attempts_expiry ON network_link_attempts (expires_at)',
  ...(
    [
      ['network_nodes', 'network_node', ''],
      ['remote_users', 'remote_user', ''],
      ['network_tokens', 'network_token', 'token_hash'],
    ] as const
  ).map(
    ([table, entity, hidden]) =>
      `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION record_change('${entity}', '{${hidden}}')`,
  ),
];
