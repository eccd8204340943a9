import { Controller, Get, Inject } from '@nestjs/common';
import { Endpoint, FromScope, type RequestScope, SETTINGS } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { TrustedPeers } from '@gatehouse/wire';
import { JobMetrics } from './job-metrics';
import { SnapshotMetrics } from './snapshot-metrics';

@Controller('metrics')
export class MetricsController {
  private readonly peers: TrustedPeers;

  constructor(
    private readonly jobs: JobMetrics,
    private readonly snapshot: SnapshotMetrics,
    @Inject(SETTINGS) { metricsAllowed }: Pick<Settings, 'metricsAllowed'>,
  ) {
    this.peers = new TrustedPeers(metricsAllowed, 'SVC_METRICS_ALLOWED');
  }

  @Endpoint(Get(), {
    name: 'get_metrics',
    summary: 'Read the metrics of the snapshot and of scheduled jobs, in the format of Prometheus',
    access: 'public',
    growth: { boundedBy: 'the scheduled jobs' },
    success: { status: 200, detail: 'The metrics.' },
    errors: ['metrics_restricted'],
    raw: 'text/plain; version=0.0.4; charset=utf-8',
  })
  async text(@FromScope() { address }: RequestScope): Promise<string> {
    if (!this.peers.includes(address)) throw problem('metrics_restricted');
    // Without the database, the snapshot has metrics all the same.
    return (await this.snapshot.text()) + (await this.jobs.text());
  }
}
