import { type ArgumentMetadata, Inject, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { type Field, fieldsOf } from '@gatehouse/dto';
import type { Settings } from '@gatehouse/settings';
import { boundedMembers } from './body/json-text';
import type { ReadBody } from './body/read-body';
import { fieldProblem } from './field-problem';
import { SETTINGS } from './tokens';

const TRUE = new Set(['t', 'true', 'y', 'yes', 'on', '1']);
const FALSE = new Set(['f', 'false', 'n', 'no', 'off', '0']);

/**
 * Makes the DTO that a handler asks for out of a body or a query, and refuses with the first field, in the order of
 * their declaration, that does not hold what it has to. Fields that are not declared do not reach the handler.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'bodyMembers'>) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    if (!metatype || fieldsOf(metatype as Type<object>).length === 0) return value;
    const dto = metatype as Type<object>;
    return type === 'body'
      ? fromBody(dto, value as ReadBody | undefined, this.settings.bodyMembers)
      : fromQuery(dto, value as URLSearchParams);
  }
}

function fromBody(dto: Type<object>, body: ReadBody | undefined, members: number): object {
  if (body?.source === 'form') {
    const { fields } = body;
    const parse = structuredWithin(members);
    return build(dto, (field) => fromForm(field, own(fields, field.name) ?? [], parse));
  }
  const given = body?.fields ?? {};
  return build(dto, (field) => fromJson(field, own(given, field.name)));
}

/** Own fields only: a name such as `constructor` must not be found on a prototype. */
function own<Value>(fields: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function fromQuery(dto: Type<object>, query: URLSearchParams): object {
  const given = [...query].map(([name, value]) => ({ name, folded: name.toLowerCase(), value }));
  return build(dto, (field) => {
    const names = [field.name, ...field.aliases];
    const value = given.findLast(({ name, folded }) =>
      names.includes(field.exactCase ? name : folded),
    )?.value;
    // Anything but a word for true is false in a query, never an error. Spec: http-api 1.5.
    if (field.kind === 'flag') return value !== undefined && TRUE.has(value.toLowerCase());
    return fromText(field, value);
  });
}

function build(dto: Type<object>, valueOf: (field: Field) => unknown): object {
  const instance = new dto() as Record<string, unknown>;
  for (const field of fieldsOf(dto)) {
    const value = valueOf(field);
    const failure = field.fails(value);
    if (failure) throw fieldProblem(field, failure);
    if (value !== undefined && !isAbsent(field, value)) instance[field.name] = value;
  }
  return instance;
}

/** A null that a text, flag or number may be says that it is absent. Of an object or list it may say more. */
function isAbsent({ kind }: Field, value: unknown): boolean {
  return value === null && kind !== 'object' && kind !== 'list';
}

/** The last of the texts of a field counts, except in lists, whose members they are. */
function fromForm(field: Field, texts: readonly string[], structured: (text: string) => unknown): unknown {
  const last = texts.at(-1);
  if (last === undefined) return undefined;
  if (field.kind === 'object') return structured(last);
  if (field.kind !== 'list') return fromText(field, last);
  const members = texts.map(structured);
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : members;
}

/**
 * Reads what a form can only write as JSON: an object, a list or null; anything else is the text that it is. All fields of a
 * form have no more members together than a body of JSON.
 */
function structuredWithin(members: number): (text: string) => unknown {
  let left = members;
  return (text) => {
    if (!/^\s*(?:[{[]|null\s*$)/.test(text)) return text;
    left -= boundedMembers(text, members, left);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
}

/** A value of a form or query, which are texts, in the type of its field; what is not one stays a text and fails. */
function fromText(field: Field, value: string | undefined): unknown {
  if (value === undefined) return undefined;
  if (field.kind === 'flag') {
    const word = value.toLowerCase();
    return TRUE.has(word) ? true : FALSE.has(word) ? false : value;
  }
  return fromJson(field, value);
}

function fromJson(field: Field, value: unknown): unknown {
  return field.kind === 'whole' && typeof value === 'string' && /^\d{1,15}$/.test(value)
    ? Number(value)
    : value;
}
