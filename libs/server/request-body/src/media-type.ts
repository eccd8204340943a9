/** A `Content-Type` taken apart. */
export interface MediaType {
  /** Type and subtype, lower case; empty when there is none. */
  readonly essence: string;
  /** The parameter `charset`, lower case. */
  readonly charset: string | undefined;
}

/** RFC 9110, 8.3.1. */
const ESSENCE = /^[\w.+-]+\/[\w.+-]+$/;
/** The only parameters that types of requests have, with plain values. */
const PARAMETER = /^\s*(charset|version|subtype)\s*=\s*("?)([\w.:/+-]+)\2\s*$/i;

/**
 * Undefined for a header that is not one media type with parameters that all servers interpret equally: PyWPS looks for words
 * anywhere in the header.
 */
export function mediaTypeOf(header: string): MediaType | undefined {
  const [type = '', ...parameters] = header.split(';');
  // Trimmed, not matched with the blanks around it: two repetitions of one character side by side take quadratic time.
  const essence = type.trim();
  if (essence !== '' && !ESSENCE.test(essence)) return undefined;
  let charset: string | undefined;
  for (const parameter of parameters) {
    if (parameter.trim() === '') continue;
    const [, name = '', , value = ''] = PARAMETER.exec(parameter) ?? [];
    if (value === '' || /json|form|xml/i.test(value)) return undefined;
    if (name.toLowerCase() !== 'charset') continue;
    if (charset !== undefined) return undefined;
    charset = value.toLowerCase();
  }
  return { essence: essence.toLowerCase(), charset };
}

/** Whether a body with this `Content-Encoding` is not encoded. */
export function isIdentity(contentEncoding: string | undefined): boolean {
  const coding = (contentEncoding ?? '').trim().toLowerCase();
  return coding === '' || coding === 'identity';
}
