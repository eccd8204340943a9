import jwt from 'jsonwebtoken';
import { IdentityRejected } from '../identity-provider';
import { CLOCK_TOLERANCE_SECONDS } from '../provider-client';
import { isObject } from '../provider-http';
import type { SigningKeys } from './signing-keys';

/** Algorithms with public keys. None with a shared secret: a public key could be used as the secret. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
] as const satisfies readonly jwt.Algorithm[];

export interface Expected {
  readonly issuer: string;
  /** The token must be for at least one of them. */
  readonly audiences: readonly string[];
}

export interface VerifiedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Whether a token has the form of a signed JSON Web Token. */
export function isJsonWebToken(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) && headerOf(token) !== undefined;
}

/** The key by which a token is signed. Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
export async function signingKeyOf(token: string, keys: SigningKeys) {
  const header = headerOf(token);
  if (!header) throw new IdentityRejected('token_malformed');
  const algorithm = ALGORITHMS.find((one) => one === header['alg']);
  if (!algorithm) throw new IdentityRejected('algorithm_not_allowed');
  // RFC 7515, 4.1.11: extensions that are not understood; there are none that are.
  if ('crit' in header) throw new IdentityRejected('token_malformed', 'it has a critical extension');
  const keyId = header['kid'];
  if (keyId !== undefined && typeof keyId !== 'string') throw new IdentityRejected('token_malformed');
  const key = await keys.find(keyId);
  if (key.algorithm !== undefined && key.algorithm !== algorithm) {
    throw new IdentityRejected('algorithm_not_allowed');
  }
  return { header, algorithm, publicKey: key.publicKey };
}

/** Verifies signature, issuer, audience and time. Throws {@link IdentityRejected}, or `ProviderUnavailable`. */
export async function verifyJsonWebToken(
  token: string,
  keys: SigningKeys,
  { issuer, audiences }: Expected,
): Promise<VerifiedToken> {
  const { header, algorithm, publicKey } = await signingKeyOf(token, keys);
  const claims = verified(token, publicKey, algorithm, issuer, audiences);
  // The library accepts tokens without them.
  if (typeof claims['exp'] !== 'number') throw new IdentityRejected('token_malformed', 'exp is missing');
  checkTimeOfIssue(claims);
  return { header, claims };
}

/** A token of the future is one of another clock. Throws {@link IdentityRejected}. */
export function checkTimeOfIssue({ iat }: VerifiedToken['claims']): void {
  if (typeof iat === 'number' && iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) {
    throw new IdentityRejected('token_not_yet_valid');
  }
}

function verified(
  token: string,
  publicKey: string,
  algorithm: jwt.Algorithm,
  issuer: string,
  audiences: readonly string[],
): Readonly<Record<string, unknown>> {
  const [audience, ...others] = audiences;
  if (audience === undefined) throw new IdentityRejected('audience_mismatch');
  try {
    const claims: unknown = jwt.verify(token, publicKey, {
      algorithms: [algorithm],
      issuer,
      audience: [audience, ...others],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    if (isObject(claims)) return claims;
  } catch (error) {
    throw rejectionOf(error);
  }
  throw new IdentityRejected('token_malformed');
}

function rejectionOf(error: unknown): IdentityRejected {
  if (error instanceof jwt.TokenExpiredError) return new IdentityRejected('token_expired');
  if (error instanceof jwt.NotBeforeError) return new IdentityRejected('token_not_yet_valid');
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('jwt audience')) return new IdentityRejected('audience_mismatch');
  if (message.startsWith('jwt issuer')) return new IdentityRejected('issuer_mismatch');
  // A key of another type is a separate error; it is not a signature with this key either.
  return new IdentityRejected('invalid_signature');
}

/** The header of a token, which nothing has verified; undefined if it has none. */
export function headerOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const [header = ''] = token.split('.', 1);
    const content: unknown = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
    return isObject(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
