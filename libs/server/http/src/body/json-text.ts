import { problem } from '@gatehouse/problems';
import { JsonScan, STEP, type Steps, finished } from '@gatehouse/request-body';

/** Deepest nesting of a JSON text; beyond it validation itself would run out of stack. Reference: http#statuses. */
const MAX_DEPTH = 64;

/**
 * Number of members of a JSON text, to be subtracted from the allowed number. Rejects a text that must not be
 * parsed: 400 for one that nests too deep, 413 for one with more than `left` of the `allowed` members.
 */
export function boundedMembers(json: string, allowed: number, left = allowed): number {
  return finished(countMembers(json, allowed, left));
}

/** The same in steps. */
function* countMembers(json: string, allowed: number, left: number): Steps<number> {
  const scan = new JsonScan(json, { values: left, depth: MAX_DEPTH });
  while (scan.run(STEP)) yield 0;
  if (scan.excess === 'depth') throw problem('json_too_deep', { maximum: MAX_DEPTH });
  if (scan.excess === 'values') throw problem('too_many_members', { maximum: allowed });
  return scan.values;
}

/**
 * The members of the object that is the JSON text of a body, read in steps; none for a blank text.
 * Throws as {@link boundedMembers}, and 400 for anything else.
 */
export function* readJsonObject(json: string, members: number): Steps<Readonly<Record<string, unknown>>> {
  if (json.trim() === '') return {};
  yield* countMembers(json, members, members);
  // The limits keep the rest short enough for one step.
  yield 0;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw problem('invalid_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem('json_object_required');
  }
  return value as Readonly<Record<string, unknown>>;
}
