import type { IncomingMessage } from 'node:http';
import type { ServiceView } from '@gatehouse/access-engine';
import type { Problem } from '@gatehouse/problems';
import type { Reading, RequestBody } from '@gatehouse/service-types';
import type { Caller } from './caller';
import type { ServiceRoute } from './routes';

/** A request for a service that needs a decision. */
export interface AuthorizationRequest {
  /** Its headers, as sent. */
  readonly request: Pick<IncomingMessage, 'headers'>;
  readonly route: ServiceRoute;
  /** The method that the service will be called with. */
  readonly method: string;
  /** Whether that is the client's method; a call of a front end that declares none may be about another one. */
  readonly methodIsDeclared: boolean;
  /** Segments below the service that a `Destination` header (RFC 4918, 10.3) names; absent where there is none. */
  readonly destination?: readonly string[] | undefined;
  /** The same as sent, with its leading slash; empty at the service itself. */
  readonly destinationPath?: string | undefined;
  /** Whether the body of that request can be read here. */
  readonly bodyIsVisible: boolean;
  /** Whether the client requests another protocol on the same connection. */
  readonly upgrades: boolean;
}

/** A body that was read whole because the decision depends on it; these very bytes are forwarded. */
export interface BufferedBody {
  readonly bytes: Buffer;
  readonly read: RequestBody;
  /** Its value where it is JSON. */
  readonly json?: { readonly value: unknown } | undefined;
}

/**
 * Reads the body of a request that its decision depends on. Never fails: a body that cannot be parsed is
 * `unreadable`, one that cannot be buffered is refused.
 */
export type BodyReader<Source> = (source: Source) => Promise<BufferedBody | { readonly refusal: Problem }>;

/** Whether a request is allowed, and what is known about it. */
export interface AuthorizationResult {
  /** Absent: allowed. */
  readonly refusal?: Problem;
  readonly service?: ServiceView;
  readonly caller?: Caller;
  /** The permission that the request needs. */
  readonly permission?: string;
  /** Whether the service executes something for the request, even if its method is GET. */
  readonly executes?: boolean;
  /** Names of the client's cookies that reach the service. */
  readonly cookies?: 'all' | ReadonlySet<string>;
  /** How the grammar of the service's type reads the request; absent if it was decided without. */
  readonly reading?: Reading;
  /** Why the engine decided as it did. */
  readonly reason?: string;
}
