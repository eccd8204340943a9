import { MAX_RESOURCE_LEVELS } from '@gatehouse/directory';
import { MAX_RESOURCE_NAME_LENGTH, RESOURCE_NAME } from '@gatehouse/names';
import { nameKeySql } from '@gatehouse/database';
import { decisionSql, noteConflicts } from '../conflicts/conflict-table';
import type { ImportSession } from '../session';
import { deniesSql } from './denials';

/** SQL that is true if a new resource can have a name, as `isResourceName` has it. */
const resourceNameSql = (name: string): string =>
  `(${name} COLLATE "C" ~ '${RESOURCE_NAME.source}' AND length(${name}) <= ${MAX_RESOURCE_NAME_LENGTH})`;

/** Problems of resources, in the order in which they are found at one. */
const PROBLEMS = [
  'resource_too_deep',
  'resource_type_misplaced',
  'resource_name_invalid',
  'resource_moved',
  'resource_parent_deleted',
  'resource_name_taken',
] as const;

/**
 * Makes `wanted_resources`: services and what is below them, from the top down, as far as it can be imported; and notes what cannot be, as
 * `problem` of the topmost resource. What is below that is not a row.
 */
export async function makeTrees(session: ImportSession): Promise<void> {
  session.later(
    'DROP TABLE IF EXISTS wanted_resources',
    `CREATE TEMPORARY TABLE wanted_resources (id integer PRIMARY KEY, parent_id integer, service_id integer NOT NULL, level integer NOT NULL,
       source_name text, name text, display_name text, type text, service_type text, ordering integer, mapped integer, last jsonb,
       is_gone boolean NOT NULL, target_id integer, problem text, choice text)`,
  );
  insertServices(session);
  let level = 1;
  while ((await insertLevel(session, level)) > 0) level += 1;
  session.later(
    'CREATE INDEX wanted_resources_parent ON wanted_resources (parent_id)',
    'CREATE INDEX wanted_resources_level ON wanted_resources (level)',
    'ANALYZE wanted_resources',
  );
}

/** Services with names that others have are refused: in the source, or here. */
function insertServices(session: ImportSession): void {
  session.later(
    `INSERT INTO wanted_resources
     SELECT s.id, NULL, s.id, 0, s.source_name,
       s.name, s.name, 'service', s.type, 0, s.mapped, s.last,
       s.mapped IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resources t WHERE t.id = s.mapped), NULL,
       CASE WHEN s.mapped IS NOT NULL THEN NULL
         WHEN row_number() OVER (PARTITION BY s.name ORDER BY s.mapped IS NULL, s.name <> s.source_name, s.id) > 1
           OR EXISTS (SELECT 1 FROM resources t WHERE t.parent_id IS NULL AND t.name = s.name)
         THEN 'service_name_taken' END,
       decided.choice
     FROM wanted_services s CROSS JOIN import_names n ${decisionSql("'service_name_taken'", 's.id', 's.source_name')}`,
  );
}

async function insertLevel(session: ImportSession, level: number): Promise<number> {
  session.later('ANALYZE wanted_resources');
  // What was decided about names comes first: a name that was chosen can be invalid, or taken, as well.
  const given = `coalesce(CASE WHEN invalid.choice = 'rename' THEN invalid.value END,
    CASE WHEN taken.choice = 'rename' THEN taken.value END, c.source_name)`;
  const children = `SELECT r.resource_id AS id, r.parent_id, p.service_id, r.resource_name AS source_name, r.resource_display_name AS display_name,
      r.resource_type AS type, p.service_type, r.ordering, p.type AS parent_type, p.mapped AS parent_mapped, p.is_gone AS parent_gone,
      coalesce(m.target_id, again.target_id) AS mapped, coalesce(m.value, again.value) AS last,
      (m.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resources t WHERE t.id = m.target_id)) AS is_gone
    FROM wanted_resources p JOIN staged_resources r ON r.parent_id = p.id AND r.resource_type <> 'service'
      CROSS JOIN import_names n
      LEFT JOIN imported_objects m ON m.source_id = n.source_id AND m.kind = 'resource' AND m.id = r.resource_id
      LEFT JOIN LATERAL (
        SELECT o.target_id, o.value FROM import_removed_resources o
        WHERE m.id IS NULL AND p.mapped IS NOT NULL AND o.parent_id = p.mapped AND o.name_key = ${nameKeySql('r.resource_name')}
          AND o.type = r.resource_type LIMIT 1) again ON true
    WHERE p.level = ${level - 1} AND p.problem IS NULL AND NOT EXISTS (SELECT 1 FROM wanted_resources w WHERE w.id = r.resource_id)`;
  const named = `SELECT c.*, ${given} AS name, invalid.choice AS invalid_choice, taken.choice AS taken_choice
    FROM (${children}) c
      ${decisionSql("'resource_name_invalid'", 'c.id').replace('decided ON', 'invalid ON')}
      ${decisionSql("'resource_name_taken'", 'c.id').replace('decided ON', 'taken ON')}`;
  const examined = `SELECT c.*, CASE WHEN ${level} > ${MAX_RESOURCE_LEVELS} THEN 'resource_too_deep'
      WHEN k.type IS NULL THEN 'resource_type_misplaced'
      WHEN c.mapped IS NULL AND NOT ${resourceNameSql('c.name')} THEN 'resource_name_invalid'
      WHEN c.last IS NOT NULL AND c.parent_mapped IS NOT NULL AND NOT c.is_gone
        AND (c.last ->> 'parent')::integer IS DISTINCT FROM c.parent_mapped THEN 'resource_moved'
      WHEN c.mapped IS NULL AND c.parent_gone THEN 'resource_parent_deleted' END AS found
    FROM (${named}) c
      LEFT JOIN import_children k ON k.service_type = c.service_type AND k.parent_type = c.parent_type AND k.type = c.type`;
  const ranked = `SELECT c.*, coalesce(c.found, CASE WHEN c.mapped IS NULL AND (
        row_number() OVER (PARTITION BY c.parent_id, ${nameKeySql('c.name')}
          ORDER BY c.found IS NOT NULL, c.mapped IS NULL, c.ordering DESC, c.id DESC) > 1
        OR (c.parent_mapped IS NOT NULL AND EXISTS (SELECT 1 FROM resources t
          WHERE t.parent_id = c.parent_mapped AND ${nameKeySql('t.name')} = ${nameKeySql('c.name')}))) THEN 'resource_name_taken' END) AS problem
    FROM (${examined}) c`;
  return session.written(
    `INSERT INTO wanted_resources
     SELECT c.id, c.parent_id, c.service_id, ${level}, c.source_name, c.name, left(coalesce(nullif(c.display_name, ''), c.name), 100), c.type,
       c.service_type, c.ordering, c.mapped, c.last, c.is_gone, NULL, c.problem,
       CASE c.problem WHEN 'resource_name_invalid' THEN c.invalid_choice WHEN 'resource_name_taken' THEN c.taken_choice ELSE decided.choice END
     FROM (${ranked}) c ${decisionSql('c.problem', 'c.id')} RETURNING 1`,
  );
}

/** Notes why resources are not imported: with a denial of their own or below them, the import is refused. */
export function noteTreeProblems(session: ImportSession): void {
  // Everything below what is not imported, by the topmost: for denials.
  session.table(
    'import_left_out',
    `WITH RECURSIVE below AS (
       SELECT id, id AS top FROM wanted_resources WHERE problem IS NOT NULL
       UNION SELECT id, id FROM import_service_problems WHERE NOT is_settled
       UNION SELECT r.resource_id, b.top FROM below b JOIN staged_resources r ON r.parent_id = b.id
     ) SELECT * FROM below`,
    ['id'],
  );
  session.table(
    'import_denying_tops',
    `SELECT DISTINCT l.top AS id FROM import_left_out l WHERE ${deniesSql('resources', 'l.id')}`,
    ['id'],
  );
  const denies = (id: string): string => `EXISTS (SELECT 1 FROM import_denying_tops x WHERE x.id = ${id})`;
  notePaths(session);
  for (const code of ['service_name_taken', ...PROBLEMS] as const) {
    const isAlways = code === 'service_name_taken' || code === 'resource_moved';
    noteConflicts(
      session,
      code,
      `SELECT ARRAY[w.id::bigint] AS ids, coalesce(x.path, 'service ' || w.source_name) AS subject,
         w.type || ', not imported' || CASE WHEN ${denies('w.id')} THEN '; something is denied there' ELSE '' END AS detail, w.choice AS decision,
         w.choice IS DISTINCT FROM 'skip' AND (w.choice IS NOT DISTINCT FROM 'rename' OR ${isAlways ? 'true' : denies('w.id')}) AS is_refused
       FROM wanted_resources w LEFT JOIN import_paths x ON x.id = w.id WHERE w.problem = '${code}'`,
      ['decision', 'is_refused'],
    );
  }
  noteServiceProblems(session, denies);
  noteOrphans(session);
  noteConflicts(
    session,
    'resource_root_differs',
    `SELECT ARRAY[w.id::bigint] AS ids, w.source_name AS subject, 'imported in service ' || w.service_id AS detail
     FROM wanted_resources w JOIN staged_resources r ON r.resource_id = w.id
     WHERE w.level > 0 AND w.problem IS NULL AND r.root_service_id IS DISTINCT FROM w.service_id`,
  );
}

function noteServiceProblems(session: ImportSession, denies: (id: string) => string): void {
  for (const code of [
    'service_name_invalid',
    'service_type_unknown',
    'service_url_invalid',
    'service_configuration_invalid',
    'service_type_changed',
    'sync_type_unknown',
  ] as const)
    noteConflicts(
      session,
      code,
      `SELECT ARRAY[p.id::bigint] AS ids, 'service ' || r.resource_name AS subject, p.detail, p.decision,
         NOT p.is_settled AND p.decision IS DISTINCT FROM 'skip' AND (p.decision IS NOT NULL OR ${code === 'service_type_changed' ? 'true' : denies('p.id')}) AS is_refused
       FROM import_service_problems p JOIN staged_resources r ON r.resource_id = p.id WHERE p.code = '${code}'`,
      ['decision', 'is_refused'],
    );
}

/** Those that no service leads to. */
function noteOrphans(session: ImportSession): void {
  noteConflicts(
    session,
    'resource_orphaned',
    `SELECT ARRAY[r.resource_id::bigint] AS ids, r.resource_type || ' ' || r.resource_name AS subject,
       CASE WHEN ${deniesSql('resources', 'r.resource_id')} THEN 'not imported; something is denied there' ELSE 'not imported' END AS detail,
       decided.choice AS decision, decided.choice IS NULL AND ${deniesSql('resources', 'r.resource_id')} AS is_refused
     FROM staged_resources r ${decisionSql("'resource_orphaned'", 'r.resource_id')}
     WHERE NOT EXISTS (SELECT 1 FROM wanted_resources w WHERE w.id = r.resource_id)
       AND NOT EXISTS (SELECT 1 FROM import_left_out l WHERE l.id = r.resource_id)`,
    ['decision', 'is_refused'],
  );
}

/** Where the resources are that cannot be imported. */
function notePaths(session: ImportSession): void {
  session.table(
    'import_paths',
    `WITH RECURSIVE up AS (
       SELECT w.id, w.parent_id AS above, w.source_name AS path FROM wanted_resources w WHERE w.problem IS NOT NULL AND w.level > 0
       UNION ALL SELECT u.id, p.parent_id, p.source_name || '/' || u.path FROM up u JOIN wanted_resources p ON p.id = u.above
     ) SELECT id, 'service ' || path AS path FROM up WHERE above IS NULL`,
    ['id'],
  );
}
