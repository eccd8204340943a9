import type { ProxySettings } from '@gatehouse/settings';
import type { UpstreamLimits } from './upstream-pools';

/** Maximum number of upstreams with kept connections. */
const MAX_POOLS = 1_000;

/** The limits of forwarding from the settings, in milliseconds. */
export function upstreamLimits(settings: ProxySettings): UpstreamLimits {
  return {
    connectTimeout: settings.proxyConnectTimeout * 1000,
    headersTimeout: settings.proxyHeadersTimeout * 1000,
    idleTimeout: settings.proxyIdleTimeout * 1000,
    keepAlive: settings.proxyUpstreamKeepAlive * 1000,
    connections: settings.proxyUpstreamConnections,
    waiting: settings.proxyUpstreamQueue,
    queueTimeout: settings.proxyUpstreamQueueTimeout * 1000,
    pools: MAX_POOLS,
  };
}
