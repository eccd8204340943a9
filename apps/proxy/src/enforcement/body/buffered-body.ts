import type { IncomingMessage } from 'node:http';
import type { RequestBody } from '@gatehouse/access-engine';

/** A body that was read whole because the decision depends on it; these very bytes are forwarded. */
export interface BufferedBody {
  readonly bytes: Buffer;
  readonly read: RequestBody;
}

/**
 * Reads the body of a request that its decision depends on; never fails: what cannot be read is `unreadable`. `admit` is
 * called before the first byte is asked for, because a client may be waiting for leave to send.
 */
export type BodyReader = (request: IncomingMessage, admit: () => void) => Promise<BufferedBody>;
