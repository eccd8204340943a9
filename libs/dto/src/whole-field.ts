import { Transform } from 'class-transformer';
import { IsDefined, IsInt, IsOptional, Max, Min } from 'class-validator';
import { reportedBy } from './constraint';
import { type FieldOptions, declareField } from './field';
import { typeViolations } from './type-violations';

export interface WholeOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
}

/** An integer; a string of at most 15 decimal digits is converted, in JSON too. */
export function Whole(options: WholeOptions): PropertyDecorator {
  const { optional, min, max } = options;
  const { absent, otherType } = typeViolations('int', options);
  const outside = {
    order: 2,
    status: 422,
    errorCode: 'value_out_of_range',
    data: { minimum: min, maximum: max },
    conditions: { is_in: false },
    shows: 'value',
    compare: `range(${min}, ${max + 1})`,
  } as const;
  return declareField('whole', options, { type: 'integer', minimum: min, maximum: max }, [
    Transform(({ value }) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value)),
    optional ? IsOptional() : IsDefined(reportedBy(absent)),
    IsInt(reportedBy(otherType)),
    Min(min, reportedBy(outside)),
    Max(max, reportedBy(outside)),
  ]);
}
