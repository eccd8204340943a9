import { noteConflicts } from '../conflicts/conflict-table';
import { NONE, accessSql, rankSql, scopeSql } from '../prepare/assignments';
import type { ImportSession } from '../session';

/**
 * Makes `import_assignments`: what becomes of each assignment that is in the source, or was imported before. `present` is the one of this side,
 * `wanted` that of the source and `result` what is right, as ranks; `phase` is `narrow`, `widen`, or `note` for what is only remembered.
 *
 * What changed on one side follows that side. What was removed here stays removed, unless the source denies something anew. What changed on both is
 * the narrower one.
 */
export function compareAssignments(session: ImportSession, batchRows: number): void {
  const compared = (holder: 'user' | 'group'): string =>
    `SELECT '${holder}' AS principal_kind, k.principal_id, k.resource_id, k.name, k.wanted, k.last,
       coalesce(${rankSql('t')}, ${NONE}::smallint) AS present
     FROM (
       SELECT coalesce(w.principal_id, l.principal_id) AS principal_id, coalesce(w.resource_id, l.resource_id) AS resource_id,
         coalesce(w.name, l.name) AS name, coalesce(w.rank, ${NONE}::smallint) AS wanted, coalesce(l.rank, ${NONE}::smallint) AS last
       FROM (SELECT * FROM wanted_assignments WHERE principal_kind = '${holder}') w
         FULL JOIN (SELECT l.principal_id, l.resource_id, l.name, ${rankSql('l')} AS rank FROM imported_assignments l
           JOIN import_names n ON n.source_id = l.source_id WHERE l.principal_kind = '${holder}') l
           ON l.principal_id = w.principal_id AND l.resource_id = w.resource_id AND l.name = w.name
     ) k LEFT JOIN ${holder}_permissions t ON t.${holder}_id = k.principal_id AND t.resource_id = k.resource_id AND t.name = k.name`;
  session.table(
    'import_assignments',
    `SELECT p.*, ((row_number() OVER (PARTITION BY phase ORDER BY principal_kind, resource_id, principal_id) - 1) / ${batchRows})::integer AS batch
     FROM (
       SELECT r.*, CASE WHEN result < present THEN 'narrow' WHEN result > present THEN 'widen' ELSE 'note' END AS phase
       FROM (
         SELECT c.*, (CASE
             WHEN wanted = last OR wanted = present THEN present WHEN present = last THEN wanted
             WHEN present = ${NONE} THEN CASE WHEN wanted < ${NONE} THEN wanted ELSE ${NONE} END
             ELSE least(wanted, present) END)::smallint AS result,
           wanted <> last AND wanted <> present AND present <> last AS is_conflict
         FROM (${compared('user')} UNION ALL ${compared('group')}) c
       ) r WHERE result <> present OR wanted <> last
     ) p`,
    ['phase, batch'],
  );
  noteConflicts(
    session,
    'changed_on_both_sides',
    `SELECT a.principal_kind || '_permission' AS kind, ARRAY[a.principal_id, a.resource_id]::bigint[] AS ids,
       a.principal_kind || ' ' || a.principal_id || ' on resource ' || a.resource_id || ': ' || a.name AS subject,
       'in the source ' || ${textOf('a.wanted')} || ', here ' || ${textOf('a.present')} || '; ' || ${textOf('a.result')} || ' is kept' AS detail
     FROM import_assignments a WHERE a.is_conflict`,
    ['kind'],
  );
}

function textOf(rank: string): string {
  return `CASE ${rank} WHEN ${NONE} THEN 'none' ELSE ${accessSql(rank)} || '-' || ${scopeSql(rank)} END`;
}
