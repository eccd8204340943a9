import { type ArgumentMetadata, Inject, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type Field, fieldsOf } from '@gatehouse/dto';
import type { Settings } from '@gatehouse/settings';
import type { ReadBody } from '../body/read-body';
import { SETTINGS } from '../tokens';
import { type FieldValues, bodyValues, queryValues } from './field-values';
import { violation } from './violation';

/**
 * Converts a body or query to the DTO that a handler declares and validates it; as declared by the decorators of the DTO. Only
 * declared fields reach the handler.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'bodyMembers'>) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype) return value;
    const dto = metatype as Type<object>;
    const fields = fieldsOf(dto);
    if (fields.length === 0) return value;
    const values =
      type === 'body'
        ? bodyValues(value as ReadBody | undefined, this.settings.bodyMembers)
        : queryValues(value as URLSearchParams);
    const instance = instanceOf(dto, fields, values);
    const errors = validateSync(instance, { validationError: { target: false } });
    if (errors.length > 0) throw violation(fields, errors);
    return withoutNulls(instance, fields);
  }
}

type Instance = Record<string, unknown>;

/**
 * Scalars are converted by class-transformer. Free JSON, and objects where a scalar is expected, are assigned as parsed:
 * class-transformer would copy them deeply, which blocks the event loop, and invoke what a key `constructor` contains.
 */
function instanceOf(dto: Type<object>, fields: readonly Field[], { source, valueOf }: FieldValues): Instance {
  const scalars: Instance = {};
  const structures: Instance = {};
  for (const field of fields) {
    const value = valueOf(field);
    if (value === undefined) continue;
    const isStructure = isFree(field) || (typeof value === 'object' && value !== null);
    (isStructure ? structures : scalars)[field.name] = value;
  }
  const instance = plainToInstance(dto, scalars, {
    excludeExtraneousValues: true,
    exposeUnsetFields: false,
    groups: [source],
  });
  return Object.assign(instance, structures) as Instance;
}

/** A null text, flag or number means that the field is absent. Free JSON distinguishes the two. */
function withoutNulls(instance: Instance, fields: readonly Field[]): Instance {
  for (const field of fields) {
    if (instance[field.name] === null && !isFree(field)) delete instance[field.name];
  }
  return instance;
}

function isFree({ kind }: Field): boolean {
  return kind === 'object' || kind === 'list';
}
