let before: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller gets. Long work, reading large bodies and writing large replies,
 * is done in pieces of a turn each: however many requests ask for it, those that wait are served after one piece.
 */
export function ownTurn(): Promise<void> {
  const turn = before.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  before = turn;
  return turn;
}
