/** Places for the sources that one process reads at a time, for jobs and previews together. */
export class Places {
  private taken = 0;
  /** What is looked for while a place is kept for it. */
  private readonly searches = new Set<Promise<unknown>>();

  constructor(private readonly all: number) {}

  /** Takes a place, which is to be given back; false if none is left. A search for which the last one is kept is waited for. */
  async take(): Promise<boolean> {
    while (this.taken === this.all) {
      if (this.searches.size === 0) return false;
      await Promise.race(this.searches).catch(() => undefined);
    }
    this.taken += 1;
    return true;
  }

  /** Takes a place for what `search` finds. Without a place it is not called; if it finds nothing, no place is taken. */
  async takeFor<Found>(search: () => Promise<Found | undefined>): Promise<Found | undefined> {
    if (this.taken === this.all) return undefined;
    this.taken += 1;
    const searching = search();
    this.searches.add(searching);
    let found: Found | undefined;
    try {
      found = await searching;
      return found;
    } finally {
      this.searches.delete(searching);
      if (found === undefined) this.giveBack();
    }
  }

  giveBack(): void {
    this.taken -= 1;
  }
}
