/** How many bytes of memory bodies take at a time, of all requests together. */
export class BodyMemory {
  private held = 0;

  constructor(private readonly most: number) {}

  /** False, and nothing is taken, when they would be too many. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.most) return false;
    this.held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.held -= bytes;
  }
}

/** What one body takes of it. */
export class MemoryReservation {
  private bytes = 0;
  private isOver = false;

  constructor(private readonly memory: BodyMemory) {}

  /** False when it would be too much; nothing is counted once it is over. */
  readonly take = (bytes: number): boolean => {
    if (this.isOver) return true;
    if (!this.memory.take(bytes)) return false;
    this.bytes += bytes;
    return true;
  };

  /** Gives everything back, once. */
  readonly release = (): void => {
    if (this.isOver) return;
    this.isOver = true;
    this.memory.giveBack(this.bytes);
  };
}
