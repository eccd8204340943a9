/**
 * Work in steps, none of which takes more than a few milliseconds: between two of them others may
 * have their turn. Each step gives the number of bytes that it has allocated since the previous step.
 */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Characters or bytes of one step. */
export const STEP = 64 * 1024;

/** Runs all steps without interruption. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
