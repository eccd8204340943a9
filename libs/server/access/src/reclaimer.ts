import { setTimeout as pause } from 'node:timers/promises';
import type { AccessSnapshot } from '@gatehouse/access-engine';

/** Milliseconds that a slice should take. */
const SLICE_MS = 5;
const FIRST_OPERATIONS = 2_000;
const MIN_OPERATIONS = 200;
const MAX_OPERATIONS = 50_000;

/** Frees the memory of deleted objects of a snapshot, in short slices with pauses as long. */
export class Reclaimer {
  private running: Promise<void> | undefined;
  private snapshot: AccessSnapshot | undefined;
  private operations = FIRST_OPERATIONS;

  /** Called after each change; a snapshot that takes the place of another one ends the work for that. */
  reclaim(snapshot: AccessSnapshot): void {
    this.snapshot = snapshot;
    if (!this.running && snapshot.reclaim(0)) this.running = this.run();
  }

  async stop(): Promise<void> {
    this.snapshot = undefined;
    await this.running;
  }

  private async run(): Promise<void> {
    for (;;) {
      await pause(SLICE_MS);
      const begun = performance.now();
      if (!this.snapshot?.reclaim(this.operations)) break;
      const took = Math.max(0.1, performance.now() - begun);
      const next = Math.round((this.operations * SLICE_MS) / took);
      this.operations = Math.min(
        MAX_OPERATIONS,
        Math.max(MIN_OPERATIONS, Math.min(next, 2 * this.operations)),
      );
    }
    this.running = undefined;
  }
}
