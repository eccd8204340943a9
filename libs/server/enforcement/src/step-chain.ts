import type { MaybePromise } from './maybe-promise';

/**
 * One step of a chain. Its outcome: undefined: the next step follows; a step of the same chain: the chain continues there;
 * `refused`: the chain ends with a refusal; `over`: it ends, because the request has its reply.
 */
export interface Step<State> {
  (state: State): MaybePromise<StepOutcome<State>>;
}

export type StepOutcome<State> = undefined | 'refused' | 'over' | Step<State>;

/**
 * Steps in their order. A step follows at once if the one before it did not wait, so that nothing happens between them; the
 * synchronous path allocates nothing.
 */
export class StepChain<State> {
  constructor(
    private readonly steps: readonly Step<State>[],
    /** Called when a step has refused. */
    private readonly refused: (state: State) => void,
  ) {}

  /** True if all steps were executed. Fails if a step fails. */
  run(state: State): MaybePromise<boolean> {
    return this.runFrom(0, state);
  }

  private runFrom(first: number, state: State): MaybePromise<boolean> {
    const { steps } = this;
    for (let index = first; index < steps.length; index += 1) {
      const outcome = steps[index]?.(state);
      if (outcome === undefined) continue;
      return outcome instanceof Promise
        ? outcome.then((arrived) => this.goOn(arrived, index, state))
        : this.goOn(outcome, index, state);
    }
    return true;
  }

  private goOn(outcome: StepOutcome<State>, index: number, state: State): MaybePromise<boolean> {
    if (outcome === undefined) return this.runFrom(index + 1, state);
    if (outcome === 'refused') this.refused(state);
    if (outcome === 'refused' || outcome === 'over') return false;
    const next = this.steps.indexOf(outcome);
    // Otherwise the chain would begin or end somewhere.
    if (next < 0) throw new Error('a step leads to one that the chain does not have');
    return this.runFrom(next, state);
  }
}
