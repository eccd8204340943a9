import type { ImportSession } from '../session';
import type { Steps } from './steps';

const IN_BATCH = 'w.batch BETWEEN $1 AND $2';
const NODE_URLS = ['base_url', 'jwks_url', 'token_url', 'authorization_url', 'redirect_uris'] as const;

const nodeValue = (row: string): string =>
  `jsonb_build_object(${['name', ...NODE_URLS].map((column) => `'${column}', ${row}.${column}`).join(', ')})`;

interface Linked {
  readonly step: string;
  readonly kind: string;
  readonly table: string;
  /** The rows that are new, with `id` of the source. */
  readonly rows: string;
  /** Columns here, and what they get of `w`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly value: string;
}

const LINKED: Readonly<Record<'nodes' | 'remote_users' | 'identities' | 'pending_users', Linked>> = {
  nodes: {
    step: 'nodes',
    kind: 'node',
    table: 'network_nodes',
    rows: 'SELECT w.* FROM wanted_nodes w WHERE NOT w.is_skipped AND w.mapped IS NULL',
    columns: {
      name: 'w.name',
      ...Object.fromEntries(NODE_URLS.map((column) => [column, `w.${column}`])),
      user_id: 'w.user_id',
      group_id: 'w.group_id',
    },
    value: nodeValue('w'),
  },
  remote_users: {
    step: 'remote users',
    kind: 'remote_user',
    table: 'remote_users',
    rows: `SELECT w.*, o.target_id AS node_id FROM wanted_remote_users w CROSS JOIN import_names n
      JOIN imported_objects o ON o.source_id = n.source_id AND o.kind = 'node' AND o.id = w.node
      JOIN network_nodes d ON d.id = o.target_id
      WHERE NOT w.is_skipped AND w.mapped IS NULL
        AND NOT EXISTS (SELECT 1 FROM remote_users t WHERE t.node_id = o.target_id AND (t.name = w.name OR t.user_id = w.user_id))`,
    columns: { node_id: 'w.node_id', name: 'w.name', user_id: 'w.user_id' },
    value: "jsonb_build_object('token', w.token)",
  },
  identities: {
    step: 'identities',
    kind: 'external_identity',
    table: 'external_identities',
    rows: 'SELECT w.* FROM wanted_identities w WHERE w.is_new',
    columns: { user_id: 'w.user_id', provider: 'w.provider', subject: 'w.subject', user_name: 'w.user_name' },
    value: "'{}'::jsonb",
  },
  pending_users: {
    step: 'registrations',
    kind: 'pending_user',
    table: 'pending_users',
    rows: 'SELECT w.* FROM wanted_pending_users w WHERE NOT w.is_skipped AND w.mapped IS NULL',
    columns: {
      name: 'w.name',
      email: 'w.email',
      password_hash: 'w.password_hash',
      state: 'w.state',
      created_at: 'w.created_at',
      expires_at: 'now() + make_interval(secs => $3)',
    },
    value: "'{}'::jsonb",
  },
};

/** Creates what is new of one kind. `registrationSeconds`: how long registrations wait. */
export async function createLinks(
  session: ImportSession,
  steps: Steps,
  kind: keyof typeof LINKED,
  batchRows: number,
  registrationSeconds: number,
): Promise<void> {
  const { step, kind: imported, table, rows, columns, value } = LINKED[kind];
  const sequence = `pg_get_serial_sequence('${table}', 'id')`;
  session.table(
    'import_new',
    `SELECT c.*, nextval(${sequence})::integer AS new_id, ((row_number() OVER (ORDER BY id) - 1) / ${batchRows})::integer AS batch FROM (${rows}) c`,
    ['batch'],
  );
  const values = (first: number, through: number): unknown[] =>
    kind === 'pending_users' ? [first, through, registrationSeconds] : [first, through];
  await steps.run(
    step,
    await steps.lastBatch('import_new'),
    async (first, through) => {
      await session.query(
        `INSERT INTO ${table} (id, ${Object.keys(columns).join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT w.new_id, ${Object.values(columns).join(', ')} FROM import_new w WHERE ${IN_BATCH}`,
        values(first, through),
      );
      await session.query(
        `INSERT INTO imported_objects SELECT n.source_id, '${imported}', w.id, w.new_id, ${value} FROM import_new w CROSS JOIN import_names n
         WHERE ${IN_BATCH}`,
        [first, through],
      );
    },
    2,
  );
}

/**
 * Tokens of remote users: those of new ones, and those that were renewed in the source and are here as they were imported. A token
 * that was deleted or renewed here stays so.
 */
export async function applyTokens(session: ImportSession, steps: Steps, batchRows: number): Promise<void> {
  session.table(
    'import_new',
    `SELECT c.*, ((row_number() OVER (ORDER BY target_id) - 1) / ${batchRows})::integer AS batch FROM (
       SELECT o.target_id, w.id, w.token, w.token_created, o.value ->> 'token' AS last, encode(t.token_hash, 'hex') AS present,
         w.mapped IS NULL AS is_new
       FROM wanted_remote_users w CROSS JOIN import_names n
         JOIN imported_objects o ON o.source_id = n.source_id AND o.kind = 'remote_user' AND o.id = w.id
         JOIN remote_users r ON r.id = o.target_id LEFT JOIN network_tokens t ON t.remote_user_id = o.target_id
     ) c WHERE (is_new AND token IS NOT NULL AND present IS NULL)
       OR (NOT is_new AND token IS DISTINCT FROM last AND present IS NOT DISTINCT FROM last)`,
    ['batch'],
  );
  await steps.run(
    'tokens',
    await steps.lastBatch('import_new'),
    async (first, through) => {
      await session.query(
        `DELETE FROM network_tokens t USING import_new w WHERE ${IN_BATCH} AND t.remote_user_id = w.target_id`,
        [first, through],
      );
      await session.query(
        `INSERT INTO network_tokens (remote_user_id, token_hash, created_at)
       SELECT w.target_id, decode(w.token, 'hex'), coalesce(w.token_created, now()) FROM import_new w WHERE w.token IS NOT NULL AND ${IN_BATCH}
       ON CONFLICT DO NOTHING`,
        [first, through],
      );
      await session.query(
        `UPDATE imported_objects o SET value = jsonb_build_object('token', w.token) FROM import_new w CROSS JOIN import_names n
       WHERE ${IN_BATCH} AND o.source_id = n.source_id AND o.kind = 'remote_user' AND o.id = w.id`,
        [first, through],
      );
    },
    2,
  );
}

/** Addresses of nodes that changed in the source, and are here as they were imported. */
export async function changeNodes(session: ImportSession, steps: Steps): Promise<void> {
  const changed = `wanted_nodes w JOIN network_nodes t ON t.id = w.mapped
    WHERE NOT w.is_skipped AND w.last <> ${nodeValue('w')} AND ${nodeValue('t')} = w.last`;
  if ((await session.number(`SELECT count(*) FROM ${changed}`)) === 0) return;
  await steps.once(async () => {
    await session.query(
      `UPDATE network_nodes t SET ${NODE_URLS.map((column) => `${column} = w.${column}`).join(', ')} FROM wanted_nodes w
       WHERE t.id = w.mapped AND NOT w.is_skipped AND w.last <> ${nodeValue('w')} AND ${nodeValue('t')} = w.last`,
    );
    await session.query(
      `UPDATE imported_objects o SET value = ${nodeValue('w')} FROM wanted_nodes w, import_names n
       WHERE NOT w.is_skipped AND o.source_id = n.source_id AND o.kind = 'node' AND o.id = w.id AND w.mapped IS NOT NULL`,
    );
  });
}
