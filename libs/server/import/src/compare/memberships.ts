import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';
import { deniesSql } from '../prepare/denials';

/** Users that everybody may be: they have the memberships of this side. */
const IS_ANONYMOUS = "u.role = 'anonymous'";

/**
 * Makes `import_memberships`: those to add and to remove, all of a user in one batch, since one may allow what another denies. `op` is `add`,
 * `remove`, or for what is only remembered `note` and `forget`.
 */
export function compareMemberships(session: ImportSession, batchRows: number): void {
  makeAdministrators(session);
  session.table(
    'wanted_memberships',
    `SELECT DISTINCT u.target_id AS user_id, g.target_id AS group_id
     FROM staged_users_groups m
       JOIN wanted_users u ON u.id = m.user_id AND u.target_id IS NOT NULL
       JOIN wanted_groups g ON g.id = m.group_id AND g.target_id IS NOT NULL
     WHERE NOT ${IS_ANONYMOUS} AND g.role <> 'administrators' AND (g.role <> 'anonymous' OR u.role = 'administrator')
     UNION SELECT user_id, group_id FROM import_administrators WHERE is_granted
     -- Everybody is a member of the anonymous group, but accounts of nodes.
     UNION SELECT u.target_id, g.target_id FROM wanted_users u CROSS JOIN wanted_groups g
     WHERE u.role = 'user' AND u.target_id IS NOT NULL AND g.role = 'anonymous'`,
    ['user_id, group_id'],
  );
  noteConflicts(
    session,
    'membership_of_anonymous',
    `SELECT ARRAY[m.group_id::bigint] AS ids, u.source_name || ' in ' || g.source_name AS subject,
       CASE WHEN ${deniesSql('groups', 'm.group_id')} THEN 'not imported; the group denies something' ELSE 'not imported' END AS detail,
       decided.choice AS decision, decided.choice IS NULL AND ${deniesSql('groups', 'm.group_id')} AS is_refused
     FROM staged_users_groups m JOIN wanted_users u ON u.id = m.user_id AND ${IS_ANONYMOUS}
       JOIN wanted_groups g ON g.id = m.group_id AND g.role <> 'anonymous'
       ${decisionSql("'membership_of_anonymous'", 'm.group_id', 'g.source_name')}`,
    ['decision', 'is_refused'],
  );
  session.table(
    'import_memberships',
    `SELECT *, (sum(1) OVER (ORDER BY user_id) / ${batchRows})::integer AS batch FROM (
       SELECT coalesce(w.user_id, l.user_id) AS user_id, coalesce(w.group_id, l.group_id) AS group_id,
         CASE WHEN w.user_id IS NOT NULL AND l.user_id IS NULL THEN CASE WHEN t.user_id IS NULL THEN 'add' ELSE 'note' END
           WHEN w.user_id IS NULL THEN CASE WHEN t.user_id IS NULL THEN 'forget' ELSE 'remove' END END AS op
       FROM wanted_memberships w
         FULL JOIN (SELECT l.user_id, l.group_id FROM imported_memberships l JOIN import_names n ON n.source_id = l.source_id) l
           ON l.user_id = w.user_id AND l.group_id = w.group_id
         LEFT JOIN memberships t ON t.user_id = coalesce(w.user_id, l.user_id) AND t.group_id = coalesce(w.group_id, l.group_id)
     ) compared WHERE op IS NOT NULL`,
    ['batch'],
  );
}

/**
 * Who becomes an administrator: members of the group of administrators, in a target where nobody was before; others, such as holders of the route
 * permission `admin`, only if it is decided.
 */
function makeAdministrators(session: ImportSession): void {
  session.table(
    'import_administrators',
    `SELECT u.id, u.source_name, u.target_id AS user_id, a.target_id AS group_id, held.via, decided.choice,
       u.mapped IS NOT NULL AND EXISTS (SELECT 1 FROM imported_memberships l WHERE l.source_id = n.source_id
         AND l.user_id = u.target_id AND l.group_id = a.target_id) AS was_granted,
       (held.is_member AND n.keeps_ids) OR decided.choice IS NOT DISTINCT FROM 'grant' AS is_granted
     FROM (
       SELECT user_id, bool_or(is_member) AS is_member, min(via) AS via FROM (
         SELECT m.user_id, true AS is_member, 'member of ' || g.source_name AS via FROM staged_users_groups m
           JOIN wanted_groups g ON g.id = m.group_id AND g.role = 'administrators'
         UNION ALL SELECT m.user_id, false, 'route permission of ' || g.source_name FROM staged_users_groups m
           JOIN wanted_groups g ON g.id = m.group_id AND g.role <> 'administrators'
           JOIN staged_groups_permissions p ON p.group_id = g.id AND p.perm_name = 'admin'
         UNION ALL SELECT p.user_id, false, 'route permission of its own' FROM staged_users_permissions p WHERE p.perm_name = 'admin'
       ) held GROUP BY user_id
     ) held JOIN wanted_users u ON u.id = held.user_id AND u.role = 'user' AND u.target_id IS NOT NULL
       CROSS JOIN import_names n JOIN wanted_groups a ON a.role = 'administrators'
       ${decisionSql("'administrator_not_granted'", 'u.id', 'u.source_name')}`,
  );
  const of = (condition: string): string =>
    `SELECT ARRAY[a.id::bigint] AS ids, a.source_name AS subject, a.via AS detail, a.choice AS decision
     FROM import_administrators a WHERE ${condition}`;
  noteConflicts(session, 'administrator_not_granted', of('NOT a.is_granted'), ['decision']);
  noteConflicts(session, 'administrator', of('a.is_granted AND NOT a.was_granted'), ['decision']);
}
