import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Keys derived from `SVC_SECRET`, one for each use, so that none can stand in for another. Reference: sessions#secrets. */
export interface Keys {
  /** Under which session tokens are stored. */
  readonly session: Buffer;
  /** Under which what was typed at a failed sign-in is counted. */
  readonly signIn: Buffer;
  /** From which the tokens of one-time links are derived, and under which they are stored. */
  readonly oneTimeLinks: Buffer;
  /** Under which the secrets of webhooks are encrypted. */
  readonly webhookSecrets: Buffer;
}

export function deriveKeys(secret: string): Keys {
  const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `gatehouse ${use} v1`, 32));
  return {
    session: key('session token'),
    signIn: key('sign-in counter'),
    oneTimeLinks: key('one-time links'),
    webhookSecrets: key('webhook secrets'),
  };
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Equality that takes the same time wherever the two differ. */
export function equalInConstantTime(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
