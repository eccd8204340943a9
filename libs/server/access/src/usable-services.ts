import type { ServiceView } from '@gatehouse/access-engine';
import type { Logger } from '@gatehouse/logging';
import { serviceOptions, storedHooks, storedServiceProblems } from '@gatehouse/proxy-options';
import type { ConfigurationProblem, PatternEngine } from '@gatehouse/service-types';

/** Maximum number of problems of one service that are logged. */
const MAX_LOGGED = 10;

/**
 * Services that can be used as stored. Each is checked once until it changes, and its problems are logged then: at
 * the start, or at the first request for a service that has changed since.
 */
export class UsableServices {
  private readonly results = new WeakMap<ServiceView, boolean>();

  constructor(
    /** The engine that compiles patterns of services. */
    readonly patterns: PatternEngine,
    private readonly logger: Pick<Logger, 'error'>,
    /** Whether the file of hooks has some for a service; by default it is not known, and assumed. */
    private readonly hasHooksInFile: (service: string) => boolean = () => true,
  ) {}

  /** Checks services before the first request for them. */
  checkAll(services: readonly ServiceView[]): void {
    for (const service of services) this.isUsable(service);
  }

  /** Requests for an unusable service must be refused to all callers. */
  isUsable(service: ServiceView): boolean {
    let isUsable = this.results.get(service);
    if (isUsable === undefined) this.results.set(service, (isUsable = this.check(service)));
    return isUsable;
  }

  private check(service: ServiceView): boolean {
    const problems = [...storedServiceProblems(service, this.patterns), ...this.missingHooks(service)];
    for (const { path, expected } of problems.slice(0, MAX_LOGGED)) {
      this.logger.error(
        { service: service.name, reason: `${path}: expected ${expected}` },
        'requests for a service are refused until its configuration is changed',
      );
    }
    return problems.length === 0;
  }

  /** Without them, it would be public what they have to hide. */
  private missingHooks({ name, proxy }: ServiceView): readonly ConfigurationProblem[] {
    if (!serviceOptions(proxy).hooksRequired || this.hasHooksInFile(name)) return [];
    if (storedHooks(proxy, this.patterns).hooks.length > 0) return [];
    return [{ path: 'proxy.hooks_required', expected: 'hooks of the service, or in SVC_PROXY_HOOKS_FILE' }];
  }
}
