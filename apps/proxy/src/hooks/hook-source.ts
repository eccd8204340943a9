import { type Hook, storedHooks } from '@gatehouse/proxy-options';
import type { PatternEngine } from '@gatehouse/service-types';
import { type ServiceView } from '@gatehouse/access-engine';
import type { HooksByService } from './hook-file';

const NONE: readonly Hook[] = [];

/** The hooks of a service: those of the file, then its own. */
export class HookSource {
  private readonly hooks = new WeakMap<ServiceView, readonly Hook[] | 'unreadable'>();

  constructor(
    private readonly patterns: PatternEngine,
    private readonly fromFile: HooksByService = new Map(),
  ) {}

  /** `unreadable`: the hooks for the service's requests are unknown. */
  hooksOf(service: ServiceView): readonly Hook[] | 'unreadable' {
    // Without a file there is nothing to merge.
    if (this.fromFile.size === 0) return this.ownHooksOf(service);
    let hooks = this.hooks.get(service);
    if (!hooks) this.hooks.set(service, (hooks = this.read(service)));
    return hooks;
  }

  private read(service: ServiceView): readonly Hook[] | 'unreadable' {
    const own = this.ownHooksOf(service);
    return own === 'unreadable' ? own : [...(this.fromFile.get(service.name) ?? NONE), ...own];
  }

  private ownHooksOf({ proxy }: ServiceView): readonly Hook[] | 'unreadable' {
    const { hooks, problems } = storedHooks(proxy, this.patterns);
    return problems.length === 0 ? hooks : 'unreadable';
  }
}
