import type { DataSource } from 'typeorm';
import { UnitOfWork, createDataSource, migrate } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { OwnServer } from '@gatehouse/testing';
import { SnapshotFollower } from './index';

const LONG = 25_000;

describe('a restart of PostgreSQL', () => {
  let server: OwnServer;
  let database: DataSource;
  let follower: SnapshotFollower | undefined;

  beforeAll(async () => {
    server = await OwnServer.make();
  });
  afterAll(async () => {
    await follower?.stop();
    await database.destroy();
    await server.remove();
  });

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

  it('is survived by a follower, which then has the later writes', async () => {
    const databaseUrl = server.url;
    await addGroup(databaseUrl, 'before');
    database = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
    follower = new SnapshotFollower({
      databaseUrl,
      database,
      adminGroup: 'administrators',
      anonymousUser: 'anonymous',
      logger: silentLogger,
      reconnectDelay: { first: 20, most: 100 },
    });
    await follower.start();
    const snapshot = follower.snapshot();

    await server.stop();
    expect(await follower.confirmNewest(100)).toBeUndefined();
    expect(follower.snapshot().groupByName('before')).toBeDefined();

    await server.start();
    expect(server.url).toBe(databaseUrl);
    const revision = await addGroup(databaseUrl, 'after');
    expect(await follower.waitFor(revision, LONG)).toBe(true);
    expect(follower.snapshot()).toBe(snapshot);
    expect(follower.snapshot().groupByName('after')).toBeDefined();
    expect(await follower.confirmNewest(LONG)).toBe(revision);
  });
});
