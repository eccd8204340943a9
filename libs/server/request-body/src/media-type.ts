/** A `Content-Type` taken apart. */
export interface MediaType {
  /** Type and subtype, lower case; empty when there is none. */
  readonly essence: string;
  /** The parameter `charset`, lower case. */
  readonly charset: string | undefined;
}

/** RFC 9110, 8.3.1. */
const TYPE = /^\s*([\w.+-]+\/[\w.+-]+|)\s*((?:;.*)?)$/s;
/** The only parameters that types of requests have, with plain values. */
const PARAMETER = /^\s*(charset|version|subtype)\s*=\s*("?)([\w.:/+-]+)\2\s*$/i;

/**
 * Undefined for a header that is not one media type with parameters that everybody reads alike: PyWPS looks for words
 * anywhere in the header.
 */
export function mediaTypeOf(header: string): MediaType | undefined {
  const match = TYPE.exec(header);
  if (!match) return undefined;
  const [, essence = '', parameters = ''] = match;
  let charset: string | undefined;
  for (const parameter of parameters.split(';').slice(1)) {
    if (parameter.trim() === '') continue;
    const [, name = '', , value = ''] = PARAMETER.exec(parameter) ?? [];
    if (value === '' || /json|form|xml/i.test(value)) return undefined;
    if (name.toLowerCase() !== 'charset') continue;
    if (charset !== undefined) return undefined;
    charset = value.toLowerCase();
  }
  return { essence: essence.toLowerCase(), charset };
}
