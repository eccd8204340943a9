import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './enforcement/routes';
import type { Upgrade } from './forwarding/upgrade-requests';

/** A request on its way through the proxy. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  /** Address of the client, as far as trusted peers tell it. */
  readonly address: string;
  /** When it came, by the clock of `performance`. */
  readonly begun: number;
  /** Whether the client waits for leave before it sends its body. */
  readonly expectsContinue: boolean;
  /** The other protocol that the client wants to go on in. */
  readonly upgrade: Upgrade | undefined;
}

/** The path alone: queries may hold what nobody should read in a log. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}
