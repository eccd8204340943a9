import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';

/**
 * The strength of an assignment as a number: what is narrower is less. Denied with everything below 0, denied 1, none 2, allowed 3, allowed with
 * everything below 4. Every step to a lesser number takes access from somebody, or nothing: none gives any. ADR 45.
 */
export const NONE = 2;
export const rankSql = (row: string): string =>
  `(CASE ${row}.access || ${row}.scope WHEN 'denyrecursive' THEN 0 WHEN 'denymatch' THEN 1 WHEN 'allowmatch' THEN 3 WHEN 'allowrecursive' THEN 4 END)::smallint`;
export const accessSql = (rank: string): string => `CASE WHEN ${rank} < ${NONE} THEN 'deny' ELSE 'allow' END`;
export const scopeSql = (rank: string): string =>
  `CASE WHEN ${rank} IN (0, 4) THEN 'recursive' ELSE 'match' END`;

const HOLDERS = ['user', 'group'] as const;
/** Accounts for callers who are not known: what they may is held by groups. */
const HELD_BY_GROUPS = "h.role IN ('anonymous', 'node')";

/**
 * Makes `wanted_assignments`: at most one of a name for a user or group on a resource, by identifiers here, the narrowest of several; and
 * notes those that are not imported.
 */
export function makeAssignments(session: ImportSession): void {
  session.later(
    'DROP TABLE IF EXISTS wanted_assignments',
    'CREATE TEMPORARY TABLE wanted_assignments (principal_kind text, principal_id integer, resource_id integer, name text, rank smallint)',
  );
  for (const holder of HOLDERS) {
    const rows = `FROM staged_${holder}s_resources_permissions a
      JOIN wanted_${holder}s h ON h.id = a.${holder}_id AND h.target_id IS NOT NULL
      JOIN wanted_resources r ON r.id = a.resource_id AND r.target_id IS NOT NULL
      JOIN import_forms f ON f.text = a.perm_name`;
    const isAllowed =
      'EXISTS (SELECT 1 FROM import_allowed k WHERE k.service_type = r.service_type AND k.type = r.type AND k.name = f.name)';
    const isHeld = holder === 'user' ? `NOT ${HELD_BY_GROUPS}` : 'true';
    session.later(
      `INSERT INTO wanted_assignments SELECT '${holder}', h.target_id, r.target_id, f.name,
         min(${rankSql('f')})
       ${rows} WHERE ${isAllowed} AND ${isHeld} GROUP BY h.target_id, r.target_id, f.name`,
    );
    noteProblems(session, holder, rows, isAllowed);
  }
  session.later(
    'CREATE INDEX wanted_assignments_key ON wanted_assignments (principal_kind, principal_id, resource_id, name)',
    'ANALYZE wanted_assignments',
  );
}

function noteProblems(
  session: ImportSession,
  holder: (typeof HOLDERS)[number],
  rows: string,
  isAllowed: string,
): void {
  const subject = `'${holder} ' || h.source_name || ' on ' || r.type || ' ' || r.source_name || ': ' || a.perm_name`;
  const found = (detail: string, further: string): string =>
    `SELECT '${holder}_permission' AS kind, ARRAY[a.${holder}_id, a.resource_id]::bigint[] AS ids, ${subject} AS subject, ${detail} AS detail${further}`;
  noteConflicts(
    session,
    'permission_malformed',
    `${found("CASE WHEN f.text IS NULL THEN 'not imported' ELSE 'imported as ' || f.name || '-deny-recursive' END", '')}
     FROM staged_${holder}s_resources_permissions a
       JOIN wanted_${holder}s h ON h.id = a.${holder}_id JOIN wanted_resources r ON r.id = a.resource_id
       LEFT JOIN import_forms f ON f.text = a.perm_name
     WHERE f.text IS NULL OR (f.access = 'deny' AND a.perm_name NOT IN (f.name || '-deny', f.name || '-deny-' || f.scope))`,
    ['kind'],
  );
  // A recursive denial counts below, where the name may apply.
  const counts = `f.access = 'deny' AND EXISTS (SELECT 1 FROM import_allowed k WHERE k.service_type = r.service_type AND k.name = f.name)`;
  noteConflicts(
    session,
    'permission_not_allowed',
    `${found(`CASE WHEN ${counts} THEN 'not imported; it denies something below' ELSE 'not imported' END`, `, decided.choice AS decision, decided.choice IS NULL AND ${counts} AS is_refused`)}
     ${rows} ${decisionSql("'permission_not_allowed'", 'a.resource_id')} WHERE NOT ${isAllowed}`,
    ['kind', 'decision', 'is_refused'],
  );
  noteConflicts(
    session,
    'permission_repeated',
    `SELECT '${holder}_permission' AS kind, ARRAY[min(a.${holder}_id), min(a.resource_id)]::bigint[] AS ids,
       '${holder} ' || min(h.source_name) || ' on ' || min(r.type) || ' ' || min(r.source_name) || ': ' || string_agg(a.perm_name, ', ' ORDER BY a.perm_name) AS subject,
       'imported as ' || f.name || '-' || ${accessSql(`min(${rankSql('f')})`)} || '-' || ${scopeSql(`min(${rankSql('f')})`)} AS detail
     ${rows} WHERE ${isAllowed} GROUP BY a.${holder}_id, a.resource_id, f.name HAVING count(*) > 1`,
    ['kind'],
  );
  if (holder === 'user')
    noteConflicts(
      session,
      'permission_of_anonymous',
      `${found("'not imported'", ", decided.choice AS decision, decided.choice IS NULL AND f.access = 'deny' AS is_refused")}
       ${rows} ${decisionSql("'permission_of_anonymous'", 'a.resource_id')} WHERE ${HELD_BY_GROUPS}`,
      ['kind', 'decision', 'is_refused'],
    );
}

/** Types of services in which names of layers that are not registered are refused to those who are denied something. */
const NAMED_TYPES = "('geoserver', 'geoserverwms', 'ncwms')";

/** Notes to whom names that are not registered will be refused: who is denied something in a service that grants something. */
export function noteUnregisteredNames(session: ImportSession): void {
  noteConflicts(
    session,
    'unregistered_names',
    `WITH grants AS (
       SELECT r.service_id, a.name, min(r.level) AS level FROM wanted_assignments a
         JOIN wanted_resources r ON r.target_id = a.resource_id AND r.service_type IN ${NAMED_TYPES}
       WHERE a.rank = 4 GROUP BY r.service_id, a.name)
     SELECT ARRAY[s.id::bigint] AS ids, a.principal_kind || ' ' || coalesce(u.source_name, g.source_name) || ' in service ' || s.source_name AS subject,
       count(*) || ' denials' AS detail
     FROM wanted_assignments a JOIN wanted_resources r ON r.target_id = a.resource_id AND r.service_type IN ${NAMED_TYPES}
       JOIN wanted_resources s ON s.id = r.service_id
       LEFT JOIN wanted_users u ON a.principal_kind = 'user' AND u.target_id = a.principal_id
       LEFT JOIN wanted_groups g ON a.principal_kind = 'group' AND g.target_id = a.principal_id
       JOIN grants b ON b.service_id = r.service_id AND b.name = a.name AND b.level <= r.level
     WHERE a.rank < ${NONE}
     GROUP BY s.id, s.source_name, a.principal_kind, u.source_name, g.source_name`,
  );
}
