/** Suspends one loop until a timeout or a call of `ring`; a call while the loop is running is not lost. */
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
    // Further calls in this turn of the event loop belong to the same wake-up.
    await new Promise((resolve) => setImmediate(resolve));
    this.rung = false;
    this.wake = undefined;
  }
}
