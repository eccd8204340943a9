/** A member of `Accept`: the media types that it covers and how welcome they are. */
export interface MediaRange {
  /** Lower case; `*` in both for the range of all types. */
  readonly type: string;
  readonly subtype: string;
  /** Parameters other than `q`, names and values in lower case; the value of one without `=` is empty. */
  readonly parameters: ReadonlyMap<string, string>;
  /** From 0, not acceptable, to 1. */
  readonly quality: number;
}

/** How a range covers a media type; a higher rank is more specific. */
interface Match {
  readonly quality: number;
  readonly rank: number;
  /** Index of the range in `Accept`. */
  readonly position: number;
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"$/s;
/** RFC 9110 requires a digit before the point; `q=.2` is what Java's URLConnection sends. */
const WEIGHT = /^(?:[01](?:\.\d{0,9})?|\.\d{1,9})$/;

const RANK = { all: 0, type: 1, otherParameters: 2, exact: 3 } as const;

/**
 * The media ranges of an `Accept` header, in its order. A member that is not a media range is left out; `*` counts as
 * the range of all types. Linear in the length of the header. Source: RFC 9110, 12.5.1.
 */
export function acceptedRanges(accept: string): MediaRange[] {
  return splitOutsideQuotes(accept, ',').flatMap((member) => rangeOf(member) ?? []);
}

/**
 * The quality, from 0 to 1, that `Accept` gives a media type such as `text/html` or `text/html;level=1`: that of the
 * most specific range that covers it; 0 when none does. A range whose parameters the type does not have covers it
 * all the same, ahead of wildcards and behind a range without parameters: RFC 9110 would not match it, but a client
 * that sends `application/json; charset=utf-8` can read JSON.
 */
export function qualityOf(ranges: readonly MediaRange[], mediaType: string): number {
  return matchOf(ranges, mediaType)?.quality ?? 0;
}

/**
 * The offered media type that `Accept` prefers: of the highest quality, then covered most specifically, then named first
 * in `Accept`, then offered first. Undefined when none is acceptable.
 */
export function preferredType<Offered extends string>(
  ranges: readonly MediaRange[],
  offered: readonly Offered[],
): Offered | undefined {
  let best: { readonly mediaType: Offered; readonly match: Match } | undefined;
  for (const mediaType of offered) {
    const match = matchOf(ranges, mediaType);
    if (!match || match.quality === 0) continue;
    if (!best || isPreferred(match, best.match)) best = { mediaType, match };
  }
  return best?.mediaType;
}

function isPreferred(one: Match, other: Match): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  if (one.rank !== other.rank) return one.rank > other.rank;
  return one.position < other.position;
}

function matchOf(ranges: readonly MediaRange[], mediaType: string): Match | undefined {
  const offered = rangeOf(mediaType);
  if (!offered) throw new Error(`${mediaType} is not a media type`);
  let best: Match | undefined;
  ranges.forEach((range, position) => {
    const rank = rankOf(range, offered);
    if (rank === undefined || (best && best.rank >= rank)) return;
    best = { quality: range.quality, rank, position };
  });
  return best;
}

function rankOf(range: MediaRange, offered: MediaRange): number | undefined {
  if (range.type === '*') return RANK.all;
  if (range.type !== offered.type) return undefined;
  if (range.subtype === '*') return RANK.type;
  if (range.subtype !== offered.subtype) return undefined;
  const isExact = [...range.parameters].every(([name, value]) => offered.parameters.get(name) === value);
  return isExact ? RANK.exact + range.parameters.size : RANK.otherParameters;
}

function rangeOf(member: string): MediaRange | undefined {
  const [name = '', ...rest] = splitOutsideQuotes(member, ';').map((part) => part.trim());
  const [type = '', subtype, ...more] = (name === '*' ? '*/*' : name).toLowerCase().split('/');
  if (subtype === undefined || more.length > 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return undefined;
  if (type === '*' && subtype !== '*') return undefined;
  const parameters = new Map<string, string>();
  let quality: number | undefined;
  for (const part of rest) {
    if (part === '') continue;
    const parameter = parameterOf(part);
    if (!parameter) return undefined;
    if (parameter.name !== 'q') parameters.set(parameter.name, parameter.value);
    else if (!WEIGHT.test(parameter.value) || Number(parameter.value) > 1) return undefined;
    else quality ??= Number(parameter.value);
  }
  return { type, subtype, parameters, quality: quality ?? 1 };
}

function parameterOf(part: string): { readonly name: string; readonly value: string } | undefined {
  const at = part.indexOf('=');
  const name = (at < 0 ? part : part.slice(0, at)).trim().toLowerCase();
  const value = at < 0 ? '' : part.slice(at + 1).trim();
  if (!TOKEN.test(name)) return undefined;
  if (at < 0 || TOKEN.test(value)) return { name, value: value.toLowerCase() };
  if (!QUOTED.test(value)) return undefined;
  return { name, value: value.slice(1, -1).replace(/\\(.)/gs, '$1').toLowerCase() };
}

/** The parts between separators outside of quoted strings; a string that does not end contains the rest. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
