import type { SnapshotFollower } from '@gatehouse/access';
import type { Logger } from '@gatehouse/logging';
import type { ProxySettings } from '@gatehouse/settings';
import type { PublicAddress } from '@gatehouse/enforcement';
import type { TrustedPeers } from '@gatehouse/wire';
import { Forwarder } from './forwarder';
import { TunnelOpener } from './tunnel-opener';
import { TunnelRegistry } from './tunnel-registry';
import { type UpstreamLimits, UpstreamPools } from './upstream-pools';
import { upstreamTrust } from './upstream-trust';

export interface ForwardingOptions {
  readonly settings: ProxySettings;
  readonly limits: UpstreamLimits;
  readonly follower: SnapshotFollower;
  readonly logger: Logger;
  readonly publicAddress: PublicAddress;
  readonly trustedPeers: TrustedPeers;
}

/** Forwarding to upstreams. */
export interface Forwarding {
  readonly forwarder: Forwarder;
  readonly tunnels: TunnelRegistry;
  readonly pools: UpstreamPools;
}

export function createForwarding(options: ForwardingOptions): Forwarding {
  const { settings, limits, follower, logger, publicAddress, trustedPeers } = options;
  const pools = new UpstreamPools(limits, upstreamTrust(settings));
  const tunnels = new TunnelRegistry(follower, logger);
  const opener = new TunnelOpener(tunnels, limits.idleTimeout);
  const forwarder = new Forwarder(pools, opener, publicAddress, trustedPeers, settings, limits);
  return { forwarder, tunnels, pools };
}
