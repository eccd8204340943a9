import type { ValidationOptions } from 'class-validator';
import type { Pattern } from '@gatehouse/names';
import type { Conditions, ErrorCode } from '@gatehouse/problems';

/** How the violation of a constraint is reported: the `context` of every class-validator constraint of a DTO. */
export interface ConstraintContext {
  /**
   * Position among the constraints of the field. class-validator evaluates all of them, in the reverse order of their
   * decorators; of the violated ones, the one with the lowest order is reported.
   */
  readonly order: number;
  readonly status: 400 | 422;
  readonly errorCode: ErrorCode;
  /** Values of the placeholders in the text of the error, except `field`. */
  readonly data?: Readonly<Record<string, string | number>>;
  /** `param.conditions`. */
  readonly conditions: Conditions;
  /** What `param.value` contains: the value, its length, or null, as for secrets. */
  readonly shows: 'value' | 'length' | 'nothing';
  /** `param.compare`. */
  readonly compare?: string;
  /** Pattern that the value does not match; it may name the violated rule. */
  readonly pattern?: Pattern;
}

/** Options of a class-validator decorator for a constraint that is reported by `context`. */
export function reportedBy(context: ConstraintContext): ValidationOptions {
  // The text of an error is composed from the context; without a message, class-validator would compose one for each.
  return { context, message: 'violated' };
}
