import { problem } from '@gatehouse/problems';
import { JsonScan } from '@gatehouse/request-body';

/** Deepest nesting of a JSON text; beyond it validation itself would run out of stack. Reference: http#statuses. */
const MAX_DEPTH = 64;

/**
 * Members that a JSON text holds, so that they can be taken off those that are allowed. Refuses one that is not to be parsed:
 * 400 for one that nests too deep, 413 for one with more than `left` of the `allowed` members.
 */
export function boundedMembers(json: string, allowed: number, left = allowed): number {
  const scan = new JsonScan(json, { values: left, depth: MAX_DEPTH });
  scan.run();
  if (scan.excess === 'depth') throw problem('json_too_deep', { maximum: MAX_DEPTH });
  if (scan.excess === 'values') throw problem('too_many_members', { maximum: allowed });
  return scan.values;
}
