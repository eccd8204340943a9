import { groupValue, resourceValue, serviceValue, userValue } from '../compare/objects';
import type { ImportSession } from '../session';
import type { Steps } from './steps';

const CHANGED = 'c.batch BETWEEN $1 AND $2 AND c.merged <> c.here';
const text = (field: string): string => `c.merged ->> '${field}'`;

interface ChangedKind {
  readonly kind: 'user' | 'group' | 'service' | 'resource';
  /** They change nothing that was changed here since it was compared. */
  readonly statements: readonly string[];
}

const CHANGES: readonly ChangedKind[] = [
  {
    kind: 'group',
    statements: [
      `INSERT INTO group_terms (group_id, version, text)
       SELECT c.target_id, 1 + coalesce((SELECT max(v.version) FROM group_terms v WHERE v.group_id = c.target_id), 0), ${text('terms')}
       FROM import_changes c WHERE c.kind = 'group' AND ${CHANGED} AND ${text('terms')} IS NOT NULL AND ${text('terms')} IS DISTINCT FROM c.here ->> 'terms'`,
      `UPDATE groups t SET name = ${text('name')}, description = ${text('description')}, discoverable = (${text('discoverable')})::boolean, terms = ${text('terms')}
       FROM import_changes c WHERE c.kind = 'group' AND ${CHANGED} AND t.id = c.target_id AND ${groupValue('t')} = c.here`,
    ],
  },
  {
    kind: 'user',
    statements: [
      `UPDATE users t SET name = ${text('name')}, email = ${text('email')}, status = (${text('status')})::smallint,
         password_hash = CASE WHEN c.merged -> 'password' = c.here -> 'password' THEN t.password_hash ELSE w.password_hash END
       FROM import_changes c JOIN wanted_users w ON w.id = c.id
       WHERE c.kind = 'user' AND ${CHANGED} AND t.id = c.target_id AND ${userValue('t', 't.password_hash')} = c.here`,
    ],
  },
  {
    kind: 'service',
    statements: [
      `UPDATE services t SET url = ${text('url')}, sync_type = ${text('sync_type')}, configuration = nullif(c.merged -> 'configuration', 'null')
       FROM import_changes c JOIN resources r ON r.id = c.target_id
       WHERE c.kind = 'service' AND ${CHANGED} AND t.resource_id = c.target_id AND ${serviceValue('r.name', 't')} = c.here`,
      `UPDATE resources t SET name = ${text('name')}, display_name = ${text('name')}
       FROM import_changes c WHERE c.kind = 'service' AND ${CHANGED} AND t.id = c.target_id AND t.name = c.here ->> 'name' AND t.name <> ${text('name')}`,
    ],
  },
  {
    kind: 'resource',
    statements: [
      `UPDATE resources t SET name = ${text('name')}, display_name = ${text('display_name')}
       FROM import_changes c WHERE c.kind = 'resource' AND ${CHANGED} AND t.id = c.target_id AND ${resourceValue('t', 't.parent_id')} = c.here`,
    ],
  },
];

/** Changes what has another value in the source than when it was imported, and remembers this value. A new password ends sessions and tokens. */
export async function changeObjects(session: ImportSession, steps: Steps, batchRows: number): Promise<void> {
  for (const { kind, statements } of CHANGES) {
    await session.query(
      `UPDATE import_changes c SET batch = b.batch FROM (
         SELECT ctid, (row_number() OVER (ORDER BY id) - 1) / ${batchRows} AS batch FROM import_changes WHERE kind = '${kind}') b WHERE b.ctid = c.ctid`,
    );
    await steps.run(
      `changes of ${kind}s`,
      await steps.lastBatch('import_changes', `kind = '${kind}'`),
      async (first, through) => {
        for (const statement of statements) await session.query(statement, [first, through]);
        await session.query(
          `UPDATE imported_objects o SET value = c.wanted FROM import_changes c CROSS JOIN import_names n
           WHERE c.kind = '${kind}' AND c.batch BETWEEN $1 AND $2 AND o.source_id = n.source_id AND o.kind = '${kind}' AND o.id = c.id`,
          [first, through],
        );
        if (kind === 'user') await endAccess(session, first, through);
      },
      2,
    );
  }
}

async function endAccess(session: ImportSession, first: number, through: number): Promise<void> {
  const rows = await session.query<{ id: number }>(
    `SELECT c.target_id AS id FROM import_changes c WHERE c.kind = 'user' AND ${CHANGED} AND c.merged -> 'password' <> c.here -> 'password'`,
    [first, through],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await session.query('DELETE FROM api_tokens WHERE user_id = ANY ($1)', [ids]);
  await session.query(
    'DELETE FROM network_tokens WHERE remote_user_id IN (SELECT id FROM remote_users WHERE user_id = ANY ($1))',
    [ids],
  );
  for (const userId of ids) await session.unitOfWork.removal.endSessions({ userId });
}
