import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UnitOfWork } from '@gatehouse/database';
import { type ProtectedService, type ResourceDirectory, createResourceDirectory } from '@gatehouse/directory';
import { silentLogger } from '@gatehouse/logging';
import { OutgoingHttp } from '@gatehouse/outgoing';
import { finished } from '@gatehouse/request-body';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { MAX_XML_BYTES, Synchronization } from './index';
import { SourceServer, catalog, dataset, reference } from './testing/source-server.fixture';

/** More by `npm run test:long sync-kills`. */
const KILLS = Number(process.env['SVC_TEST_SYNC_KILLS'] ?? 2);
const FOLDERS = 8;
const FILES = 40;
const REQUEST = { timeoutMs: 10_000, bodyBytes: MAX_XML_BYTES };

/** A process that runs the jobs that wait. */
class JobProcess {
  private readonly child: ChildProcess;
  private readonly lines: string[] = [];
  private wake: () => void = () => undefined;

  constructor(databaseUrl: string) {
    this.child = spawn(process.execPath, [join(__dirname, 'fixtures/run-jobs.cjs'), databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: this.child.stdout! }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
  }

  async line(text: string): Promise<void> {
    while (!this.lines.includes(text)) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  async kill(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}

/** Numbers from 0 to 1 that are the same in each run. */
function* fractions(): Generator<number> {
  for (let seed = 12_345; ; seed = (seed * 48_271) % 2_147_483_647) yield seed / 2_147_483_647;
}

describe('a process that is killed while it synchronizes', () => {
  let database: TestDatabase;
  let directory: ResourceDirectory;
  let server: SourceServer;
  let other: Synchronization;
  const http = new OutgoingHttp({ outgoingAllowed: ['0.0.0.0/0'] }, REQUEST);

  beforeAll(async () => {
    [database, server] = await Promise.all([createTestDatabase(), new SourceServer().start()]);
    const unitOfWork = new UnitOfWork(database.dataSource);
    directory = createResourceDirectory(unitOfWork);
    other = new Synchronization({
      dataSource: database.dataSource,
      unitOfWork,
      directory,
      http: { trusted: http, guarded: http },
      limits: { resources: 10_000, documents: 100, bytes: 1e8, readingMs: 30_000, requestMs: 10_000 },
      key: Buffer.alloc(32, 7),
      maxAgeSeconds: 3_600,
      run: async (steps) => finished(steps),
      logger: silentLogger,
    });
  });
  afterAll(async () => {
    await other.synchronizer.stop();
    await Promise.all([server.stop(), http.close()]);
    await database.drop();
  });

  /** Folders with files, whose names have the number of a round. */
  function serve({ url }: ProtectedService, round: number): void {
    const { pathname } = new URL(url);
    const folders = Array.from({ length: FOLDERS }, (_, n) => `r${round}-${n}`);
    const references = folders.map((name) => reference(`${name}/catalog.xml`, name));
    server.documents.set(`${pathname}/catalog.xml`, catalog(references.join('\n')));
    for (const name of folders) {
      const files = Array.from({ length: FILES }, (_, n) => dataset(`${n}`, `${name}/${n}.nc`));
      server.documents.set(`${pathname}/${name}/catalog.xml`, catalog(files.join('\n')));
    }
  }

  const registered = async (one: ProtectedService): Promise<number> =>
    (await directory.resources.below([one], 10_000)).length;
  const mirrored = async ({ id }: ProtectedService): Promise<number> => {
    const [row] = await database.dataSource.query<{ count: number }[]>(
      `SELECT count(r.id)::integer AS count FROM service_mirrors m
       JOIN remote_resources r ON r.synchronization_id = m.synchronization_id WHERE m.service_id = $1`,
      [id],
    );
    return row?.count ?? 0;
  };

  it(`leaves what was before, or what another one completes (${KILLS} times)`, async () => {
    const all = FOLDERS * (FILES + 1);
    const random = fractions();
    const ends = new Set<string>();
    // How long it takes from the start of the process to the last change.
    let duration = 1_500;
    for (let round = 0; round < KILLS; round += 1) {
      const one = await directory.services.create({
        name: `s${round}`,
        typeName: 'thredds',
        url: `${server.url}/s${round}`,
        syncType: 'thredds',
        synchronization: { mode: 'create' },
      });
      serve(one, round);
      // The job waits: this process does not take it.
      await database.dataSource.query(
        `INSERT INTO synchronizations (service_id, sync_type, mode) VALUES ($1, 'thredds', 'create')`,
        [one.id],
      );
      const process = new JobProcess(database.url);
      await process.line('started');
      const begun = performance.now();
      const killedAfter = (random.next().value as number) * duration;
      await Promise.race([
        new Promise((resolve) => void setTimeout(resolve, killedAfter)),
        process.line('idle').then(() => (duration = (duration + performance.now() - begun) / 2)),
      ]);
      await process.kill();
      const [before] = await other.list(one, undefined, 1);
      const atKill = { state: before?.state, shown: await mirrored(one), created: await registered(one) };
      // A mirror is shown as a whole, and only its resources are created.
      expect([0, all]).toContain(atKill.shown);
      if (atKill.shown === 0) expect(atKill.created).toBe(0);
      // Its lease ends, and another process looks for jobs.
      await database.dataSource.query(
        `UPDATE synchronizations SET lease_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL`,
      );
      await other.synchronizer.start();
      await other.synchronizer.idle();
      const [after] = await other.list(one, undefined, 1);
      const end = { state: after?.state, shown: await mirrored(one), created: await registered(one) };
      const wasReading = atKill.state === 'reading';
      expect(end).toEqual(
        wasReading
          ? { state: 'failed', shown: 0, created: 0 }
          : { state: 'succeeded', shown: all, created: all },
      );
      if (after?.state === 'succeeded') expect(after.result).toMatchObject({ appeared: all, created: all });
      else expect(after?.failure).toMatchObject({ code: 'interrupted' });
      ends.add(String(atKill.state));
      // What is left of it is removed.
      await other.removeOld();
      const [{ count } = { count: -1 }] = await database.dataSource.query<{ count: number }[]>(
        `SELECT count(*)::integer AS count FROM remote_resources r WHERE NOT EXISTS (
           SELECT FROM service_mirrors m WHERE m.synchronization_id = r.synchronization_id)`,
      );
      expect(count).toBe(0);
    }
    // A long series kills it in each state.
    if (KILLS >= 50) expect([...ends].sort()).toEqual(expect.arrayContaining(['applying', 'reading']));
  }, 3_600_000);
});
