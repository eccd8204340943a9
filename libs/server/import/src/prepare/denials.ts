import type { ImportSession } from '../session';

/**
 * Makes tables of what denies something in the source: without it somebody could gain. Texts that mean nothing are no denials
 * in the source either.
 */
export function makeDenials(session: ImportSession): void {
  for (const holder of ['user', 'group'])
    session.table(
      `import_denying_${holder}s`,
      `SELECT DISTINCT a.${holder}_id AS id FROM staged_${holder}s_resources_permissions a
         JOIN import_forms f ON f.text = a.perm_name AND f.access = 'deny'`,
      ['id'],
    );
  session.table(
    'import_denying_resources',
    `SELECT DISTINCT resource_id AS id FROM (
       SELECT resource_id, perm_name FROM staged_users_resources_permissions
       UNION ALL SELECT resource_id, perm_name FROM staged_groups_resources_permissions) a
     JOIN import_forms f ON f.text = a.perm_name AND f.access = 'deny'`,
    ['id'],
  );
}

/** SQL that is true if a user or group denies something. */
export const deniesSql = (table: 'users' | 'groups' | 'resources', id: string): string =>
  `EXISTS (SELECT 1 FROM import_denying_${table} x WHERE x.id = ${id})`;
