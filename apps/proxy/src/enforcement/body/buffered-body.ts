import type { IncomingMessage } from 'node:http';
import type { RequestBody } from '@gatehouse/service-types';
import type { Problem } from '@gatehouse/problems';

/** A body that was read whole because the decision depends on it; these very bytes are forwarded. */
export interface BufferedBody {
  readonly bytes: Buffer;
  readonly read: RequestBody;
  /** What it says where it is JSON. */
  readonly json?: { readonly value: unknown } | undefined;
}

/** A request whose body is to be read. */
export interface BodySource {
  readonly request: IncomingMessage;
  /** Whose it is: the address of the client. */
  readonly address: string;
  /** Gives the client leave to send it; called before the first byte is asked for. */
  readonly admitBody: () => void;
  /** Calls back when the request is over and its body is needed no more; at once when it is over already. */
  readonly whenOver: (callback: () => void) => void;
}

/**
 * Reads the body of a request that its decision depends on. Never fails: what cannot be understood is `unreadable`, what
 * cannot be held is refused.
 */
export type BodyReader = (source: BodySource) => Promise<BufferedBody | { readonly refusal: Problem }>;
