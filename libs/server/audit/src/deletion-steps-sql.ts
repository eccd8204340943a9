import type { AuditFilter } from './audit-entry';
import type { Conditions } from './conditions';
import { type IdRange, afterRevisions, firstOf, inRange, rangeOf, within } from './id-range-sql';

/** The number of changes of a step from one revision to the next. */
export const NEXT = '1';

/** Joins the revision of a change `c`. */
export const ITS_REVISION =
  'CROSS JOIN LATERAL (SELECT * FROM revisions WHERE revision = c.revision OFFSET 0) r';

/**
 * SQL of a recursive query `part` over a log from its end: `id`, the newest selected change `below` an id, whether it is left out, and
 * the `first` id of the part that it stands for: what is below that comes next.
 *
 * @param first SQL for the first revision of a part that is listed, whose last one is that of `c`
 */
export function walk(
  newest: (most: string, below: string) => string,
  isLeftOut: string,
  first: string,
  begin: string,
): string {
  const partBelow = (id: string): string => `(
      SELECT n.id, b.below, l.is_left_out, CASE WHEN l.is_left_out THEN ${firstOf(`(${FIRST_OF_STEPS})`)} ELSE ${firstOf(`(${first})`)} END AS first
      FROM (SELECT ${id} AS below OFFSET 0) b
      CROSS JOIN LATERAL (${newest(NEXT, 'b.below')}) n
      CROSS JOIN LATERAL (SELECT id, revision FROM changes WHERE id = n.id OFFSET 0) c ${ITS_REVISION}
      CROSS JOIN LATERAL (SELECT ${isLeftOut} AS is_left_out) l)`;
  return `SELECT * FROM ${partBelow(`${begin}::bigint`)} part
      UNION ALL
      SELECT n.* FROM part p CROSS JOIN LATERAL ${partBelow('p.first')} n`;
}

/** Revisions that are looked at to find where the steps of a deletion begin which follow each other. */
const MAX_STEPS = 1_000;

/** SQL for the first one of the steps of a deletion that follow each other up to that of the change `c` of the revision `r`. */
const FIRST_OF_STEPS = `coalesce((SELECT s.revision FROM (
        SELECT revision, actor_role FROM revisions WHERE revision <= c.revision ORDER BY revision DESC LIMIT ${MAX_STEPS}) s
      WHERE s.actor_role IS DISTINCT FROM r.actor_role ORDER BY s.revision DESC LIMIT 1) + 1, c.revision - ${MAX_STEPS - 1})`;

/** SQL for whether a revision is a step: a job has removed rows after a deletion. */
export const IS_STEP = "starts_with(actor_role, 'job:delete_rows:')";

/** SQL for the role of the steps that follow a deletion. */
export function stepsOf(revision: string): string {
  return `'job:delete_rows:' || ${revision}::bigint`;
}

/**
 * SQL for whether a change `c` of the revision `r` is left out, because it is one of a step: the entry of the deletion stands for it.
 * Undefined if none is. In the history of an object, only those are left out whose deletion is in that history itself: the
 * membership of a user ends by a step after the deletion of the group.
 */
export function leftOutSql(
  { object, revision, actor, withSteps }: AuditFilter,
  conditions: Conditions,
): string | undefined {
  // Steps have no user who acts.
  if (withSteps === true || revision !== undefined || actor !== undefined) return undefined;
  const isStep = `coalesce(starts_with(r.actor_role, 'job:delete_rows:'), false)`;
  if (!object) return isStep;
  const deletion = "substring(r.actor_role FROM '[0-9]{1,15}$')::bigint";
  const [column, id] = [`d.${object.kind}_id`, conditions.value(object.id)];
  const range = { first: firstOf(deletion), ends: [firstOf(`${deletion} + 1`)] };
  return `${isStep} AND EXISTS (SELECT 1 FROM changes d
      WHERE ${rangeOf([column, 'd.id'], [id], range, [`${column} IS NOT NULL`])} LIMIT 1)`;
}

/** Which changes of a revision, and of the steps that follow it, are wanted. */
export interface WantedChanges {
  /** SQL for the conditions on the kind of `c`, a change or a row of `kinds`. */
  readonly wanted: string;
  /** Whether they are of one kind: then they are looked for by it, since nearly all may be of others. */
  readonly isOfKind: boolean;
  /** Conditions on the change `c` of the revision `r`. */
  readonly others: readonly string[];
  readonly range: IdRange;
}

/** SQL for the ids of the newest changes of a revision, and of the steps that follow it if it is a deletion. */
export function ofDeletion(revision: string, changes: WantedChanges, most: string): string {
  const role = stepsOf(revision);
  return `SELECT id FROM (
      (SELECT c.id FROM revisions s CROSS JOIN LATERAL (${ofRevision('s.revision', changes, most)}) c
        WHERE starts_with(s.actor_role, 'job:delete_rows:')
          AND (s.actor_role, s.revision) >= (${role}, 0) AND (s.actor_role, s.revision) < (${role}, ${afterRevisions(changes.range)})
        ORDER BY s.actor_role DESC, s.revision DESC ${most === NEXT ? '' : ', c.id DESC'} LIMIT ${most})
      UNION ALL (${ofRevision(revision, changes, most)})) c
    ORDER BY id DESC LIMIT ${most}`;
}

function ofRevision(
  revision: string,
  { wanted, isOfKind, others, range }: WantedChanges,
  most: string,
): string {
  if (isOfKind) {
    const ids = within(range, firstOf(`${revision} + 1`), firstOf(revision));
    const newest = rangeOf(['c.entity', 'c.operation', 'c.id'], ['k.entity', 'k.operation'], ids, others);
    return `SELECT n.id FROM (SELECT * FROM kinds c WHERE ${wanted}) k
        CROSS JOIN LATERAL (SELECT c.id FROM changes c ${ITS_REVISION} WHERE ${newest} LIMIT ${most}) n ORDER BY n.id DESC LIMIT ${most}`;
  }
  const list = [wanted, ...inRange('c', range), ...others];
  return `SELECT c.id FROM (SELECT * FROM changes WHERE revision BETWEEN ${revision} AND ${revision} ORDER BY revision DESC, id DESC OFFSET 0) c
        ${ITS_REVISION} WHERE ${list.join(' AND ')} LIMIT ${most}`;
}
