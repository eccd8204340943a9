import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '@gatehouse/access-engine';

/** Milliseconds that a long work may hold the event loop up. */
const SLICE_MS = 10;

/** Divides a long work, so that others run in between. */
export class Slices {
  private begun = performance.now();

  /** Lets others run if the current slice has taken long enough. */
  async next(): Promise<void> {
    if (performance.now() - this.begun >= SLICE_MS) await this.others();
  }

  /** Lets others run. */
  async others(): Promise<void> {
    await nextTurn();
    this.begun = performance.now();
  }
}

/** Executes steps in slices. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slices = new Slices();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await slices.next();
  }
}
