/** Results that are cached; one more clears the cache. */
const MAX_RESULTS = 65_536;

/** Slots of resources have 24 bits. */
const TOPS = 2 ** 24;

/** For which permissions it is known whether an assignment denies them in a branch, and for which one does. */
interface Result {
  stamp: number;
  known: number;
  denied: number;
}

/**
 * Whether assignments deny permissions in branches, by service, user and the top of the branch. A result is valid as long
 * as the stamp of the user's memberships is the same; a change in a service drops all its results.
 */
export class BelowCache {
  private readonly byService = new Map<number, Map<number, Result>>();
  private results = 0;

  get(service: number, user: number, top: number, permission: number, stamp: number): boolean | undefined {
    const result = this.byService.get(service)?.get(user * TOPS + top);
    if (result === undefined || result.stamp !== stamp || ((result.known >>> permission) & 1) === 0)
      return undefined;
    return ((result.denied >>> permission) & 1) === 1;
  }

  set(
    service: number,
    user: number,
    top: number,
    permission: number,
    stamp: number,
    isDenied: boolean,
  ): void {
    const key = user * TOPS + top;
    let result = this.byService.get(service)?.get(key);
    if (!result) {
      if (this.results === MAX_RESULTS) this.clear();
      this.results++;
      const ofService = this.byService.get(service) ?? new Map<number, Result>();
      this.byService.set(service, ofService.set(key, (result = { stamp, known: 0, denied: 0 })));
    }
    if (result.stamp !== stamp) Object.assign(result, { stamp, known: 0, denied: 0 });
    result.known |= 1 << permission;
    if (isDenied) result.denied |= 1 << permission;
  }

  forgetService(service: number): void {
    this.results -= this.byService.get(service)?.size ?? 0;
    this.byService.delete(service);
  }

  clear(): void {
    this.byService.clear();
    this.results = 0;
  }
}
