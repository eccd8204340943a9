import { parse, stringify } from 'yaml';

/** What a text that is not JSON object is read as. */
export const INVALID = Symbol('not a JSON object');

/** The object that a text in JSON contains; undefined for an empty text. */
export function configurationOf(text: string): Record<string, unknown> | typeof INVALID | undefined {
  if (text.trim() === '') return undefined;
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return INVALID;
  }
}

/** The object that a text in YAML contains, which includes JSON. */
export function yamlOf(text: string): Record<string, unknown> | typeof INVALID | undefined {
  if (text.trim() === '') return undefined;
  try {
    return objectOf(parse(text));
  } catch {
    return INVALID;
  }
}

export function configurationText(value: unknown, format: 'json' | 'yaml'): string {
  if (value === null || value === undefined) return '';
  return format === 'json' ? JSON.stringify(value, undefined, 2) : stringify(value);
}

function objectOf(value: unknown): Record<string, unknown> | typeof INVALID {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : INVALID;
}
