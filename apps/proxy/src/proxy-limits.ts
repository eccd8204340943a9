import type { ProxySettings } from '@gatehouse/settings';
import { upstreamLimits } from './forwarding/limits';
import type { UpstreamLimits } from './forwarding/upstream-pools';

export interface ProxyLimits extends UpstreamLimits {
  /** Milliseconds within which a body that is read for a decision must arrive. */
  readonly bodyTimeout: number;
  /** Milliseconds for which a request waits for the revision that it demands. */
  readonly revisionTimeout: number;
  /** Milliseconds for which requests in progress may continue while the proxy stops. */
  readonly stopTimeout: number;
  /** Milliseconds between polls of the change log without notifications. */
  readonly pollInterval: number;
}

const REVISION_PATIENCE = 5_000;
const STOP_PATIENCE = 5_000;

export function proxyLimits(settings: ProxySettings): ProxyLimits {
  return {
    ...upstreamLimits(settings),
    bodyTimeout: settings.proxyBodyTimeout * 1000,
    pollInterval: settings.proxyPollInterval * 1000,
    revisionTimeout: REVISION_PATIENCE,
    stopTimeout: STOP_PATIENCE,
  };
}
