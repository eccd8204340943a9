import { IsEmail, ValidationTypes, getMetadataStorage } from 'class-validator';
import { isErrorCode } from '@gatehouse/problems';
import type { ConstraintContext } from './constraint';
import { Text } from './text-field';
import * as dtos from './index';

type Dto = new () => object;

/** Every class whose fields are read from a body or a query. */
const READ = Object.entries(dtos).filter(
  (entry): entry is [string, Dto] =>
    typeof entry[1] === 'function' && 'prototype' in entry[1] && dtos.fieldsOf(entry[1] as Dto).length > 0,
);

const constraintsOf = (dto: Dto) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', true, false)
    .filter(
      ({ type }) => type !== ValidationTypes.CONDITIONAL_VALIDATION && type !== ValidationTypes.WHITELIST,
    );

const withoutContext = (dto: Dto) =>
  constraintsOf(dto)
    .filter(({ context }) => typeof context?.order !== 'number' || !isErrorCode(context.errorCode))
    .map(({ propertyName, name }) => `${propertyName}: ${name}`);

describe('constraints of DTOs', () => {
  it('exist on the fields of many classes', () => {
    expect(READ.length).toBeGreaterThan(20);
    expect(READ.flatMap(([, dto]) => constraintsOf(dto)).length).toBeGreaterThan(150);
  });

  it.each(READ)('of %s define in their context how violations are reported', (_, dto) => {
    expect(withoutContext(dto)).toEqual([]);
  });

  it('without a context are detected', () => {
    class Careless {
      @Text({ about: 'An address.' })
      @IsEmail()
      email!: string;
    }
    expect(withoutContext(Careless)).toEqual(['email: isEmail']);
  });

  it.each(READ)('of a field of %s that have the same order are reported identically', (_, dto) => {
    const byOrder = new Map<string, ConstraintContext>();
    for (const { propertyName, context } of constraintsOf(dto)) {
      const key = `${propertyName} ${context.order}`;
      expect(byOrder.get(key) ?? context).toEqual(context);
      byOrder.set(key, context);
    }
  });

  it.each(READ)('of a field of %s have unique names, by which class-validator stores contexts', (_, dto) => {
    const names = constraintsOf(dto).map(({ propertyName, name }) => `${propertyName} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
