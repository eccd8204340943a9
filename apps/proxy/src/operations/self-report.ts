import type { SnapshotFollower } from '@gatehouse/access';
import type { Answers } from '../answer';
import type { Freshness } from '../enforcement/freshness';
import { type Refusal, notForYou, unsupportedMethod } from '../enforcement/refusal';
import type { OwnRouteKind } from '../enforcement/routes';
import type { TrustedPeers } from '../enforcement/trusted-peers';
import type { PublicKey } from '../identity-header/signing-key';
import type { Visit } from '../visit';
import type { Metrics } from './metrics';

const READS = 'GET, HEAD';

export interface SelfReportParts {
  readonly follower: Pick<SnapshotFollower, 'isReady' | 'ageMs' | 'revision'>;
  readonly freshness: Freshness;
  readonly answers: Answers;
  readonly metrics: Metrics;
  /** Who may read the metrics. */
  readonly metricsPeers: Pick<TrustedPeers, 'includes'>;
  readonly publicKey: PublicKey;
}

/**
 * What the proxy tells of itself: whether it lives, whether it can decide and how old what it decides on is, what it has
 * counted, and the key that identities are signed with.
 */
export class SelfReport {
  constructor(private readonly parts: SelfReportParts) {}

  answer(visit: Visit, kind: OwnRouteKind): void {
    const { request, response } = visit;
    const { answers } = this.parts;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      this.refuse(visit, unsupportedMethod(READS));
      return;
    }
    switch (kind) {
      case 'root':
        answers.succeed(request, response, 200, 'Gatehouse proxy.');
        break;
      case 'live':
        answers.succeed(request, response, 200, 'Live.', { live: true });
        break;
      case 'health':
      case 'ready':
        this.tellReadiness(visit);
        break;
      case 'metrics':
        void this.tellMetrics(visit);
        break;
      case 'keys':
        answers.send(
          request,
          response,
          200,
          'application/json',
          JSON.stringify({ keys: [this.parts.publicKey] }),
          {
            'Cache-Control': 'public, max-age=300',
          },
        );
    }
  }

  private tellReadiness({ request, response }: Visit): void {
    const { answers, follower, freshness } = this.parts;
    const refusal = freshness.refusal();
    answers.succeed(request, response, refusal?.status ?? 200, refusal?.detail ?? 'Ready.', {
      live: true,
      ready: refusal === undefined,
      revision: follower.isReady ? follower.revision : null,
      age_ms: follower.isReady ? Math.round(follower.ageMs()) : null,
    });
  }

  private async tellMetrics(visit: Visit): Promise<void> {
    const { request, response, address } = visit;
    const { answers, metrics, metricsPeers } = this.parts;
    if (!metricsPeers.includes(address)) {
      this.refuse(visit, notForYou);
      return;
    }
    const { registry } = metrics;
    answers.send(request, response, 200, registry.contentType, await registry.metrics());
  }

  private refuse({ request, response }: Visit, refusal: Refusal): void {
    this.parts.answers.refuse(request, response, refusal, { routeName: request.url ?? '', isOws: false });
  }
}
