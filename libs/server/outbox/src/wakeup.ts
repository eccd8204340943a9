/** Wakes a loop that sleeps; a call while it does not sleep ends its next sleep immediately. */
export class Wakeup {
  private isRung = false;
  private wake: (() => void) | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();

  ring(): void {
    this.isRung = true;
    this.wake?.();
  }

  /** Rings after a time in milliseconds. A process that has nothing else to do does not wait for it. */
  ringIn(milliseconds: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.ring();
    }, milliseconds);
    this.timers.add(timer.unref());
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isRung = false;
    this.wake = undefined;
  }

  /** Cancels what was to ring later. */
  clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
