/** Bytes of memory that the bodies of all requests together use. */
export class BodyMemory {
  private held = 0;

  constructor(private readonly most: number) {}

  /** False, with nothing reserved, if the limit would be exceeded. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.most) return false;
    this.held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.held -= bytes;
  }
}

/** The share of one body. */
export class MemoryReservation {
  private bytes = 0;
  private isOver = false;

  constructor(private readonly memory: BodyMemory) {}

  /** False if the limit would be exceeded; nothing is counted after the release. */
  readonly take = (bytes: number): boolean => {
    if (this.isOver) return true;
    if (!this.memory.take(bytes)) return false;
    this.bytes += bytes;
    return true;
  };

  /** Releases everything, once. */
  readonly release = (): void => {
    if (this.isOver) return;
    this.isOver = true;
    this.memory.giveBack(this.bytes);
  };
}
