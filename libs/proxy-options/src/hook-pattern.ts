/** What the named groups of a pattern have matched; absent for groups that took no part. */
export type Captures = Readonly<Record<string, string | undefined>>;

/** A regular expression that a whole path or query has to match, without regard to case as names of resources are. */
export interface HookPattern {
  /** The names of its groups. */
  readonly captures: readonly string[];
  /** Undefined when the text does not match. */
  readonly match: (text: string) => Captures | undefined;
}

/** Most characters of a pattern. */
export const MOST_PATTERN = 500;

/**
 * Most characters of a path or query that patterns are matched against: what a pattern costs grows faster than its text.
 * Whoever sends more is not told apart from somebody who hides behind the length.
 */
export const MOST_MATCHED = 1_024;

/** Reads a pattern; a text says what is wrong with it. */
export function readPattern(source: string): HookPattern | string {
  if (!compiles(source)) return 'a regular expression';
  if (/\\[1-9k]/.test(source)) return 'a pattern without references to its own groups';
  if (repeatsWhatVaries(source)) {
    return 'a pattern without repeated groups that hold a repetition or alternatives: they can take for ever';
  }
  const whole = new RegExp(`^(?:${source})$`, 'iu');
  const captures = Object.keys(new RegExp(`${source}|`, 'u').exec('')?.groups ?? {});
  return {
    captures,
    match: (text: string) => {
      const found = whole.exec(text);
      return found ? (found.groups ?? {}) : undefined;
    },
  };
}

function compiles(source: string): boolean {
  try {
    // By itself: between the anchors, parentheses that do not match each other would.
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** What a pattern is made of, as far as repetitions go; classes and escapes are one piece each. */
const PIECES = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!:]|\(\?<\w+>|[()|]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gsu;
const REPETITION = /^[*+{]/;
const QUANTIFIER = /^[*+?{]/;

/**
 * Whether a group that can match one text in several ways is repeated: `(a+)*` and `(a|aa)*` try exponentially many ways
 * before they give up. Errs on the strict side. The pattern compiles.
 */
function repeatsWhatVaries(source: string): boolean {
  const open: boolean[] = [false];
  let closed = false;
  for (const [piece] of source.matchAll(PIECES)) {
    const top = open.length - 1;
    if (QUANTIFIER.test(piece)) {
      if (closed && REPETITION.test(piece)) return true;
      open[top] = true;
    } else if (piece === '|') {
      open[top] = true;
    }
    closed = false;
    if (piece.startsWith('(')) {
      open.push(false);
    } else if (piece === ')') {
      closed = open.pop() ?? false;
      // What varies inside varies outside.
      open[top - 1] ||= closed;
    }
  }
  return false;
}
