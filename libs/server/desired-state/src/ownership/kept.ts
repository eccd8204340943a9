import type { PlannedNode } from '../plan/plan';
import type { Label, RecordedObject } from './file-set';

/**
 * Why prune keeps what the files no longer name: it was changed since; another set states or owns it; it was created again by
 * others, or something of another origin is at, of or below it.
 */
export type KeptReason = 'changed' | 'other_set' | 'other_origin';

export interface Kept extends Label {
  readonly reason: KeptReason;
  /** Text of the key of an object. */
  readonly key?: string;
  readonly permission?: string;
}

/** Why something that a set has recorded and its files no longer name is kept; undefined if the set owns it unchanged. */
export function reasonToKeep(
  { state }: Pick<RecordedObject, 'state'>,
  isOfOther: boolean,
  isUnchanged: boolean,
): KeptReason | undefined {
  if (isOfOther) return 'other_set';
  if (state !== 'owned') return 'other_origin';
  return isUnchanged ? undefined : 'changed';
}

/** The identifiers of what is above a resource. */
export function ancestorsOf(node: PlannedNode | undefined): number[] {
  const ids: number[] = [];
  for (let one = node?.parent; one; one = one.parent) if (one.id !== undefined) ids.push(one.id);
  return ids;
}
