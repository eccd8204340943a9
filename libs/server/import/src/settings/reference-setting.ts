/** A value of a file of the reference: its text, or why it is not known. */
export type FoundValue = { readonly text: string } | { readonly unknown: string };

/** Finds values by their names; an empty value is the same as none. Throws a {@link NeedsDecision} if the value is not known. */
export interface Lookup {
  (...names: readonly string[]): string | undefined;
}

/** The value cannot be translated without a person. The message is for them, and has no value in it. */
export class NeedsDecision extends Error {}

interface Described {
  /**
   * Spellings in the environment; the first that has a value counts. Names of ini files are the same with dots:
   * `magpie.admin_user` is `MAGPIE_ADMIN_USER`.
   */
  readonly names: readonly [string, ...string[]];
  /** What operators have to know; for settings that are not translated, why and what to do. */
  readonly remark: string;
}

/** What becomes of a setting of the reference. */
export type ReferenceSetting = Described &
  (
    | {
        readonly outcome: 'translated';
        /** The setting of Gatehouse. */
        readonly to: string;
        /** Its value; undefined if the default is right. */
        readonly value: (lookup: Lookup) => string | undefined;
      }
    /** A constant of the reference, or a setting whose effect is the default. */
    | { readonly outcome: 'default'; readonly to?: string }
    /** It has no counterpart with the same meaning, and its effect has to be established in another way. */
    | { readonly outcome: 'decision' }
    /** It has no counterpart, and nothing has to be done. */
    | { readonly outcome: 'none' }
  );

type Names = string | readonly [string, ...string[]];
const listOf = (names: Names): readonly [string, ...string[]] =>
  typeof names === 'string' ? [names] : names;

/** A setting with a counterpart. `convert` gets the first value that is not empty. */
export function translated(
  names: Names,
  to: string,
  remark = '',
  convert: (value: string, lookup: Lookup) => string | undefined = (value) => value,
): ReferenceSetting {
  const list = listOf(names);
  return {
    names: list,
    outcome: 'translated',
    to,
    remark,
    value: (lookup) => {
      const found = lookup(...list);
      return found === undefined ? undefined : convert(found, lookup);
    },
  };
}

/** A setting that is made of several. */
export function composed(
  names: readonly [string, ...string[]],
  to: string,
  remark: string,
  value: (lookup: Lookup) => string | undefined,
): ReferenceSetting {
  return { names, outcome: 'translated', to, remark, value };
}

export function byDefault(names: Names, to: string | undefined, remark: string): ReferenceSetting {
  return { names: listOf(names), outcome: 'default', remark, ...(to === undefined ? {} : { to }) };
}

export function decision(names: Names, remark: string): ReferenceSetting {
  return { names: listOf(names), outcome: 'decision', remark };
}

export function none(names: Names, remark: string): ReferenceSetting {
  return { names: listOf(names), outcome: 'none', remark };
}

const TRUE = new Set(['t', 'true', 'y', 'yes', 'on', '1']);

/** As the reference reads flags: everything that is not a word for true is false. */
export function flagOf(value: string): string {
  return String(TRUE.has(value.trim().toLowerCase()));
}

export function wholeOf(value: string): string {
  if (!/^\d{1,15}$/.test(value)) throw new NeedsDecision('The value is not a whole number.');
  return String(Number(value));
}
