import { MalformedDatabaseUrl, parseDatabaseUrl } from '@gatehouse/database-url';
import { patternEngine } from '@gatehouse/patterns';
import { type CompiledPattern, isPatternProblem } from '@gatehouse/service-types';

/** How one setting is written, read and documented; `T` is its type in the {@link Settings} object. */
export interface Setting<T> {
  /** Environment spelling; the settings file also takes `svc.rest_of_name`. */
  readonly name: string;
  /** What the operator reads in docs/configuration.md. */
  readonly about: string;
  /** Text of the default as it would be written in the environment; undefined means "none". */
  readonly fallback: string | undefined;
  /** Texts of the default under the presets that have another one. */
  readonly presets: Readonly<Partial<Record<Preset, string>>>;
  /** True for values that must never reach a log, an error or the documentation. */
  readonly secret: boolean;
  readonly mandatory: boolean;
  /** True for settings that only the API needs: other processes neither read nor require them. */
  readonly apiOnly: boolean;
  /** Reads the text; throws a {@link Malformed} whose message states what is expected. */
  readonly read: (text: string) => T;
}

/** Sets of defaults for `SVC_PRESET`: those of another software, whose instance and clients move over. */
export const PRESETS = ['magpie'] as const;
export type Preset = (typeof PRESETS)[number];

/** A value that cannot be read. Its message completes "SVC_X …" and never repeats the value. */
export class Malformed extends Error {}

export interface Options {
  readonly about: string;
  readonly fallback?: string;
  readonly presets?: Readonly<Partial<Record<Preset, string>>>;
  readonly secret?: boolean;
  readonly mandatory?: boolean;
  readonly apiOnly?: boolean;
}

/** A setting with its own reader. */
export function setting<T>(name: string, options: Options, read: (text: string) => T): Setting<T> {
  return {
    name,
    about: options.about,
    fallback: options.fallback,
    presets: options.presets ?? {},
    secret: options.secret ?? false,
    mandatory: options.mandatory ?? false,
    apiOnly: options.apiOnly ?? false,
    read,
  };
}

/** A setting that always has a value: it is mandatory or has a default. */
export type Present = { readonly fallback: string } | { readonly mandatory: true };

export function text(name: string, options: Options & Present): Setting<string> {
  return setting(name, options, plain);
}

export function optionalText(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, plain);
}

/** Control characters, and ends of lines of Unicode: no text needs them, and paths and headers cannot have them. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function plain(value: string): string {
  if (CONTROL.test(value)) throw new Malformed('must not have control characters or line breaks');
  return value;
}

/** A text of a certain form. */
interface Form {
  readonly pattern: { test(value: string): boolean };
  /** Completes "SVC_X …". */
  readonly expected: string;
  readonly maxLength?: number;
}

function formed({ pattern, expected, maxLength = Infinity }: Form): (value: string) => string {
  return (value) => {
    if (value.length > maxLength || !pattern.test(value)) throw new Malformed(expected);
    return value;
  };
}

export function formedText(name: string, form: Form, options: Options & Present): Setting<string> {
  return setting(name, options, formed(form));
}

export function optionalFormedText(name: string, form: Form, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, formed(form));
}

/** Items of that form, separated by commas or blanks. */
export function formedList(
  name: string,
  form: Form,
  options: Options & { readonly fallback: string },
): Setting<readonly string[]> {
  const { read, ...rest } = list(name, options);
  return { ...rest, read: (value) => read(value).map(formed(form)) };
}

export function whole(
  name: string,
  bounds: { readonly min: number; readonly max: number },
  options: Options & { readonly fallback: string },
): Setting<number> {
  return setting(name, options, (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (!(number >= bounds.min && number <= bounds.max)) {
      throw new Malformed(`must be a whole number from ${bounds.min} to ${bounds.max}`);
    }
    return number;
  });
}

/** A number of seconds that may have a fraction: `0.2`. */
export function seconds(
  name: string,
  bounds: { readonly min: number; readonly max: number },
  options: Options & { readonly fallback: string },
): Setting<number> {
  return setting(name, options, (value) => {
    const number = /^\d{1,9}(?:\.\d{1,3})?$/.test(value) ? Number(value) : NaN;
    if (!(number >= bounds.min && number <= bounds.max)) {
      throw new Malformed(`must be a number from ${bounds.min} to ${bounds.max}`);
    }
    return number;
  });
}

const TRUE = new Set(['t', 'true', 'y', 'yes', 'on', '1']);
const FALSE = new Set(['f', 'false', 'n', 'no', 'off', '0']);

function readFlag(value: string): boolean {
  const word = value.toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  throw new Malformed('must be true or false');
}

export function flag(name: string, options: Options & { readonly fallback: string }): Setting<boolean> {
  return setting(name, options, readFlag);
}

/** A flag whose absence means "decide from something else". */
export function optionalFlag(name: string, options: Options): Setting<boolean | undefined> {
  return setting<boolean | undefined>(name, options, readFlag);
}

/** Items separated by commas or blanks. */
export function list(
  name: string,
  options: Options & { readonly fallback: string },
): Setting<readonly string[]> {
  return setting(name, options, (value) => value.split(/[\s,]+/).filter((item) => item !== ''));
}

/** Paths joined by `:`; at least one. */
export function paths(
  name: string,
  options: Options & { readonly fallback: string },
): Setting<readonly string[]> {
  return setting<readonly string[]>(name, options, (value) => {
    const found = plain(value)
      .split(':')
      .filter((path) => path !== '');
    if (found.length === 0) throw new Malformed('must be paths joined by `:`');
    return found;
  });
}

/** A path prefix: empty, or segments that each follow a slash, without one at the end. */
export function optionalPath(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, (value) => {
    if (!/^(?:\/|(?:\/[\w.~-]+)+\/?)$/.test(value)) throw new Malformed('must be a path such as /data, or /');
    return value.replace(/\/$/, '');
  });
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** A size in bytes, written as a number with an optional unit: `1048576`, `512 kB`, `1 MB`. */
export function size(name: string, options: Options & { readonly fallback: string }): Setting<number> {
  return setting(name, options, (value) => {
    const parts = /^(\d{1,12})\s*([kmg]?b|)$/i.exec(value);
    const unit = UNITS[parts?.[2]?.toLowerCase() ?? '?'];
    if (!parts || unit === undefined) throw new Malformed('must be a size such as 1048576, 512 kB or 1 MB');
    return Number(parts[1]) * unit;
  });
}

/** A URL of a database, as `parseDatabaseUrl` reads it. */
export function postgresUrl(name: string, options: Options): Setting<string | undefined> {
  return setting<string | undefined>(name, options, (value) => {
    try {
      parseDatabaseUrl(value);
    } catch (error) {
      throw error instanceof MalformedDatabaseUrl ? new Malformed(error.message) : error;
    }
    return value;
  });
}

export function oneOf<T extends string>(
  name: string,
  values: readonly T[],
  options: Options & { readonly fallback: T },
): Setting<T> {
  return setting(name, options, (value) => {
    const found = values.find((candidate) => candidate === value.toLowerCase());
    if (!found) throw new Malformed(`must be one of ${values.join(', ')}`);
    return found;
  });
}

/** A regular expression in the syntax of RE2 that values have to match from their start. */
export function pattern(name: string, options: Options): Setting<CompiledPattern | undefined> {
  return setting<CompiledPattern | undefined>(name, options, (value) => {
    const result = patternEngine.compile(value);
    if (isPatternProblem(result)) throw new Malformed(`must be ${result.expected}`);
    return result;
  });
}
