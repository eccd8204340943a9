import { type JsonWebKey, createPublicKey } from 'node:crypto';
import { type JwtPayload, decode, verify } from 'jsonwebtoken';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const HEADER = 'x-gatehouse-identity';

describe('a service that requests the identity of callers', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let otherPort: number;
  let user: number;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    ({ port: otherPort } = await fixture.startProxy());
    user = await fixture.addUser('ada');
    await fixture.join(user, await fixture.groupId('administrators'));
    cookie = cookieOf(await fixture.signIn(user));
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const service = async (proxy: object) => {
    const { name, id } = await fixture.addService(upstream.url, 'access', { proxy });
    const revision = String(await fixture.publish(id));
    return {
      name,
      get: (headers: Record<string, string>, kind = 'proxy') =>
        call(port, { path: `/ows/${kind}/${name}`, headers: { 'X-Access-Revision': revision, ...headers } }),
    };
  };
  const keyOf = async (token: string, at: number) => {
    const { text } = await call(at, { path: '/.well-known/jwks.json' });
    const { keys } = JSON.parse(text) as { keys: (JsonWebKey & { kid: string })[] };
    const key = keys.find(({ kid }) => kid === decode(token, { complete: true })?.header.kid);
    return createPublicKey({ key: key ?? {}, format: 'jwk' });
  };

  it('receives a token that it can verify with the key of any proxy', async () => {
    const { name, get } = await service({ identity_header: true });
    await get({ cookie });
    const token = String(upstream.received[0]?.headers[HEADER]);
    for (const at of [port, otherPort]) {
      const reported = verify(token, await keyOf(token, at), {
        algorithms: ['ES256'],
        issuer: 'https://gate.example.org/api',
        audience: name,
      }) as JwtPayload;
      expect(reported).toMatchObject({
        sub: String(user),
        name: 'ada',
        groups: ['administrators', 'anonymous'],
      });
      expect((reported.exp ?? 0) - (reported.iat ?? 0)).toBe(60);
    }
  });

  it('receives the same token when its front end calls verify', async () => {
    const { name, get } = await service({ identity_header: true });
    const token = String((await get({ cookie }, 'verify')).headers[HEADER]);
    expect(verify(token, await keyOf(token, port))).toMatchObject({ aud: name, sub: String(user) });
  });

  it('receives no token for anonymous callers, regardless of their headers', async () => {
    const { get } = await service({ identity_header: true });
    await get({ 'X-Gatehouse-Identity': 'forged', x_gatehouse_identity: 'forged' });
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toContain('forged');
    expect(upstream.received[0]?.headers[HEADER]).toBeUndefined();
    await get({ cookie, 'X-Gatehouse-Identity': 'forged' });
    expect(upstream.received[1]?.headers[HEADER]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('receives no token unless it has opted in', async () => {
    const { get } = await service({});
    expect((await get({ cookie })).status).toBe(200);
    expect(upstream.received[0]?.headers[HEADER]).toBeUndefined();
    expect((await get({ cookie }, 'verify')).headers[HEADER]).toBeUndefined();
  });

  it('finds only public keys in the published set', async () => {
    const reply = await call(port, { path: '/.well-known/jwks.json' });
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.headers['cache-control']).toBe('public, max-age=300');
    const { keys } = JSON.parse(reply.text) as { keys: object[] };
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
  });
});
