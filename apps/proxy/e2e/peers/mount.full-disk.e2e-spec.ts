import { OwnServer, SmallDisk } from '@gatehouse/testing';
import { call, until } from '../support/exchange';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';

describe('on a small disk that is full, the proxy', () => {
  let disk: SmallDisk;
  let server: OwnServer;
  let upstream: Upstream;
  let fixture: Fixture;
  let port: number;
  let path: string;
  let user: number;
  let known: string;
  /** Cookies of sessions that the proxy has not seen. */
  const unseen: string[] = [];

  beforeAll(async () => {
    disk = await SmallDisk.mount();
    server = await OwnServer.make(disk.folder);
    upstream = await startUpstream();
    fixture = await Fixture.open(await server.migrated());
    ({ port } = await fixture.startProxy({}, { pollInterval: 100, revisionTimeout: 300 }));
    const service = await fixture.addService(upstream.url);
    path = `/ows/proxy/${service.name}`;
    user = await fixture.addUser();
    await fixture.allow(user, service.id);
    known = cookieOf(await fixture.signIn(user));
    for (let count = 0; count < 3; count++) unseen.push(cookieOf(await fixture.signIn(user)));
    expect((await get(known)).status).toBe(200);
    await disk.fill();
  });
  afterAll(async () => {
    await disk.free();
    await fixture.close();
    await upstream.close();
    await server.remove();
    await disk.unmount();
  });

  const get = (cookie = '') => call(port, { path, headers: { cookie } });

  it('serves every session that was acknowledged, once the tables cannot grow, also those that it has not seen', async () => {
    let failure: unknown;
    for (let count = 0; failure === undefined && count < 500; count++)
      await fixture.signIn(user).then(
        (session) => unseen.push(cookieOf(session)),
        (error: unknown) => (failure = error),
      );
    expect(failure).toMatchObject({ message: expect.stringContaining('could not extend file') });
    const [kept = '', ...others] = unseen.splice(0);
    unseen.push(kept);
    expect(others.length).toBeGreaterThan(2);
    for (const cookie of others) expect((await get(cookie)).status).toBe(200);
    expect((await get(known)).status).toBe(200);
  });

  it('answers sessions that it has not seen with 503 while the server has ended itself, and serves the others', async () => {
    await server.writeUntilItEnds(fixture.database.dataSource);
    const refused = await get(unseen[0]);
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({ error_code: 'sessions_unavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(known)).status).toBe(200);
  });

  it('serves them when there is room and the server runs again', async () => {
    await disk.free();
    await server.start();
    const served = await until(
      () => get(unseen[0]),
      ({ status }) => status === 200,
    );
    expect(served.status).toBe(200);
  });
});
