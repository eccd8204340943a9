import { getMetadataStorage } from 'class-validator';
import { type ConstraintContext, fieldsOf } from '@gatehouse/dto';
import type { DeclaredError } from '../declared-errors';
import { NAME_PROBLEMS } from '@gatehouse/names';

/** Every error that the constraints of a DTO report, of a body or a query. */
export function fieldErrors(
  dto: abstract new () => object,
  source: 'body' | 'query',
): readonly DeclaredError[] {
  const texts = new Set(fieldsOf(dto).flatMap(({ name, kind }) => (kind === 'text' ? [name] : [])));
  const flags = new Set(fieldsOf(dto).flatMap(({ name, kind }) => (kind === 'flag' ? [name] : [])));
  return getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .flatMap(({ propertyName, context }) => {
      const constraint = context as ConstraintContext | undefined;
      if (!constraint) return [];
      // The values of a query are texts; any text is a flag there.
      const isQuery = source === 'query';
      if (isQuery && flags.has(propertyName)) return [];
      if (isQuery && texts.has(propertyName) && constraint.errorCode === 'value_wrong_type') return [];
      return errorsOf(constraint);
    });
}

/** A pattern of names reports the rule for all names that a name breaks. */
function errorsOf({ errorCode, status, pattern }: ConstraintContext): readonly DeclaredError[] {
  const codes = pattern?.problemOf ? [errorCode, ...NAME_PROBLEMS] : [errorCode];
  return codes.map((code) => ({ code, status }));
}
