import { problem } from '@gatehouse/problems';
import { EXPECTED, oneOf } from '../declarations/expectations';
import type { FieldDeclaration, SectionDeclaration } from '../declarations/section';
import { type Message, type Place, type Severity, messageAt } from '../message';
import { type FileObject, type FileValue, isNull } from '../read/file-value';

/** The fields of an entry that have a value, by their names. */
export interface EntryFields {
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  value(name: string): FileValue | undefined;
  /** Whether it is an empty text, which otherwise is like an absent field. */
  isEmptyText(name: string): boolean;
  /** Where a field is; the entry if it has no value. */
  place(name: string): Place;
}

export interface EntryOptions {
  readonly fields: SectionDeclaration['fields'];
  /** What follows from a wrong value. */
  readonly invalid: Severity;
  readonly unknownField: Severity;
  readonly report: (message: Message) => void;
}

/** The fields of an entry, each of its declared type; undefined if one of them is missing or wrong, which is reported. */
export function readEntry({ path, value: entry }: Place, options: EntryOptions): EntryFields | undefined {
  const { fields, invalid, unknownField, report } = options;
  if (entry.kind !== 'object') {
    const found = problem('configuration_value_invalid', { field: path, expected: EXPECTED.entry });
    report(messageAt(invalid, { path, value: entry }, found));
    return undefined;
  }
  let isValid = true;
  const fail = (severity: Severity, place: Place, found: ReturnType<typeof problem>): void => {
    report(messageAt(severity, { ...place, around: entry }, found));
    if (severity === invalid) isValid = false;
  };
  for (const [name, { key }] of entry.members) {
    if (Object.hasOwn(fields, name)) continue;
    const found = problem('configuration_field_unknown', {
      field: name,
      fields: Object.keys(fields).join(', '),
    });
    fail(unknownField, { path: `${path}.${name}`, value: key }, found);
  }
  for (const [name, declaration] of Object.entries(fields)) {
    const value = valueOf(entry, name);
    const place = { path: `${path}.${name}`, value: value ?? entry };
    if (value) {
      const expected = expectationOf(value, declaration);
      if (expected) fail(invalid, place, problem('configuration_value_invalid', { field: name, expected }));
    } else if (declaration.required)
      fail(invalid, place, problem('configuration_value_missing', { field: name }));
  }
  return isValid ? fieldsOf(entry, path) : undefined;
}

function fieldsOf(entry: FileObject, path: string): EntryFields {
  const scalar = (name: string): unknown => {
    const value = valueOf(entry, name);
    return value?.kind === 'scalar' ? value.value : undefined;
  };
  return {
    text: (name) => {
      const value = scalar(name);
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => {
      const value = scalar(name);
      return typeof value === 'boolean' ? value : undefined;
    },
    value: (name) => valueOf(entry, name),
    isEmptyText: (name) => {
      const value = entry.members.get(name)?.value;
      return value?.kind === 'scalar' && value.value === '';
    },
    place: (name) => ({ path: `${path}.${name}`, value: valueOf(entry, name) ?? entry, around: entry }),
  };
}

/** Null and an empty text are like an absent field. */
function valueOf({ members }: FileObject, name: string): FileValue | undefined {
  const value = members.get(name)?.value;
  const isEmpty = isNull(value) || (value?.kind === 'scalar' && value.value === '');
  return isEmpty ? undefined : value;
}

type Expectation = Readonly<Record<'en' | 'fr', string>>;

function expectationOf(value: FileValue, { type, choices }: FieldDeclaration): Expectation | undefined {
  if (!hasType(value, type)) return EXPECTED[type];
  const isChosen = !choices || (value.kind === 'scalar' && choices.some((choice) => choice === value.value));
  return isChosen || !choices ? undefined : oneOf(choices);
}

function hasType(value: FileValue, type: FieldDeclaration['type']): boolean {
  const scalar = value.kind === 'scalar' ? typeof value.value : undefined;
  switch (type) {
    case 'text':
      return scalar === 'string';
    case 'flag':
      return scalar === 'boolean';
    case 'text or object':
      return scalar === 'string' || value.kind === 'object';
    default:
      return value.kind === type;
  }
}
