import { HashQueue, HashQueueFull, type HashQueueLimits } from './index';

const stranger = (key: string) => ({ isKnown: false, key });
const known = (key: string) => ({ isKnown: true, key });

/** A queue whose tasks end on command, and their results in order of completion. */
class Observed {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  private readonly queue: HashQueue;
  private readonly running: (() => void)[] = [];

  constructor(limits: Partial<HashQueueLimits> = {}) {
    this.queue = new HashQueue({ concurrency: 1, waiting: 100, waitingPerNetwork: 100, ...limits });
  }

  add(name: string, source = stranger(name)): void {
    const work = async (): Promise<void> => {
      this.started.push(name);
      await new Promise<void>((resolve) => this.running.push(resolve));
    };
    this.queue.run(source, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(HashQueueFull);
      this.refused.push(name);
    });
  }

  /** Ends the tasks one after the other, in order of their start, until none runs. */
  async finish(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const end = this.running.shift();
      if (!end) return;
      end();
    }
  }
}

describe('waiting hashes', () => {
  it('are computed for each network in turn, so that one network delays another by one hash', async () => {
    const queue = new Observed();
    for (let count = 0; count < 60; count++) queue.add(`flood ${count}`, stranger('192.0.2.1'));
    queue.add('other', stranger('192.0.2.2'));
    await queue.finish();
    expect(queue.started).toHaveLength(61);
    // One was running, and one was next when the other arrived.
    expect(queue.started.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('are computed in order of arrival within a network', async () => {
    const queue = new Observed();
    for (const name of ['a', 'b', 'c', 'd']) queue.add(name, stranger('192.0.2.1'));
    await queue.finish();
    expect(queue.started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of known users get every other turn, however many unknown networks wait', async () => {
    const queue = new Observed();
    for (let count = 0; count < 50; count++) queue.add(`stranger ${count}`);
    queue.add('administrator 1', known('user 1'));
    queue.add('administrator 2', known('user 1'));
    await queue.finish();
    expect(queue.started.indexOf('administrator 1')).toBeLessThanOrEqual(2);
    expect(queue.started.indexOf('administrator 2')).toBeLessThanOrEqual(4);
  });

  it('do not block unknown networks when known users have many', async () => {
    const queue = new Observed();
    for (let count = 0; count < 50; count++) queue.add(`create ${count}`, known('user 1'));
    queue.add('stranger');
    await queue.finish();
    expect(queue.started.indexOf('stranger')).toBeLessThanOrEqual(2);
  });

  it('use all lanes, and leave none idle', async () => {
    const queue = new Observed({ concurrency: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) queue.add(name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.started).toEqual(['a', 'b', 'c']);
    await queue.finish();
    expect(queue.started).toHaveLength(5);
  });

  it('are rejected beyond the limit of one network, without affecting others', async () => {
    const queue = new Observed({ waitingPerNetwork: 3 });
    for (let count = 0; count < 10; count++) queue.add(`flood ${count}`, stranger('192.0.2.1'));
    queue.add('other', stranger('192.0.2.2'));
    await queue.finish();
    expect(queue.started.toSorted()).toEqual(['flood 0', 'flood 1', 'flood 2', 'flood 3', 'other']);
    expect(queue.refused).toHaveLength(6);
  });

  it('make room for a network with fewer in a full queue', async () => {
    const queue = new Observed({ waiting: 6 });
    for (let count = 0; count < 7; count++) queue.add(`flood ${count}`, stranger('192.0.2.1'));
    queue.add('other', stranger('192.0.2.2'));
    queue.add('flood 7', stranger('192.0.2.1'));
    await queue.finish();
    expect(queue.refused).toEqual(['flood 6', 'flood 7']);
    expect(queue.started).toContain('other');
  });

  it('are rejected if every network has the same number', async () => {
    const queue = new Observed({ waiting: 3 });
    for (let count = 0; count < 10; count++) queue.add(String(count));
    await queue.finish();
    expect(queue.started).toEqual(['0', '1', '2', '3']);
    expect(queue.refused).toHaveLength(6);
  });

  it('can use the lane of a failed task', async () => {
    const queue = new HashQueue({ concurrency: 1, waiting: 10, waitingPerNetwork: 10 });
    const failing = queue.run(stranger('a'), () => Promise.reject(new Error('no hash')));
    const next = queue.run(stranger('b'), () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no hash');
    expect(await next).toBe('done');
    expect(await queue.run(stranger('c'), () => Promise.resolve('done too'))).toBe('done too');
  });

  it('are rejected with the whole seconds to wait before a retry', async () => {
    const queue = new HashQueue({ concurrency: 1, waiting: 8, waitingPerNetwork: 8 });
    const tasks = Array.from({ length: 10 }, () => queue.run(stranger('a'), () => Promise.resolve()));
    await expect(tasks.at(-1)).rejects.toMatchObject({ retryAfter: 2 });
    await Promise.all(tasks.slice(0, -1));
  });
});
