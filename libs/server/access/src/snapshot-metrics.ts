import { Gauge, type Registry } from 'prom-client';
import type { SnapshotFollower } from './snapshot-follower';

/**
 * Adds how far the snapshot of this process follows the database to its metrics. Of several processes, those that are farthest behind count.
 *
 * @param prefix what the names begin with, such as `gatehouse_proxy_snapshot`
 */
export function addSnapshotMetrics(
  registry: Registry,
  prefix: string,
  follower: Pick<SnapshotFollower, 'isReady' | 'ageMs' | 'lag' | 'revision'>,
): void {
  const gauge = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    value: () => number | undefined,
  ): void => {
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      aggregator,
      registers: [registry],
      collect() {
        const now = value();
        if (now === undefined) this.remove();
        else this.set(now);
      },
    });
  };
  gauge(
    'revision',
    'Revision that requests are decided on; -1 before there is one.',
    'min',
    () => follower.revision,
  );
  gauge(
    'age_seconds',
    'Time since the snapshot was known to be the newest one; absent before there is one.',
    'max',
    () => (follower.isReady ? follower.ageMs() / 1000 : undefined),
  );
  gauge('behind_revisions', 'Known revisions that the snapshot does not have yet.', 'max', () => {
    const { newest, revision } = follower.lag();
    return follower.isReady ? newest - revision : undefined;
  });
  gauge(
    'behind_seconds',
    'Time since the snapshot is behind, or the change feed is lost; 0 while it follows.',
    'max',
    () => follower.lag().sinceMs / 1000,
  );
}
