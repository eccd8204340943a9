import type { SynchronizationMode } from '@gatehouse/database';
import type { Difference, DifferenceProblem } from './difference';

/** Vanished resources, with those below them, that a job removes of a service at most: one tenth. */
const MOST_REMOVED_SHARE = 0.1;

/** What the job may apply by itself, and why it leaves the rest to somebody. */
export interface AutomaticChanges {
  readonly isAutomatic: (difference: Difference) => boolean;
  readonly heldBecause: readonly DifferenceProblem[];
}

/** What a mode applies without being asked. Assignments and origins are examined when it is applied. */
export function automaticChanges(
  mode: SynchronizationMode,
  differences: readonly Difference[],
  registered: number,
): AutomaticChanges {
  if (mode === 'suggest') return { isAutomatic: () => false, heldBecause: [] };
  const creates = ({ kind }: Difference): boolean => kind === 'appeared';
  if (mode === 'create') return { isAutomatic: creates, heldBecause: [] };
  let removed = 0;
  for (const { kind, below = 0 } of differences) if (kind === 'vanished') removed += 1 + below;
  return removed > registered * MOST_REMOVED_SHARE
    ? { isAutomatic: creates, heldBecause: ['too_many_vanished'] }
    : { isAutomatic: (one) => creates(one) || one.kind === 'vanished', heldBecause: [] };
}
