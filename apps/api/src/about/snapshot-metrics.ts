import { Inject, Injectable } from '@nestjs/common';
import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { SnapshotFollower, addSnapshotMetrics } from '@gatehouse/access';
import { answerAs, gather } from '@gatehouse/workers';

const TOPIC = 'snapshot-metrics';

/** How far the snapshots of all workers follow the database, and their clock. Reference: deployment#metrics. */
@Injectable()
export class SnapshotMetrics {
  constructor(@Inject(SnapshotFollower) follower: SnapshotFollower) {
    const registry = new Registry();
    addSnapshotMetrics(registry, 'gatehouse_api_snapshot', follower);
    // Front ends write the `Date` of replies themselves: it does not tell this clock.
    new Gauge({
      name: 'gatehouse_api_clock_timestamp_seconds',
      help: 'What the clock of the API says.',
      aggregator: 'max',
      registers: [registry],
      collect() {
        this.set(Date.now() / 1000);
      },
    });
    answerAs(TOPIC, () => registry.getMetricsAsJSON());
  }

  /** In the format of Prometheus. */
  async text(): Promise<string> {
    return AggregatorRegistry.aggregate((await gather(TOPIC)) as object[]).metrics();
  }
}
