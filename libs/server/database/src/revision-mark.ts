/**
 * Reads the time at which a revision began, by which it is told from the revision of that number in another history, such as that of
 * a backup.
 */
export const REVISION_MARK_SQL =
  'SELECT extract(epoch FROM begun_at)::text AS mark FROM revisions WHERE revision = $1';
