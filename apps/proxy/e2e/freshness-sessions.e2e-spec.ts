import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a session that has ended without a notification', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy({ SVC_PROXY_POLL_INTERVAL: '60' }));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** Ends the sessions of a user in a revision without a notification. */
  const endQuietly = async (user: number) => {
    const { manager } = fixture.database.dataSource;
    const [{ definition } = { definition: '' }] = await manager.query<{ definition: string }[]>(
      `SELECT pg_get_functiondef('begin_revision'::regproc) AS definition`,
    );
    const silent = definition.replace(/PERFORM pg_notify\([^;]*;/, '');
    expect(silent).not.toBe(definition);
    await manager.query(silent);
    try {
      return await fixture.endSessionsOf(user);
    } finally {
      await manager.query(definition);
    }
  };

  it.each([
    ['that revision', (revision: number) => ({ 'X-Access-Revision': String(revision) })],
    ['the newest revision', () => ({ 'Cache-Control': 'no-cache' })],
  ])('is refused at a request that demands %s', async (_which, demand) => {
    const { name, id } = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const granted = await fixture.allow(user, id);
    const cookie = cookieOf(await fixture.signIn(user));
    const get = (headers: Record<string, string>) =>
      call(port, { path: `/ows/proxy/${name}`, headers: { cookie, ...headers } });
    expect((await get({ 'X-Access-Revision': String(granted) })).status).toBe(200);
    const ended = await endQuietly(user);
    // The session is cached, and no notification of its end has arrived.
    expect((await get({})).status).toBe(200);
    expect((await get(demand(ended))).status).toBe(401);
  });
});
