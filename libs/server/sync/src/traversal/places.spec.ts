import { Places } from './places';

/** A search whose end a test decides. */
function search() {
  let end: (found: string | undefined) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<string | undefined>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { look: () => ended, end, fail };
}

describe('places', () => {
  it('are taken as long as there are some, and again when they were given back', async () => {
    const places = new Places(2);
    expect([await places.take(), await places.take(), await places.take()]).toEqual([true, true, false]);
    places.giveBack();
    expect([await places.take(), await places.take()]).toEqual([true, false]);
  });

  it('are taken for what is found, and nothing is looked for without a place', async () => {
    const places = new Places(1);
    expect(await places.takeFor(async () => 'job')).toBe('job');
    const unused = jest.fn(async () => 'another');
    expect(await places.takeFor(unused)).toBeUndefined();
    expect(unused).not.toHaveBeenCalled();
    places.giveBack();
    expect(await places.takeFor(async () => undefined)).toBeUndefined();
    expect(await places.take()).toBe(true);
  });

  it('are free after a search that failed', async () => {
    const places = new Places(1);
    await expect(places.takeFor(() => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    expect(await places.take()).toBe(true);
  });

  it.each([
    ['finds nothing', undefined, true],
    ['finds something', 'job', false],
  ])('that are kept for a search are waited for: it %s', async (_, found, isTaken) => {
    const places = new Places(1);
    const { look, end } = search();
    const searching = places.takeFor(look);
    const taken = places.take();
    end(found);
    expect(await taken).toBe(isTaken);
    expect(await searching).toBe(found);
  });

  it('that are kept for a search which fails are free for who waits', async () => {
    const places = new Places(1);
    const { look, fail } = search();
    const searching = places.takeFor(look);
    const taken = places.take();
    fail(new Error('no database'));
    expect(await taken).toBe(true);
    await expect(searching).rejects.toThrow('no database');
  });
});
