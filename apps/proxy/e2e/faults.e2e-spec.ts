import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { Proxy } from '../src/proxy';
import { SchemaMissing, awaitSchema } from '../src/schema';
import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('while the database is unavailable,', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let proxy: Proxy;
  let admin: Client;
  let name: string;
  let dataSource: DataSource;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    name = /\/(test_\w+)/.exec(fixture.database.url)?.[1] ?? '';
    admin = new Client({ connectionString: fixture.database.url.replace(name, 'postgres') });
    await admin.connect();
    const settings = {
      ...fixture.settings({ SVC_PROXY_MAX_STALENESS: '2' }),
      databaseUrl: fixture.database.url,
    };
    // The proxy has separate connections, so that those of the tests remain when those of the proxy are terminated.
    dataSource = createDataSource({ url: `${fixture.database.url}&application_name=pool`, poolSize: 4 });
    await dataSource.initialize();
    proxy = new Proxy({
      settings,
      dataSource,
      logger: silentLogger,
      limits: { pollInterval: 100, revisionTimeout: 300 },
    });
    port = await proxy.start();
  });
  afterAll(async () => {
    await comeBack();
    await proxy.stop();
    await dataSource.destroy();
    await admin.end();
    await fixture.close();
    await upstream.close();
  });

  const goAway = async () => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = $1 AND application_name IN ('gatehouse feed', 'pool')`,
      [name],
    );
  };
  const comeBack = () => admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  const get = (service: string, headers: Record<string, string> = {}) =>
    call(port, { path: `/ows/proxy/${service}`, headers });
  const health = () => call(port, { path: '/health' });
  const statusBecomes = (status: number, send: () => ReturnType<typeof call>) =>
    until(send, (reply) => reply.status === status);

  it('known sessions are served, others are refused, all are refused beyond the bound, and service resumes afterwards', async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    await fixture.allow(user, service.id);
    const cookie = cookieOf(await fixture.signIn(user));
    const unseen = cookieOf(await fixture.signIn(user));
    expect((await statusBecomes(200, () => get(service.name, { cookie }))).status).toBe(200);
    const ready = await health();
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text)).toMatchObject({ lag: 0, behind_since: null });

    const begun = Date.now() - 1;
    await goAway();
    expect((await get(service.name, { cookie })).status).toBe(200);
    const refused = await get(service.name, { cookie: unseen });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await get(service.name, { cookie, 'Cache-Control': 'no-cache' })).status).toBe(503);

    expect((await statusBecomes(503, () => get(service.name, { cookie }))).status).toBe(503);
    const stale = await health();
    expect(stale.status).toBe(503);
    const report = JSON.parse(stale.text) as {
      live: boolean;
      ready: boolean;
      age_ms: number;
      behind_since: string;
    };
    expect(report).toMatchObject({ live: true, ready: false });
    expect(report.age_ms).toBeGreaterThanOrEqual(2000);
    expect(Date.parse(report.behind_since)).toBeLessThan(Date.now());
    expect(Date.parse(report.behind_since)).toBeGreaterThan(begun);
    const verify = await call(port, { path: `/ows/verify/${service.name}`, headers: { cookie } });
    expect(verify.status).toBe(403);
    expect(verify.headers['x-gatehouse-reason']).toBe('stale');

    await comeBack();
    expect((await statusBecomes(200, () => get(service.name, { cookie }))).status).toBe(200);
    expect((await statusBecomes(200, () => get(service.name, { cookie: unseen }))).status).toBe(200);
    await fixture.revoke(user, service.id);
    expect((await statusBecomes(403, () => get(service.name, { cookie }))).status).toBe(403);
  });
});

describe('the proxy reports', () => {
  let fixture: Fixture;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    ({ port } = await fixture.startProxy());
  });
  afterAll(() => fixture.close());

  it('its identity at its root, with the body that every reply has', async () => {
    const reply = await call(port, { path: '/' });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('"code": 200, "type": "application/json"');
    expect((await call(port, { path: '/', method: 'HEAD' })).text).toBe('');
  });

  it('whether it is ready, with the revision it decides on', async () => {
    const revision = await fixture.write(() => Promise.resolve());
    const reply = await until(
      health,
      ({ text }) => (JSON.parse(text) as { revision: number }).revision === revision,
    );
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({ live: true, ready: true, revision });
  });

  it('its status by GET and HEAD only', async () => {
    const reply = await call(port, { path: '/health', method: 'POST' });
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe('GET, HEAD');
  });

  it('has status endpoints whose refusals do not repeat the query', async () => {
    const reply = await call(port, { path: '/health?token=canary&name=canary2', method: 'POST' });
    expect(JSON.parse(reply.text)).toMatchObject({ path: '/health', route_name: '/health', method: 'POST' });
    expect(reply.text).not.toMatch(/canary\b/);
  });

  const health = () => call(port, { path: '/health' });
});

describe('a proxy that starts', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await Fixture.open();
  });
  afterAll(() => fixture.close());

  it('continues once the schema is present', async () => {
    await expect(awaitSchema(fixture.database.dataSource, { timeoutMs: 0 })).resolves.toBeUndefined();
  });

  it('reports what is missing when the schema is not brought up to date before the timeout', async () => {
    const { dataSource } = fixture.database;
    const [newest] = await dataSource.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM gatehouse_migrations ORDER BY id DESC LIMIT 1',
    );
    const rename = (name?: string) =>
      dataSource.query('UPDATE gatehouse_migrations SET name = $1 WHERE id = $2', [name, newest?.id]);
    await rename('aside');
    const waiting = awaitSchema(dataSource, { timeoutMs: 20_000 });
    await expect(awaitSchema(dataSource, { timeoutMs: 0 })).rejects.toThrow(SchemaMissing);
    await expect(awaitSchema(dataSource, { timeoutMs: 0 })).rejects.toThrow(newest?.name);
    await rename(newest?.name);
    await expect(waiting).resolves.toBeUndefined();
  });
});
