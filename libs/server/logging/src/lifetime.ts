/** How long a process may take to stop gracefully once its parent has ended, in ms. The database stops at the same time. */
const TIMEOUT_MS = 8_000;

/**
 * Ends this process when its parent requests it or has ended, also by `kill -9`.
 *
 * The contract with `npm start`: it sets `SVC_SUPERVISED=1` and holds the other end of our standard input. That end is
 * closed to stop us, and by the kernel when its holder dies. Without the variable nothing happens, for then standard
 * input is a terminal, or nothing.
 *
 * @param stop stops the work gracefully; the process ends afterwards, or after 8 s at the latest
 */
export function exitWithParent(stop: () => Promise<void>): void {
  if (process.env['SVC_SUPERVISED'] !== '1') return;
  let stopping = false;
  const end = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // An error of the pipe means the same as its end.
  process.stdin.once('end', end).once('close', end).once('error', end).resume();
}
