import { call, until } from './support/exchange';
import { House, cookieOf } from './support/house';
import { type Upstream, startUpstream } from './support/upstream';

describe('the proxy decides', () => {
  let house: House;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    house = await House.open();
    upstream = await startUpstream();
    ({ port } = await house.startProxy());
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await house.close();
    await upstream.close();
  });

  const get = (service: string, headers: Record<string, string> = {}) =>
    call(port, { path: `/ows/proxy/${service}/some/path?x=1`, headers });

  it('lets a user through as soon as access is granted, and no longer when it is revoked', async () => {
    const service = await house.addService(`${upstream.url}/base`);
    const user = await house.addUser();
    const cookie = cookieOf(await house.signIn(user));
    expect((await get(service.name, { cookie })).status).toBe(403);
    expect(upstream.received).toEqual([]);

    await house.allow(user, service.id);
    const allowed = await until(
      () => get(service.name, { cookie }),
      ({ status }) => status === 200,
    );
    expect(allowed).toMatchObject({ status: 200, text: 'hello' });
    expect(upstream.received[0]).toMatchObject({ method: 'GET', url: '/base/some/path?x=1' });

    await house.revoke(user, service.id);
    const refused = await until(
      () => get(service.name, { cookie }),
      ({ status }) => status !== 200,
    );
    expect(refused.status).toBe(403);
  });
});
