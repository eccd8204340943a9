import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

export interface SignedMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The headers of Standard Webhooks: `webhook-id`, `webhook-timestamp` in seconds, and `webhook-signature` with one
 * signature for each secret, the current one first. Reference: webhooks#signatures.
 */
export function signatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
