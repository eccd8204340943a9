import type { PublicRouteReader, ServiceRoute } from '@gatehouse/enforcement';

/** A request for a service, as a client sends it to the proxy or a front end declares it. */
export interface DeclaredRequest {
  readonly method: string;
  /** Whether a front end declared this as the client's method; otherwise it is the method of a call that declares none. */
  readonly methodIsDeclared: boolean;
  readonly route: ServiceRoute;
  /** Reads other targets below the same public address; absent if only the front end knows it. */
  readonly routeOf?: PublicRouteReader | undefined;
  /** Whether the call contains its body, complete and with its type. */
  readonly bodyIsVisible: boolean;
}
