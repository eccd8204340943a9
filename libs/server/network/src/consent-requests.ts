import { createHmac, timingSafeEqual } from 'node:crypto';

/** A request for consent of a user of this instance to be linked with a user of a node. */
export interface ConsentRequest {
  readonly nodeId: number;
  /** The user of the node. */
  readonly userName: string;
  /** Nonce of the session at the node; undefined for software without one. */
  readonly state: string | undefined;
  readonly redirectUri: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Requests for consent, sealed by this instance once their message was verified: the page may be open for longer than a
 * message is valid, and the user may have to sign in first. They grant nothing: consent needs the session of the user.
 */
export class ConsentRequests {
  constructor(private readonly key: Buffer) {}

  seal(request: ConsentRequest): string {
    const content = Buffer.from(JSON.stringify(request)).toString('base64url');
    return `${content}.${this.seals(content).toString('base64url')}`;
  }

  /** Undefined if it was not sealed here, or has expired. */
  open(text: string): ConsentRequest | undefined {
    const [content = '', seal = '', ...others] = text.split('.');
    const input = Buffer.from(seal, 'base64url');
    const expected = this.seals(content);
    if (others.length > 0 || input.length !== expected.length || !timingSafeEqual(input, expected)) {
      return undefined;
    }
    const request = JSON.parse(Buffer.from(content, 'base64url').toString()) as ConsentRequest;
    return request.expiresAt > Date.now() / 1000 ? request : undefined;
  }

  private seals(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}
