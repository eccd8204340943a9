import { type SnapshotFollower, addSnapshotMetrics } from '@gatehouse/access';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ForwardingFailure } from '../forwarding/exchange';

/** In seconds: from a decision in memory to one that waited for a body or a sign-in. */
const DECISION_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5];

/**
 * Metrics of the proxy, in a separate registry. Label values are constants of the code (routes, outcomes, reasons), never values
 * from clients or names from administrators, so that the number of series is bounded.
 */
export class Metrics {
  readonly registry = new Registry();
  /** The exposition of the metrics; with several workers, replaced by the aggregate of all. */
  text: () => Promise<string> = () => this.registry.metrics();
  /** Allowed requests by route since they were last added to the counter, which saves a lookup by labels for each request. */
  private readonly allowed = new Map<string, number>();
  private readonly requests = new Counter({
    name: 'gatehouse_proxy_requests_total',
    help: 'Requests by route (proxy, verify, …) and outcome; of refused ones the reason.',
    labelNames: ['route', 'outcome', 'reason'],
    registers: [this.registry],
    collect: () => {
      for (const [route, number] of this.allowed)
        this.requests.inc({ route, outcome: 'allowed', reason: '' }, number);
      this.allowed.clear();
    },
  });
  private readonly decisions = new Histogram({
    name: 'gatehouse_proxy_decision_seconds',
    help: 'Time from the arrival of a request for a service to the decision about it.',
    buckets: DECISION_BUCKETS,
    registers: [this.registry],
  });
  private readonly upstreamFailures = new Counter({
    name: 'gatehouse_proxy_upstream_failures_total',
    help: 'Allowed requests without a reply of their service.',
    labelNames: ['failure'],
    registers: [this.registry],
  });
  /** Verify calls without a method since they were last added to the counter. */
  private undeclared = 0;
  private readonly withoutMethod = new Counter({
    name: 'gatehouse_proxy_verify_without_method_total',
    help: 'Verify calls that declared no method: existing front ends that cannot distinguish reading from writing.',
    registers: [this.registry],
    collect: () => {
      this.withoutMethod.inc(this.undeclared);
      this.undeclared = 0;
    },
  });

  constructor(
    follower: Pick<SnapshotFollower, 'isReady' | 'revision' | 'ageMs' | 'lag'>,
    tunnels: { readonly size: number },
  ) {
    const registers = [this.registry];
    new Gauge({
      name: 'gatehouse_proxy_workers',
      help: 'Processes that serve on the port.',
      registers,
      collect() {
        this.set(1);
      },
    });
    new Gauge({
      name: 'gatehouse_proxy_websockets_open',
      help: 'Connections that are forwarded after an upgrade.',
      registers,
      collect() {
        this.set(tunnels.size);
      },
    });
    addSnapshotMetrics(this.registry, 'gatehouse_proxy_snapshot', follower);
  }

  /** A request for a service was decided, `milliseconds` after its arrival. */
  decided(milliseconds: number): void {
    this.decisions.observe(milliseconds / 1000);
  }

  letThrough(route: string): void {
    this.allowed.set(route, (this.allowed.get(route) ?? 0) + 1);
  }

  refused(route: string, reason: string): void {
    this.requests.inc({ route, outcome: 'refused', reason });
  }

  /** A request was allowed first and refused when it was authorized again. */
  withdrawn(route: string, reason: string): void {
    this.requests.inc({ route, outcome: 'withdrawn', reason });
  }

  verifiedWithoutMethod(): void {
    this.undeclared++;
  }

  upstreamFailed(failure: ForwardingFailure): void {
    this.upstreamFailures.inc({ failure });
  }
}
