/** How many bytes of bodies are held at a time by all requests together. */
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
