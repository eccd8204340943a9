import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from '@gatehouse/enforcement';
import type { ForwardingFailure } from './exchange';
import type { TunnelRegistry, Reauthorize } from './tunnel-registry';
import { type ResponseContext, responseHeaders, valueOf } from './response-headers';
import { Tunnel } from './tunnel';
import type { Upgrade } from '../received/upgrade-requests';
import type { Slot } from './concurrency-limiter';

/** A request whose upstream has accepted the upgrade. */
export interface AgreedUpgrade {
  readonly response: ServerResponse;
  readonly caller: Caller | undefined;
  readonly reauthorize: Reauthorize;
  readonly upgrade: Upgrade;
  readonly context: ResponseContext;
  readonly failed: (failure: ForwardingFailure, error: Error) => void;
}

/** The upstream side. */
export interface AgreedConnection {
  /** The headers of the 101 reply, a flat list of names and values. */
  readonly headers: readonly Buffer[];
  readonly socket: Duplex;
  /** Held for as long as the tunnel is open. */
  readonly slot: Slot;
}

/** Creates a registered tunnel from an accepted upgrade (RFC 9110, 7.8). */
export class TunnelOpener {
  constructor(
    private readonly tunnels: TunnelRegistry,
    private readonly idleTimeout: number,
  ) {}

  async open(agreed: AgreedUpgrade, { headers, socket, slot }: AgreedConnection): Promise<void> {
    const { response, upgrade, reauthorize, caller, context, failed } = agreed;
    const giveUp = (): void => {
      socket.destroy();
      slot.release();
    };
    socket.on('error', giveUp);
    const protocol = valueOf(headers, 'upgrade') ?? '';
    if (protocol.toLowerCase() !== upgrade.protocol.toLowerCase()) {
      giveUp();
      failed('unreachable', new Error('the upstream switched to a protocol that was not requested'));
      return;
    }
    // Changes of sessions and permissions while the upstream was replying have not been applied to this request.
    const isAllowed = await reauthorize(true);
    if (!isAllowed || response.destroyed) {
      giveUp();
      return;
    }
    // INVARIANT: nothing is awaited from here on: all further changes apply to the tunnel.
    response.writeHead(101, [
      ...responseHeaders(headers, context, 101),
      'Connection',
      'Upgrade',
      'Upgrade',
      protocol,
    ]);
    response.flushHeaders();
    socket.off('error', giveUp);
    const tunnel = new Tunnel(upgrade.socket, socket, () => {
      this.tunnels.remove(tunnel);
      slot.release();
    });
    this.tunnels.add(tunnel, caller?.kind === 'session' ? caller.session : undefined, reauthorize);
    tunnel.open(upgrade.head, this.idleTimeout);
  }
}
