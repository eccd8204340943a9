import { type Problem, problem } from '@gatehouse/problems';
import { isObject } from '../provider-http';
import type { RawDefinition } from './presets';

const MAX_TEXT_LENGTH = 500;
const MAX_URL_LENGTH = 2_048;
const MAX_ITEMS = 100;

/** Reads the fields of a definition. Each function throws `provider_value_invalid` or `value_missing`. */
export class FieldValues {
  constructor(private readonly input: RawDefinition) {}

  text(name: string, longest = MAX_TEXT_LENGTH): string | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!isText(value, longest)) throw invalid(name, `a text of 1 to ${longest} characters`);
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw missing(name);
    return value;
  }

  /** An absolute URL as written: issuers are compared byte by byte. */
  url(name: string): string | undefined {
    const value = this.text(name, MAX_URL_LENGTH);
    if (value === undefined) return undefined;
    if (!isPlainUrl(value)) throw invalid(name, 'an http or https URL without credentials and fragment');
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.input[name] ?? fallback;
    if (typeof value !== 'boolean') throw invalid(name, 'true or false');
    return value;
  }

  optionalFlag(name: string): boolean | undefined {
    return (this.input[name] ?? undefined) === undefined ? undefined : this.flag(name, false);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = values.find((one) => one === value);
    if (found === undefined) throw invalid(name, `one of ${values.join(', ')}`);
    return found;
  }

  list(name: string): readonly string[] | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.length <= MAX_ITEMS;
    if (!isList || !value.every((one) => isText(one, MAX_TEXT_LENGTH) && !/\s/.test(one))) {
      throw invalid(name, `a list of at most ${MAX_ITEMS} texts without spaces`);
    }
    return value as string[];
  }

  /** Texts by name. */
  texts(name: string, allowed?: readonly string[]): Readonly<Record<string, string>> {
    const value = this.input[name] ?? {};
    const entries = isObject(value) ? Object.entries(value) : undefined;
    const isValid =
      entries !== undefined &&
      entries.length <= MAX_ITEMS &&
      entries.every(
        ([key, one]) =>
          isText(key, MAX_TEXT_LENGTH) && isText(one, MAX_TEXT_LENGTH) && (allowed?.includes(key) ?? true),
      );
    if (!isValid) {
      throw invalid(
        name,
        allowed ? `an object with texts by ${allowed.join(', ')}` : 'an object with texts by name',
      );
    }
    return value as Record<string, string>;
  }

  object(name: string): FieldValues | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!isObject(value)) throw invalid(name, 'an object');
    return new FieldValues(value);
  }
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && hash === '';
}

function isText(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= longest &&
    /^[^\p{Cc}\p{Surrogate}]*$/u.test(value)
  );
}

export function missing(field: string): Problem {
  return problem(
    'value_missing',
    { field },
    { param: { name: field, value: null, conditions: { not_empty: false } } },
  );
}

export function invalid(field: string, expected: string): Problem {
  return problem(
    'provider_value_invalid',
    { field, expected },
    { param: { name: field, value: null, compare: expected, conditions: { matches: false } } },
  );
}
