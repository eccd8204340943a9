import type { ServiceView } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import { storedServiceProblems } from '@gatehouse/proxy-options';
import type { PatternEngine } from '@gatehouse/service-types';

/** Most problems of one service that are logged. */
const MOST_LOGGED = 10;

/**
 * Which services can be used as they are stored. Each is checked once for as long as nothing about it changes, and what is
 * wrong is logged then: at the start, or when a request comes for a service that has changed since.
 */
export class UsableServices {
  private readonly known = new WeakMap<ServiceView, boolean>();

  constructor(
    /** What patterns of services are compiled with. */
    readonly patterns: PatternEngine,
    private readonly logger: Logger,
  ) {}

  /** Checks services before there are requests for them. */
  checkAll(services: readonly ServiceView[]): void {
    for (const service of services) this.isUsable(service);
  }

  /** Requests for a service that is not usable have to be refused, whoever sends them. */
  isUsable(service: ServiceView): boolean {
    let isUsable = this.known.get(service);
    if (isUsable === undefined) this.known.set(service, (isUsable = this.check(service)));
    return isUsable;
  }

  private check(service: ServiceView): boolean {
    const problems = storedServiceProblems(service, this.patterns);
    for (const { path, expected } of problems.slice(0, MOST_LOGGED)) {
      this.logger.error(
        { service: service.name, reason: `${path}: expected ${expected}` },
        'requests for a service are refused until its configuration is changed',
      );
    }
    return problems.length === 0;
  }
}
