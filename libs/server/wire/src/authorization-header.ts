/** An `Authorization` header with a token or a password. */
export interface PresentedAuthorization {
  readonly scheme: 'bearer' | 'basic';
  /** The token, or the password. */
  readonly secret: string;
}

const HEADER = /^(bearer|basic) +([\x21-\x7e]+)$/i;

/** The secret in an `Authorization` header; undefined for other schemes, and for what is malformed. */
export function presentedIn(authorization: string): PresentedAuthorization | undefined {
  const [, scheme = '', value = ''] = HEADER.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return { scheme: 'bearer', secret: value };
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const decoded = Buffer.from(value, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { scheme: 'basic', secret: decoded.slice(colon + 1) };
}
