import type { IncomingMessage } from 'node:http';
import type { RequestBody } from '@gatehouse/service-types';
import type { Problem } from '@gatehouse/problems';

/** A body that was read whole because the decision depends on it; these very bytes are forwarded. */
export interface BufferedBody {
  readonly bytes: Buffer;
  readonly read: RequestBody;
  /** Its value where it is JSON. */
  readonly json?: { readonly value: unknown } | undefined;
}

/** A request whose body is to be read. */
export interface BodySource {
  readonly request: IncomingMessage;
  /** Address of the client. */
  readonly address: string;
  /** Sends `100 Continue` if the client waits for it; called before the first byte is read. */
  readonly admitBody: () => void;
  /** Calls back when the request has ended and its body is no longer needed; immediately if it has ended already. */
  readonly whenOver: (callback: () => void) => void;
}

/**
 * Reads the body of a request that its decision depends on. Never fails: a body that cannot be parsed is
 * `unreadable`, one that cannot be buffered is refused.
 */
export type BodyReader = (source: BodySource) => Promise<BufferedBody | { readonly refusal: Problem }>;
