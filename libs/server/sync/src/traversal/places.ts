/** Places for the sources that one process reads at a time, for jobs and previews together. */
export class Places {
  private taken = 0;

  constructor(private readonly all: number) {}

  /** Takes a place, which is to be given back, unless fewer than `spare` others would be left. */
  take(spare = 0): boolean {
    if (this.taken + spare >= this.all) return false;
    this.taken += 1;
    return true;
  }

  giveBack(): void {
    this.taken -= 1;
  }
}
