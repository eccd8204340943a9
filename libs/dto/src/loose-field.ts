import { Allow } from 'class-validator';
import { type FieldOptions, type PropertySchema, declareField } from './field';

export interface LooseOptions extends Omit<FieldOptions, 'missing' | 'wrongType'> {
  readonly schema: PropertySchema;
}

/** Free JSON that the domain validates, of any type. Forms write its objects and lists as JSON. */
export function Loose(options: LooseOptions): PropertyDecorator {
  const isList = options.schema !== undefined && 'type' in options.schema && options.schema.type === 'array';
  return declareField(isList ? 'list' : 'object', options, options.schema, [Allow()]);
}
