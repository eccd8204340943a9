import { Inject, Injectable } from '@nestjs/common';
import { AggregatorRegistry, Registry } from 'prom-client';
import { SnapshotFollower, addSnapshotMetrics } from '@gatehouse/access';
import { answerAs, gather } from '@gatehouse/workers';

const TOPIC = 'snapshot-metrics';

/** How far the snapshots of all workers follow the database. Reference: deployment#metrics. */
@Injectable()
export class SnapshotMetrics {
  constructor(@Inject(SnapshotFollower) follower: SnapshotFollower) {
    const registry = new Registry();
    addSnapshotMetrics(registry, 'gatehouse_api_snapshot', follower);
    answerAs(TOPIC, () => registry.getMetricsAsJSON());
  }

  /** In the format of Prometheus. */
  async text(): Promise<string> {
    return AggregatorRegistry.aggregate((await gather(TOPIC)) as object[]).metrics();
  }
}
