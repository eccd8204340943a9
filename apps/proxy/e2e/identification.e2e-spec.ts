import { type LogFields, silentLogger } from '@gatehouse/logging';
import { type BearerProvider, startBearerProvider } from './support/bearer-provider';
import { type Reply, call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const CANARY = 'canary-of-a-bearer-token';

describe('credentials in a request', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let provider: BearerProvider;
  let port: number;
  /** The port of a proxy without such a provider, as in an installation before one is configured. */
  let plainPort: number;
  let user: number;
  let secret: string;
  let open: string;
  let granted: number;
  const logged: [LogFields, string][] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    provider = await startBearerProvider();
    const log = (fields: LogFields, message: string) => void logged.push([fields, message]);
    const logger = { ...silentLogger, info: log, warn: log, error: log };
    const inline = provider.signIn(fixture.sessions(), ['external', 'gatehouse_network']);
    ({ port } = await fixture.startProxy({ SVC_LOG_REQUEST: 'true' }, {}, logger, inline));
    ({ port: plainPort } = await fixture.startProxy());
    user = await fixture.addUser();
    provider.owners.set(CANARY, user);
    const service = await fixture.addService(upstream.url);
    secret = `/ows/proxy/${service.name}`;
    granted = await fixture.allow(user, service.id);
    open = await fixture.publishService(upstream.url);
  });
  beforeEach(() => {
    upstream.received.splice(0);
    provider.delay = 0;
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await provider.close();
  });

  const get = (path: string, headers: Record<string, string> = {}, at = port) =>
    call(at, { path, headers: { 'X-Access-Revision': String(granted), ...headers } });
  const bearer = (token = CANARY) => ({ authorization: `Bearer ${token}`, 'Provider-Name': 'external' });
  const refusal = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];

  it('sign in at the provider that a header names, and the session is returned as a cookie', async () => {
    const reply = await get(secret, bearer());
    expect(reply.status).toBe(200);
    const [cookie = ''] = reply.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^auth_tkt=[0-9a-f]{136}\d+!userid_type:int; Path=\/; HttpOnly; SameSite=Lax.*Max-Age=/,
    );
    const again = await get(secret, { cookie: cookie.split(';')[0] ?? '' });
    expect(again.status).toBe(200);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('sign in at the provider that the query names', async () => {
    const { authorization } = bearer();
    expect((await get(`${secret}?provider_name=external`, { authorization })).status).toBe(200);
    expect(upstream.received.at(-1)?.url).toBe('/?provider_name=external');
  });

  it('cause one sign-in for many requests', async () => {
    provider.owners.set('many', user);
    provider.requests = 0;
    await Promise.all(Array.from({ length: 12 }, () => get(secret, bearer('many'))));
    expect((await get(secret, bearer('many'))).status).toBe(200);
    expect(provider.requests).toBe(1);
  });

  it('are not forwarded, unless the service opts in; credentials of other schemes are', async () => {
    await get(secret, bearer());
    expect(upstream.received.at(-1)?.headers.authorization).toBeUndefined();
    const withCredentials = await fixture.addService(upstream.url, 'access', {
      proxy: { forward_credentials: true },
    });
    const revision = await fixture.allow(user, withCredentials.id);
    await get(`/ows/proxy/${withCredentials.name}`, { ...bearer(), 'X-Access-Revision': String(revision) });
    expect(upstream.received.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY}`);
    const cookie = cookieOf(await fixture.signIn(user));
    await get(secret, { cookie, authorization: 'Basic b3duOm93bg==' });
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Basic b3duOm93bg==');
  });

  it.each([
    ['that the provider rejects', { ...bearer('wrong') }, 'refused_credentials'],
    ['for a provider that does not exist', { ...bearer(), 'Provider-Name': 'nobody' }, 'refused_credentials'],
    ['for the internal provider', { authorization: `Bearer ${CANARY}` }, 'refused_credentials'],
    ['in the scheme Basic', { authorization: 'Basic dXNlcjpwYXNz' }, 'unsupported_credentials'],
    ['without a token', { authorization: 'Bearer' }, 'unsupported_credentials'],
  ])('%s are refused, on public services as well', async (_which, headers, reason) => {
    for (const path of [secret, open]) {
      const reply = await get(path, headers);
      expect(refusal(reply)).toEqual([401, reason]);
      expect(reply.headers['www-authenticate']).toContain('cookie-name="auth_tkt"');
    }
    expect(upstream.received).toEqual([]);
  });

  it('for two providers in one request are refused', async () => {
    const reply = await get(`${open}?provider_name=gatehouse_network`, bearer());
    expect(refusal(reply)).toEqual([401, 'unsupported_credentials']);
  });

  it('are refused while the provider cannot answer', async () => {
    const { port: shortTimeout } = await fixture.startProxy({}, {}, silentLogger, {
      signIn: () => Promise.resolve('unavailable'),
    });
    expect(refusal(await get(open, bearer(), shortTimeout))).toEqual([401, 'unchecked_credentials']);
  });

  it('are refused where no provider accepts any', async () => {
    expect(refusal(await get(open, bearer(), plainPort))).toEqual([401, 'unsupported_credentials']);
    const byQuery = await get(`${open}?gatehouse_token=x`, {}, plainPort);
    expect(refusal(byQuery)).toEqual([401, 'unsupported_credentials']);
  });

  it('are ignored with a cookie, whether the cookie is valid or not', async () => {
    expect(refusal(await get(secret, { ...bearer(), cookie: 'auth_tkt=none' }))).toEqual([
      401,
      'authentication_required',
    ]);
    expect((await get(open, { ...bearer('wrong'), cookie: 'auth_tkt=none' })).status).toBe(200);
  });

  it('do not reuse a session that was ended: the provider verifies them again', async () => {
    provider.owners.set('ended', user);
    expect((await get(secret, bearer('ended'))).status).toBe(200);
    provider.owners.delete('ended');
    const ended = await fixture.endSessionsOf(user);
    const reply = await until(
      () => get(secret, { ...bearer('ended'), 'X-Access-Revision': String(ended) }),
      ({ status }) => status === 401,
    );
    expect(refusal(reply)).toEqual([401, 'refused_credentials']);
  });

  describe('as a network token in the query', () => {
    it.each([
      [`?gatehouse_token=${CANARY}`, '/'],
      [`?a=1&gatehouse_token=${CANARY}&b=%2f..`, '/?a=1&b=%2f..'],
      [`?gatehouse%5Ftoken=${CANARY}&c`, '/?c'],
      [`?gatehouse_token=${CANARY}&gatehouse_token=${CANARY}`, '/'],
    ])('%s are signed in at the network’s provider and not forwarded', async (query, received) => {
      const reply = await get(secret + query);
      expect(reply.status).toBe(200);
      expect(reply.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=/);
      expect(upstream.received.map(({ url }) => url)).toEqual([received]);
    });

    it('are accepted in the header as well, for that provider', async () => {
      const headers = { ...bearer(), 'Provider-Name': 'gatehouse_network' };
      expect((await get(secret, headers)).status).toBe(200);
    });

    it.each([
      '?gatehouse_token=wrong',
      '?gatehouse_token=',
      `?gatehouse_token=${CANARY}&gatehouse_token=other`,
    ])('%s are refused', async (query) => {
      expect((await get(open + query)).status).toBe(401);
      expect(upstream.received).toEqual([]);
    });

    it('are not forwarded with a cookie either', async () => {
      const cookie = cookieOf(await fixture.signIn(user));
      expect((await get(`${secret}?gatehouse_token=wrong&a=1`, { cookie })).status).toBe(200);
      expect(upstream.received.at(-1)?.url).toBe('/?a=1');
    });

    it('are not disclosed: neither in refusals nor in the log', async () => {
      const named = await fixture.startProxy({ SVC_NETWORK_TOKEN_NAME: 'ticket' });
      const reply = await get(`${open}?ticket=${CANARY}`, {}, named.port);
      expect(reply.status).toBe(401);
      expect(reply.text).toContain('ticket=***');
      expect(reply.text + JSON.stringify(reply.headers)).not.toContain(CANARY);
      await get(`${open}?gatehouse_token=${CANARY}-x`);
      expect(logged.length).toBeGreaterThan(0);
      expect(JSON.stringify(logged)).not.toContain('canary');
    });
  });
});
