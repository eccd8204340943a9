import type { ImportSession } from '../session';
import type { Steps } from './steps';

/** Objects that one revision deletes: each has rows, of which it removes some. */
const OBJECTS_AT_ONCE = 20;

const STAGED: Readonly<Record<string, string>> = {
  user: 'staged_users s WHERE s.id = m.id',
  group: 'staged_groups s WHERE s.id = m.id',
  service: 'staged_services s WHERE s.resource_id = m.id',
  resource: 'staged_resources s WHERE s.resource_id = m.id',
  node: 'staged_network_nodes s WHERE s.id = m.id',
  remote_user: 'staged_network_remote_users s WHERE s.id = m.id',
  pending_user: 'staged_users_pending s WHERE s.id = m.id',
  external_identity: 'wanted_identities s WHERE s.id = m.id',
};

const TARGETS: Readonly<Record<string, string>> = {
  user: 'users',
  group: 'groups',
  service: 'resources',
  resource: 'resources',
  node: 'network_nodes',
  remote_user: 'remote_users',
  pending_user: 'pending_users',
  external_identity: 'external_identities',
};

/** SQL of the identifiers of what was imported and is not in the source any more: identities, remote users, registrations or nodes. */
export const removedLinksSql = (kind: string): string =>
  `SELECT m.target_id FROM imported_objects m JOIN import_names n ON n.source_id = m.source_id
   JOIN ${TARGETS[kind]} t ON t.id = m.target_id
   WHERE m.kind = '${kind}' AND NOT EXISTS (SELECT 1 FROM ${STAGED[kind]})`;

/** Deletes what was imported and is not in the source any more, of users and groups what gives nobody anything. */
export async function removeEarly(session: ImportSession, steps: Steps): Promise<void> {
  await remove(session, steps, 'users', 'SELECT target_id FROM import_removed_users');
  await remove(session, steps, 'groups', 'SELECT target_id FROM import_removed_groups WHERE is_early');
}

/** Deletes the rest: resources, services and groups whose denials the source does not have any more; links. */
export async function removeLate(
  session: ImportSession,
  steps: Steps,
  removed?: (rows: number) => void,
): Promise<void> {
  const isRemoved = (id: string): string =>
    `EXISTS (SELECT 1 FROM import_removed_resources p WHERE p.target_id = ${id} AND NOT p.is_kept)`;
  // What is below goes with it.
  await remove(
    session,
    steps,
    'resources',
    `SELECT r.target_id FROM import_removed_resources r JOIN resources t ON t.id = r.target_id
     WHERE NOT r.is_kept AND (t.parent_id IS NULL OR NOT ${isRemoved('t.parent_id')})`,
  );
  await remove(
    session,
    steps,
    'groups',
    'SELECT target_id FROM import_removed_groups WHERE NOT is_early AND NOT is_kept',
  );
  for (const kind of ['external_identity', 'remote_user', 'pending_user', 'node'])
    await remove(session, steps, TARGETS[kind] ?? kind, removedLinksSql(kind));
  await session.unitOfWork.removal.removeLeft(removed);
}

async function remove(session: ImportSession, steps: Steps, table: string, query: string): Promise<void> {
  // Most imports remove nothing.
  if ((await session.number(`SELECT count(*) FROM (${query} LIMIT 1) found`)) === 0) return;
  session.table(
    'import_new',
    `SELECT c.target_id, ((row_number() OVER (ORDER BY c.target_id) - 1) / ${OBJECTS_AT_ONCE})::integer AS batch
     FROM (${query}) c JOIN ${table} t ON t.id = c.target_id`,
    ['batch'],
  );
  const last = await steps.lastBatch('import_new');
  for (let batch = 0; batch <= last; batch += 1)
    await steps.once(async () => {
      await session.query(
        `DELETE FROM ${table} t USING import_new w WHERE w.batch = $1 AND t.id = w.target_id`,
        [batch],
      );
      await session.unitOfWork.removal.removeFirst();
    });
}

/**
 * Remembers what was not created: objects that existed, and what is continued under another identifier. Forgets what is neither in the
 * source nor here.
 */
export async function settleRecords(session: ImportSession): Promise<void> {
  for (const [kind, wanted, condition] of [
    ['user', 'wanted_users', 'true'],
    ['group', 'wanted_groups', 'true'],
    ['service', 'wanted_resources', 'w.level = 0'],
    ['resource', 'wanted_resources', 'w.level > 0'],
  ] as const)
    await session.query(
      `INSERT INTO imported_objects SELECT n.source_id, '${kind}', w.id, w.mapped, w.last FROM ${wanted} w CROSS JOIN import_names n
       WHERE w.mapped IS NOT NULL AND w.target_id IS NOT NULL AND ${condition} ON CONFLICT DO NOTHING`,
    );
  // What is kept although the source does not have it belongs to this side from now on.
  await session.query(
    `DELETE FROM imported_objects m USING import_names n WHERE m.source_id = n.source_id AND (
       (m.kind = 'group' AND EXISTS (SELECT 1 FROM import_removed_groups r WHERE r.id = m.id AND r.is_kept))
       OR (m.kind IN ('service', 'resource') AND EXISTS (
         SELECT 1 FROM import_removed_resources r WHERE r.kind = m.kind AND r.id = m.id AND r.is_kept)))`,
  );
  await forget(session);
}

/**
 * Forgets objects that the source does not have any more, and that were deleted here or are those of other identifiers. What is looked up for
 * each of them is in tables of the session: there are as many remembered objects as rows of the source, and no index on what they were imported as.
 */
async function forget(session: ImportSession): Promise<void> {
  const kinds = Object.entries(STAGED);
  session.table(
    'import_forgotten',
    kinds
      .map(
        ([kind, staged]) =>
          `SELECT m.source_id, m.kind, m.id, m.target_id FROM imported_objects m JOIN import_names n ON n.source_id = m.source_id
           WHERE m.kind = '${kind}' AND NOT EXISTS (SELECT 1 FROM ${staged})`,
      )
      .join(' UNION ALL '),
    ['kind, target_id'],
  );
  if ((await session.number('SELECT count(*) FROM import_forgotten')) === 0) return;
  session.table(
    'import_continued',
    `SELECT DISTINCT f.kind, f.id FROM import_forgotten f
       JOIN imported_objects o ON o.source_id = f.source_id AND o.kind = f.kind AND o.target_id = f.target_id AND o.id <> f.id`,
    ['kind, id'],
  );
  for (const [kind, table] of Object.entries(TARGETS))
    await session.query(
      `DELETE FROM imported_objects m USING import_forgotten f
       WHERE f.kind = '${kind}' AND m.source_id = f.source_id AND m.kind = f.kind AND m.id = f.id
         AND (NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = f.target_id)
           OR EXISTS (SELECT 1 FROM import_continued c WHERE c.kind = f.kind AND c.id = f.id))`,
    );
}
