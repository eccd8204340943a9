import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Route, routeReader } from '../enforcement/routes';
import type { TrustedPeers } from '@gatehouse/wire';
import type { Upgrade } from '../forwarding/upgrade-requests';

/** A request while the proxy handles it. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  /** Address of the client, as far as trusted peers report it. */
  readonly address: string;
  /** When it arrived, by the clock of `performance`. */
  readonly begun: number;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  readonly expectsContinue: boolean;
  /** The other protocol that the client asks for. */
  readonly upgrade: Upgrade | undefined;
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
    this.routeOf = routeReader(basePath);
  }

  of(
    request: IncomingMessage,
    response: ServerResponse,
    expectsContinue: boolean,
    upgrade: Upgrade | undefined,
  ): RequestContext {
    const context: RequestContext = {
      request,
      response,
      route: this.routeOf(request.url ?? ''),
      address: this.trustedPeers.clientOf(request),
      begun: performance.now(),
      expectsContinue,
      upgrade,
    };
    const { answered } = this;
    if (answered) response.once('close', () => answered(context));
    return context;
  }
}

/** The path alone: queries may contain secrets and do not belong in a log. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
