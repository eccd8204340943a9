import { call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('the path of a request', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let name: string;
  /** A service that all callers may read, and on which no one has every permission. */
  let readable: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    const api = await fixture.addService(`${upstream.url}/base/`, 'api');
    await fixture.publish(api.id, 'read');
    readable = api.name;
    name = (await fixture.publishService(`${upstream.url}/base/`)).split('/').at(-1) ?? '';
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const raw = (target: string) =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: gate\r\nConnection: close\r\n\r\n`);

  it.each([
    ['', '/base/'],
    ['/', '/base/'],
    ['//', '/base/'],
    ['//a', '/base/a'],
    ['/a/b/', '/base/a/b/'],
    ['?q=1', '/base/?q=1'],
    ['/?q', '/base/?q'],
    ['/a%20b/%7Ec/%41', '/base/a%20b/%7Ec/%41'],
    ['/caf%C3%A9/100%25', '/base/caf%C3%A9/100%25'],
    ["/a+b/(c)/d!e*f'g,h=i:j@k&l$m", "/base/a+b/(c)/d!e*f'g,h=i:j@k&l$m"],
    ['/data[0:1]/a|b', '/base/data[0:1]/a|b'],
    ['/a?x=%2e%2e%2F&y=../..;z//&x=%ff', '/base/a?x=%2e%2e%2F&y=../..;z//&x=%ff'],
  ])('%j reaches the upstream as %j, byte for byte', async (rest, expected) => {
    expect(await raw(`/ows/proxy/${name}${rest}`)).toContain('200 OK');
    expect(upstream.received.map(({ url }) => url)).toEqual([expected]);
  });

  it.each(['', '/', '//'])('%j reaches a private URL without a trailing slash as that URL', async (rest) => {
    const slashless = await fixture.publishService(`${upstream.url}/base`);
    expect(await raw(`${slashless}${rest}?q=1`)).toContain('200 OK');
    const root = await fixture.publishService(upstream.url);
    expect(await raw(`${root}${rest}?q=1`)).toContain('200 OK');
    expect(upstream.received.map(({ url }) => url)).toEqual(['/base?q=1', '/?q=1']);
  });

  it.each([
    '/../secret',
    '/a/../../secret',
    '/a/..',
    '/./a',
    '/%2e%2e/secret',
    '/%2E%2E/secret',
    '/.%2e/secret',
    '/%2e/a',
    '/%252e%252e/secret',
    '/%25252e%25252e/secret',
    '/..%2fsecret',
    '/a%2fb',
    '/a%2Fb',
    '/a%252fb',
    '/a%5cb',
    '/a%5Cb',
    '/..%5csecret',
    '/a\\b',
    '/..\\secret',
    '/a;b=c',
    '/a%3bb=c',
    '/..;/secret',
    '/a//b',
    '///a',
    '/a//',
    '/%00',
    '/a%00.html',
    '/a%0d%0aX-Injected:1',
    '/%c0%ae%c0%ae/secret',
    '/%c0%afsecret',
    '/%e0%80%ae',
    '/%ff',
    '/%ed%a0%80',
    '/a%3fb',
    '/a%23b',
    '/a#b',
    '/%u002e%u002e/secret',
    '/%',
    '/%zz',
    '/caf\u00e9',
  ])('%j is refused and not forwarded', async (rest) => {
    expect(await raw(`/ows/proxy/${readable}${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.received).toEqual([]);
  });

  it.each(['/a%2fb', '/a%2Fb', '/a;b=c', '/a//b', '/a//', '/a;b=c/d%2Fe//f'])(
    '%j is forwarded as it was sent for callers with every permission on the service',
    async (rest) => {
      expect(await raw(`/ows/proxy/${name}${rest}`)).toContain('200 OK');
      expect(upstream.received.map(({ url }) => url)).toEqual([`/base${rest}`]);
      const [verdict, limited] = await Promise.all(
        [name, readable].map((service) => call(port, { path: `/ows/verify/${service}${rest}` })),
      );
      expect([verdict?.status, limited?.status]).toEqual([200, 403]);
    },
  );

  it.each([
    '/a;b/../c',
    '/a%2f..%2fb',
    '/a//../b',
    '/..;/b',
    '/a%2f%2e%2e',
    '/%252e',
    '/%00',
    '/%ff',
    '/a\\..\\b',
  ])('%j is refused to callers with every permission as well', async (rest) => {
    expect(await raw(`/ows/proxy/${name}${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    ['the absolute form', 'http://gate/ows/proxy/SERVICE/a'],
    ['the absolute form of another host', 'http://127.0.0.1:1/a'],
    ['a doubled slash before the service', '/ows/proxy//SERVICE/a'],
    ['a doubled slash before the base', '//ows/proxy/SERVICE/a'],
    ['a dot segment before the base', '/x/../ows/proxy/SERVICE/a'],
    ['an encoded service', '/ows/proxy/%2e%2e/proxy/SERVICE/a'],
  ])('in %s is refused and not forwarded', async (_form, target) => {
    expect(await raw(target.replace('SERVICE', readable))).toMatch(/^HTTP\/1\.1 400 /);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    '/',
    '/ows',
    '/ows/proxy',
    '/ows/proxy/',
    '/x',
    '/ows/%70roxy/SERVICE',
    '/proxy/SERVICE',
    '/OWS/proxy/SERVICE',
  ])('outside the base, as %s, is never forwarded', async (target) => {
    expect(await raw(target.replace('SERVICE', name))).toMatch(/^HTTP\/1\.1 (?:404|200) /);
    expect(upstream.received).toEqual([]);
  });

  it('that contains markup is not reflected unescaped in the response', async () => {
    const reply = await call(port, {
      path: `/ows/proxy/${readable}/"><script>;`,
      headers: { accept: 'text/html' },
    });
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('<script>');
  });

  describe('of a verify call', () => {
    it.each(['/a', '//a', '/a/b?c=d'])('%j is decided on', async (rest) => {
      expect(await raw(`/ows/verify/${name}${rest}`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await raw(`/ows/verify//${name}${rest}`)).toMatch(/^HTTP\/1\.1 200 /);
    });

    it.each([
      '/../a',
      '/%2e%2e/a',
      '/a%2fb',
      '/a%5cb',
      '/a;b',
      '/a//b',
      '/%00',
      '/%c0%af',
      '/%252e',
      '/a%23',
    ])('%j is refused in a way that a front end understands', async (rest) => {
      const reply = await raw(`/ows/verify/${readable}${rest}`);
      expect(reply).toMatch(/^HTTP\/1\.1 403 /);
      expect(reply).toContain('X-Gatehouse-Reason: malformed_path');
    });
  });

  describe('of a service that has opted in to', () => {
    let user: number;
    let cookie: string;

    beforeAll(async () => {
      user = await fixture.addUser();
      cookie = cookieOf(await fixture.signIn(user));
    });

    /** An API on which the user may read what is below `public`, and nothing else. */
    const service = async (...paths: string[]) => {
      const { name, id } = await fixture.addService(upstream.url, 'api', { proxy: { paths } });
      const open = await fixture.addResource(id, 'public', 'route');
      const granted = await fixture.allow(user, open, 'read');
      return { name, granted };
    };
    const get = async ({ name, granted }: Awaited<ReturnType<typeof service>>, rest: string) => {
      const { status } = await call(port, {
        path: `/ows/proxy/${name}${rest}`,
        headers: { cookie, 'X-Access-Revision': String(granted) },
      });
      return status === 200 ? upstream.received.at(-1)?.url : status;
    };

    it('encoded separators may contain them within a name, and reaches the upstream as it was sent', async () => {
      const api = await service('encoded-separators');
      expect(await get(api, '/public/a%2Fb%5Cc%3f')).toBe('/public/a%2Fb%5Cc%3f');
      expect(await get(api, '/public%2Fa')).toBe(403);
      for (const rest of [
        '/public/a;b',
        '/public/a//b',
        '/public/..%2fa',
        '/public/a%2f..%2f..',
        '/public\\a',
      ])
        expect(await get(api, rest)).toBe(400);
    });

    it('path parameters is evaluated without them, and reaches the upstream with them', async () => {
      const api = await service('path-parameters');
      expect(await get(api, '/public;x=1/a;y')).toBe('/public;x=1/a;y');
      expect(await get(api, '/private;x=1')).toBe(403);
      for (const rest of ['/public/..;/a', '/public/.;x/a', '/public/a%3bb', '/public/;x/a', '/public/a%2fb'])
        expect(await get(api, rest)).toBe(400);
    });

    it('empty segments is evaluated with them as names that no resource has', async () => {
      const api = await service('empty-segments');
      expect(await get(api, '/public//a//')).toBe('/public//a//');
      expect(await get(api, '///public')).toBe(403);
      expect(await get(api, '//public/a')).toBe('/public/a');
      for (const rest of ['/public/a;b', '/public/a%2fb', '/public//../a'])
        expect(await get(api, rest)).toBe(400);
    });

    it('nothing is refused with each of these forms, also on verify, regardless of options of other services', async () => {
      const api = await service();
      for (const rest of ['/public/a%2fb', '/public/a;b', '/public//a']) {
        expect(await get(api, rest)).toBe(400);
        const verify = await call(port, { path: `/ows/verify/${api.name}${rest}`, headers: { cookie } });
        expect([verify.status, verify.headers['x-gatehouse-reason']]).toEqual([403, 'malformed_path']);
      }
      expect((await call(port, { path: '/ows/proxy/nothing/a;b' })).status).toBe(404);
    });

    it('all of them is still refused with dot segments, NUL, invalid and doubled encodings', async () => {
      const api = await service('encoded-separators', 'path-parameters', 'empty-segments');
      expect(await get(api, '/public/a%2fb;c//d')).toBe('/public/a%2fb;c//d');
      for (const rest of [
        '/../a',
        '/a/%2e%2e',
        '/a%00',
        '/a%ff',
        '/a%252f',
        '/a;%2e%2e%2f',
        '/;/../a',
        '/..;x',
      ])
        expect(await get(api, `/public${rest}`)).toBe(400);
      expect(upstream.received).toHaveLength(1);
    });

    it('spellings follows changes of the options', async () => {
      const api = await service();
      expect(await get(api, '/public/a;b')).toBe(400);
      const changed = await fixture.setProxyOptions(api.name, { paths: ['path-parameters'] });
      expect(await get({ ...api, granted: changed }, '/public/a;b')).toBe('/public/a;b');
      const back = await fixture.setProxyOptions(api.name, null);
      expect(await get({ ...api, granted: back }, '/public/a;b')).toBe(400);
    });
  });
});
