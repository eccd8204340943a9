import { type IncomingHttpHeaders, request } from 'node:http';
import { silentLogger } from '@gatehouse/logging';
import supertest from 'supertest';
import { Builders } from './harness/builders';
import { type Client, cookieOf } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const API = 'https://gate.example.org/magpie';
const SERVICES = 'https://data.example.org/ows/proxy';

interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a target and headers unchanged. */
function sendTo(
  { anonymous }: TestApi,
  headers: Record<string, string>,
  path = '/session',
  method = 'GET',
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(anonymous.url);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe('an API whose origin differs from that of services', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({
      SVC_URL: API,
      SVC_PROXY_PUBLIC_URL: SERVICES,
      SVC_CORS_ORIGINS: 'https://app.example.org',
    });
  });
  afterAll(() => api.close());

  it.each([
    'data.example.org',
    'DATA.Example.ORG',
    'data.example.org.',
    'data.example.org:443',
    'data.example.org:80',
    'data.example.org.:443',
  ])('refuses requests for %s, the host of services, with 421', async (Host) => {
    const reply = await sendTo(api, { Host });
    expect(reply.status).toBe(421);
    expect(JSON.parse(reply.text)).toMatchObject({ code: 421, error_code: 'misdirected_request' });
  });

  it('refuses them before everything else: pages, files, the description, preflights, unknown paths', async () => {
    const Host = 'data.example.org';
    const cross = { Host, Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'PUT' };
    const paths = [
      '/',
      '/ui/',
      '/ui/login',
      '//ui/%6Cogin',
      '/json',
      '/api',
      '/api-files/start.js',
      '/nowhere',
    ];
    for (const path of [...paths, '/groups/', '/%ff']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const reply = await sendTo(api, method === 'OPTIONS' ? cross : { Host }, path, method);
        expect([path, method, reply.status]).toEqual([path, method, 421]);
        expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
    const format = await sendTo(api, { Host, Accept: 'application/pdf' });
    expect(format.status).toBe(421);
  });

  it.each(['/signin?user_name=a&password=b', '/signout'])('does nothing for %s there', async (path) => {
    const client = await api.signIn(await api.make.user());
    const reply = await sendTo(api, { Host: 'data.example.org', Cookie: client.sessionCookie }, path);
    expect([reply.status, reply.headers['set-cookie']]).toEqual([421, undefined]);
    expect((await client.get('/session')).body).toMatchObject({ authenticated: true });
  });

  it('takes the authority from a target in absolute form, which replaces that of Host', async () => {
    const to = (authority: string, Host: string) => sendTo(api, { Host }, `http://${authority}/session`);
    expect((await to('data.example.org', 'gate.example.org')).status).toBe(421);
    expect((await to('gate.example.org', 'data.example.org')).status).toBe(200);
  });

  it('takes it from X-Forwarded-Host of trusted front ends, too', async () => {
    const through = (host: string) => sendTo(api, { Host: 'api:2001', 'X-Forwarded-Host': host });
    expect((await through('data.example.org')).status).toBe(421);
    expect((await through('gate.example.org, data.example.org')).status).toBe(421);
    expect((await through('gate.example.org')).status).toBe(200);
  });

  it.each([
    'gate.example.org',
    'gate.example.org:443',
    '127.0.0.1:2001',
    '[::1]:2001',
    'gatehouse-api',
    'data.example.org:8443',
    'x.data.example.org',
    'data.example.orgs',
    'not a host',
    '',
  ])('serves requests for %j', async (Host) => {
    expect((await sendTo(api, { Host })).status).toBe(200);
  });

  it('declares 421 for every operation', async () => {
    const { paths } = (await api.anonymous.get('/json').expect(200)).body as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(100);
    expect(operations.filter(({ responses }) => !('421' in responses))).toEqual([]);
  });

  it('lets no page of another origin embed its replies', async () => {
    for (const path of ['/version', '/json', '/api', '/api-files/start.js', '/nowhere']) {
      const { headers } = await sendTo(api, {}, path);
      expect([path, headers['cross-origin-resource-policy']]).toEqual([path, 'same-origin']);
    }
  });

  it.each([
    ['a form of a sandboxed page', { Origin: 'null' }],
    [
      'a form of a sandboxed page on a host of the same site',
      { Origin: 'null', 'Sec-Fetch-Site': 'same-site' },
    ],
    ['a script', { Origin: 'https://data.example.org', 'Sec-Fetch-Site': 'same-site' }],
    ['a script of an older browser', { Origin: 'https://data.example.org' }],
    ['a link', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate' }],
  ])('refuses changes by %s at the origin of services', async (_who, headers) => {
    const client = await api.signIn(await api.make.user());
    const all = { ...headers, Host: 'gate.example.org', Cookie: client.sessionCookie };
    for (const [method, path] of [
      ['POST', '/signin'],
      ['GET', '/signin?user_name=a&password=b'],
      ['POST', '/signout'],
      ['GET', '/signout'],
      ['GET', '/ui/logout'],
      ['POST', '/ui/login'],
      ['PATCH', '/users/current'],
      ['DELETE', '/users/current'],
    ] as const) {
      const reply = await sendTo(api, all, path, method);
      // A link to the sign-in leads to its page instead.
      const isLink = 'Sec-Fetch-Mode' in headers && path.startsWith('/signin?');
      expect([method, path, reply.status]).toEqual([method, path, isLink ? 303 : 403]);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect((await client.get('/session')).body).toMatchObject({ authenticated: true });
  });
});

describe('an API on another port of the host of services', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({});
  });
  afterAll(() => api.close());

  it('refuses requests for the port of services alone', async () => {
    expect(api.settings).toMatchObject({
      publicUrl: 'http://localhost:2001',
      proxyPublicUrl: 'http://localhost:2002/ows/proxy',
    });
    expect((await sendTo(api, { Host: 'localhost:2002' })).status).toBe(421);
    for (const Host of ['localhost:2001', 'localhost', '127.0.0.1:2002']) {
      expect((await sendTo(api, { Host })).status).toBe(200);
    }
  });

  it('refuses changes by pages of services, which browsers count to the same site', async () => {
    const client = await api.signIn(await api.make.user());
    const headers = {
      Origin: 'http://localhost:2002',
      'Sec-Fetch-Site': 'same-site',
      Cookie: client.sessionCookie,
    };
    for (const path of ['/signout', '/ui/logout']) {
      expect((await sendTo(api, { ...headers, Host: 'localhost:2001' }, path)).status).toBe(403);
    }
  });
});

describe('an API with the origin of services', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_URL: API });
  });
  afterAll(() => api.close());

  it('serves requests for it', async () => {
    for (const Host of ['gate.example.org', 'data.example.org'])
      expect((await sendTo(api, { Host })).status).toBe(200);
  });
});

describe('an API without SVC_URL', () => {
  it('warns once when a trusted front end names another host', async () => {
    const lines: string[] = [];
    const warn = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const logger = { ...silentLogger, warn };
    const api = await startApi({ SVC_LOG_REQUEST: 'false' }, logger);
    const warnings = () => lines.filter((line) => line.includes('SVC_URL is not set'));
    await sendTo(api, { 'X-Forwarded-Host': 'localhost:2001' });
    expect(warnings()).toEqual([]);
    for (const host of ['gate.example.org', 'other.example.org']) {
      await sendTo(api, { 'X-Forwarded-Host': host });
      expect(warnings()).toHaveLength(1);
    }
    expect(warnings()[0]).toContain('gate.example.org');
    await api.close();
  });
});

describe('the cookies of several sessions', () => {
  let api: TestApi;
  let ada: string;
  let bob: string;
  beforeAll(async () => {
    api = await startApi({ SVC_COOKIE_DOMAIN: 'example.org', SVC_URL: API, SVC_PROXY_PUBLIC_URL: SERVICES });
    ada = await api.make.user();
    bob = await api.make.user();
  });
  afterAll(() => api.close());

  const session = async (...cookies: string[]) =>
    (await supertest(api.anonymous.url).get('/session').set('Cookie', cookies.join('; ')).expect(200)).body;
  const cookieFor = async (user: string) => (await api.signIn(user)).sessionCookie;
  const isValid = async (cookie: string): Promise<boolean> => (await session(cookie)).authenticated;
  const cleared = (cookies: readonly string[]) =>
    cookies
      .filter((cookie) => /^auth_tkt=; .*Max-Age=0/.test(cookie))
      .map((cookie) => /Domain=[^;]+/.exec(cookie)?.[0]);

  it('identify nobody if they are of different users, in either order', async () => {
    const [own, planted] = [await cookieFor(ada), await cookieFor(bob)];
    for (const cookies of [
      [own, planted],
      [planted, own],
      [own, planted, own],
    ]) {
      expect(await session(...cookies)).toMatchObject({ authenticated: false });
      await supertest(api.anonymous.url)
        .get('/users/current/sessions')
        .set('Cookie', cookies.join('; '))
        .expect(401);
    }
  });

  it('identify their user if all are of one, by the latest sign-in', async () => {
    const [first, second] = [await cookieFor(ada), await cookieFor(ada)];
    for (const cookies of [
      [first, second],
      [second, first],
    ]) {
      expect(await session(...cookies)).toMatchObject({ authenticated: true, user: { user_name: ada } });
      const listed = await supertest(api.anonymous.url)
        .get('/users/current/sessions')
        .set('Cookie', cookies.join('; '))
        .expect(200);
      const alone = await supertest(api.anonymous.url)
        .get('/users/current/sessions')
        .set('Cookie', second)
        .expect(200);
      const current = (body: { sessions: { session_id: string; current: boolean }[] }) =>
        body.sessions.find((each) => each.current)?.session_id;
      expect(current(listed.body)).toBe(current(alone.body));
    }
  });

  it('identify their user beside those of ended sessions and values that are no tokens', async () => {
    const [own, other] = [await cookieFor(ada), await api.signIn(bob)];
    const ended = other.sessionCookie;
    await other.get('/signout').expect(200);
    expect(await session(ended, 'auth_tkt=x', own)).toMatchObject({ user: { user_name: ada } });
  });

  it('identify nobody if they are more than are looked up', async () => {
    const own = await cookieFor(ada);
    expect(await session(own, own, own, 'auth_tkt=x')).toMatchObject({ authenticated: true });
    expect(await session(own, own, own, own, 'auth_tkt=x')).toMatchObject({ authenticated: false });
  });

  it.each(['get', 'post'] as const)('are all ended and removed by %s /signout', async (method) => {
    const cookies = [
      await cookieFor(ada),
      await cookieFor(bob),
      await cookieFor(ada),
      'auth_tkt=x',
      await cookieFor(bob),
    ];
    const reply = await supertest(api.anonymous.url)
      [method]('/signout')
      .set('Cookie', cookies.join('; '))
      .expect(200);
    expect(cleared(reply.headers['set-cookie'] as unknown as string[])).toEqual([
      'Domain=example.org',
      undefined,
    ]);
    for (const cookie of cookies) expect(await isValid(cookie)).toBe(false);
  });

  it.each([
    [
      'POST /signin',
      (client: ReturnType<typeof supertest>, body: object) => client.post('/signin').send(body),
    ],
    [
      'GET /signin',
      (client: ReturnType<typeof supertest>, body: object) => client.get('/signin').query(body),
    ],
    [
      'POST /ui/login',
      (client: ReturnType<typeof supertest>, body: object) => client.post('/ui/login').send(body),
    ],
  ])('are all ended by %s, and only if it succeeds', async (_route, send) => {
    const brought = [await cookieFor(ada), await cookieFor(bob)];
    const credentials = { user_name: ada, password: Builders.PASSWORD };
    const signIn = (fields: object) =>
      send(supertest(api.anonymous.url), { ...credentials, ...fields })
        .set('Cookie', brought.join('; '))
        .redirects(0);
    await signIn({ password: 'wrong password' });
    for (const cookie of brought) expect(await isValid(cookie)).toBe(true);
    const reply = await signIn({});
    const issued = reply.headers['set-cookie'] as unknown as string[];
    expect(issued[0]).toMatch(/^auth_tkt=[0-9a-f]{137,}!userid_type:int; Domain=example\.org; Path=\//);
    expect(cleared(issued)).toEqual([undefined]);
    for (const cookie of brought) expect(await isValid(cookie)).toBe(false);
    expect(await isValid(cookieOf(reply) ?? '')).toBe(true);
  });

  it('leave the session of a client without them alone', async () => {
    const client: Client = await api.signIn(ada);
    await supertest(api.anonymous.url).get('/signout').expect(200);
    expect((await client.get('/session')).body).toMatchObject({ authenticated: true });
  });
});
