import { noteConflicts } from '../conflicts/conflict-table';
import type { ImportedKind } from '../report/import-report';
import type { ImportSession } from '../session';

/** An object of one kind on both sides, as values by their fields. */
interface Compared {
  readonly kind: Extract<ImportedKind, 'user' | 'group' | 'service' | 'resource'>;
  /** SQL of rows `id`, `target_id`, `mapped`, `last`, `source_name`, and `wanted`: the value in the source. */
  readonly wanted: string;
  /** SQL of rows `id` and `value`: what is here. */
  readonly here: string;
}

export const userValue = (row: string, hash: string): string =>
  `jsonb_build_object('name', ${row}.name, 'email', ${row}.email, 'status', ${row}.status, 'password', md5(${hash}))`;
export const groupValue = (row: string): string =>
  `jsonb_build_object('name', ${row}.name, 'description', ${row}.description, 'discoverable', ${row}.discoverable, 'terms', ${row}.terms)`;
export const serviceValue = (name: string, row: string): string =>
  `jsonb_build_object('name', ${name}, 'type', ${row}.type, 'url', ${row}.url, 'sync_type', ${row}.sync_type, 'configuration', ${row}.configuration)`;
export const resourceValue = (row: string, parent: string): string =>
  `jsonb_build_object('name', ${row}.name, 'display_name', ${row}.display_name, 'parent', ${parent})`;

const PARENT = '(SELECT p.target_id FROM wanted_resources p WHERE p.id = w.parent_id)';

const COMPARED: readonly Compared[] = [
  {
    kind: 'user',
    wanted: `SELECT w.id, w.target_id, w.mapped, w.last, w.source_name, ${userValue('w', 'w.password_hash')} AS wanted
      FROM wanted_users w WHERE w.target_id IS NOT NULL`,
    here: `SELECT t.id, ${userValue('t', 't.password_hash')} AS value FROM users t`,
  },
  {
    kind: 'group',
    wanted: `SELECT w.id, w.target_id, w.mapped, w.last, w.source_name, ${groupValue('w')} AS wanted
      FROM wanted_groups w WHERE w.target_id IS NOT NULL`,
    here: `SELECT t.id, ${groupValue('t')} AS value FROM groups t`,
  },
  {
    kind: 'service',
    wanted: `SELECT w.id, w.target_id, w.mapped, w.last, w.source_name, ${serviceValue('s.name', 's')} AS wanted
      FROM wanted_resources w JOIN wanted_services s ON s.id = w.id WHERE w.level = 0 AND w.target_id IS NOT NULL`,
    here: `SELECT t.id, ${serviceValue('t.name', 's')} AS value FROM resources t JOIN services s ON s.resource_id = t.id`,
  },
  {
    kind: 'resource',
    wanted: `SELECT w.id, w.target_id, w.mapped, w.last, w.source_name, ${resourceValue('w', PARENT)} AS wanted
      FROM wanted_resources w WHERE w.level > 0 AND w.target_id IS NOT NULL`,
    here: `SELECT t.id, ${resourceValue('t', 't.parent_id')} AS value FROM resources t`,
  },
];

/**
 * Makes `import_changes`: what was imported before and is another value in the source now. Of each field, what changed on one side alone
 * follows that side (`merged`). What changed on both is a conflict: the value of this side is kept, and `discoverable` is off.
 */
export function compareObjects(session: ImportSession): void {
  session.later(
    'DROP TABLE IF EXISTS import_changes',
    `CREATE TEMPORARY TABLE import_changes (kind text, id integer, target_id integer, source_name text, wanted jsonb, here jsonb, merged jsonb,
       differing text[], batch integer)`,
  );
  for (const { kind, wanted, here } of COMPARED)
    session.later(
      `INSERT INTO import_changes SELECT '${kind}', c.id, c.target_id, c.source_name, c.wanted, c.here, f.merged, f.differing
       FROM (
         SELECT w.*, t.value AS here FROM (${wanted}) w JOIN (${here}) t ON t.id = w.target_id
         WHERE w.mapped IS NOT NULL AND w.last <> '{}' AND w.last IS DISTINCT FROM w.wanted) c
       CROSS JOIN LATERAL (
         SELECT jsonb_object_agg(k.key, CASE
             WHEN c.wanted -> k.key = c.last -> k.key OR c.wanted -> k.key = c.here -> k.key THEN c.here -> k.key
             WHEN c.here -> k.key = c.last -> k.key THEN c.wanted -> k.key
             WHEN k.key = 'discoverable' THEN 'false' ELSE c.here -> k.key END) AS merged,
           array_agg(k.key ORDER BY k.key) FILTER (WHERE c.wanted -> k.key <> c.last -> k.key AND c.wanted -> k.key <> c.here -> k.key
             AND c.here -> k.key <> c.last -> k.key) AS differing
         FROM jsonb_object_keys(c.wanted) AS k (key)) f`,
    );
  noteConflicts(
    session,
    'changed_on_both_sides',
    `SELECT c.kind, ARRAY[c.id::bigint] AS ids, c.source_name AS subject,
       'changed here and in the source: ' || array_to_string(c.differing, ', ') AS detail FROM import_changes c WHERE c.differing IS NOT NULL`,
    ['kind'],
  );
}
