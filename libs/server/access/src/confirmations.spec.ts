import { Confirmations } from './confirmations';

const LONG = 60_000;

describe('the callers that wait for the newest revision', () => {
  it('share one result as long as no read has started', async () => {
    const confirmations = new Confirmations();
    const answers = [confirmations.wait(LONG), confirmations.wait(LONG)];
    const batches = confirmations.close();
    expect(batches).toHaveLength(1);
    batches[0]?.settle(7);
    expect(await Promise.all(answers)).toEqual([7, 7]);
  });

  it('are not answered by a read that started before their call', async () => {
    const confirmations = new Confirmations();
    const early = confirmations.wait(LONG);
    const [first] = confirmations.close();
    const late = confirmations.wait(LONG);
    first?.settle(7);
    expect(await early).toBe(7);
    for (const batch of confirmations.close()) batch.settle(8);
    expect(await late).toBe(8);
  });

  it('wait for the next read when one fails', async () => {
    const confirmations = new Confirmations();
    const early = confirmations.wait(LONG);
    confirmations.close();
    const late = confirmations.wait(LONG);
    for (const batch of confirmations.close()) batch.settle(9);
    expect(await Promise.all([early, late])).toEqual([9, 9]);
    expect(confirmations.close()).toEqual([]);
  });

  it('receive undefined when their timeout expires', async () => {
    const confirmations = new Confirmations();
    const [short, long] = [confirmations.wait(1), confirmations.wait(LONG)];
    expect(await short).toBeUndefined();
    for (const batch of confirmations.close()) batch.settle(3);
    expect(await long).toBe(3);
  });
});
