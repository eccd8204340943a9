import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import {
  type EmbeddedPostgres,
  UnitOfWork,
  createDataSource,
  migrate,
  startEmbeddedPostgres,
} from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { SnapshotFollower } from './index';

const LONG = 25_000;

describe('a restart of PostgreSQL', () => {
  let folder: string;
  let server: EmbeddedPostgres | undefined;
  let follower: SnapshotFollower | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-restart-'));
  });
  afterAll(async () => {
    await follower?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the server and tells a URL that is the same each time, though the server's socket is elsewhere each time. */
  const start = async (): Promise<string> => {
    server = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    const url = new URL(server.url.replace('@/', '@socket/'));
    const link = join(folder, 'socket');
    await symlink(url.searchParams.get('host') ?? '', `${link}.next`);
    await rename(`${link}.next`, link);
    url.searchParams.set('host', link);
    return url.href.replace('@socket/', '@/');
  };
  const addGroup = async (databaseUrl: string, name: string): Promise<number> => {
    const dataSource: DataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
    try {
      await migrate(dataSource);
      const unitOfWork = new UnitOfWork(dataSource);
      return await unitOfWork.run(async () => {
        await unitOfWork.manager.query('INSERT INTO groups (name) VALUES ($1)', [name]);
        return unitOfWork.revision ?? 0;
      });
    } finally {
      await dataSource.destroy();
    }
  };

  it('is lived through by a follower, which then knows what was written after it', async () => {
    const databaseUrl = await start();
    await addGroup(databaseUrl, 'before');
    follower = new SnapshotFollower({
      databaseUrl,
      adminGroup: 'administrators',
      anonymousUser: 'anonymous',
      logger: silentLogger,
      reconnectDelay: { first: 20, most: 100 },
    });
    await follower.start();
    const snapshot = follower.snapshot();

    await server?.stop();
    expect(await follower.confirmNewest(100)).toBeUndefined();
    expect(follower.snapshot().groupByName('before')).toBeDefined();

    expect(await start()).toBe(databaseUrl);
    const revision = await addGroup(databaseUrl, 'after');
    expect(await follower.waitFor(revision, LONG)).toBe(true);
    expect(follower.snapshot()).toBe(snapshot);
    expect(follower.snapshot().groupByName('after')).toBeDefined();
    expect(await follower.confirmNewest(LONG)).toBe(revision);
  });
});
