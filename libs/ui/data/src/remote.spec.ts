import { Problem, Remote } from './index';

describe('remote data', () => {
  it('is loading until it has been read', async () => {
    const remote = new Remote(() => Promise.resolve('read'));
    const loaded = remote.load();
    expect([remote.loading(), remote.value()]).toEqual([true, undefined]);
    await loaded;
    expect([remote.loading(), remote.value()]).toEqual([false, 'read']);
  });

  it('keeps the last value when reading again fails, and reports the problem', async () => {
    const answers = [Promise.resolve('first'), Promise.reject(new Problem(503, 'away'))];
    const remote = new Remote(() => answers.shift()!);
    await remote.load();
    await remote.load();
    expect(remote.value()).toBe('first');
    expect(remote.problem()?.status).toBe(503);
    expect(remote.loading()).toBe(false);
  });

  it('clears the problem after a successful read', async () => {
    const answers = [Promise.reject(new Problem(503, 'away')), Promise.resolve('second')];
    const remote = new Remote(() => answers.shift()!);
    await remote.load();
    await remote.load();
    expect([remote.value(), remote.problem()]).toEqual(['second', undefined]);
  });

  it('shows the data of the last request, regardless of the order of replies', async () => {
    const answer: ((value: string) => void)[] = [];
    const remote = new Remote(() => new Promise<string>((resolve) => answer.push(resolve)));
    const loads = [remote.load(), remote.load()];
    answer[1]!('newer');
    answer[0]!('older');
    await Promise.all(loads);
    expect(remote.value()).toBe('newer');
  });

  it('does not swallow a bug', async () => {
    const remote = new Remote(() => Promise.reject(new TypeError('undefined is not a function')));
    await expect(remote.load()).rejects.toThrow(TypeError);
    expect(remote.loading()).toBe(false);
  });
});
