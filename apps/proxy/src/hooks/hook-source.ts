import { type Hook, serviceOptions } from '@gatehouse/proxy-options';
import { type ServiceView } from '@gatehouse/access-engine';
import type { HooksByService } from './hook-file';

const NONE: readonly Hook[] = [];

/** The hooks of services: those of the file, then those of the service itself. */
export class HookSource {
  private readonly remembered = new WeakMap<ServiceView, readonly Hook[] | 'unreadable'>();

  constructor(private readonly fromFile: HooksByService = new Map()) {}

  /** `unreadable`: it is not known what has to be done with requests for the service. */
  hooksOf(service: ServiceView): readonly Hook[] | 'unreadable' {
    // Without a file there is nothing to put together.
    if (this.fromFile.size === 0) return serviceOptions(service.proxy).hooks;
    let hooks = this.remembered.get(service);
    if (!hooks) this.remembered.set(service, (hooks = this.read(service)));
    return hooks;
  }

  private read({ name, proxy }: ServiceView): readonly Hook[] | 'unreadable' {
    const own = serviceOptions(proxy).hooks;
    return own === 'unreadable' ? own : [...(this.fromFile.get(name) ?? NONE), ...own];
  }
}
