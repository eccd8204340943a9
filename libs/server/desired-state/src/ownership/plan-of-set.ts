import type { Plan } from '../plan/plan';
import type { Kept } from './kept';

/** A plan with what prune and adoption add to it. */
export interface PlanOfSet extends Plan {
  readonly kept: readonly Kept[];
}
