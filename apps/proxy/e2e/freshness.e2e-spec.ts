import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Client } from 'pg';
import { OwnServer } from '@gatehouse/testing';
import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type ProxyProcess, startProxyProcess } from './support/proxy-process';
import { type Upstream, startUpstream } from './support/upstream';

/** Where executions of the query for changes are counted. */
const LOOKS: readonly unknown[] = ['gatehouse-newest', 'gatehouse-changes'];

describe('two proxies in separate processes', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let proxies: ProxyProcess[];
  let user: number;
  let cookie: string;
  let name: string;
  let id: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const environment = { ...fixture.environment(), SVC_PROXY_POLL_INTERVAL: '0.2' };
    proxies = await Promise.all([startProxyProcess(environment), startProxyProcess(environment)]);
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    ({ name, id } = await fixture.addService(upstream.url));
  });
  afterAll(async () => {
    expect(await Promise.all(proxies.map((proxy) => proxy.stop()))).toEqual([0, 0]);
    await fixture.close();
    await upstream.close();
  });

  const get = (port: number, headers: Record<string, string> = {}) =>
    call(port, { path: `/ows/proxy/${name}`, headers: { cookie, ...headers } });
  const statuses = (headers?: Record<string, string>) =>
    Promise.all(proxies.map(async ({ port }) => (await get(port, headers)).status));
  /** The status that both eventually return. */
  const bothBecome = (status: number) =>
    until(statuses, (answers) => answers.every((answer) => answer === status));
  const grantedAtBoth = async () => {
    await fixture.allow(user, id);
    expect(await bothBecome(200)).toEqual([200, 200]);
  };
  const query = async (text: string, ...values: unknown[]): Promise<Record<string, string>[]> => {
    const client = new Client({ connectionString: fixture.database.url });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const cutFeeds = () =>
    query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'gatehouse feed'`,
    );

  it('both apply a revocation', async () => {
    await grantedAtBoth();
    await fixture.revoke(user, id);
    expect(await bothBecome(403)).toEqual([403, 403]);
  });

  it('both decide immediately on the revision that a write returned', async () => {
    for (let round = 0; round < 10; round++) {
      const granted = await fixture.allow(user, id);
      expect(await statuses({ 'X-Access-Revision': String(granted) })).toEqual([200, 200]);
      const revoked = await fixture.revoke(user, id);
      expect(await statuses({ 'X-Access-Revision': String(revoked) })).toEqual([403, 403]);
    }
  });

  it('both apply a revocation that was written while their connections were lost', async () => {
    await grantedAtBoth();
    expect(await cutFeeds()).toHaveLength(2);
    await fixture.revoke(user, id);
    expect(await bothBecome(403)).toEqual([403, 403]);
  });

  it('both decide on the newest revision even directly after their connections were lost', async () => {
    await grantedAtBoth();
    await cutFeeds();
    const revoked = await fixture.revoke(user, id);
    expect(await statuses({ 'X-Access-Revision': String(revoked) })).toEqual([403, 403]);
  });

  it('both apply a revocation without a notification', async () => {
    const [{ definition = '' } = {}] = await query(
      `SELECT pg_get_functiondef('begin_revision'::regproc) AS definition`,
    );
    const silent = definition.replace(/PERFORM pg_notify\([^;]*;/, '');
    expect(silent).not.toBe(definition);
    await query(silent);
    try {
      await grantedAtBoth();
      await fixture.revoke(user, id);
      expect(await bothBecome(403)).toEqual([403, 403]);
    } finally {
      await query(definition);
    }
  });

  it('both apply the end of a session', async () => {
    const other = await fixture.addUser();
    const service = await fixture.addService(upstream.url);
    await fixture.allow(other, service.id);
    const theirs = cookieOf(await fixture.signIn(other));
    const answers = (wanted: number) =>
      until(
        () =>
          Promise.all(
            proxies.map(async ({ port }) => {
              const { status } = await call(port, {
                path: `/ows/proxy/${service.name}`,
                headers: { cookie: theirs },
              });
              return status;
            }),
          ),
        (all) => all.every((status) => status === wanted),
      );
    expect(await answers(200)).toEqual([200, 200]);
    await fixture.endSessionsOf(other);
    expect(await answers(401)).toEqual([401, 401]);
  });

  it('apply what was revoked while one of them was down after a crash', async () => {
    await grantedAtBoth();
    const [first] = proxies;
    first?.child.kill('SIGKILL');
    await fixture.revoke(user, id);
    const next = await startProxyProcess(fixture.environment());
    proxies = [next, ...proxies.slice(1)];
    expect((await get(next.port)).status).toBe(403);
  });

  it('report their resource usage', async () => {
    for (const { port } of proxies) {
      const { text } = await call(port, { path: '/metrics' });
      expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
      expect(text).toMatch(/^gatehouse_proxy_snapshot_revision [1-9]/m);
    }
  });

  it('need none of the settings for the administrator', () => {
    expect(Object.keys(fixture.environment()).filter((setting) => setting.startsWith('SVC_ADMIN'))).toEqual(
      [],
    );
  });
});

describe('a request that demands a revision', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;
  let newest: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy({ SVC_PROXY_POLL_INTERVAL: '60' }));
    path = await fixture.publishService(upstream.url);
    newest = await fixture.write(() => Promise.resolve());
    await get({ 'X-Access-Revision': String(newest) });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const get = (headers: Record<string, string>) => call(port, { path, headers });
  /** The number of queries for changes during `work`. */
  const looksDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const queries = jest.spyOn(Client.prototype, 'query');
    try {
      await work();
      return queries.mock.calls.filter(([query]) => LOOKS.includes(Reflect.get(Object(query), 'name')))
        .length;
    } finally {
      queries.mockRestore();
    }
  };
  const times = <T>(count: number, work: () => Promise<T>) =>
    Promise.all(Array.from({ length: count }, work));
  /** Blocks queries until `count` requests have arrived, however slow the machine is. */
  const heldUp = async <T>(count: number, begin: () => Promise<T>): Promise<T> => {
    let arrived = 0;
    const onRequest = (): void => void arrived++;
    const client = new Client({ connectionString: fixture.database.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE access_revision IN ACCESS EXCLUSIVE MODE');
    subscribe('http.server.request.start', onRequest);
    const under = begin();
    await until(
      () => Promise.resolve(arrived),
      (requests) => requests === count,
    );
    unsubscribe('http.server.request.start', onRequest);
    await client.query('COMMIT');
    await client.end();
    return under;
  };

  it.each([
    ['for the newest revision', 200, { 'Cache-Control': 'no-cache' }],
    ['for a future revision, which is refused,', 400, { 'X-Access-Revision': '999999999' }],
  ])('%s shares one query with the requests that arrive with it', async (_which, status, headers) => {
    const looks = await looksDuring(async () => {
      const replies = await heldUp(200, () => times(200, () => get(headers)));
      expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([status]));
    });
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(20);
  });

  it('causes no query if the revision or a newer one is known', async () => {
    const looks = await looksDuring(async () => {
      for (const revision of [0, 1, newest - 1, newest])
        expect((await get({ 'X-Access-Revision': String(revision) })).status).toBe(200);
    });
    expect(looks).toBe(0);
  });

  it('invalidates nothing: other requests are decided on without a query meanwhile', async () => {
    await get({ 'Cache-Control': 'no-cache' });
    expect(await looksDuring(() => times(20, () => get({})))).toBe(0);
  });

  it('for the next revision is answered as soon as that revision exists', async () => {
    expect((await get({ 'X-Access-Revision': String(newest + 1) })).status).toBe(400);
    newest = await fixture.write(() => Promise.resolve());
    expect((await get({ 'X-Access-Revision': String(newest) })).status).toBe(200);
  });
});

describe('after a restart of PostgreSQL, the proxies', () => {
  let server: OwnServer;
  let upstream: Upstream;
  let fixture: Fixture | undefined;

  beforeAll(async () => {
    server = await OwnServer.make();
    upstream = await startUpstream();
  });
  afterAll(async () => {
    await fixture?.close();
    await upstream.close();
    await server.remove();
  });

  it('serve known sessions, and refuse what is revoked afterwards', async () => {
    fixture = await Fixture.open(await server.migrated());
    const { port } = await fixture.startProxy({ SVC_PROXY_MAX_STALENESS: '3' });
    const { name, id } = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    await fixture.allow(user, id);
    const get = (headers: Record<string, string> = {}) =>
      call(port, { path: `/ows/proxy/${name}`, headers: { cookie, ...headers } });
    const becomes = (status: number) => until(get, (reply) => reply.status === status);
    const ready = async () => (await call(port, { path: '/health/ready' })).status;
    const live = async () => (await call(port, { path: '/health/live' })).status;
    expect((await becomes(200)).status).toBe(200);

    await server.stop();
    expect((await get()).status).toBe(200);
    expect((await becomes(503)).status).toBe(503);
    expect([await ready(), await live()]).toEqual([503, 200]);

    await server.start();
    expect((await becomes(200)).status).toBe(200);
    const revoked = await fixture.revoke(user, id);
    expect((await get({ 'X-Access-Revision': String(revoked) })).status).toBe(403);
    expect(await ready()).toBe(200);
  }, 240_000);
});
