/** A `Content-Type` taken apart. */
export interface MediaType {
  /** Type and subtype, lower case; empty when there is none. */
  readonly essence: string;
  /** Whether everybody reads the text as UTF-8: no charset is named, or it, or ASCII. */
  readonly isUtf8: boolean;
}

/** RFC 9110 8.3.1; a parameter's value is a token or quoted. */
const TYPE = /^\s*([\w.+-]+\/[\w.+-]+|)\s*((?:;[^;"]*(?:"[^"\\]*"[^;"]*)?)*)$/;
const CHARSET = /;\s*charset\s*=\s*("?)([^";]*)\1\s*(?=;|$)/gi;
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Undefined for a header that is not one media type, of which readers make what they like. */
export function mediaTypeOf(header: string): MediaType | undefined {
  const match = TYPE.exec(header);
  if (!match) return undefined;
  const [, essence = '', parameters = ''] = match;
  const charsets = [...parameters.matchAll(CHARSET)].map(([, , name = '']) => name.trim().toLowerCase());
  return {
    essence: essence.toLowerCase(),
    // One that the expression above does not see as a value of its own may still be seen by others.
    isUtf8:
      charsets.every((name) => UTF8.has(name)) &&
      charsets.length === parameters.toLowerCase().split('charset').length - 1,
  };
}
