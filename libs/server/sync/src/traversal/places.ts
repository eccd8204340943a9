/** Places for the sources that one process reads at a time, for jobs and previews together. */
export class Places {
  private taken = 0;

  constructor(private readonly all: number) {}

  /** Takes a place, which is to be given back; false if none is left. */
  take(): boolean {
    if (this.taken === this.all) return false;
    this.taken += 1;
    return true;
  }

  giveBack(): void {
    this.taken -= 1;
  }
}
