import { type Reply, call } from '../support/exchange';
import { cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { type Nginx, startNginx } from './nginx';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

const NOT_FORWARDED = undefined;

describe('with an API token, nginx that calls verify and forwards requests itself (auth_request)', () => {
  let user: TokenUser;
  let upstream: Upstream;
  let nginx: Nginx;
  let cookie: string;

  beforeAll(async () => {
    user = await TokenUser.open();
    upstream = await startUpstream();
    nginx = await startNginx({ gatehouse: user.port, service: Number(new URL(upstream.url).port) });
    user.frontEnd = `http://127.0.0.1:${nginx.port}`;
    const { fixture, userId } = user;
    cookie = cookieOf(await fixture.signIn(userId));
    const { id } = await fixture.addService(upstream.url, 'api', { name: 'thredds' });
    await fixture.allow(userId, id, 'read');
    const below = await fixture.addResource(id, 'thredds', 'route');
    const open = await fixture.addResource(below, 'public', 'route', id);
    await user.begin([{ resource_id: open, names: ['read'] }]);
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await nginx.stop();
    await user.close();
    await upstream.close();
  });

  const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
  const send = (headers: Record<string, string | string[]>, path = '/thredds/public'): Promise<Reply> =>
    call(nginx.port, { path, headers });
  /** The status, and what the service has received as `Authorization`. */
  const exchange = async (headers: Record<string, string | string[]>) => {
    const { status } = await send(headers);
    return [status, upstream.received.at(-1)?.headers.authorization];
  };
  const options = async (proxy: object | null): Promise<string> =>
    String(await user.fixture.setProxyOptions('thredds', proxy));

  testExamples(() => user, {
    'Behind nginx with auth_request': { printed: /^hello$/, sends: 'header' },
  });

  it('removes Authorization with a token, also beside a session cookie', async () => {
    const authorization = `Bearer ${user.token}`;
    expect(await exchange({ authorization })).toEqual([200, NOT_FORWARDED]);
    expect(await exchange({ authorization, cookie })).toEqual([200, NOT_FORWARDED]);
    // Not accepted as a password here, so that the cookie identifies the caller.
    expect(await exchange({ authorization: basic(user.token), cookie })).toEqual([200, NOT_FORWARDED]);
    expect(JSON.stringify(upstream.received.map(({ rawHeaders }) => rawHeaders))).not.toContain('gth_');
  });

  it('forwards any other Authorization beside the session cookie', async () => {
    for (const authorization of [basic('a password of the service'), 'Bearer a-token-of-the-service'])
      expect(await exchange({ authorization, cookie })).toEqual([200, authorization]);
  });

  it('forwards a token only where the service opts in', async () => {
    const authorization = `Bearer ${user.token}`;
    const revision = await options({ forward_credentials: true });
    const headers = { authorization, 'X-Access-Revision': revision };
    expect(await exchange(headers)).toEqual([200, authorization]);
    const later = await options(null);
    expect(await exchange({ ...headers, 'X-Access-Revision': later })).toEqual([200, NOT_FORWARDED]);
  });

  it('passes on the challenge for Basic where the service accepts it, but not to browsers', async () => {
    const revision = await options({ token_basic: true });
    const challenges = async (headers: Record<string, string>) => {
      const reply = await send({ 'X-Access-Revision': revision, ...headers });
      return [reply.status, reply.headers['www-authenticate']];
    };
    expect(await challenges({})).toEqual([401, expect.stringMatching(/^Basic realm="[^"]+"/)]);
    expect(await challenges({ accept: 'text/html, */*' })).toEqual([401, expect.stringMatching(/^Cookie /)]);
    expect(await challenges({ 'Sec-Fetch-Site': 'none' })).toEqual([401, expect.stringMatching(/^Cookie /)]);
    expect(await exchange({ authorization: basic(user.token) })).toEqual([200, NOT_FORWARDED]);
    await options(null);
  });

  it('refuses a token that was revoked', async () => {
    const revision = String(await user.revoke());
    const headers = { authorization: `Bearer ${user.token}`, cookie, 'X-Access-Revision': revision };
    const reply = await send(headers);
    expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([401, 'api_token_invalid']);
    expect(upstream.received).toEqual([]);
  });
});
