import type { DataSource } from 'typeorm';
import { OwnServer } from '@gatehouse/testing';
import { UnitOfWork, createDataSource, migrate } from '../index';
import { HOSTILE } from './fixtures/hostile-settings';

describe('a server of its own', () => {
  let server: OwnServer;
  let url: string;
  const initialized = async (options: { sessions?: 'own' | 'shared' } = {}): Promise<DataSource> =>
    createDataSource({ url, poolSize: 2, ...options }).initialize();

  beforeAll(async () => {
    server = await OwnServer.make(undefined, {
      wal_writer_delay: '10000',
      wal_level: 'replica',
      max_wal_senders: '2',
    });
    url = server.url;
    const dataSource = await initialized();
    await migrate(dataSource);
    await dataSource.destroy();
  });
  afterAll(() => server.remove());

  it('is refused behind a transaction pooler with the statements that correct its role, and accepted after them', async () => {
    const owners = ['DATABASE gatehouse', 'ROLE gatehouse', 'ROLE gatehouse IN DATABASE gatehouse'];
    for (const owner of owners)
      for (const [name, value] of Object.entries(HOSTILE))
        await server.asSuperuser(`ALTER ${owner} SET ${name} = ${value}`);
    const refused: unknown = await initialized({ sessions: 'shared' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'DatabaseUnsuitable',
      message: `sessions of a transaction pooler have other settings than Gatehouse needs: ${Object.keys(HOSTILE).join(', ')}`,
    });
    const [, statements] = /^[^:]+: (.*)$/.exec((refused as { remedy: string }).remedy) ?? [];
    await server.asSuperuser(statements ?? '');
    const dataSource = await initialized({ sessions: 'shared' });
    await dataSource.destroy();
    for (const owner of owners) await server.asSuperuser(`ALTER ${owner} RESET ALL`);
  });

  it('is refused where triggers do not fire, and takes no revision there', async () => {
    const before = await initialized();
    await server.asSuperuser('ALTER ROLE gatehouse SET session_replication_role = replica');
    try {
      const cause = /session_replication_role is replica/;
      await expect(initialized()).rejects.toThrow(cause);
      await before.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'gatehouse'",
      );
      await server.asSuperuser('GRANT SET ON PARAMETER session_replication_role TO gatehouse');
      await expect(
        before.transaction(async (manager) => {
          await manager.query('SET LOCAL session_replication_role = replica');
          await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
        }),
      ).rejects.toThrow(cause);
    } finally {
      await server.asSuperuser('ALTER ROLE gatehouse RESET session_replication_role');
      await before.destroy();
    }
  });

  it('has acknowledged changes after it was killed, also if the role commits asynchronously', async () => {
    await server.asSuperuser('ALTER ROLE gatehouse SET synchronous_commit = off');
    const dataSource = await initialized();
    const unitOfWork = new UnitOfWork(dataSource);
    await unitOfWork.run(() => unitOfWork.manager.query("INSERT INTO groups (name) VALUES ('acknowledged')"));
    server.kill();
    await dataSource.destroy();
    await server.start();
    const after = await initialized();
    expect(await after.query("SELECT name FROM groups WHERE name = 'acknowledged'")).toHaveLength(1);
    await after.destroy();
  });

  it('is refused as a standby, except for programs that only read', async () => {
    const standby = await server.standby();
    try {
      const options = { url: standby.url, poolSize: 2 };
      await expect(createDataSource(options).initialize()).rejects.toThrow(
        'the server is a standby, which only reads',
      );
      const reading = await createDataSource({ ...options, use: 'reads' }).initialize();
      expect(await reading.query('SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
      await reading.destroy();
    } finally {
      await standby.remove();
    }
  });
});
