import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DataSource } from 'typeorm';
import { UnitOfWork, createDataSource } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { HangingConnections, OwnServer, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type Delivery, Outbox, OutboxWorker, PermanentFailure } from './index';

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** What handlers were called with; `until` waits for a number of calls. */
class Received {
  readonly deliveries: Delivery[] = [];
  private wake: () => void = () => undefined;

  note(delivery: Delivery): void {
    this.deliveries.push(delivery);
    this.wake();
  }

  async until(count: number): Promise<Delivery[]> {
    while (this.deliveries.length < count) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.deliveries;
  }
}

/** A worker in a separate process, and the lines that it prints. */
class WorkerProcess {
  private readonly lines: string[] = [];
  private wake: () => void = () => undefined;
  private readonly child: ChildProcess;

  constructor(databaseUrl: string, mode: 'send' | 'deliver' | 'add') {
    this.child = spawn(process.execPath, [join(__dirname, 'fixtures/run-worker.cjs'), databaseUrl, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
  }

  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  get printed(): readonly string[] {
    return this.lines;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  async ended(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }
}

describe('the outbox', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let outbox: Outbox;
  const workers: OutboxWorker[] = [];
  const processes: WorkerProcess[] = [];
  const sources: DataSource[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    outbox = new Outbox(unitOfWork);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(processes.splice(0).map((one) => one.end()));
    await Promise.all(sources.splice(0).map((source) => source.destroy()));
    await database.drop();
  });

  const newWorker = (dataSource = database.dataSource, databaseUrl = database.url): OutboxWorker => {
    const worker = new OutboxWorker({
      dataSource,
      databaseUrl,
      logger: silentLogger,
      maxAttempts: 3,
      retention: 3600,
      pollMs: 50,
      delayAfter: () => 0.02,
    });
    workers.push(worker);
    return worker;
  };
  const newProcess = (mode: 'send' | 'deliver' | 'add'): WorkerProcess => {
    const one = new WorkerProcess(database.url, mode);
    processes.push(one);
    return one;
  };
  const add = (payload: object, key?: string): Promise<string> =>
    unitOfWork.run(() => outbox.add({ kind: 'mail', payload: { ...payload }, ...(key ? { key } : {}) }));
  const rowOf = async (id: string): Promise<Row | undefined> => {
    const [row] = await database.dataSource.query<Row[]>(
      'SELECT state, attempts, last_error FROM outbox_messages WHERE id = $1',
      [id],
    );
    return row;
  };
  const untilState = async (id: string, state: string): Promise<Row> => {
    for (;;) {
      const row = await rowOf(id);
      if (row?.state === state) return row;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it('accepts messages only inside a unit of work', async () => {
    await expect(outbox.add({ kind: 'mail', payload: {} })).rejects.toThrow('inside a unit of work');
  });

  it('sends committed messages, and none that were rolled back', async () => {
    const received = new Received();
    const worker = newWorker();
    worker.handle('mail', async (delivery) => received.note(delivery));
    worker.start();
    const failing = unitOfWork.run(async () => {
      await outbox.add({ kind: 'mail', payload: { text: 'rolled back' } });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const id = await add({ text: 'committed' });
    expect(await received.until(1)).toEqual([
      { id, payload: { text: 'committed' }, attempt: 1, isLastAttempt: false },
    ]);
    expect(await untilState(id, 'sent')).toEqual({ state: 'sent', attempts: 1, last_error: null });
    expect(await database.dataSource.query('SELECT 1 FROM outbox_messages')).toHaveLength(1);
  });

  it('sends what was committed by a process that was killed right after', async () => {
    const process = newProcess('add');
    const id = (await process.line(/^added/)).split(' ')[1];
    await process.ended();
    const received = new Received();
    const worker = newWorker();
    worker.handle('mail', async (delivery) => received.note(delivery));
    worker.start();
    expect(await received.until(1)).toMatchObject([{ id, payload: { from: 'a process' } }]);
  });

  it('sends a message again, with the same id, whose worker was killed between sending and recording', async () => {
    const killed = newProcess('send');
    const id = await add({});
    await killed.line(new RegExp(`^sending ${id} 1$`));
    const received = new Received();
    const worker = newWorker();
    worker.handle('mail', async (delivery) => received.note(delivery));
    worker.handle('webhook', async (delivery) => received.note(delivery));
    worker.start();
    // While the process lives, no other worker sends it: this worker has looked for mails before it finds a webhook.
    const other = await unitOfWork.run(() => outbox.add({ kind: 'webhook', payload: {} }));
    expect((await received.until(1)).map((one) => one.id)).toEqual([other]);
    await killed.end();
    expect((await received.until(2))[1]).toMatchObject({ id, attempt: 2 });
    expect(await untilState(id, 'sent')).toMatchObject({ attempts: 2 });
  });

  it('stops delivering a message whose workers are killed at every attempt', async () => {
    const id = await add({});
    for (const attempt of [1, 2, 3]) {
      const killed = newProcess('send');
      await killed.line(new RegExp(`^sending ${id} ${attempt}$`));
      await killed.end();
    }
    const received = new Received();
    const worker = newWorker();
    worker.handle('mail', async (delivery) => received.note(delivery));
    worker.start();
    expect((await untilState(id, 'failed')).last_error).toContain('the process that was sending');
    expect(received.deliveries).toEqual([]);
  });

  it('delivers each message once, and runs a job once, however many processes there are', async () => {
    const all = [newProcess('deliver'), newProcess('deliver')];
    const second = await createDataSource({ url: database.url, poolSize: 4 }).initialize();
    sources.push(second);
    const received = new Received();
    for (const source of [database.dataSource, second]) {
      const worker = newWorker(source);
      worker.handle('mail', async (delivery) => received.note(delivery));
      worker.schedule('tick', 3600, async () => void ticks++);
      worker.start();
    }
    let ticks = 0;
    const ids: string[] = [];
    for (let batch = 0; batch < 10; batch++) {
      await unitOfWork.run(async () => {
        for (let count = 0; count < 20; count++) ids.push(await outbox.add({ kind: 'mail', payload: {} }));
      });
    }
    for (const id of ids) await untilState(id, 'sent');
    const sent = [
      ...received.deliveries.map(({ id }) => id),
      ...all.flatMap(({ printed }) =>
        printed.filter((line) => line.startsWith('sending')).map((line) => line.split(' ')[1] ?? ''),
      ),
    ];
    expect(sent.sort()).toEqual(ids.sort());
    const ran = ticks + all.flatMap(({ printed }) => printed.filter((line) => line === 'tick')).length;
    expect(ran).toBe(1);
  });

  it('delivers the messages of one key in their order, across retries and workers', async () => {
    const received = new Received();
    const started: string[] = [];
    let under = 0;
    let most = 0;
    for (let count = 0; count < 3; count++) {
      const worker = newWorker();
      worker.handle('mail', async (delivery) => {
        const name = String(delivery.payload['name']);
        started.push(name);
        most = Math.max(most, ++under);
        await new Promise((resolve) => setImmediate(resolve));
        under--;
        if (name.endsWith('2') && delivery.attempt < 3) throw new Error('not yet');
        received.note(delivery);
      });
      worker.start();
    }
    await unitOfWork.run(async () => {
      for (const name of ['a1', 'a2', 'a3', 'a4']) {
        await outbox.add({ kind: 'mail', payload: { name }, key: 'a' });
      }
    });
    await received.until(4);
    expect(started).toEqual(['a1', 'a2', 'a2', 'a2', 'a3', 'a4']);
    expect(most).toBe(1);
  });

  it('delivers keys and kinds independently of each other', async () => {
    const received = new Received();
    const worker = newWorker();
    const release: (() => void)[] = [];
    worker.handle('mail', async (delivery) => {
      if (delivery.payload['name'] === 'slow') await new Promise<void>((resolve) => release.push(resolve));
      received.note(delivery);
    });
    worker.handle('webhook', async (delivery) => received.note(delivery));
    worker.start();
    for (let count = 0; count < 8; count++) await add({ name: 'slow' }, `slow ${count}`);
    await unitOfWork.run(() => outbox.add({ kind: 'webhook', payload: { name: 'other kind' } }));
    expect((await received.until(1)).map(({ payload }) => payload['name'])).toEqual(['other kind']);
    while (release.length < 8) await new Promise((resolve) => setImmediate(resolve));
    release.shift()?.();
    await received.until(2);
    await add({ name: 'fast' }, 'fast');
    expect((await received.until(3))[2]?.payload).toEqual({ name: 'fast' });
    release.forEach((resolve) => resolve());
    await received.until(10);
  });

  it('leaves room for other targets while one does not answer', async () => {
    const received = new Received();
    const worker = newWorker();
    const release: (() => void)[] = [];
    let most = 0;
    worker.handle(
      'webhook',
      async (delivery) => {
        if (delivery.payload['name'] === 'slow') {
          await new Promise<void>((resolve) => (most = Math.max(most, release.push(resolve))));
        }
        received.note(delivery);
      },
      { concurrency: 4, perTarget: 2 },
    );
    worker.start();
    const addTo = (target: string): Promise<string> =>
      unitOfWork.run(() =>
        outbox.add({ kind: 'webhook', payload: { name: target }, key: `${target} ${Math.random()}`, target }),
      );
    for (let count = 0; count < 6; count++) await addTo('slow');
    for (let count = 0; count < 3; count++) await addTo('fast');
    // All of the fast one, although it was added last and the slow one has released nothing.
    const names = (await received.until(3)).map(({ payload }) => payload['name']);
    expect(names).toEqual(['fast', 'fast', 'fast']);
    expect(most).toBe(2);
    // A free position of the slow one is taken by its next message.
    for (let count = 4; count <= 9; count++) {
      while (release.length === 0) await new Promise((resolve) => setImmediate(resolve));
      release.shift()?.();
      await received.until(count);
    }
    expect(most).toBe(2);
  });

  it('stops delivering a message after the limit of attempts, and continues with the next one of its key', async () => {
    const received = new Received();
    const worker = newWorker();
    worker.handle('mail', async (delivery) => {
      received.note(delivery);
      if (delivery.payload['name'] === 'bad') throw new Error('mailbox \0 unavailable');
    });
    worker.start();
    const id = await add({ name: 'bad' }, 'k');
    const next = await add({ name: 'good' }, 'k');
    await untilState(next, 'sent');
    expect(await rowOf(id)).toEqual({ state: 'failed', attempts: 3, last_error: 'mailbox  unavailable' });
    expect(received.deliveries.map(({ attempt, isLastAttempt }) => [attempt, isLastAttempt])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [1, false],
    ]);
  });

  it('stops delivering a message immediately after a permanent failure', async () => {
    const worker = newWorker();
    worker.handle('mail', () => Promise.reject(new PermanentFailure('no such recipient')));
    worker.start();
    const id = await add({});
    expect(await untilState(id, 'failed')).toEqual({
      state: 'failed',
      attempts: 1,
      last_error: 'no such recipient',
    });
  });

  it('keeps messages of a kind without a handler queued', async () => {
    const worker = newWorker();
    worker.handle('webhook', async () => undefined);
    worker.start();
    const waiting = await add({});
    const id = await unitOfWork.run(() => outbox.add({ kind: 'webhook', payload: {} }));
    await untilState(id, 'sent');
    expect(await rowOf(waiting)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('finishes running attempts before it stops, and starts no more', async () => {
    const worker = newWorker();
    let release: () => void = () => undefined;
    const received = new Received();
    worker.handle('mail', async (delivery) => {
      received.note(delivery);
      await new Promise<void>((resolve) => (release = resolve));
    });
    worker.start();
    const id = await add({});
    await received.until(1);
    const stopped = worker.stop();
    const later = await add({});
    release();
    await stopped;
    expect(await rowOf(id)).toMatchObject({ state: 'sent' });
    expect(await rowOf(later)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('repeats a scheduled job that failed, and records why', async () => {
    const worker = newWorker();
    let runs = 0;
    const reason = new Promise<unknown>((resolve) => {
      worker.schedule('flaky', 0.05, async () => {
        if (++runs === 1) throw new Error('not today');
        resolve(
          await database.dataSource.query("SELECT last_error FROM scheduled_jobs WHERE name = 'flaky'"),
        );
      });
    });
    worker.start();
    expect(await reason).toEqual([{ last_error: expect.stringContaining('not today') }]);
  });

  it('writes no revision for deliveries', async () => {
    const worker = newWorker();
    worker.handle('mail', async () => undefined);
    worker.start();
    const id = await add({});
    const revision = await newestRevision();
    await untilState(id, 'sent');
    expect(await newestRevision()).toBe(revision);
  });

  const newestRevision = async (): Promise<string | undefined> =>
    (await database.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision'))[0]?.value;

  it('deletes sent and abandoned messages that are older than the retention, and no queued ones', async () => {
    const old = await Promise.all([add({}), add({}), add({}), add({})]);
    await database.dataSource.query(
      `UPDATE outbox_messages SET created_at = now() - interval '2 hours',
         state = CASE id WHEN $1 THEN 'sent' WHEN $2 THEN 'failed' WHEN $3 THEN 'sent' ELSE 'queued' END,
         finished_at = CASE WHEN id IN ($1, $2) THEN now() - interval '2 hours' WHEN id = $3 THEN now() END`,
      old.slice(0, 3),
    );
    newWorker().start();
    while (await rowOf(old[1] ?? '')) await new Promise((resolve) => setTimeout(resolve, 10));
    const rows = await database.dataSource.query<{ id: string }[]>('SELECT id FROM outbox_messages');
    expect(rows.map(({ id }) => id).sort()).toEqual([old[2], old[3]].sort());
  });
});

describe('the outbox, when the database is away for a time,', () => {
  it('waits between two attempts to connect', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const attempts: number[] = [];
    const reached = new Promise<void>((resolve) => {
      server.on('connection', () => attempts.push(performance.now()) === 3 && resolve());
    });
    const databaseUrl = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
    const worker = new OutboxWorker({
      dataSource: createDataSource({ url: databaseUrl }),
      databaseUrl,
      logger: silentLogger,
      maxAttempts: 3,
      retention: 3600,
    });
    worker.start();
    await reached;
    await worker.stop();
    await new Promise((resolve) => server.close(resolve));
    const [first = 0, , third = 0] = attempts;
    expect(third - first).toBeGreaterThan(1_900);
  });

  it('continues when the database is back, including unrecorded deliveries', async () => {
    const server = await OwnServer.make();
    const database = await server.migrated();
    const unitOfWork = new UnitOfWork(database.dataSource);
    const received = new Received();
    let release: () => void = () => undefined;
    const worker = new OutboxWorker({
      dataSource: database.dataSource,
      databaseUrl: database.url,
      logger: silentLogger,
      maxAttempts: 3,
      retention: 3600,
      pollMs: 50,
    });
    worker.handle('mail', async (delivery) => {
      received.note(delivery);
      if (received.deliveries.length === 1) await new Promise<void>((resolve) => (release = resolve));
    });
    worker.start();
    const add = (): Promise<string> =>
      unitOfWork.run(() => new Outbox(unitOfWork).add({ kind: 'mail', payload: {} }));
    const first = await add();
    await received.until(1);
    await server.stop();
    release();
    await server.start();
    expect((await received.until(2))[1]).toMatchObject({ id: first, attempt: 2 });
    const second = await add();
    expect((await received.until(3))[2]).toMatchObject({ id: second, attempt: 1 });
    await worker.stop();
    await database.drop();
    await server.remove();
  });

  it('continues on new connections while those that it has go on hanging', async () => {
    const database = await createTestDatabase();
    const unitOfWork = new UnitOfWork(database.dataSource);
    const received = new Received();
    const url = new URL(database.url.replace('@/', '@socket/'));
    url.searchParams.set('application_name', 'hanging pool');
    const dataSource = createDataSource({
      url: url.href.replace('@socket/', '@/'),
      poolSize: 2,
      connectMillis: 2_000,
    });
    await dataSource.initialize();
    const worker = new OutboxWorker({
      dataSource,
      databaseUrl: database.url,
      logger: silentLogger,
      maxAttempts: 3,
      retention: 3600,
      pollMs: 50,
      silenceMs: 1_000,
    });
    worker.handle('mail', async (delivery) => received.note(delivery));
    worker.start();
    const add = (): Promise<string> =>
      unitOfWork.run(() => new Outbox(unitOfWork).add({ kind: 'mail', payload: {} }));
    await add();
    await received.until(1);
    const hanging = await HangingConnections.stop(
      database.dataSource,
      "application_name IN ('hanging pool', 'gatehouse outbox')",
    );
    expect(hanging.count).toBeGreaterThan(1);
    try {
      const second = await add();
      expect((await received.until(2))[1]).toMatchObject({ id: second });
    } finally {
      hanging.goOn();
    }
    await worker.stop();
    await dataSource.destroy();
    await database.drop();
  });
});
