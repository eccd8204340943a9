import type { ValidationError } from 'class-validator';
import type { ConstraintContext, Field } from '@gatehouse/dto';
import { type ErrorCode, Problem } from '@gatehouse/problems';

/**
 * The error of an invalid body or query: of the first field, in the order of declaration, that violates a constraint, the
 * violated constraint with the lowest order.
 */
export function violation(fields: readonly Field[], errors: readonly ValidationError[]): Problem {
  for (const { name } of fields) {
    const error = errors.find(({ property }) => property === name);
    const [first] = contextsOf(error).sort((one, other) => one.order - other.order);
    if (error && first) return report(error, first);
  }
  throw new Error(`a constraint without context was violated: ${errors.map(String).join()}`);
}

function contextsOf(error: ValidationError | undefined): ConstraintContext[] {
  return Object.values(error?.contexts ?? {}) as ConstraintContext[];
}

function report({ property, value }: ValidationError, context: ConstraintContext): Problem {
  const { status, conditions, compare, data } = context;
  return new Problem(
    codeOf(value, context),
    { field: property, ...data },
    {
      status,
      param: {
        name: property,
        value: shownValue(value, context),
        ...(compare === undefined ? {} : { compare }),
        conditions,
      },
    },
  );
}

/** A name that violates a rule for all names is reported by the code of that rule. */
function codeOf(value: unknown, { errorCode, pattern }: ConstraintContext): ErrorCode {
  return (typeof value === 'string' ? pattern?.problemOf?.(value) : undefined) ?? errorCode;
}

function shownValue(value: unknown, { shows }: ConstraintContext): unknown {
  if (shows === 'nothing') return null;
  return shows === 'length' ? String(value).length : presentable(value);
}

/** Maximum length of a text in `param.value`, in UTF-16 code units. */
const MAX_SHOWN_LENGTH = 200;

/** Scalars as they are, everything else as text, truncated for an error body. */
function presentable(value: unknown): unknown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
