import { ownTurn } from '../turns';

/** Work that can be stopped now and then: it says where by yielding, and gives its result at the end. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** For how long such work holds up the event loop before requests that wait are served, in milliseconds. */
const SLICE_MS = 5;

/** Does it in one go. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does it in slices of a few milliseconds, each in a turn of the event loop of its own. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - begun < SLICE_MS) continue;
    await ownTurn();
    begun = performance.now();
  }
}
