import type { SnapshotFollower } from '@gatehouse/access';
import type { Logger } from '@gatehouse/logging';
import { Metrics } from './metrics';
import { RequestLog } from './request-log';

/** Metrics and request log. */
export interface Operations {
  readonly metrics: Metrics;
  readonly log: RequestLog;
}

export function createOperations(
  follower: SnapshotFollower,
  tunnels: { readonly size: number },
  logger: Logger,
): Operations {
  return { metrics: new Metrics(follower, tunnels), log: new RequestLog(logger) };
}
