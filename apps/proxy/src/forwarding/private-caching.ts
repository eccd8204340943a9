/** What is left of a line of `Cache-Control` in a private reply. */
interface PrivateLine {
  /** Directives, each after a comma and a blank. */
  readonly directives: string;
  readonly hasMaxAge: boolean;
}

/** A directive with its value, and the comma or the end after it; empty elements are allowed (RFC 9110, 5.6.1). */
const DIRECTIVE =
  /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)(?:=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?[\t ]*)?(?:,|$)/y;
/** They let shared caches store a reply. */
const REMOVED: ReadonlySet<string> = new Set(['public', 's-maxage', 'proxy-revalidate', 'private']);
/** Lines are few and repeat. The bound protects against services that invent some. */
const MAX_CACHED = 500;
const MAX_LENGTH = 200;
const lines = new Map<string, PrivateLine>();

/**
 * `Cache-Control` of a reply that is for one caller, given the lines of the service; `hasMaxAge`: `Expires` has no meaning
 * beside it. A line that is not a list of directives is replaced by `no-store`, because caches would disagree about it.
 */
export function privateCacheControl(values: readonly string[]): {
  readonly value: string;
  readonly hasMaxAge: boolean;
} {
  let value = 'private';
  let hasMaxAge = false;
  for (const line of values) {
    const read = lineOf(line);
    value += read.directives;
    hasMaxAge ||= read.hasMaxAge;
  }
  return { value, hasMaxAge };
}

function lineOf(line: string): PrivateLine {
  let read = lines.get(line);
  if (!read) {
    read = readLine(line);
    if (line.length > MAX_LENGTH) return read;
    if (lines.size >= MAX_CACHED) lines.clear();
    lines.set(line, read);
  }
  return read;
}

function readLine(line: string): PrivateLine {
  let directives = '';
  let hasMaxAge = false;
  for (DIRECTIVE.lastIndex = 0; DIRECTIVE.lastIndex < line.length;) {
    const from = DIRECTIVE.lastIndex;
    const match = DIRECTIVE.exec(line);
    if (!match) return { directives: ', no-store', hasMaxAge: false };
    const name = match[1]?.toLowerCase() ?? '';
    if (name === '' || REMOVED.has(name)) continue;
    if (name === 'no-cache') directives += ', no-cache';
    else directives += `, ${line.slice(from, DIRECTIVE.lastIndex).replace(/,$/, '').trim()}`;
    hasMaxAge ||= name === 'max-age';
  }
  return { directives, hasMaxAge };
}

/** `Vary` of a reply that is for one caller, given the lines of the service. */
export function privateVary(values: readonly string[]): string {
  if (values.length === 0) return 'Cookie, Authorization';
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  const listed = names.filter((name) => name !== '');
  if (listed.includes('*')) return '*';
  const lower = new Set(listed.map((name) => name.toLowerCase()));
  const added = ['Cookie', 'Authorization'].filter((name) => !lower.has(name.toLowerCase()));
  return [...listed, ...added].join(', ');
}
