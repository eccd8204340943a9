import { Transform } from 'class-transformer';
import { IsDefined, IsInt, IsOptional, Max, Min } from 'class-validator';
import { reportedBy } from './constraint';
import { type FieldOptions, declareField } from './field';

export interface WholeOptions extends FieldOptions {
  readonly min: number;
  readonly max: number;
}

/** An integer; a string of at most 15 decimal digits is converted, in JSON too. */
export function Whole(options: WholeOptions): PropertyDecorator {
  const { optional, missing = 400, wrongType = 422, min, max } = options;
  const absent = {
    order: 0,
    status: missing,
    errorCode: 'value_missing',
    conditions: { not_none: false },
    shows: 'nothing',
    compare: 'Type[int]',
  } as const;
  const otherType = {
    order: 1,
    status: wrongType,
    errorCode: 'value_wrong_type',
    data: { type: 'int' },
    conditions: { is_type: false },
    shows: 'value',
    compare: 'Type[int]',
  } as const;
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
