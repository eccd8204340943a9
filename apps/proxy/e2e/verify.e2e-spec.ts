import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a verify call', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const verify = (service: string, headers: Record<string, string> = {}, at = port, method = 'GET') =>
    call(at, { path: `/ows/verify/${service}/a/b?c`, headers, method });
  const member = async (type: string, permission: string) => {
    const service = await fixture.addService(upstream.url, type);
    const user = await fixture.addUser();
    const granted = await fixture.allow(user, service.id, permission);
    const cookie = cookieOf(await fixture.signIn(user));
    return { service: service.name, cookie, headers: { cookie, 'X-Access-Revision': String(granted) } };
  };

  it('is answered 200 where access is allowed, without anything being forwarded', async () => {
    const { service, headers } = await member('access', 'access');
    const reply = await verify(service, headers);
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({
      access: true,
      description: 'Access to service is allowed.',
    });
    expect(upstream.received).toEqual([]);
  });

  it('is answered 401 for an anonymous caller and 403 for a user, each with its reason', async () => {
    const { service } = await member('access', 'access');
    const unprivileged = cookieOf(await fixture.signIn(await fixture.addUser()));
    const anonymous = await verify(service);
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers['x-gatehouse-reason']).toBe('authentication_required');
    expect(anonymous.headers['www-authenticate']).toContain('cookie-name="auth_tkt"');
    const known = await verify(service, { cookie: unprivileged });
    expect(known.status).toBe(403);
    expect(known.headers['x-gatehouse-reason']).toBe('permission_denied');
    expect(JSON.parse(known.text)).toMatchObject({ access: false });
  });

  it('is answered 403 for a service that does not exist and for a future revision', async () => {
    const unknown = await verify('nothing');
    expect(unknown.status).toBe(403);
    expect(unknown.headers['x-gatehouse-reason']).toBe('service_not_found');
    const { service, cookie } = await member('access', 'access');
    const future = await verify(service, { cookie, 'X-Access-Revision': '999999' });
    expect(future.status).toBe(403);
    expect(future.headers['x-gatehouse-reason']).toBe('future_revision');
  });

  it('counts as a read where no method is declared and its own is GET or HEAD', async () => {
    const { service, headers } = await member('api', 'read');
    for (const method of ['GET', 'HEAD']) {
      expect((await verify(service, headers, port, method)).status).toBe(200);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'MOVE'])(
    'counts as its own method where none is declared and its own is %s',
    async (method) => {
      const reader = await member('api', 'read');
      expect((await verify(reader.service, reader.headers, port, method)).status).toBe(403);
      const writer = await member('api', 'write');
      expect((await verify(writer.service, writer.headers, port, method)).status).toBe(200);
    },
  );

  it('is decided as the declared method, regardless of its own method', async () => {
    const { service, headers } = await member('api', 'read');
    const read = { ...headers, 'X-Original-Method': 'GET' };
    expect((await verify(service, read, port, 'DELETE')).status).toBe(200);
    const write = { ...headers, 'X-Original-Method': 'DELETE' };
    expect((await verify(service, write, port, 'POST')).status).toBe(403);
  });

  it('is refused without a declared method if a setting requires one, regardless of its own method', async () => {
    const strict = await fixture.startProxy({ SVC_VERIFY_WITHOUT_METHOD: 'deny' });
    const { service, headers } = await member('api', 'write');
    for (const method of ['GET', 'DELETE']) {
      const reply = await verify(service, headers, strict.port, method);
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'method_not_declared']);
    }
  });

  it('counts as the method that a trusted front end declares, and ignores declarations of others', async () => {
    const { service, headers } = await member('api', 'read');
    const write = { ...headers, 'X-Original-Method': 'DELETE' };
    expect((await verify(service, write)).status).toBe(403);
    expect((await verify(service, { ...headers, 'X-Original-Method': 'GET' })).status).toBe(200);
    const withoutTrustedPeers = await fixture.startProxy({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' });
    const reader = await member('api', 'write');
    const read = { ...reader.headers, 'X-Original-Method': 'POST' };
    expect((await verify(reader.service, read)).status).toBe(200);
    expect((await verify(reader.service, read, withoutTrustedPeers.port)).status).toBe(403);
  });

  it('is not affected by the headers of other front ends', async () => {
    const { service, headers } = await member('api', 'read');
    const forged = {
      'X-HTTP-Method-Override': 'DELETE',
      'X-Forwarded-Method': 'DELETE',
      'X-Original-URI': '/ows/verify/other',
      X_Original_Method: 'DELETE',
    };
    expect((await verify(service, { ...headers, ...forged })).status).toBe(200);
  });

  it('reflects revocations', async () => {
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    await fixture.allow(user, service.id);
    const cookie = cookieOf(await fixture.signIn(user));
    const statusIs = (wanted: number) =>
      until(
        () => verify(service.name, { cookie }),
        ({ status }) => status === wanted,
      );
    expect((await statusIs(200)).status).toBe(200);
    await fixture.revoke(user, service.id);
    expect((await statusIs(403)).status).toBe(403);
  });
});
