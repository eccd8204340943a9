/** A value that is available now or later. */
export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Continues with a value: synchronously if it is available, so that nothing happens in between, otherwise when it
 * arrives. `state` is passed to the step, so that a caller needs no closure; the
 * synchronous path allocates nothing.
 */
export function andThen<Value, State, Result>(
  value: MaybePromise<Value>,
  next: (value: Value, state: State) => MaybePromise<Result>,
  state: State,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then((arrived) => next(arrived, state)) : next(value, state);
}

/** A value with a substitute for the case that it arrives as a failure. */
export function orElse<Value>(
  value: MaybePromise<Value>,
  substitute: (error: unknown) => Value,
): MaybePromise<Value> {
  return value instanceof Promise ? value.catch(substitute) : value;
}

/** The result of a computation, or a substitute when it throws or its result arrives as a failure. */
export function attempt<Value, State>(
  compute: (state: State) => MaybePromise<Value>,
  substitute: (error: unknown, state: State) => Value,
  state: State,
): MaybePromise<Value> {
  try {
    const value = compute(state);
    return value instanceof Promise ? value.catch((error: unknown) => substitute(error, state)) : value;
  } catch (error) {
    return substitute(error, state);
  }
}
