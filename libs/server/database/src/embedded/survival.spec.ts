import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acknowledged,
  eventually,
  processTreeOf,
  Folders,
  killAtOnce,
  query,
  startOwner,
  untilGone,
} from './fixtures/owner';
import { startEmbeddedPostgres } from './index';

// These tests wait for real processes, which takes long on a busy machine.

const folders = new Folders();

beforeAll(() => folders.open());
afterAll(() => folders.close());

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function rowsIn(dataDir: string): Promise<Set<number>> {
  const database = await startEmbeddedPostgres({ dataDir });
  try {
    const rows = await query<{ n: string }>(database, 'SELECT n FROM written');
    return new Set(rows.map(({ n }) => Number(n)));
  } finally {
    await database.stop();
  }
}

it.each(['signal', 'watchdog'] as const)(
  'the embedded database ends after kill -9 of its owner (by %s), and the next start has all acknowledged writes',
  async (parentDeath) => {
    const dataDir = await folders.shared();
    const owner = startOwner(dataDir, parentDeath);
    const [, pid, socketFolder = ''] = (await owner.until('started')).split(' ');
    await owner.until('row 100');
    const processTree = await processTreeOf(Number(pid));

    await killAtOnce([owner.child.pid ?? 0]);
    await untilGone(processTree);
    const rows = await rowsIn(dataDir);
    expect(acknowledged(owner).filter((n) => !rows.has(n))).toEqual([]);
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT');
  },
);

it('the embedded database starts on a folder whose owner was killed immediately before', async () => {
  const dataDir = await folders.shared();
  const owner = startOwner(dataDir);
  await owner.until('row 10');
  owner.child.kill('SIGKILL');
  const rows = await rowsIn(dataDir);
  expect(acknowledged(owner).filter((n) => !rows.has(n))).toEqual([]);
});

it('the embedded database loses no acknowledged write when owner and server are repeatedly killed in mid-write', async () => {
  const dataDir = await folders.shared();
  const reported = new Set<number>();
  for (const pause of [20, 90, 200]) {
    const owner = startOwner(dataDir);
    const pid = Number((await owner.until('started')).split(' ')[1]);
    await owner.until('row ');
    await sleep(pause);
    await killAtOnce([...(await processTreeOf(pid)), owner.child.pid ?? 0]);
    for (const n of acknowledged(owner)) reported.add(n);
  }
  const rows = await rowsIn(dataDir);
  expect(reported.size).toBeGreaterThan(10);
  expect([...reported].filter((n) => !rows.has(n))).toEqual([]);
});

it('the embedded database can be started after kills at any moment of the first initialization, and leaves nothing behind', async () => {
  const dataDir = folders.fresh();
  const left = new Set<string>();
  // From the empty folder to the last of the databases that PostgreSQL creates.
  for (const progress of ['.', 'global/pg_control', 'base/5']) {
    const owner = startOwner(dataDir);
    await eventually(`the initialisation to reach ${progress}`, async () => {
      const names = await readdir(dataDir).catch(() => []);
      const unfinished = names.find((name) => /^postgres\.[0-9a-f]{12}\.new$/.test(name) && !left.has(name));
      if (unfinished === undefined || !(await exists(join(dataDir, unfinished, progress)))) return undefined;
      return left.add(unfinished);
    });
    await killAtOnce([owner.child.pid ?? 0]);
  }
  const database = await startEmbeddedPostgres({ dataDir });
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect((await readdir(dataDir)).sort()).toEqual([
    'postgres',
    'postgres.json',
    'postgres.log',
    'postgres.owner',
  ]);
  expect((await readdir(join(dataDir, 'postgres.owner'))).length).toBe(1);
});
