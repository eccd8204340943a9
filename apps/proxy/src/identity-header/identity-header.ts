import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import { sign } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type PublicKey, type SigningKey, deriveSigningKey } from './signing-key';

/** Lifetime of a token in seconds. */
const LIFETIME_SECONDS = 60;
/** Minimum remaining lifetime in seconds of a token that is reused. */
const MIN_LEFT_SECONDS = 30;
/** Maximum number of cached tokens. */
const MAX_TOKENS = 10_000;

interface Signed {
  readonly value: string;
  /** The claims about the user, to be compared at a later version. */
  readonly claims: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  /** The version of the snapshot at which the claims were last verified. */
  version: number;
}

/**
 * Identifies the caller to the upstream: `X-Gatehouse-Identity`, a JWT (ES256) with the public base URL of the API as issuer, the
 * name of the service as audience, the user's id as subject, the user's name and the names of its groups. Upstreams check
 * it against `/.well-known/jwks.json` of the proxy and must not trust any other. Anonymous callers have none.
 * Signing is expensive, so that tokens are reused while their claims are true and half of their lifetime is left.
 */
export class IdentityHeader {
  private readonly key: SigningKey;
  /** By user and service. */
  private readonly signed = new LRUCache<string, Signed>({ max: MAX_TOKENS });

  constructor(
    private readonly settings: {
      readonly secret: string;
      readonly publicUrl: string;
      readonly adminGroup: string;
    },
  ) {
    this.key = deriveSigningKey(settings.secret);
  }

  get publicKey(): PublicKey {
    return this.key.publicKey;
  }

  /**
   * Undefined for a user that does not exist (any more). `asMember`: without the group of administrators, as for a token that does not have
   * that role.
   */
  valueFor(
    snapshot: Pick<AccessSnapshot, 'version' | 'user' | 'groupsOf'>,
    service: Pick<ServiceView, 'resourceId' | 'name'>,
    userId: number,
    now = Math.floor(Date.now() / 1000),
    asMember = false,
  ): string | undefined {
    const key = `${userId} ${service.resourceId}${asMember ? ' member' : ''}`;
    const cached = this.signed.get(key);
    const isYoung = cached !== undefined && now - cached.issuedAt <= LIFETIME_SECONDS - MIN_LEFT_SECONDS;
    if (isYoung && cached.version === snapshot.version) return cached.value;
    const user = snapshot.user(userId);
    if (!user) return undefined;
    const groups = snapshot
      .groupsOf(userId)
      .map(({ name }) => name)
      .filter((name) => !asMember || name !== this.settings.adminGroup)
      .sort();
    const claims = JSON.stringify([service.name, user.name, groups]);
    if (isYoung && cached.claims === claims) {
      cached.version = snapshot.version;
      return cached.value;
    }
    const value = sign(
      { name: user.name, groups, iat: now, exp: now + LIFETIME_SECONDS },
      this.key.privateKey,
      {
        algorithm: 'ES256',
        keyid: this.key.publicKey.kid,
        issuer: this.settings.publicUrl,
        audience: service.name,
        subject: String(userId),
      },
    );
    this.signed.set(key, { value, claims, issuedAt: now, version: snapshot.version });
    return value;
  }
}
