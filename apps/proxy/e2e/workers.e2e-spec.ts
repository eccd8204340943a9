import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, until } from './support/exchange';
import { Fixture } from './support/fixture';
import { type ProxyProcess, startProxyProcess } from './support/proxy-process';
import { type Upstream, startUpstream } from './support/upstream';

describe('a proxy with several workers', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let proxy: ProxyProcess;
  let path: string;
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-proxy-workers-'));
  const configuration = join(folder, 'platform.yml');

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    path = await fixture.publishService(upstream.url);
    writeConfiguration();
    proxy = await startProxyProcess({
      ...fixture.environment(),
      SVC_PROXY_WORKERS: '2',
      SVC_CONFIG_PATH: configuration,
    });
    // The port is open as soon as the first worker serves.
    await until(
      () => metric('gatehouse_proxy_workers'),
      (workers) => workers === 2,
      60_000,
    );
  });
  afterAll(async () => {
    expect(await proxy.stop()).toBe(0);
    await fixture.close();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  /** A hook for the service, followed by what somebody is writing. */
  const writeConfiguration = (more = ''): void => {
    const hooks = [{ on: 'response', do: [{ set_header: { 'X-Hook': 'applied' } }] }];
    const service = path.split('/').at(-1) ?? '';
    writeFileSync(configuration, `${JSON.stringify({ proxy_hooks: { [service]: hooks } })}\n${more}`);
  };
  const workers = (): number[] =>
    execFileSync('ps', ['--ppid', String(proxy.child.pid), '-o', 'pid='], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
  const metric = async (name: string): Promise<number> => {
    const { text } = await call(proxy.port, { path: '/metrics' });
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  };
  it('counts the requests of all workers in the reply of any of them', async () => {
    const before = await metric('gatehouse_proxy_decision_seconds_count');
    await Promise.all(Array.from({ length: 20 }, () => call(proxy.port, { path })));
    expect(await metric('gatehouse_proxy_decision_seconds_count')).toBe(before + 20);
    expect(await metric('gatehouse_proxy_workers')).toBe(2);
  });

  it('reports in its metrics the revision of the worker that is furthest behind', async () => {
    const revision = await fixture.endSessionsOf(await fixture.addUser());
    const known = await until(
      () => metric('gatehouse_proxy_snapshot_revision'),
      (known) => known >= revision,
    );
    expect(known).toBe(revision);
  });

  it('refuses in every worker what has been revoked, where the request names the revision', async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const revision = await fixture.allow(user, service.id, 'access');
    const { token } = await fixture.signIn(user);
    const statuses = (at: number) =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const headers = { Cookie: `auth_tkt=${token}`, 'X-Access-Revision': String(at) };
          return (await call(proxy.port, { path: `/ows/proxy/${service.name}`, headers })).status;
        }),
      );
    expect(await statuses(revision)).toEqual(Array(8).fill(200));
    expect(await statuses(await fixture.revoke(user, service.id))).toEqual(Array(8).fill(403));
  });

  it('gives a worker that replaces another one the hooks and providers of its start, whatever the files have become', async () => {
    const [ended = 0] = workers();
    writeConfiguration('identity_providers: [');
    process.kill(ended, 'SIGKILL');
    await until(
      async () => !workers().includes(ended) && (await metric('gatehouse_proxy_workers')) === 2,
      (isReplaced) => isReplaced,
      60_000,
    );
    const replies = await Promise.all(Array.from({ length: 8 }, () => call(proxy.port, { path })));
    expect(replies.map(({ headers }) => headers['x-hook'])).toEqual(Array(8).fill('applied'));
    expect(await metric('gatehouse_proxy_workers')).toBe(2);
    writeConfiguration();
  });

  it('sends no request to a worker that is still loading its snapshot', async () => {
    const blocker = fixture.database.dataSource.createQueryRunner();
    await blocker.startTransaction();
    try {
      await blocker.query('LOCK TABLE resources IN ACCESS EXCLUSIVE MODE');
      proxy.child.kill('SIGHUP');
      const waiting = async (): Promise<number> => {
        const [row] = (await fixture.database.dataSource.query(
          // Of this database: tables of databases that were copied from one template have the same OIDs.
          `SELECT count(*)::integer AS count FROM pg_locks
           WHERE NOT granted AND relation = 'resources'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )) as [{ count: number }];
        return row.count;
      };
      await until(waiting, (count) => count > 0);
      const replies = await Promise.all(Array.from({ length: 24 }, () => call(proxy.port, { path })));
      expect(replies.map(({ status }) => status)).toEqual(Array(24).fill(200));
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
  });
});
