import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Route, cachedRoutes, routeReader } from '@gatehouse/enforcement';
import { type TrustedPeers, requestIdOf } from '@gatehouse/wire';
import type { Upgrade } from './upgrade-requests';

/** A request while the proxy handles it. */
export class RequestContext {
  /** When it arrived, by the clock of `performance`. */
  readonly begun = performance.now();
  private id: string | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly route: Route,
    /** Address of the client, as far as trusted peers report it. */
    readonly address: string,
    /** Whether the client waits for `100 Continue` before it sends its body. */
    readonly expectsContinue: boolean,
    /** The protocol that the client requests to switch to. */
    readonly upgrade: Upgrade | undefined,
  ) {}

  /**
   * Id of the request in the log, in replies of the proxy itself and in the change log. Made when it is first needed: most
   * forwarded requests need none.
   */
  get requestId(): string {
    return (this.id ??= requestIdOf(this.request));
  }
}

/** Creates the contexts of requests. */
export class RequestContexts {
  private readonly routeOf: (target: string) => Route;

  constructor(
    basePath: string,
    private readonly trustedPeers: TrustedPeers,
    /** Called when the connection of a reply is closed or the reply is finished. */
    private readonly answered: ((context: RequestContext) => void) | undefined,
  ) {
    this.routeOf = cachedRoutes(routeReader(basePath));
  }

  of(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade: Upgrade | undefined,
  ): RequestContext {
    const route = this.routeOf(request.url ?? '');
    const address = this.trustedPeers.clientOf(request);
    const context = new RequestContext(request, response, route, address, expectsContinue, upgrade);
    const { answered } = this;
    if (answered) response.once('close', () => answered(context));
    return context;
  }
}

/** Only the path: queries may contain secrets and must not be logged. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
