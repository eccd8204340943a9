import type { PathException } from '@gatehouse/proxy-options';

/** A request target with a single interpretation, parsed once. */
export interface CanonicalTarget {
  /** The segments of the path between its slashes, as sent; the last is empty after a trailing slash. */
  readonly raw: readonly string[];
  /** The same, each percent-decoded once, without path parameters. */
  readonly segments: readonly string[];
  /** Its ambiguities: it is accepted only for a service that has opted in to all of them. */
  readonly exceptions: readonly PathException[];
  /** As sent, from its question mark on; empty when there is none. */
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

/** Visible ASCII: what RFC 3986 allows, and what lenient clients send in addition. No space, no control character. */
const VISIBLE = /^[\x21-\x7e]*$/;
/** Segments with a single interpretation: neither encoded, nor a dot segment, nor with a parameter. */
const PLAIN = /^(?!\.{1,2}$)[\w.~!$&'()*+,=:@-]*$/;
/** Paths of such segments only; dot segments are checked separately. */
const PLAIN_PATH = /^(?:\/[\w.~!$&'()*+,=:@-]+)+$/;
/** Characters that separate or end a path for some reader after decoding. */
const SEPARATOR = /[/\\?#]/;
/** Control characters of ASCII and of Latin 1. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** What a second decoding, as some readers do it, would change. */
const STILL_ENCODED = /%(?:[0-9a-f]{2}|u[0-9a-f]{4})/i;

/** The problem that is reported for an exception without opt-in. */
export const PROBLEM_WITHOUT: Readonly<Record<PathException, PathProblem>> = {
  'encoded-separators': 'encoded separator',
  'path-parameters': 'path parameter',
  'empty-segments': 'empty segment',
};
const EXCEPTIONAL: ReadonlySet<PathProblem> = new Set(Object.values(PROBLEM_WITHOUT));
const NONE: readonly PathException[] = Object.freeze([]);

export interface Leniency {
  /** Whether a doubled slash is dropped after these segments, as deployed front ends send it there. */
  readonly mayDouble?: (before: readonly string[]) => boolean;
  /** Number of leading segments that admit no exception; all by default. */
  readonly strict?: number;
}

/**
 * Parses a raw request target, or returns why it is refused. Readers of paths disagree about dot segments, encoded or
 * doubled separators, path parameters and faulty or doubled encodings; an upstream that reads another path than the one
 * that was authorised serves what was never authorized. Forms that a service can opt in to are returned with the segments;
 * whatever could be a dot segment to any reader is always refused. Reference: request-mapping#paths,
 * request-mapping#parameters.
 */
export function canonicalTarget(
  target: string,
  { mayDouble, strict = Infinity }: Leniency = {},
): CanonicalTarget | PathProblem {
  // The absolute form and the asterisk do not begin with a slash.
  if (!target.startsWith('/')) return 'not a path';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark);
  const parts = path.split('/');
  const isPlain = PLAIN_PATH.test(path) && !path.includes('/.');
  const unread = isPlain ? query : target;
  if (!VISIBLE.test(unread) || unread.includes('#')) return 'invalid character';
  if (isPlain) {
    // Most paths are like this, and unambiguous.
    parts.shift();
    return { raw: parts, segments: parts, exceptions: NONE, query };
  }
  const raw: string[] = [];
  const segments: string[] = [];
  const exceptions = new Set<PathException>();
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (part === '' && index < parts.length - 1) {
      // Only one slash is dropped: the same segments must not be checked again before the next part.
      if (parts[index - 1] !== '' && mayDouble?.(raw)) continue;
      if (raw.length < strict) return 'empty segment';
      exceptions.add('empty-segments');
    }
    let segment = part;
    if (!PLAIN.test(part)) {
      const problem = problemOf(part);
      if (problem === undefined) segment = decodeURIComponent(part);
      else if (raw.length < strict || !EXCEPTIONAL.has(problem)) return problem;
      else {
        const read = readException(part);
        if (typeof read === 'string') return read;
        segment = read.segment;
        for (const exception of read.exceptions) exceptions.add(exception);
      }
    }
    raw.push(part);
    segments.push(segment);
  }
  return { raw, segments, exceptions: exceptions.size === 0 ? NONE : [...exceptions], query };
}

function problemOf(part: string): PathProblem | undefined {
  let decoded: string;
  try {
    // Rejects invalid UTF-8, including overlong forms and surrogates.
    decoded = decodeURIComponent(part);
  } catch {
    return 'invalid encoding';
  }
  if (isDotSegment(decoded)) return 'dot segment';
  if (decoded.includes(';')) return 'path parameter';
  if (SEPARATOR.test(decoded)) return 'encoded separator';
  return neverFine(decoded);
}

/** Finds what a service can opt in to; `part` can be decoded. */
function readException(
  part: string,
): { readonly segment: string; readonly exceptions: readonly PathException[] } | PathProblem {
  const decoded = decodeURIComponent(part);
  // Readers that remove parameters, or decode before they split, see a dot segment wherever one is delimited.
  if (decoded.split(/[/\\?#;]/).some(isDotSegment)) return 'dot segment';
  // Many readers convert a backslash to a slash, and they disagree whether an encoded semicolon begins a parameter.
  if (part.includes('\\')) return 'encoded separator';
  if (/%3b/i.test(part)) return 'path parameter';
  const problem = neverFine(decoded);
  if (problem) return problem;
  const [name = ''] = part.split(';', 1);
  const exceptions: PathException[] = [];
  if (SEPARATOR.test(decoded)) exceptions.push('encoded-separators');
  if (name !== part) exceptions.push('path-parameters');
  if (name === '') exceptions.push('empty-segments');
  return { segment: decodeURIComponent(name), exceptions };
}

function neverFine(decoded: string): PathProblem | undefined {
  if (CONTROL.test(decoded)) return 'control character';
  return STILL_ENCODED.test(decoded) ? 'double encoding' : undefined;
}

function isDotSegment(text: string): boolean {
  return text === '.' || text === '..';
}
