/**
 * Long work in steps: a generator that yields so often that a step takes less than a millisecond, so that its caller can do
 * other work in between. The yielded number is the memory that the step holds, in bytes; 0 where it does not matter.
 */
export type Steps<Result> = Generator<number, Result, undefined>;

/** Executes all steps without a pause. */
export function inOneGo<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Number of simple operations, such as the visit of a resource, in one step. */
export const OPERATIONS_PER_STEP = 2_048;
