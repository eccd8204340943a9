/** What the named groups of a pattern have matched; absent or undefined for groups that took no part. */
export type Captures = Readonly<Record<string, string | undefined>>;

/** Options of a pattern. */
export interface PatternOptions {
  /** Whether letters match without regard to case; false where absent. */
  readonly ignoreCase?: boolean;
}

/** A pattern that can be matched, in time linear in the length of the text. */
export interface CompiledPattern {
  /** As written. */
  readonly source: string;
  /** The names of its groups. */
  readonly captures: readonly string[];
  /** The captures if the pattern matches the whole text, else undefined. */
  readonly matchWhole: (text: string) => Captures | undefined;
  /** The text that the pattern matches at the start, undefined if it does not match there. */
  readonly matchStart: (text: string) => string | undefined;
}

/** Why a pattern cannot be used: completes the sentence "expected …". */
export interface PatternProblem {
  readonly expected: string;
}

/**
 * Compiles patterns that users write. A port: the pure libraries receive the engine, so that all code that accepts
 * patterns uses the same one. The time for matching is bounded by the size of the pattern times the length of the text.
 */
export interface PatternEngine {
  /**
   * An upper bound of the instructions that the pattern compiles to, repetitions written out, with an allowance for large
   * character classes. Linear in the length of the source, which need not be a valid pattern.
   */
  readonly sizeOf: (source: string) => number;
  /**
   * Never throws, regardless of the source. A source longer than {@link MAX_PATTERN_LENGTH} or larger than
   * {@link MAX_PATTERN_SIZE} is a problem and is not compiled.
   */
  readonly compile: (source: string, options?: PatternOptions) => CompiledPattern | PatternProblem;
}

/** Most characters (UTF-16 code units) of a pattern. */
export const MAX_PATTERN_LENGTH = 500;

/** Largest size of one pattern; see {@link PatternEngine.sizeOf}. */
export const MAX_PATTERN_SIZE = 250;

/** Largest size of all patterns of one configuration or one list of hooks together: a request may try all of them. */
export const MAX_PATTERN_LIST_SIZE = 2_000;

/** Most characters (UTF-16 code units) of a text that patterns are matched against. */
export const MAX_MATCHED_TEXT_LENGTH = 1_024;

export function isPatternProblem(result: CompiledPattern | PatternProblem): result is PatternProblem {
  return 'expected' in result;
}
