import type { Steps } from '@gatehouse/request-body';
import { FairScheduler } from './fair-scheduler';

/** Work of so many steps, each of which takes a millisecond of a clock that nothing else moves. */
function setUp() {
  let now = 0;
  const done: string[] = [];
  const scheduler = new FairScheduler(() => now);
  function* steps(name: string, count: number): Steps<string> {
    for (let step = 0; step < count; step++) {
      now++;
      done.push(name);
      yield 1;
    }
    return name;
  }
  const run = (client: string, name: string, count: number, hold = (_: number) => true) =>
    scheduler.run(client, steps(name, count), hold);
  return { scheduler, run, done, steps };
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

describe('work on bodies', () => {
  it('leaves the turn to others after eight milliseconds, however much of it there is', async () => {
    const { run, done } = setUp();
    void run('a', 'x', 100);
    void run('b', 'y', 100);
    await immediate();
    expect(done).toHaveLength(8);
    await immediate();
    expect(done).toHaveLength(16);
  });

  it('is done for each client in its turn, and for one client in the order in which it came', async () => {
    const { run, done } = setUp();
    const results = await Promise.all([run('a', 'x', 20), run('a', 'y', 4), run('b', 'z', 4)]);
    expect(results).toEqual(['x', 'y', 'z']);
    const first = (name: string) => done.indexOf(name);
    expect(first('z')).toBeLessThan(first('y'));
    expect(done.lastIndexOf('x')).toBeLessThan(first('y'));
  });

  it('ends when its memory cannot be had', async () => {
    const { run, done } = setUp();
    expect(await run('a', 'x', 5, () => done.length < 3)).toBe('too much');
    expect(done).toHaveLength(3);
  });

  it('is dropped when nobody waits for it any more', async () => {
    const { scheduler, steps, run, done } = setUp();
    let end = () => undefined as void;
    const dropped = scheduler.run(
      'a',
      steps('x', 5),
      () => true,
      (callback) => void (end = callback),
    );
    end();
    expect(await dropped).toBe('over');
    expect(await run('a', 'y', 1)).toBe('y');
    expect(done).toEqual(['y']);
  });

  it('fails for the one who asked for it, and goes on with that of others', async () => {
    const { scheduler, run } = setUp();
    const failing = function* (): Steps<string> {
      throw new Error('broken');
    };
    const failed = scheduler.run('a', failing(), () => true);
    const other = run('a', 'y', 1);
    await expect(failed).rejects.toThrow('broken');
    expect(await other).toBe('y');
  });
});
