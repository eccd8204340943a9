/** A request target that means the same to whoever reads it, taken apart once. */
export interface CanonicalTarget {
  /** The segments of the path between its slashes, as they were sent; the last is empty after a trailing slash. */
  readonly raw: readonly string[];
  /** The same, each percent-decoded once. */
  readonly segments: readonly string[];
  /** As it was sent, from its question mark on; empty when there is none. */
  readonly query: string;
}

/** Why a target is refused. */
export type PathProblem =
  | 'not a path'
  | 'invalid character'
  | 'empty segment'
  | 'dot segment'
  | 'path parameter'
  | 'encoded separator'
  | 'control character'
  | 'invalid encoding'
  | 'double encoding';

/** Visible ASCII: what RFC 3986 allows and what lenient clients send beside it. No blank, no control, no byte above. */
const VISIBLE = /^[\x21-\x7e]*$/;
/** Segments that every reader understands alike: neither encoded nor a dot segment nor with a parameter. */
const PLAIN = /^(?!\.{1,2}$)[\w.~!$&'()*+,=:@-]*$/;
/** What separates or ends a path for some reader, once it is decoded. */
const SEPARATOR = /[/\\?#]/;
/** Control characters of ASCII and of Latin 1. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** What a second decoding, which some readers do, would turn into something else. */
const STILL_ENCODED = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i;

/**
 * Takes a raw request target apart, or says why it is refused. Readers of paths disagree about dot segments, encoded or
 * doubled separators, path parameters and faulty or doubled encodings; an upstream that reads another path than the one
 * that was authorised serves what nobody allowed. A doubled slash is dropped where `mayDouble` accepts the segments before
 * it, as deployed front ends send it there. Spec: decisions 25, permissions 4.5 (H1 of 5.10).
 */
export function canonicalTarget(
  target: string,
  mayDouble: (before: readonly string[]) => boolean,
): CanonicalTarget | PathProblem {
  // The absolute form and the asterisk do not begin with a slash.
  if (!target.startsWith('/')) return 'not a path';
  if (!VISIBLE.test(target) || target.includes('#')) return 'invalid character';
  const mark = target.indexOf('?');
  const parts = (mark < 0 ? target : target.slice(0, mark)).split('/');
  const raw: string[] = [];
  const segments: string[] = [];
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (part === '' && index < parts.length - 1) {
      // Only one slash is dropped: before the next part, the same segments must not be asked about again.
      if (parts[index - 1] === '' || !mayDouble(raw)) return 'empty segment';
      continue;
    }
    const problem = PLAIN.test(part) ? undefined : problemOf(part);
    if (problem) return problem;
    raw.push(part);
    segments.push(part.includes('%') ? decodeURIComponent(part) : part);
  }
  return { raw, segments, query: mark < 0 ? '' : target.slice(mark) };
}

function problemOf(part: string): PathProblem | undefined {
  let decoded: string;
  try {
    // Refuses what is not UTF-8, overlong forms and surrogates included.
    decoded = decodeURIComponent(part);
  } catch {
    return 'invalid encoding';
  }
  if (decoded === '.' || decoded === '..') return 'dot segment';
  if (decoded.includes(';')) return 'path parameter';
  if (SEPARATOR.test(decoded)) return 'encoded separator';
  if (CONTROL.test(decoded)) return 'control character';
  return STILL_ENCODED.test(decoded) ? 'double encoding' : undefined;
}
