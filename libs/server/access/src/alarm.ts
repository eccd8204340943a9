/** Lets one loop sleep until a time has passed or somebody rings; a ring while nobody sleeps is not lost. */
export class Alarm {
  private rung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  /** Sleeps at most `milliseconds`. */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    // Whoever rings later in this turn of the event loop is part of the same ring.
    await new Promise((resolve) => setImmediate(resolve));
    this.rung = false;
    this.wake = undefined;
  }
}
