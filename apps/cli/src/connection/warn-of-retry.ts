import type { Context } from '../context';
import { ApiProblem, NotReachable } from '../failures';

/** Says that a request is sent again; throws the error if that is of no use. */
export function warnOfRetry({ signal, output }: Context, error: unknown, retryMs: number): void {
  if (signal.aborted) throw signal.reason;
  const isLater = error instanceof NotReachable || (error instanceof ApiProblem && error.facts.status >= 500);
  if (!isLater) throw error;
  output.warn(`${error.message} Trying again in ${retryMs / 1000} s.`);
}
