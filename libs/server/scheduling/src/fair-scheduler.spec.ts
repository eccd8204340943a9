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
  const run = (address: string, name: string, count: number, hold = (_: number) => true) =>
    scheduler.run(address, steps(name, count), hold);
  return { scheduler, run, done, steps };
}

const immediate = () => new Promise((resolve) => setImmediate(resolve));

const A = '192.0.2.1';
const B = '192.0.2.2';

describe('a task', () => {
  it('returns to the event loop after eight milliseconds, however many tasks there are', async () => {
    const { run, done } = setUp();
    void run(A, 'x', 100);
    void run(B, 'y', 100);
    await immediate();
    expect(done).toHaveLength(8);
    await immediate();
    expect(done).toHaveLength(16);
  });

  it('is run in turn with those of other networks, and in the order of arrival within one network', async () => {
    const { run, done } = setUp();
    const results = await Promise.all([run(A, 'x', 20), run(A, 'y', 4), run(B, 'z', 4)]);
    expect(results).toEqual(['x', 'y', 'z']);
    const first = (name: string) => done.indexOf(name);
    expect(first('z')).toBeLessThan(first('y'));
    expect(done.lastIndexOf('x')).toBeLessThan(first('y'));
  });

  it('ends when its memory is not available', async () => {
    const { run, done } = setUp();
    expect(await run(A, 'x', 5, () => done.length < 3)).toBe('too much');
    expect(done).toHaveLength(3);
  });

  it('is dropped when its result is no longer needed', async () => {
    const { scheduler, steps, run, done } = setUp();
    let end = () => undefined as void;
    const dropped = scheduler.run(
      A,
      steps('x', 5),
      () => true,
      (callback) => void (end = callback),
    );
    end();
    expect(await dropped).toBe('over');
    expect(await run(A, 'y', 1)).toBe('y');
    expect(done).toEqual(['y']);
  });

  it('that fails rejects its own promise, and the tasks of others continue', async () => {
    const { scheduler, run } = setUp();
    const failing = function* (): Steps<string> {
      throw new Error('broken');
    };
    const failed = scheduler.run(A, failing(), () => true);
    const other = run(A, 'y', 1);
    await expect(failed).rejects.toThrow('broken');
    expect(await other).toBe('y');
  });

  it('of many addresses in one IPv6 /64 gets one share, and that of another network is not delayed by their number', async () => {
    const { run, done } = setUp();
    const many = Array.from({ length: 50 }, (_, index) => run(`2001:db8:1:2::${index + 1}`, 'x', 12));
    await run('2001:db8:1:3::1', 'y', 12);
    // Two turns of each network: one of eight steps and one of four.
    expect(done.filter((name) => name === 'x')).toHaveLength(12);
    await Promise.all(many);
  });

  it('of an address in IPv4 and of the same one written as IPv6 share one turn', async () => {
    const { run, done } = setUp();
    const both = [run(A, 'x', 4), run(`::ffff:${A}`, 'y', 4), run(B, 'z', 4)];
    await Promise.all(both);
    expect(done.lastIndexOf('z')).toBeLessThan(done.indexOf('y'));
  });
});

describe('a turn of the event loop', () => {
  /** In which iteration of the event loop each caller has got its turns. */
  async function turnsOf(callers: readonly (readonly [address: string, name: string, count: number])[]) {
    const scheduler = new FairScheduler();
    let iteration = 0;
    let isCounting = true;
    const count = (): void => {
      iteration++;
      if (isCounting) setImmediate(count);
    };
    setImmediate(count);
    const turns: { name: string; iteration: number }[] = [];
    const take = async ([address, name, times]: (typeof callers)[number]) => {
      for (let time = 0; time < times; time++) {
        await scheduler.turn(address);
        turns.push({ name, iteration });
      }
    };
    await Promise.all(callers.map(take));
    isCounting = false;
    return turns;
  }

  it('is used by one caller at a time', async () => {
    const turns = await turnsOf([A, B, A, B].map((address, index) => [address, String(index), 1] as const));
    expect(new Set(turns.map(({ iteration }) => iteration)).size).toBe(4);
  });

  it('is given to each network in turn, however many callers of another network wait', async () => {
    const many = Array.from({ length: 20 }, () => [A, 'x', 5] as const);
    const turns = (await turnsOf([...many, [B, 'y', 5]])).map(({ name }) => name);
    expect(turns.slice(0, 10)).toEqual(['x', 'y', 'x', 'y', 'x', 'y', 'x', 'y', 'x', 'y']);
    expect(turns).toHaveLength(105);
  });

  it('is not shared with a task in steps', async () => {
    const { scheduler, steps, done } = setUp();
    let doneAtTurn = -1;
    const turn = scheduler.turn(A).then(() => (doneAtTurn = done.length));
    const task = scheduler.run(B, steps('x', 3));
    await turn;
    expect(doneAtTurn).toBe(0);
    expect(await task).toBe('x');
  });
});
