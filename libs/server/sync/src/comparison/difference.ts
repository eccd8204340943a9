import type { ResourceTypeName } from '@gatehouse/service-types';

/** Why a resource of a source cannot be registered, or has to be decided by somebody. Reference: service-synchronization#problems. */
export type DifferenceProblem =
  | 'name_too_long'
  | 'name_invalid'
  | 'name_not_unique'
  | 'type_not_allowed'
  | 'type_differs'
  | 'above_unusable'
  | 'would_open'
  | 'has_assignments'
  | 'other_origin'
  | 'too_many_vanished';

export const DIFFERENCE_KINDS = ['appeared', 'vanished', 'retitled', 'renamed', 'unusable'] as const;
export const DIFFERENCE_STATES = ['open', 'automatic', 'applied', 'rejected'] as const;

/** How source and registered resources differ in one place. */
export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  readonly path: readonly string[];
  readonly type: ResourceTypeName;
  /** That of the source; of what has vanished, the registered one. */
  readonly displayName: string;
  /** Undefined for what has appeared. */
  readonly resourceId?: number | undefined;
  /** The registered resource closest above. */
  readonly aboveId: number;
  /** Of what has vanished, the registered resources below it. */
  readonly below?: number | undefined;
  readonly newName?: string | undefined;
  readonly problem?: DifferenceProblem | undefined;
}
