import type { SnapshotFollower } from '@gatehouse/access';
import type { ResponseWriter } from '../replies/response-writer';
import {
  type Freshness,
  metricsRestricted,
  methodNotAllowed,
  type OwnRouteKind,
} from '@gatehouse/enforcement';
import type { TrustedPeers } from '@gatehouse/wire';
import type { Problem } from '@gatehouse/problems';
import type { PublicKey } from '../identity-header/signing-key';
import { type RequestContext, pathOf } from '../received/request-context';
import type { Metrics } from '../operations/metrics';

const READS = 'GET, HEAD';

export interface StatusEndpointsOptions {
  readonly follower: Pick<SnapshotFollower, 'isReady' | 'ageMs' | 'lag'>;
  readonly freshness: Freshness;
  readonly responses: ResponseWriter;
  readonly metrics: Metrics;
  /** The networks that may read the metrics. */
  readonly metricsPeers: Pick<TrustedPeers, 'includes'>;
  readonly publicKey: PublicKey;
}

/**
 * Status of the proxy: liveness, readiness with revision, lag and age of the snapshot, metrics, and the public key for
 * verifying callers' identities.
 */
export class StatusEndpoints {
  constructor(private readonly parts: StatusEndpointsOptions) {}

  handle(context: RequestContext, kind: OwnRouteKind): void {
    const { request } = context;
    const { responses } = this.parts;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      this.refuse(context, methodNotAllowed(READS));
      return;
    }
    switch (kind) {
      case 'root':
        responses.succeed(context, 200, 'Gatehouse proxy.');
        break;
      case 'live':
        responses.succeed(context, 200, 'Live.', { live: true });
        break;
      case 'health':
      case 'ready':
        this.sendReadiness(context);
        break;
      case 'metrics':
        void this.sendMetrics(context);
        break;
      case 'keys':
        responses.send(context, 200, 'application/json', JSON.stringify({ keys: [this.parts.publicKey] }), {
          'Cache-Control': 'public, max-age=300',
        });
    }
  }

  private sendReadiness(context: RequestContext): void {
    const { responses, follower, freshness } = this.parts;
    const refusal = freshness.refusal();
    const { revision, newest, sinceMs } = follower.lag();
    responses.succeed(context, refusal?.status ?? 200, refusal?.detail ?? 'Ready.', {
      live: true,
      ready: refusal === undefined,
      revision: follower.isReady ? revision : null,
      age_ms: follower.isReady ? Math.round(follower.ageMs()) : null,
      lag: follower.isReady ? newest - revision : null,
      behind_since: sinceMs > 0 ? new Date(Date.now() - sinceMs).toISOString() : null,
    });
  }

  private async sendMetrics(context: RequestContext): Promise<void> {
    const { responses, metrics, metricsPeers } = this.parts;
    if (!metricsPeers.includes(context.address)) {
      this.refuse(context, metricsRestricted);
      return;
    }
    responses.send(context, 200, metrics.registry.contentType, await metrics.text());
  }

  private refuse(context: RequestContext, refusal: Problem): void {
    this.parts.responses.refuse(context, refusal, { routeName: pathOf(context.request), isOws: false });
  }
}
