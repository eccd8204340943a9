import { ownTurn } from './turns';

describe('turns of the event loop', () => {
  it('are given to one caller each, in the order in which they asked', async () => {
    let turn = 0;
    let counting = true;
    const count = (): void => {
      turn += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const given: [caller: number, turn: number][] = [];
    await Promise.all([0, 1, 2, 3].map(async (caller) => ownTurn().then(() => given.push([caller, turn]))));
    counting = false;
    expect(given.map(([caller]) => caller)).toEqual([0, 1, 2, 3]);
    expect(new Set(given.map(([, at]) => at)).size).toBe(4);
  });
});
