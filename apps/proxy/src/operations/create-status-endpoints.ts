import type { SnapshotFollower } from '@gatehouse/access';
import type { ProxySettings } from '@gatehouse/settings';
import type { Freshness } from '@gatehouse/enforcement';
import { TrustedPeers } from '@gatehouse/wire';
import type { CallerIdentityHeader } from '../identity-header/caller-identity-header';
import type { Responses } from '../requests/create-responses';
import type { Metrics } from './metrics';
import { StatusEndpoints } from './status-endpoints';

export interface StatusOptions {
  readonly settings: ProxySettings;
  readonly follower: SnapshotFollower;
  readonly freshness: Freshness;
  readonly metrics: Metrics;
  readonly responses: Responses;
  readonly identityHeader: CallerIdentityHeader;
}

export function createStatusEndpoints(options: StatusOptions): StatusEndpoints {
  const { settings, follower, freshness, metrics, responses, identityHeader } = options;
  return new StatusEndpoints({
    follower,
    freshness,
    responses: responses.responses,
    metrics,
    metricsPeers: new TrustedPeers(settings.metricsAllowed, 'SVC_METRICS_ALLOWED'),
    publicKey: identityHeader.publicKey,
  });
}
