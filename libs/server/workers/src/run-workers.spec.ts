import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@gatehouse/testing';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-workers-'));
const failing = join(folder, 'fail');
const configuration = join(folder, 'configuration.json');
const started: ChildProcess[] = [];

interface Service {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  /** What a new connection is answered. */
  get<Value = number>(path?: string): Promise<Value>;
  /** Waits for a line of the log. */
  logged(message: string): Promise<void>;
}

async function startService(count: number): Promise<Service> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(__dirname, 'fixtures/run-service.cjs'), String(count), String(port), failing, configuration],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  started.push(child);
  const messages: string[] = [];
  const waiting: { message: string; resolve: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg } = JSON.parse(line) as { msg: string };
    const waiter = waiting.findIndex(({ message }) => message === msg);
    if (waiter < 0) messages.push(msg);
    else waiting.splice(waiter, 1)[0]?.resolve();
  });
  return {
    child,
    exited: once(child, 'exit').then(([code]) => code as number | null),
    get: async (path = '/') => {
      const signal = AbortSignal.timeout(30_000);
      return (await fetch(`http://127.0.0.1:${port}${path}`, { signal })).json() as Promise<never>;
    },
    logged: (message) => {
      const index = messages.indexOf(message);
      // Each line is waited for once.
      if (index >= 0) messages.splice(index, 1);
      return index >= 0 ? Promise.resolve() : new Promise((resolve) => waiting.push({ message, resolve }));
    },
  };
}

/** The processes that answer, requested until there are that many. */
async function pidsOf(service: Service, expected: number): Promise<Set<number>> {
  const pids = new Set<number>();
  while (pids.size < expected) pids.add(await service.get());
  return pids;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilGone(pids: Iterable<number>): Promise<void> {
  for (const pid of pids) while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

beforeEach(() => writeFileSync(configuration, '["first"]'));

afterEach(async () => {
  rmSync(failing, { force: true });
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a service with one worker', () => {
  it('runs in the process itself and stops in order', async () => {
    const service = await startService(1);
    await service.logged('started');
    expect(await service.get()).toBe(service.child.pid);
    expect(await service.get('/all')).toEqual([service.child.pid]);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
  });
});

describe('a service with several workers', () => {
  it('serves one port from that many processes, none of them the supervisor', async () => {
    const service = await startService(3);
    await service.logged('started');
    const pids = await pidsOf(service, 3);
    expect([...pids]).not.toContain(service.child.pid);
    expect(new Set(await service.get<number[]>('/all'))).toEqual(pids);
  });

  it('replaces a worker that ends, and is served by the others meanwhile', async () => {
    const service = await startService(2);
    await service.logged('started');
    const before = await pidsOf(service, 2);
    await service.get('/exit').catch(() => undefined);
    await service.logged('a worker ended unexpectedly and is replaced');
    expect(before).toContain(await service.get());
    let after = await pidsOf(service, 2);
    while ([...after].every((pid) => before.has(pid))) after = await pidsOf(service, 2);
    expect([...after].filter((pid) => before.has(pid))).toHaveLength(1);
  });

  it('is restarted worker by worker on SIGHUP, without a failed request', async () => {
    const service = await startService(2);
    await service.logged('started');
    const before = await pidsOf(service, 2);
    let isOver = false;
    const answered = Array.from({ length: 16 }, async () => {
      let count = 0;
      for (; !isOver; count++) expect(await service.get()).toEqual(expect.any(Number));
      return count;
    });
    for (let restarts = 0; restarts < 3; restarts++) {
      const restarted = service.logged('all workers are restarted');
      service.child.kill('SIGHUP');
      await restarted;
    }
    isOver = true;
    // A connection that a worker took with it when it ended would never be answered.
    for (const count of await Promise.all(answered)) expect(count).toBeGreaterThan(0);
    await untilGone(before);
    expect([...(await pidsOf(service, 2))].filter((pid) => before.has(pid))).toEqual([]);
  });

  it('has one worker that does what is done once for a start or restart, and none in place of a worker that ended', async () => {
    const service = await startService(2);
    await service.logged('started');
    const firsts = async (): Promise<number[]> =>
      (await service.get<number[]>('/first')).filter((pid) => pid > 0);
    await pidsOf(service, 2);
    const [first = 0, ...others] = await firsts();
    expect(others).toEqual([]);
    process.kill(first, 'SIGKILL');
    await service.logged('a worker ended unexpectedly and is replaced');
    await untilGone([first]);
    await pidsOf(service, 2);
    expect(await firsts()).toEqual([]);
    service.child.kill('SIGHUP');
    await service.logged('all workers are restarted');
    expect(await firsts()).toHaveLength(1);
  });

  describe('whose first worker reads a file', () => {
    /** What each worker has, asked until there are that many. */
    const configured = async (service: Service, workers: number): Promise<string[]> => {
      // While no worker is ready, nothing listens.
      const all = await service.get<string[][]>('/configured').catch(() => []);
      return all.length < workers ? configured(service, workers) : all.flat();
    };
    const killOne = async (service: Service): Promise<void> => {
      await service.get('/exit').catch(() => undefined);
      await service.logged('a worker ended unexpectedly and is replaced');
    };

    it('gives what was read to workers that join or replace others, whatever the file has become', async () => {
      const service = await startService(3);
      await service.logged('started');
      expect(await configured(service, 3)).toEqual(['first', 'first', 'first']);
      writeFileSync(configuration, '["second"');
      await killOne(service);
      expect(await configured(service, 3)).toEqual(['first', 'first', 'first']);
    });

    it('reads it again on SIGHUP, and goes on with what it had where that fails', async () => {
      const service = await startService(2);
      await service.logged('started');
      await pidsOf(service, 2);
      writeFileSync(configuration, '["second"');
      service.child.kill('SIGHUP');
      await service.logged(
        'a worker could not be started: the restart is aborted, the other workers continue',
      );
      await killOne(service);
      expect(await configured(service, 2)).toEqual(['first', 'first']);
      writeFileSync(configuration, '["second"]');
      service.child.kill('SIGHUP');
      await service.logged('all workers are restarted');
      expect(await configured(service, 2)).toEqual(['second', 'second']);
    });

    it('reads it again on a SIGHUP during which no worker is ready', async () => {
      const service = await startService(2);
      await service.logged('started');
      await pidsOf(service, 2);
      writeFileSync(failing, '');
      await killOne(service);
      await killOne(service);
      writeFileSync(configuration, '["second"]');
      service.child.kill('SIGHUP');
      await service.logged('no worker is ready: the workers are restarted when one is');
      rmSync(failing);
      while ((await configured(service, 2)).includes('first'));
      expect(await configured(service, 2)).toEqual(['second', 'second']);
    });
  });

  it('keeps its workers when a new one cannot be started', async () => {
    const service = await startService(2);
    await service.logged('started');
    const before = await pidsOf(service, 2);
    writeFileSync(failing, '');
    service.child.kill('SIGHUP');
    await service.logged('a worker could not be started: the restart is aborted, the other workers continue');
    expect(await pidsOf(service, 2)).toEqual(before);
  });

  it('does not start when its first worker cannot be started', async () => {
    writeFileSync(failing, '');
    expect(await (await startService(2)).exited).toBe(1);
  });

  it('stops with all its workers', async () => {
    const service = await startService(2);
    await service.logged('started');
    const pids = await pidsOf(service, 2);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect([...pids].filter(isAlive)).toEqual([]);
  });

  it('leaves no worker behind when the supervisor is killed', async () => {
    const service = await startService(2);
    await service.logged('started');
    const pids = await pidsOf(service, 2);
    service.child.kill('SIGKILL');
    await service.exited;
    await untilGone(pids);
    await expect(service.get()).rejects.toThrow();
  });
});
