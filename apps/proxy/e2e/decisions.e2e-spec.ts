import { UnitOfWork } from '@gatehouse/database';
import type { LogFields } from '@gatehouse/logging';
import { silentLogger } from '@gatehouse/logging';
import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let otherPort: number;
  const refusals: LogFields[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const logger = {
      ...silentLogger,
      info: (fields: LogFields, message: string) => void (message === 'refused' && refusals.push(fields)),
    };
    ({ port } = await fixture.startProxy({}, {}, logger));
    ({ port: otherPort } = await fixture.startProxy());
  });
  beforeEach(() => {
    upstream.received.splice(0);
    refusals.splice(0);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const get = (service: string, headers: Record<string, string> = {}, at = port) =>
    call(at, { path: `/ows/proxy/${service}/some/path?x=1`, headers });
  const untilAllowed = (service: string, headers: Record<string, string> = {}, at = port) =>
    until(
      () => get(service, headers, at),
      ({ status }) => status === 200,
    );
  const untilRefused = (service: string, headers: Record<string, string> = {}, at = port) =>
    until(
      () => get(service, headers, at),
      ({ status }) => status !== 200,
    );
  const insider = async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    await fixture.allow(user, service.id);
    const issued = await fixture.signIn(user);
    const cookie = cookieOf(issued);
    expect((await untilAllowed(service.name, { cookie })).status).toBe(200);
    upstream.received.splice(0);
    return { service, user, cookie, issued };
  };
  const publicService = async () => {
    const service = await fixture.addService(upstream.url);
    await fixture.publish(service.id);
    expect((await untilAllowed(service.name)).status).toBe(200);
    upstream.received.splice(0);
    return service;
  };

  it('allows a user as soon as access is granted, and refuses as soon as it is revoked', async () => {
    const service = await fixture.addService(`${upstream.url}/base`);
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    expect((await get(service.name, { cookie })).status).toBe(403);
    expect(upstream.received).toEqual([]);

    await fixture.allow(user, service.id);
    expect(await untilAllowed(service.name, { cookie })).toMatchObject({ status: 200, text: 'hello' });
    expect(upstream.received[0]).toMatchObject({ method: 'GET', url: '/base/some/path?x=1' });

    await fixture.revoke(user, service.id);
    expect((await untilRefused(service.name, { cookie })).status).toBe(403);
  });

  it('decides by the groups of a user as well', async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    expect((await get(service.name, { cookie })).status).toBe(403);
    await fixture.join(user, await fixture.groupId('administrators'));
    expect((await untilAllowed(service.name, { cookie })).status).toBe(200);
  });

  it('applies a revocation in every proxy process', async () => {
    const { service, user, cookie } = await insider();
    expect((await untilAllowed(service.name, { cookie }, otherPort)).status).toBe(200);
    await fixture.revoke(user, service.id);
    expect((await untilRefused(service.name, { cookie })).status).toBe(403);
    expect((await untilRefused(service.name, { cookie }, otherPort)).status).toBe(403);
  });

  it.each([
    ['its session is ended', (user: number) => fixture.endSessionsOf(user)],
    ['its account is deleted', (user: number) => fixture.deleteUser(user)],
  ])('refuses a user when %s, in every proxy', async (_event, happen) => {
    const { service, user, cookie } = await insider();
    expect((await untilAllowed(service.name, { cookie }, otherPort)).status).toBe(200);
    await happen(user);
    expect((await untilRefused(service.name, { cookie })).status).toBe(401);
    expect((await untilRefused(service.name, { cookie }, otherPort)).status).toBe(401);
  });

  it('refuses anonymous callers with 401 and the headers that lead to the sign-in', async () => {
    const service = await fixture.addService(upstream.url);
    const scheme =
      'Cookie cookie-name="auth_tkt", error="invalid_token", title="Gatehouse Login", ' +
      'domain="https://gate.example.org/api/signin", uri="https://gate.example.org/api/signin", realm="gate.example.org"';
    const { status, headers } = await get(service.name);
    expect(status).toBe(401);
    expect(headers).toMatchObject({
      'www-authenticate': scheme,
      'www-authentication': scheme,
      'location-when-unauthenticated': 'https://gate.example.org/api/ui/login',
      'cache-control': 'no-store',
    });
    expect(headers['authentication-control']).toContain(
      'location-when-unauthenticated="https://gate.example.org',
    );
    const scripted = await get(service.name, { 'X-Requested-With': 'XMLHttpRequest' });
    expect(scripted.headers['www-authenticate']).toBeUndefined();
    expect(scripted.headers['authentication-control']).toBeUndefined();
    expect(scripted.headers['www-authentication']).toBe(scheme);
    expect(upstream.received).toEqual([]);
  });

  it('accepts the cookie with and without its marker, encoded, and after an invalid one', async () => {
    const { service, issued } = await insider();
    const { token } = issued;
    for (const cookie of [
      `auth_tkt=${token}`,
      `auth_tkt=${token}!userid_type:int`,
      `auth_tkt=${token}%21userid_type%3Aint`,
      `other=1; auth_tkt=nonsense; auth_tkt=${token}; more=2`,
    ]) {
      expect((await get(service.name, { cookie })).status).toBe(200);
    }
    const last = token.at(-1) === '1' ? '2' : '1';
    expect((await get(service.name, { cookie: `auth_tkt=${token.slice(0, -1)}${last}` })).status).toBe(401);
    expect((await get(service.name, { cookie: `xauth_tkt=${token}` })).status).toBe(401);
  });

  it('treats an invalid cookie as no cookie', async () => {
    const service = await publicService();
    expect((await get(service.name, { cookie: `auth_tkt=${'0'.repeat(136)}1` })).status).toBe(200);
    expect((await get(service.name, { cookie: 'auth_tkt=' })).status).toBe(200);
  });

  it('refuses credentials that it cannot verify, also on a public service, unless there is a cookie', async () => {
    const service = await publicService();
    expect((await get(service.name, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await get(service.name, { authorization: 'Basic eDp5' })).status).toBe(401);
    expect(upstream.received).toEqual([]);
    expect((await get(service.name, { authorization: 'Bearer x', cookie: 'auth_tkt=nonsense' })).status).toBe(
      200,
    );
    expect(upstream.received[0]?.headers.authorization).toBe('Bearer x');
  });

  it('answers 404 for a service that does not exist or has been deleted', async () => {
    expect((await get('nothing')).status).toBe(404);
    const service = await publicService();
    const { dataSource } = fixture.database;
    const unitOfWork = new UnitOfWork(dataSource);
    await unitOfWork.run(() => unitOfWork.manager.query('DELETE FROM resources WHERE id = $1', [service.id]));
    expect((await untilRefused(service.name)).status).toBe(404);
  });

  it('refuses requests that it does not understand, also from administrators', async () => {
    const service = await fixture.addService(upstream.url, 'a-type-of-a-later-version');
    const admin = await fixture.addUser();
    await fixture.join(admin, await fixture.groupId('administrators'));
    const cookie = cookieOf(await fixture.signIn(admin));
    const { status } = await until(
      () => get(service.name, { cookie }),
      (reply) => reply.status !== 404,
    );
    expect(status).toBe(403);
    expect(refusals.at(-1)).toMatchObject({
      errorCode: 'permission_denied',
      reason: 'not-covered',
      userId: admin,
    });
  });

  it('decides on each request to an API by its method and its path', async () => {
    const service = await fixture.addService(upstream.url, 'api');
    const user = await fixture.addUser();
    await fixture.allow(user, service.id, 'read');
    const cookie = cookieOf(await fixture.signIn(user));
    expect((await untilAllowed(service.name, { cookie })).status).toBe(200);
    const written = await call(port, {
      method: 'POST',
      path: `/ows/proxy/${service.name}/some/path`,
      headers: { cookie },
      body: 'x',
    });
    expect(written.status).toBe(403);
  });

  it('logs the reason of a refusal, without the query and without the cookie', async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    const { token } = await fixture.signIn(user);
    await call(port, {
      path: `/ows/proxy/${service.name}/a?token=canary-in-the-query`,
      headers: { cookie: `auth_tkt=${token}` },
    });
    expect(refusals).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: 'GET',
        url: `/ows/proxy/${service.name}/a`,
        route: 'proxy',
        status: 403,
        errorCode: 'permission_denied',
        reason: 'no-permission',
        address: '127.0.0.1',
        service: service.name,
        permission: 'access',
        userId: user,
      },
    ]);
  });

  describe('decides at the revision', () => {
    it('that a request demands, as soon as the proxy has it', async () => {
      const service = await fixture.addService(upstream.url);
      const user = await fixture.addUser();
      const cookie = cookieOf(await fixture.signIn(user));
      for (let round = 0; round < 10; round++) {
        const granted = await fixture.allow(user, service.id);
        expect((await get(service.name, { cookie, 'X-Access-Revision': String(granted) })).status).toBe(200);
        const revoked = await fixture.revoke(user, service.id);
        expect((await get(service.name, { cookie, 'X-Access-Revision': String(revoked) })).status).toBe(403);
      }
    });

    it('that is the newest when a request has Cache-Control: no-cache', async () => {
      const service = await fixture.addService(upstream.url);
      const user = await fixture.addUser();
      const cookie = cookieOf(await fixture.signIn(user));
      for (let round = 0; round < 10; round++) {
        await fixture.allow(user, service.id);
        expect((await get(service.name, { cookie, 'Cache-Control': 'max-age=0, no-cache' })).status).toBe(
          200,
        );
        await fixture.revoke(user, service.id);
        const both = { 'Cache-Control': 'no-cache', 'X-Access-Revision': '1' };
        expect((await get(service.name, { cookie, ...both })).status).toBe(403);
      }
    });

    it('that a request demands, and never when that is beyond the newest', async () => {
      const service = await publicService();
      expect((await get(service.name, { 'X-Access-Revision': '999999' })).status).toBe(400);
      expect((await get(service.name, { 'X-Access-Revision': '-1' })).status).toBe(400);
      expect((await get(service.name, { 'X-Access-Revision': 'x' })).status).toBe(400);
      expect(upstream.received).toEqual([]);
    });
  });
});
