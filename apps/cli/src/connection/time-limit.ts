/**
 * A signal that is aborted after some time. One of `AbortSignal.timeout` is not, if only a signal of `AbortSignal.any` depends on it
 * when memory is collected.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const late = new DOMException('The time limit has passed.', 'TimeoutError');
  setTimeout(() => controller.abort(late), milliseconds).unref();
  return controller.signal;
}
