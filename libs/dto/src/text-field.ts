import {
  IsDefined,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import type { Pattern } from '@gatehouse/names';
import { type ConstraintContext, reportedBy } from './constraint';
import { describedSource } from './described-source';
import { type FieldOptions, type PropertySchema, declareField } from './field';
import type { Vocabulary } from './vocabulary';

export interface TextOptions extends FieldOptions {
  readonly pattern?: Pattern;
  /** Status of a value that is empty, too long or does not match; 400 by default. */
  readonly malformed?: 400 | 422;
  /** Status of the empty string, if it differs. */
  readonly empty?: 400 | 422;
  /** In UTF-16 code units. */
  readonly maxLength?: number;
  /** Whether the empty string is accepted. */
  readonly emptyAllowed?: boolean;
  /** If false, null is a value of the wrong type, although the field is optional. */
  readonly nullAllowed?: boolean;
  /**
   * The value is never repeated in an error. Only its hash is stored, so it may contain characters
   * that PostgreSQL cannot store.
   */
  readonly secret?: boolean;
  /** Known values, for the OpenAPI description; the domain decides which ones are accepted. */
  readonly vocabulary?: Vocabulary;
}

/** PostgreSQL cannot store NUL, nor unpaired surrogates, which have no UTF-8 encoding. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;
/** Unpaired surrogates are invalid: all of them would be hashed as the same bytes. */
const WELL_FORMED = /^\P{Surrogate}*$/u;

/** A text field. Violations are reported in this order: absent, not a string, empty, too long, malformed. */
export function Text(options: TextOptions): PropertyDecorator {
  const { missing = 400, wrongType = 422, malformed = 400, pattern, maxLength, secret } = options;
  const shows = secret ? 'nothing' : 'value';
  const absent: ConstraintContext = {
    order: 0,
    status: options.optional ? wrongType : missing,
    errorCode: 'value_missing',
    conditions: { not_none: false, is_type: false },
    shows: 'nothing',
    compare: 'Type[str]',
  };
  const otherType: ConstraintContext = {
    order: 1,
    status: wrongType,
    errorCode: 'value_wrong_type',
    data: { type: 'str' },
    conditions: { not_none: true, is_type: false },
    shows,
    compare: 'Type[str]',
  };
  const empty: ConstraintContext = {
    order: 2,
    status: options.empty ?? malformed,
    errorCode: 'value_empty',
    conditions: { not_none: true, not_empty: false },
    shows: 'value',
  };
  const mismatch: ConstraintContext = {
    order: 4,
    status: malformed,
    errorCode: 'value_invalid',
    conditions: { not_empty: true, matches: false },
    shows,
    ...(pattern ? { compare: pattern.source, pattern } : {}),
  };
  return declareField('text', options, options.vocabulary ?? schemaOf(options), [
    ...presence(options, absent),
    IsString(reportedBy(otherType)),
    ...(options.emptyAllowed ? [] : [IsNotEmpty(reportedBy(empty))]),
    ...(maxLength === undefined ? [] : [MaxCodeUnits(maxLength, malformed)]),
    Matches(secret ? WELL_FORMED : STORABLE, reportedBy(mismatch)),
    ...(pattern ? [MatchesPattern(pattern, maxLength, mismatch)] : []),
  ]);
}

/** Which absent values are accepted and, with `emptyAllowed`, the empty string, to which no further constraint applies. */
function presence(
  { optional, nullAllowed, emptyAllowed }: TextOptions,
  absent: ConstraintContext,
): PropertyDecorator[] {
  const unlessEmpty = emptyAllowed ? [ValidateIf((_, value) => value !== '')] : [];
  if (optional && nullAllowed !== false) return [IsOptional(), ...unlessEmpty];
  // `IsOptional` would accept null as well.
  const unlessAbsent = optional ? [ValidateIf((_, value) => value !== undefined)] : [];
  return [...unlessAbsent, IsDefined(reportedBy(absent)), ...unlessEmpty];
}

/** In UTF-16 code units, unlike `MaxLength` of class-validator, which counts a surrogate pair as one. */
function MaxCodeUnits(length: number, status: 400 | 422): PropertyDecorator {
  const tooLong: ConstraintContext = {
    order: 3,
    status,
    errorCode: 'value_too_long',
    data: { maximum: length },
    conditions: { is_in: false },
    shows: 'length',
    compare: `range(1, ${length + 1})`,
  };
  return ValidateBy(
    {
      name: 'maxCodeUnits',
      constraints: [length],
      validator: { validate: (value: unknown) => typeof value !== 'string' || value.length <= length },
    },
    reportedBy(tooLong),
  );
}

function MatchesPattern(
  pattern: Pattern,
  maxLength = Infinity,
  mismatch: ConstraintContext,
): PropertyDecorator {
  // A value that is too long is not matched: class-validator evaluates every constraint, and matching is the slowest.
  const isTested = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= maxLength;
  return ValidateBy(
    {
      name: 'matchesPattern',
      constraints: [pattern.name],
      validator: { validate: (value: unknown) => !isTested(value) || pattern.test(value) },
    },
    reportedBy(mismatch),
  );
}

function schemaOf({ pattern, emptyAllowed, maxLength, secret }: TextOptions): PropertySchema {
  return {
    type: String,
    // A pattern itself rejects the empty string.
    ...(emptyAllowed || pattern ? {} : { minLength: 1 }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern ? { pattern: describedSource(pattern) } : {}),
    ...(secret ? { format: 'password', writeOnly: true } : {}),
  };
}
