import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { KeyRing } from './key-ring';
import type { RemoteIdentity } from './remote-user-repository';

/**
 * What a signed message is for: a new token, the cancellation of one, the beginning and the consent of a link of accounts,
 * and a check of the connection. Gatehouse accepts a message of another Gatehouse only for its purpose.
 */
export type MessagePurpose = 'token' | 'token-cancellation' | 'link-request' | 'link-response' | 'check';

/** Claims beyond those of every message. */
export interface MessageClaims {
  readonly user_name?: string;
  /** Identifier of the user of `user_name`, which no other user of this instance ever has. */
  readonly sub?: string;
  readonly requesting_user_name?: string;
  /** Nonce of the session that has started a link. */
  readonly state?: string;
}

/** The claims that name a user of this instance. */
export function claimsOf({ name, subject }: RemoteIdentity): MessageClaims {
  return { user_name: name, ...(subject === undefined ? {} : { sub: subject }) };
}

/** Signs messages to other instances (RS256). Reference: network-protocol#messages. */
export class MessageSigner {
  constructor(
    private readonly keys: KeyRing,
    readonly instanceName: string,
    /** Seconds for which a message is valid. */
    private readonly expiry: number,
  ) {}

  async sign(audience: string, purpose: MessagePurpose, claims: MessageClaims): Promise<string> {
    const { key, jwk } = await this.keys.signingKey();
    const exp = Math.floor(Date.now() / 1000) + this.expiry;
    const payload = { ...claims, purpose, exp, iss: this.instanceName, aud: audience, jti: randomUUID() };
    // No `iat`: the clock of the receiver may be behind.
    return jwt.sign(payload, key, { algorithm: 'RS256', keyid: jwk.kid, noTimestamp: true });
  }
}
