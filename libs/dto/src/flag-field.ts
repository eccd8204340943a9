import { Transform } from 'class-transformer';
import { IsBoolean, IsDefined, IsOptional } from 'class-validator';
import { reportedBy } from './constraint';
import { type FieldOptions, type FieldSource, declareField } from './field';
import { typeViolations } from './type-violations';

const TRUE = new Set(['t', 'true', 'y', 'yes', 'on', '1']);
const FALSE = new Set(['f', 'false', 'n', 'no', 'off', '0']);

/** A boolean; forms and queries represent it as a word. Reference: http#query-parameters. */
export function FlagField(options: FieldOptions): PropertyDecorator {
  const { optional } = options;
  const { absent, otherType } = typeViolations('bool', options);
  return declareField('flag', options, { type: Boolean }, [
    Transform(({ value }) => flagInForm(value), inSource('form')),
    Transform(({ value }) => flagInQuery(value), inSource('query')),
    optional ? IsOptional() : IsDefined(reportedBy(absent)),
    IsBoolean(reportedBy(otherType)),
  ]);
}

const inSource = (source: FieldSource) => ({ groups: [source] });

/** A text that is not such a word is left unchanged and violates `IsBoolean`. */
function flagInForm(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : value;
}

/** In a query, an absent flag and any unknown text are false, never an error. Reference: http#query-parameters. */
function flagInQuery(value: unknown): boolean {
  return typeof value === 'string' && TRUE.has(value.toLowerCase());
}
