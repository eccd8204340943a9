import type { AddressInfo } from 'node:net';
import { type ProxyInputs, type ProxyParts, composeProxy } from './composition';
import type { Metrics } from './operations/metrics';
import { type ProxyLimits, proxyLimits } from './proxy-limits';

export type { ProxyLimits } from './proxy-limits';

export interface ProxyOptions extends Omit<ProxyInputs, 'limits'> {
  readonly limits?: Partial<ProxyLimits>;
  /** Whether to listen only when requests can be decided. */
  readonly loadsFirst?: boolean;
}

/** The policy enforcement point as a process. */
export class Proxy {
  /** The metrics; processes and add-ons may register more there. */
  readonly metrics: Metrics;
  private readonly limits: ProxyLimits;
  private readonly parts: ProxyParts;

  constructor(private readonly options: ProxyOptions) {
    this.limits = { ...proxyLimits(options.settings), ...options.limits };
    this.parts = composeProxy({ ...options, limits: this.limits });
    this.metrics = this.parts.metrics;
  }

  /**
   * Listens and loads the snapshot; resolves with the port when requests can be decided. Until then, requests are refused with 503,
   * so that probes have a reply; with `loadsFirst`, there are none: other workers serve the port.
   */
  async start(): Promise<number> {
    const { listenHost, proxyPort } = this.options.settings;
    const { server, follower, services } = this.parts;
    const listen = (): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once('error', reject).listen(proxyPort, listenHost, resolve);
      });
    if (!this.options.loadsFirst) await listen();
    await follower.start();
    if (this.options.loadsFirst) await listen();
    services.checkAll(follower.snapshot().services());
    return (server.address() as AddressInfo).port;
  }

  /** Accepts no more requests, gives those in progress a limited time to finish, and stops. */
  async stop(): Promise<void> {
    const { server, tunnels, pools, follower, journal } = this.parts;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    tunnels.close();
    const timer = setTimeout(() => server.closeAllConnections(), this.limits.stopTimeout);
    await closed;
    clearTimeout(timer);
    await pools.destroy();
    await follower.stop();
    await journal.stop();
  }
}
