import type { ConstraintContext } from './constraint';
import type { FieldOptions } from './field';

/** The violations about the type of a value, reported before any other. */
export interface TypeViolations {
  readonly absent: ConstraintContext;
  readonly otherType: ConstraintContext;
}

/** An absent value, and one that is not of `type`, as the interface names the type. Reference: http#failed-parameter. */
export function typeViolations(
  type: 'bool' | 'int',
  { missing = 400, wrongType = 422 }: FieldOptions,
): TypeViolations {
  const compare = `Type[${type}]`;
  return {
    absent: {
      order: 0,
      status: missing,
      errorCode: 'value_missing',
      conditions: { not_none: false },
      shows: 'nothing',
      compare,
    },
    otherType: {
      order: 1,
      status: wrongType,
      errorCode: 'value_wrong_type',
      data: { type },
      conditions: { is_type: false },
      shows: 'value',
      compare,
    },
  };
}
