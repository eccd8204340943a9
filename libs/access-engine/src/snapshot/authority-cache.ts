import type { Authority } from '../authority';
import { PERMISSION_NAMES } from '../permission';
import type { PermissionName } from '../permission';
import type { AuthorityBits } from './authority-bits';
import { BelowCache } from './below-cache';

/** Results that are cached; one more clears the cache. */
const MAX_RESULTS = 65_536;

/** Distinct authorities that are shared between results. */
const MAX_SHARED_AUTHORITIES = 4096;

interface Result {
  readonly stamp: number;
  readonly authority: Authority;
}

/**
 * Results by service and user. A result is valid as long as the stamp of the user's memberships is the same; a change in a
 * service drops all its results.
 */
export class AuthorityCache {
  /** The same for the branches of services. */
  readonly below = new BelowCache();
  private readonly byService = new Map<number, Map<number, Result>>();
  private readonly shared = new Map<number, Authority>();
  private results = 0;

  get(service: number, user: number, stamp: number): Authority | undefined {
    const result = this.byService.get(service)?.get(user);
    return result !== undefined && result.stamp === stamp ? result.authority : undefined;
  }

  set(service: number, user: number, stamp: number, authority: Authority): void {
    if (!this.byService.get(service)?.has(user)) {
      if (this.results === MAX_RESULTS) this.clear();
      this.results++;
    }
    const ofService = this.byService.get(service) ?? new Map<number, Result>();
    this.byService.set(service, ofService.set(user, { stamp, authority }));
  }

  forgetService(service: number): void {
    this.results -= this.byService.get(service)?.size ?? 0;
    this.byService.delete(service);
    this.below.forgetService(service);
  }

  clear(): void {
    this.below.clear();
    this.byService.clear();
    this.results = 0;
  }

  /** The same object for equal bits: sets of names are large compared with a result, and few of them differ. */
  share(isAdministrator: boolean, { everywhere, somewhere }: AuthorityBits): Authority {
    const count = 2 ** PERMISSION_NAMES.length;
    const key = (Number(isAdministrator) * count + everywhere) * count + somewhere;
    let authority = this.shared.get(key);
    if (!authority) {
      if (this.shared.size >= MAX_SHARED_AUTHORITIES) this.shared.clear();
      authority = { isAdministrator, everywhere: namesOf(everywhere), somewhere: namesOf(somewhere) };
      this.shared.set(key, authority);
    }
    return authority;
  }
}

function namesOf(bits: number): Set<PermissionName> {
  return new Set(PERMISSION_NAMES.filter((_name, code) => ((bits >>> code) & 1) === 1));
}
