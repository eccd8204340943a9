import type { Field, FieldSource } from '@gatehouse/dto';
import type { ReadBody } from '../body/read-body';
import { boundedMembers } from '../body/json-text';

/** The value of each field that a request contains, before its conversion. */
export interface FieldValues {
  readonly source: FieldSource;
  readonly valueOf: (field: Field) => unknown;
}

/** Values of a body; all fields of a form may have no more `members` together than a body of JSON. */
export function bodyValues(body: ReadBody | undefined, members: number): FieldValues {
  if (body?.source === 'form') {
    const { fields } = body;
    const parse = structuredWithin(members);
    return { source: 'form', valueOf: (field) => formValue(field, own(fields, field.name) ?? [], parse) };
  }
  const fields = body?.fields ?? {};
  return { source: 'json', valueOf: ({ name }) => own(fields, name) };
}

/** Values of a query; the last value of a repeated parameter is used. */
export function queryValues(query: URLSearchParams): FieldValues {
  const input = [...query].map(([name, value]) => ({ name, folded: name.toLowerCase(), value }));
  return {
    source: 'query',
    valueOf: ({ name, aliases, exactCase }) => {
      const names = [name, ...aliases];
      return input.findLast((one) => names.includes(exactCase ? one.name : one.folded))?.value;
    },
  };
}

/** Own fields only: a name such as `constructor` must not be found on a prototype. */
function own<Value>(fields: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The last value of a field is used, except for lists, which have all values. */
function formValue(
  { kind }: Field,
  texts: readonly string[],
  structured: (text: string) => unknown,
): unknown {
  const last = texts.at(-1);
  if (last === undefined) return undefined;
  if (kind === 'object') return structured(last);
  if (kind !== 'list') return last;
  const members = texts.map(structured);
  const [only] = members;
  return members.length === 1 && (only === null || Array.isArray(only)) ? only : members;
}

/** Parses the JSON objects, lists and nulls in the texts of a form; any other text is itself the value. */
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
