import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import * as dtos from '@gatehouse/dto';
import { type Field, fieldsOf } from '@gatehouse/dto';
import { Problem } from '@gatehouse/problems';
import { ValidationPipe } from './validation.pipe';

/**
 * Replies for the scalar fields of bodies and queries, recorded once from the checks that class-validator has
 * replaced. A line that changes is a change of the HTTP interface; GOLDEN=write records it.
 */
const RECORD = join(__dirname, 'fixtures/reported-values.txt');

/** Values that make each constraint of some field fail, and those at the limits that pass. */
const SHORT = ['', ' ', 'bob', 'Bob', 'a b', 'a:b', 'a/b', 'a..b', 'a\0b', '\ud800', 'a\udc00', '🦀', 'é'];
const NAMES = ['cafe\u0301', 'a\u200bb', 'a\u00a0b', 'a\u2028b', 'a\n', 'bob@example.com', 'bob@', '@'];
const LONG = [
  'a'.repeat(100),
  'a'.repeat(101),
  '🦀'.repeat(50),
  '🦀'.repeat(51),
  'a'.repeat(257),
  'é'.repeat(201),
];
const WORDS = ['http://localhost:9000', 'host', 'true', 'OFF', 'null', '__proto__', 'constructor'];
const DIGITS = [
  '0',
  '1',
  '007',
  '-1',
  '1.5',
  '1e3',
  '10000',
  '10001',
  '2147483648',
  '999999999999999',
  '9007199254740993',
];
const TEXTS = [...SHORT, ...NAMES, ...LONG, ...WORDS, ...DIGITS];
const JSON_VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '10001',
  '9007199254740993',
  '1e400',
  '[]',
  '["a"]',
  '{}',
]
  .concat('{"constructor":1}', '{"then":2}', '{"__proto__":{"a":1}}')
  .map((text) => JSON.parse(text) as unknown);

/** Values with which a field does not prevent the check of others. */
const USUAL: Readonly<Record<string, unknown>> = {
  user_name: 'bob',
  email: 'bob@example.com',
  password: 'correct horse battery',
  group_name: 'users',
  service_name: 'rivers',
  service_url: 'http://localhost:9000',
  service_type: 'api',
  resource_name: 'delta',
  resource_type: 'route',
  parent_id: 3,
  permission: 'read',
};

const DTOS = new Map(
  Object.entries(dtos).filter(
    (entry): entry is [string, Type<object>] => typeof entry[1] === 'function' && 'prototype' in entry[1],
  ),
);

const pipe = new ValidationPipe({ bodyMembers: 10_000 });

const written = (value: unknown): string => {
  const text = JSON.stringify(value, (_, one: unknown) => (one === Infinity ? 'Infinity' : one)) ?? 'absent';
  const escaped = text.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped.length > 40 ? `${escaped.slice(0, 30)}… of ${escaped.length}` : escaped;
};

/** What the handler receives for the field, or status, code and `param` of the error. */
function answer(run: () => unknown, { name }: Field, value: unknown): string {
  try {
    const instance = run() as Record<string, unknown>;
    if (!(name in instance)) return 'absent';
    return instance[name] === value ? 'accepted' : `converted to ${written(instance[name])}`;
  } catch (error) {
    if (!(error instanceof Problem) || error.details.param?.name !== name) throw error;
    const { conditions, compare, value: shown } = error.details.param;
    const reported = shown === value ? '' : ` value ${written(shown)}`;
    const compared = compare === undefined ? '' : ` compare ${written(compare)}`;
    return `${error.status} ${error.errorCode} ${JSON.stringify(conditions)}${compared}${reported}`;
  }
}

/** The results for a field, each with the values that have it. */
function answersOf(dto: Type<object>, field: Field, { isBody }: { isBody: boolean }): string {
  const others = Object.fromEntries(
    fieldsOf(dto).flatMap(({ name }) => (name !== field.name && name in USUAL ? [[name, USUAL[name]]] : [])),
  );
  const values = new Map<string, string[]>();
  for (const value of [undefined, ...TEXTS, ...(isBody ? JSON_VALUES : [])]) {
    const input = value === undefined ? others : { ...others, [field.name]: value };
    const line = answer(
      () =>
        isBody
          ? pipe.transform({ source: 'json', fields: input }, { type: 'body', metatype: dto })
          : pipe.transform(queryOf(input), { type: 'query', metatype: dto }),
      field,
      value,
    );
    values.set(line, [...(values.get(line) ?? []), written(value)]);
  }
  return [...values].map(([line, input]) => `  ${line}\n    ${input.join(' ')}\n`).join('');
}

/** The record of fields, each given as `Dto.field`: fields with the same results precede them. */
function recordOf(names: readonly string[]): string {
  const fields = new Map<string, string[]>();
  for (const name of names) {
    const [dtoName = '', fieldName] = name.split('.');
    const dto = DTOS.get(dtoName);
    const field = dto && fieldsOf(dto).find((one) => one.name === fieldName);
    if (!field) throw new Error(`there is no field ${name}`);
    const answers = answersOf(dto, field, { isBody: dtoName.endsWith('Dto') });
    fields.set(answers, [...(fields.get(answers) ?? []), name]);
  }
  return [...fields].map(([answers, alike]) => `${alike.join(' ')}\n${answers}`).join('\n');
}

function queryOf(values: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  );
}

it('fields of bodies and queries have the recorded replies', () => {
  const recorded = readFileSync(RECORD, 'utf8');
  const names = recorded.split('\n').flatMap((line) => (/^\w/.test(line) ? line.split(' ') : []));
  expect(names.length).toBeGreaterThan(60);
  const text = recordOf(names);
  if (process.env['GOLDEN'] === 'write') writeFileSync(RECORD, text);
  expect(readFileSync(RECORD, 'utf8')).toBe(text);
});
