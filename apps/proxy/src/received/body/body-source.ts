import type { IncomingMessage } from 'node:http';
import type { AuthorizationRequest } from '@gatehouse/enforcement';

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

/** A request for a service that a client or a front end has sent. */
export type ReceivedRequest = AuthorizationRequest & BodySource;
