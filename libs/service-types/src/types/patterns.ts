/** The longest segment that a pattern is tried on: names of files are not longer, and time grows with the length. */
export const LONGEST_SEGMENT = 255;

/**
 * Compiles a configured pattern, anchored at its start and, with `$`, at its end; `undefined` when it is none. The
 * `u` flag makes an escape that this language does not know an error rather than a letter: a pattern that would
 * silently mean something else than its author thinks is refused. So is a repetition inside a repetition, with which
 * a single request could keep the process busy for years.
 */
export function compiled(source: string, end: '' | '$'): RegExp | undefined {
  if (repeatsRepetition(source)) return undefined;
  try {
    // On its own first: `a)|(b` is a pattern only inside of parentheses.
    new RegExp(source, 'u');
    return new RegExp(`^(?:${source})${end}`, 'u');
  } catch {
    return undefined;
  }
}

/**
 * What a pattern consists of, as far as repetitions go: escapes, classes, parentheses and quantifiers without an end.
 */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|[()]|[*+]|\{\d+,\d*\}|\{\d{3,}\}/gsu;

function repeatsRepetition(source: string): boolean {
  /** For each open parenthesis and the whole: whether there is a repetition in it. */
  const open = [false];
  let closed = false;
  let end = -1;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const followsGroup = closed && index === end;
    closed = false;
    end = index + token.length;
    if (token === '(') open.push(false);
    else if (token === ')') {
      const inside = open.pop() ?? false;
      closed = inside;
      if (inside) open[open.length - 1] = true;
    } else if (!/^[\\[]/.test(token)) {
      if (followsGroup) return true;
      open[open.length - 1] = true;
    }
  }
  return false;
}
