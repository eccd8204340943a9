import type { SnapshotFollower } from '@gatehouse/access';
import type { Answers } from '../answer';
import type { Freshness } from '../enforcement/freshness';
import { unsupportedMethod } from '../enforcement/refusal';
import type { Visit } from '../visit';

const READS = 'GET, HEAD';

/** What the proxy tells of itself. */
export class SelfReport {
  constructor(
    private readonly follower: Pick<SnapshotFollower, 'isReady' | 'ageMs' | 'revision'>,
    private readonly freshness: Freshness,
    private readonly answers: Answers,
  ) {}

  answer({ request, response }: Visit, kind: 'root' | 'health'): void {
    const { answers, follower, freshness } = this;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answers.refuse(request, response, unsupportedMethod(READS), {
        routeName: request.url ?? '',
        isOws: false,
      });
    } else if (kind === 'root') {
      answers.succeed(request, response, 200, 'Gatehouse proxy.');
    } else {
      const refusal = freshness.refusal();
      const age = follower.isReady ? Math.round(follower.ageMs()) : null;
      answers.succeed(request, response, refusal?.status ?? 200, refusal?.detail ?? 'Ready.', {
        live: true,
        ready: refusal === undefined,
        revision: follower.isReady ? follower.revision : null,
        age_ms: age,
      });
    }
  }
}
