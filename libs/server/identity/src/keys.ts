import { createHmac, hkdfSync } from 'node:crypto';

/** Keys derived from `SVC_SECRET`, one for each use, so that they are not interchangeable. Reference: sessions#secrets. */
export interface Keys {
  /** Key of the digests of session tokens. */
  readonly session: Buffer;
  /** Key of the digests of API tokens. */
  readonly apiToken: Buffer;
  /** Key of the digests of names submitted at failed sign-ins. */
  readonly signIn: Buffer;
  /** Key from which tokens of one-time links are derived, and of their digests. */
  readonly oneTimeLinks: Buffer;
  /** Key that encrypts the secrets of webhooks. */
  readonly webhookSecrets: Buffer;
  /** Under which the secrets of identity providers are encrypted. */
  readonly providerSecrets: Buffer;
  /** Under which the credentials for reading services are encrypted. */
  readonly synchronizationCredentials: Buffer;
  /** Under which sign-ins with providers that are in progress are encrypted, in the browser. */
  readonly providerSignIns: Buffer;
  /** Under which requests of other instances for consent are sealed. */
  readonly networkConsent: Buffer;
  /** Key of the digests of configuration files. */
  readonly configurationContent: Buffer;
  /** Key of the digests of plans. */
  readonly configurationPlans: Buffer;
}

export function deriveKeys(secret: string): Keys {
  const key = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `gatehouse ${use} v1`, 32));
  return {
    session: key('session token'),
    apiToken: key('api token'),
    signIn: key('sign-in counter'),
    oneTimeLinks: key('one-time links'),
    webhookSecrets: key('webhook secrets'),
    providerSecrets: key('provider secrets'),
    synchronizationCredentials: key('synchronization credentials'),
    providerSignIns: key('provider sign-ins'),
    networkConsent: key('network consent'),
    configurationContent: key('configuration content'),
    configurationPlans: key('configuration plans'),
  };
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
