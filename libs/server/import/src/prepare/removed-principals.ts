import type { ImportSession } from '../session';

/**
 * Makes `import_removed_users` and `import_removed_groups`: what was imported, is here, and is not in the source any more. Users, and groups
 * that deny nothing, are deleted `early`: nobody gains by it, and their names are free for others of the source. A group that was
 * made to deny something here stays (`is_kept`).
 */
export function makeRemovedPrincipals(session: ImportSession): void {
  const removed = (kind: 'user' | 'group'): string =>
    `FROM imported_objects m JOIN import_names n ON n.source_id = m.source_id JOIN ${kind}s t ON t.id = m.target_id
     WHERE m.kind = '${kind}' AND m.value <> '{}' AND NOT EXISTS (SELECT 1 FROM staged_${kind}s s WHERE s.id = m.id)`;
  session.table(
    'import_removed_users',
    `SELECT m.id, m.target_id, t.name, true AS is_early, false AS is_kept ${removed('user')}`,
    ['target_id'],
  );
  session.table(
    'import_removed_groups',
    `SELECT r.*, NOT EXISTS (SELECT 1 FROM group_permissions p WHERE p.group_id = r.target_id AND p.access = 'deny') AS is_early,
       EXISTS (SELECT 1 FROM group_permissions p CROSS JOIN import_names n WHERE p.group_id = r.target_id AND p.access = 'deny'
         AND NOT EXISTS (SELECT 1 FROM imported_assignments l WHERE l.source_id = n.source_id AND l.principal_kind = 'group'
           AND l.principal_id = p.group_id AND l.resource_id = p.resource_id AND l.name = p.name
           AND l.access = p.access AND l.scope = p.scope)) AS is_kept
     FROM (SELECT m.id, m.target_id, t.name ${removed('group')}) r`,
    ['target_id'],
  );
}
