import type { DataSource } from 'typeorm';
import type { RowRemovalState } from './audit-entry';

/** What is known of the removal of rows after deletions, by revision; of other revisions there is nothing. */
export async function removalsOf(
  database: Pick<DataSource, 'query'>,
  revisions: readonly number[],
): Promise<ReadonlyMap<number, RowRemovalState>> {
  if (revisions.length === 0) return new Map();
  const rows = await database.query<{ revision: string; rows: string | null; is_in_progress: boolean }[]>(
    `SELECT input.revision, r.rows, p.is_in_progress FROM unnest($1::bigint[]) AS input (revision)
       LEFT JOIN LATERAL (SELECT rows FROM row_removals WHERE revision = input.revision OFFSET 0) r ON true
       CROSS JOIN LATERAL (SELECT coalesce((SELECT revision FROM pending_deletions WHERE revision >= input.revision ORDER BY revision LIMIT 1) = input.revision, false)
         OR EXISTS (SELECT 1 FROM session_cutoffs WHERE revision = input.revision) AS is_in_progress) p
      WHERE r.rows IS NOT NULL OR p.is_in_progress`,
    [[...new Set(revisions)]],
  );
  return new Map(
    rows.map(({ revision, rows: removed, is_in_progress: isInProgress }) => [
      Number(revision),
      { rows: Number(removed ?? 0), isInProgress },
    ]),
  );
}
