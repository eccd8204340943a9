import { nameKeySql } from '@gatehouse/database';
import { noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';

/**
 * Makes `import_removed_resources`: services and resources that were imported, are here, and are not in the source any more. One that is
 * there again, at the same place under another identifier, is continued; others are deleted, unless something was made to deny
 * there or below since (`is_kept`).
 */
export function makeRemovedResources(session: ImportSession): void {
  session.table(
    'import_removed_resources',
    `SELECT m.kind, m.id, m.target_id, m.value, t.parent_id, ${nameKeySql('t.name')} AS name_key, t.type, false AS is_kept
     FROM imported_objects m JOIN import_names n ON n.source_id = m.source_id JOIN resources t ON t.id = m.target_id
     WHERE m.kind IN ('service', 'resource') AND NOT EXISTS (SELECT 1 FROM staged_resources s WHERE s.resource_id = m.id)`,
    ['parent_id, name_key', 'target_id'],
  );
}

/** After the trees: leaves out what is continued, and finds what is kept. */
export function settleRemovedResources(session: ImportSession): void {
  session.later(
    'DELETE FROM import_removed_resources r WHERE EXISTS (SELECT 1 FROM wanted_resources w WHERE w.mapped = r.target_id)',
    'ANALYZE import_removed_resources',
  );
  const ownDenials = (holder: 'user' | 'group'): string =>
    `SELECT p.resource_id FROM ${holder}_permissions p CROSS JOIN import_names n WHERE p.access = 'deny'
       AND EXISTS (SELECT 1 FROM import_removed_resources)
       AND NOT EXISTS (SELECT 1 FROM imported_assignments l WHERE l.source_id = n.source_id AND l.principal_kind = '${holder}'
         AND l.principal_id = p.${holder}_id AND l.resource_id = p.resource_id AND l.name = p.name AND l.access = p.access AND l.scope = p.scope)`;
  session.table(
    'import_kept_resources',
    `WITH RECURSIVE up AS (
       SELECT resource_id AS id FROM (${ownDenials('user')} UNION ${ownDenials('group')}) own
       UNION SELECT t.parent_id FROM up JOIN resources t ON t.id = up.id WHERE t.parent_id IS NOT NULL
     ) SELECT id FROM up`,
    ['id'],
  );
  session.later(
    'UPDATE import_removed_resources r SET is_kept = true WHERE EXISTS (SELECT 1 FROM import_kept_resources k WHERE k.id = r.target_id)',
  );
  noteConflicts(
    session,
    'changed_on_both_sides',
    `SELECT r.kind, ARRAY[r.id]::bigint[] AS ids, t.type || ' ' || t.name AS subject,
       'not in the source any more; kept, because something was made to deny there' AS detail
     FROM import_removed_resources r JOIN resources t ON t.id = r.target_id WHERE r.is_kept
     UNION ALL SELECT 'group', ARRAY[r.id]::bigint[], r.name, 'not in the source any more; kept, because it was made to deny something'
     FROM import_removed_groups r WHERE r.is_kept`,
    ['kind'],
  );
}
