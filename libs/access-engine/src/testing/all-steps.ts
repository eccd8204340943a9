import type { Steps } from '../steps';

/** Executes all steps; `between` is called after each. */
export function finished<Result>(steps: Steps<Result>, between: () => void = () => undefined): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    between();
  }
}
