let before: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller gets. Large bodies that came in together are then read one a
 * turn, and requests that wait are served in between.
 */
export function ownTurn(): Promise<void> {
  const turn = before.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  before = turn;
  return turn;
}
