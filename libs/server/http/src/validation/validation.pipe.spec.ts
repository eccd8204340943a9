import * as fc from 'fast-check';
import type { Type } from '@nestjs/common';
import { type Field, fieldsOf } from '@gatehouse/dto';
import * as dtos from '@gatehouse/dto';
import type { ReadBody } from '../body/read-body';
import { Problem } from '@gatehouse/problems';
import { ValidationPipe } from './validation.pipe';

const pipe = new ValidationPipe({ bodyMembers: 10_000 });

/** All DTOs whose fields are read from a body or a query. */
const READ = Object.entries(dtos)
  .filter(
    (entry): entry is [string, Type<object>] => typeof entry[1] === 'function' && 'prototype' in entry[1],
  )
  .filter(([, dto]) => fieldsOf(dto).length > 0);
const BODIES = READ.filter(([name]) => name.endsWith('Dto'));

/** The result of the pipe for a body, or the status and condition of the error. */
function outcome(metatype: Type<object>, body: ReadBody): unknown {
  try {
    return { ...(pipe.transform(body, { type: 'body', metatype }) as object) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.status, error.details.param?.name, error.details.param?.conditions];
  }
}

/** A value with the texts that represent it in a form. */
interface Spelt {
  readonly value: unknown;
  readonly texts: readonly string[];
}

const spelt = (value: unknown, ...texts: string[]): Spelt => ({ value, texts });
/** A value after transmission: JSON has no negative zero, for example. */
const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const text = fc
  .oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('', 'null', 'rivers', 'no!bad', 'true', '7', 'a\0b', '\ud800'),
  )
  .map((value) => spelt(value, value));
const structure = fc
  .oneof(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.constant(null))
  .map((value) => spelt(sent(value), JSON.stringify(value)));
const list = fc
  .array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map(sent)
  .chain((value) =>
    fc.constantFrom(
      spelt(value, JSON.stringify(value)),
      // One member at a time.
      spelt(value, ...value.map((member) => JSON.stringify(member))),
    ),
  );
const flag = fc.oneof(
  fc.constantFrom('t', 'true', 'y', 'yes', 'on', '1', 'TRUE', 'Yes', 'oN').map((word) => spelt(true, word)),
  fc.constantFrom('f', 'false', 'n', 'no', 'off', '0', 'False', 'OFF').map((word) => spelt(false, word)),
  fc.constantFrom('2', '', 'xx', 'ja').map((word) => spelt(word, word)),
);
const whole = fc.oneof(
  fc
    .integer({ min: -5, max: 200_000 })
    .map((value) => spelt(value < 0 ? String(value) : value, String(value))),
  fc.constantFrom('', '1.5', '0x10', ' 7', '99999999999999999999').map((word) => spelt(word, word)),
);

const VALUES: Readonly<Record<Field['kind'], fc.Arbitrary<Spelt>>> = {
  text,
  flag,
  whole,
  object: fc.oneof(
    structure,
    text.filter(({ value }) => value !== 'null'),
  ),
  list,
};

describe('a body', () => {
  it('is read by its declared fields only, for every DTO', () => {
    expect(BODIES.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'CreateUserDto',
        'UpdatePermissionsDto',
        'CreateServiceDto',
        'PermissionBodyDto',
      ]),
    );
    expect(outcome(dtos.CreateGroupDto, { source: 'json', fields: { group_name: 'g', user_id: 1 } })).toEqual(
      {
        group_name: 'g',
      },
    );
  });

  it.each(BODIES)('of %s means the same as JSON and as form, also when it is rejected', (_, dto) => {
    const fields = fieldsOf(dto);
    const input = fc.record(Object.fromEntries(fields.map(({ name, kind }) => [name, VALUES[kind]])), {
      requiredKeys: [],
    }) as fc.Arbitrary<Record<string, Spelt>>;
    fc.assert(
      fc.property(input, fc.string(), (body, other) => {
        const entries = Object.entries(body);
        const asJson = entries.map(([name, { value }]) => [name, value] as const);
        // The last value of a repeated field is used, unless it is a list.
        const isList = (name: string): boolean =>
          fields.some((field) => field.name === name && field.kind === 'list');
        const asForm = entries.map(
          ([name, { texts }]) => [name, isList(name) ? texts : [other, ...texts]] as const,
        );
        expect(outcome(dto, { source: 'form', fields: Object.fromEntries(asForm) })).toEqual(
          outcome(dto, { source: 'json', fields: Object.fromEntries(asJson) }),
        );
      }),
    );
  });

  it('may contain null for an absent field, and for an object', () => {
    const fields = { user_name: 'ada', password: null };
    expect(outcome(dtos.SignInDto, { source: 'json', fields })).toEqual({ user_name: 'ada' });
    const withoutProvider = { ...fields, provider_name: null };
    expect(outcome(dtos.SignInDto, { source: 'json', fields: withoutProvider })).toEqual([
      422,
      'provider_name',
      { not_none: false, is_type: false },
    ]);
    const update = { service_name: null, service_push: null, configuration: null };
    expect(outcome(dtos.UpdateServiceDto, { source: 'json', fields: update })).toEqual({
      configuration: null,
    });
  });

  it('as form is rejected if a field nests too deeply', () => {
    const deep = `${'['.repeat(80)}${']'.repeat(80)}`;
    expect(outcome(dtos.UpdatePermissionsDto, { source: 'form', fields: { permissions: [deep] } })).toEqual([
      400,
      undefined,
      undefined,
    ]);
  });

  it('as form is rejected if its fields have more members together than allowed in a JSON body', () => {
    const body = (...permissions: string[]) =>
      outcome(dtos.UpdatePermissionsDto, { source: 'form', fields: { permissions } });
    const half = JSON.stringify({ a: Array(4_998).fill(0) });
    expect(body(half, half)).toEqual({ permissions: [JSON.parse(half), JSON.parse(half)] });
    expect(body(half, half, '{"a": [0, 0]}')).toEqual([413, undefined, undefined]);
  });

  it('is rejected with only the beginning of a long text', () => {
    const thrown = (): unknown => {
      try {
        const fields = { user_name: `${'a-'.repeat(1000)}` };
        return pipe.transform({ source: 'json', fields }, { type: 'body', metatype: dtos.CreateUserDto });
      } catch (error) {
        return error instanceof Problem ? error.details.param?.value : error;
      }
    };
    expect(thrown()).toBe(`${'a-'.repeat(100)}…`);
  });

  it.each(READ)('of %s does not accept fields of a prototype', (_, dto) => {
    const names = ['constructor', 'toString', '__proto__'];
    const fields = Object.fromEntries(names.map((name) => [name, ['x']]));
    expect(outcome(dto, { source: 'form', fields })).toEqual(outcome(dto, { source: 'none', fields: {} }));
  });
});

describe('a text', () => {
  it.each(['a\0b', '\ud800', 'a\udc00'])('that cannot be stored is rejected: %j', (value) => {
    const body = { source: 'json', fields: { group_name: 'g', description: value } } as const;
    expect(outcome(dtos.CreateGroupDto, body)).toEqual([
      422,
      'description',
      { not_empty: true, matches: false },
    ]);
    const update = { source: 'json', fields: { email: value } } as const;
    expect(outcome(dtos.UpdateUserDto, update)).toEqual([400, 'email', { not_empty: true, matches: false }]);
  });

  it('with characters beyond the basic plane is stored', () => {
    const fields = { group_name: 'g', description: 'a 🦀' };
    expect(outcome(dtos.CreateGroupDto, { source: 'json', fields })).toEqual(fields);
  });
});
