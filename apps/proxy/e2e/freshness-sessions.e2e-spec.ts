import { call } from './support/exchange';
import { House, cookieOf } from './support/house';
import { type Upstream, startUpstream } from './support/upstream';

describe('a session that has ended, which nobody has announced,', () => {
  let house: House;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    house = await House.open();
    upstream = await startUpstream();
    ({ port } = await house.startProxy({ SVC_PROXY_POLL_INTERVAL: '60' }));
  });
  afterAll(async () => {
    await house.close();
    await upstream.close();
  });

  /** Ends the sessions of a user in a revision of which nobody is told. */
  const endQuietly = async (user: number) => {
    const { manager } = house.database.dataSource;
    const [{ definition } = { definition: '' }] = await manager.query<{ definition: string }[]>(
      `SELECT pg_get_functiondef('begin_revision'::regproc) AS definition`,
    );
    const silent = definition.replace(/PERFORM pg_notify\([^;]*;/, '');
    expect(silent).not.toBe(definition);
    await manager.query(silent);
    try {
      return await house.endSessionsOf(user);
    } finally {
      await manager.query(definition);
    }
  };

  it.each([
    ['that revision', (revision: number) => ({ 'X-Access-Revision': String(revision) })],
    ['the newest revision', () => ({ 'Cache-Control': 'no-cache' })],
  ])('lets nobody in at a request that demands %s', async (_which, demand) => {
    const { name, id } = await house.addService(upstream.url);
    const user = await house.addUser();
    const granted = await house.allow(user, id);
    const cookie = cookieOf(await house.signIn(user));
    const get = (headers: Record<string, string>) =>
      call(port, { path: `/ows/proxy/${name}`, headers: { cookie, ...headers } });
    expect((await get({ 'X-Access-Revision': String(granted) })).status).toBe(200);
    const ended = await endQuietly(user);
    // It is known from before, and news of its end has not come.
    expect((await get({})).status).toBe(200);
    expect((await get(demand(ended))).status).toBe(401);
  });
});
