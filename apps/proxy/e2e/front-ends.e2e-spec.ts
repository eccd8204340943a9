import { type Call, type Reply, call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

/** In all of these the public base of the services is https://gate.example.org/front/ows/proxy. */
const HOST = 'gate.example.org';

describe('a front end', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let withoutTrustedPeers: number;
  let user: number;
  let cookie: string;
  let name: string;
  let revision: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    ({ port: withoutTrustedPeers } = await fixture.startProxy({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' }));
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    const api = await fixture.addService(upstream.url, 'api');
    name = api.name;
    const open = await fixture.addResource(api.id, 'public', 'route');
    await fixture.allow(user, open, 'read');
    const drop = await fixture.addResource(api.id, 'drop', 'route');
    revision = String(await fixture.allow(user, drop, 'write'));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const send = (at: number, { headers, ...request }: Call): Promise<Reply> =>
    call(at, { ...request, headers: { cookie, 'X-Access-Revision': revision, ...headers } });
  const reasonOf = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];

  describe('nginx', () => {
    const nginx = (path: string, headers: Record<string, string | string[]> = {}, at = port) =>
      send(at, { path: `/ows/verify/${path}`, headers });

    it.each([
      ['GET', '/public/a', 200],
      ['HEAD', '/public/a', 200],
      ['POST', '/public/a', 403],
      ['OPTIONS', '/public/a', 403],
      ['PROPFIND', '/public/a', 403],
      ['DELETE', '/drop', 200],
      ['GET', '/drop', 403],
      ['GET', '/private', 403],
    ])('that declares %s %s is answered %s', async (method, path, status) => {
      expect((await nginx(name + path, { 'X-Original-Method': method })).status).toBe(status);
    });

    it.each([
      ['lower case', 'get'],
      ['repeated', ['POST', 'GET']],
      ['with a blank', 'GET /'],
      ['empty', ''],
    ])('whose method is %s is refused', async (_how, method) => {
      const reply = await nginx(`${name}/public`, { 'X-Original-Method': method });
      expect(reasonOf(reply)).toEqual([403, 'malformed_declaration']);
    });

    it('that declares no method is refused if a setting requires one', async () => {
      const strict = await fixture.startProxy({ SVC_VERIFY_WITHOUT_METHOD: 'deny' });
      const path = `${name}/public`;
      expect(reasonOf(await nginx(path, {}, strict.port))).toEqual([403, 'method_not_declared']);
      const underscored = await nginx(path, { X_Original_Method: 'GET' }, strict.port);
      expect(reasonOf(underscored)).toEqual([403, 'method_not_declared']);
      expect((await nginx(path, { 'X-Original-Method': 'GET' }, strict.port)).status).toBe(200);
    });

    describe('with the path in X-Original-URI', () => {
      let withUri: number;
      beforeAll(async () => {
        ({ port: withUri } = await fixture.startProxy({ SVC_VERIFY_NGINX_ORIGINAL_URI: '/data' }));
      });

      const original = (uri: string | string[] | undefined, path = name) =>
        nginx(path, { 'X-Original-Method': 'GET', ...(uri && { 'X-Original-URI': uri }) }, withUri);

      it('is decided by that path only', async () => {
        expect((await original(`/data/${name}/public/a?b`)).status).toBe(200);
        expect((await original(`/data/${name}/private`)).status).toBe(403);
        expect((await original(`/data/${name}/private`, `${name}/public`)).status).toBe(403);
      });

      it.each([
        ['is missing', undefined, 'malformed_declaration'],
        ['is of another service', '/data/other/public', 'published_elsewhere'],
        ['is not below the prefix', '/other/SERVICE/public', 'published_elsewhere'],
        ['is repeated', ['/data/SERVICE/public', '/data/SERVICE/public'], 'malformed_path'],
        ['has a dot segment', '/data/SERVICE/private/../public', 'malformed_path'],
        ['has an encoded dot segment', '/data/SERVICE/private/%2e%2e/public', 'malformed_path'],
        ['has a doubled slash', '/data//SERVICE/public', 'malformed_path'],
        ['is a URL', 'http://gate.example.org/data/SERVICE/public', 'malformed_path'],
      ])('is refused where the path %s', async (_how, uri, reason) => {
        const named = [uri].flat().map((text) => text?.replace('SERVICE', name) ?? '');
        expect(reasonOf(await original(uri && (named.length > 1 ? named : named[0])))).toEqual([403, reason]);
      });

      it('is refused when it is not a trusted peer', async () => {
        const both = { SVC_VERIFY_NGINX_ORIGINAL_URI: '/data', SVC_TRUSTED_PROXIES: '192.0.2.0/24' };
        const { port: at } = await fixture.startProxy(both);
        const reply = await nginx(name, { 'X-Original-URI': `/data/${name}/public` }, at);
        expect(reasonOf(reply)).toEqual([403, 'untrusted_peer']);
      });
    });
  });

  describe('Traefik', () => {
    const forwarded = (method: string, uri: string, host = HOST) => ({
      'X-Forwarded-Method': method,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': host,
      'X-Forwarded-Uri': uri,
      'X-Forwarded-For': '203.0.113.9',
    });
    const traefik = (headers: Call['headers'], service = '', at = port) =>
      send(at, { path: `/ows/verify-traefik${service}`, ...(headers && { headers }) });
    const below = (rest: string) => `/front/ows/proxy/${name}${rest}`;

    it.each([
      ['GET', '/public/a?b', 200],
      ['POST', '/public/a', 403],
      ['DELETE', '/drop', 200],
      ['GET', '/private', 403],
      ['GET', '', 403],
    ])('is answered about %s %s below the public path with %s', async (method, rest, status) => {
      expect((await traefik(forwarded(method, below(rest)))).status).toBe(status);
    });

    it('is answered about the whole path where its verify address names the service, for any host', async () => {
      const own = (uri: string) => traefik(forwarded('GET', uri, 'maps.example.org:8443'), `/${name}`);
      expect((await own('/public/a')).status).toBe(200);
      expect((await own(below('/public/a'))).status).toBe(403);
    });

    it('receives the status for the client, with its body and headers', async () => {
      const anonymous = await call(port, {
        path: '/ows/verify-traefik',
        headers: { ...forwarded('GET', below('/public?token=x')), accept: 'application/json' },
      });
      expect(reasonOf(anonymous)).toEqual([401, 'authentication_required']);
      expect(anonymous.headers['www-authenticate']).toContain('cookie-name="auth_tkt"');
      expect(anonymous.headers['location-when-unauthenticated']).toContain('/ui/login');
      expect(JSON.parse(anonymous.text)).toMatchObject({
        code: 401,
        method: 'GET',
        path: below('/public'),
        url: `https://${HOST}${below('/public?token=***')}`,
      });
      expect(reasonOf(await traefik(forwarded('GET', '/front/ows/proxy/nothing')))).toEqual([
        404,
        'service_not_found',
      ]);
      expect(reasonOf(await traefik(forwarded('GET', below('/a/../b'))))).toEqual([400, 'malformed_path']);
      const future = { ...forwarded('GET', below('/public')), 'X-Access-Revision': '999999' };
      expect(reasonOf(await traefik(future))).toEqual([400, 'future_revision']);
    });

    it.each([
      ['no method', { 'X-Forwarded-Method': undefined }, 400],
      ['a method in lower case', { 'X-Forwarded-Method': 'get' }, 400],
      ['two methods', { 'X-Forwarded-Method': ['GET', 'GET'] }, 400],
      ['a method with an underscore', { 'X-Forwarded-Method': undefined, X_Forwarded_Method: 'GET' }, 400],
      ['no host', { 'X-Forwarded-Host': undefined }, 400],
      ['two hosts', { 'X-Forwarded-Host': [HOST, HOST] }, 400],
      ['a host that is none', { 'X-Forwarded-Host': 'gate.example.org/x' }, 400],
      ['another host', { 'X-Forwarded-Host': 'other.example.org' }, 404],
      ['no URI', { 'X-Forwarded-Uri': undefined }, 400],
      ['two URIs', { 'X-Forwarded-Uri': ['/a', '/b'] }, 400],
      ['a URI elsewhere', { 'X-Forwarded-Uri': '/elsewhere/public' }, 404],
      ['the name of no service', { 'X-Forwarded-Uri': '/front/ows/proxy/' }, 404],
    ])('is refused with %s', async (_what, change, status) => {
      const headers: Record<string, string | string[] | undefined> = {
        ...forwarded('GET', below('/public')),
        ...change,
      };
      for (const header of Object.keys(headers)) if (headers[header] === undefined) delete headers[header];
      expect((await traefik(headers as Record<string, string>)).status).toBe(status);
    });

    it('is not affected by the headers of another front end', async () => {
      const others = {
        'X-Original-Method': 'GET',
        'X-Original-URI': below('/public'),
        'X-HTTP-Method-Override': 'GET',
        'X-Rewrite-URL': below('/public'),
        X_Forwarded_Uri: below('/public'),
      };
      expect((await traefik({ ...forwarded('POST', below('/private')), ...others })).status).toBe(403);
    });

    it('is refused when it is not a trusted peer', async () => {
      const headers = forwarded('GET', below('/public'));
      expect(reasonOf(await traefik(headers, '', withoutTrustedPeers))).toEqual([403, 'untrusted_peer']);
    });
  });

  describe('Envoy', () => {
    const envoy = (method: string, target: string, headers: Call['headers'] = {}, body?: string, at = port) =>
      send(at, {
        method,
        path: `/ows/verify-envoy${target}`,
        headers: { host: HOST, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    const below = (rest: string) => `/front/ows/proxy/${name}${rest}`;

    it.each([
      ['GET', '/public/a?b', 200],
      ['POST', '/public/a', 403],
      ['DELETE', '/drop', 200],
      ['OPTIONS', '/public', 403],
      ['GET', '/private', 403],
    ])('is answered about %s %s with %s', async (method, rest, status) => {
      expect((await envoy(method, below(rest))).status).toBe(status);
    });

    it('receives the status for the client', async () => {
      const anonymous = await call(port, {
        path: `/ows/verify-envoy${below('/public')}`,
        headers: { host: HOST },
      });
      expect(reasonOf(anonymous)).toEqual([401, 'authentication_required']);
      expect(JSON.parse(anonymous.text)).toMatchObject({ path: below('/public') });
      expect(reasonOf(await envoy('GET', below('/a/%2e%2e/public')))).toEqual([400, 'malformed_path']);
      expect(reasonOf(await envoy('GET', below('//public')))).toEqual([400, 'malformed_path']);
      expect(reasonOf(await envoy('GET', '/elsewhere'))).toEqual([404, 'published_elsewhere']);
      const elsewhere = await envoy('GET', below('/public'), { host: 'other.example.org' });
      expect(reasonOf(elsewhere)).toEqual([404, 'published_elsewhere']);
    });

    it('is refused when it is not a trusted peer', async () => {
      expect(reasonOf(await envoy('GET', below('/public'), {}, undefined, withoutTrustedPeers))).toEqual([
        403,
        'untrusted_peer',
      ]);
    });

    it('is refused with two hosts', async () => {
      const reply = await sendRaw(
        port,
        `GET /ows/verify-envoy${below('/public')} HTTP/1.1\r\nHost: ${HOST}\r\nHost: ${HOST}\r\n` +
          `Cookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    });

    describe('that sends the body the decision depends on', () => {
      let wps: string;
      let granted: string;
      const execute = (process: string) =>
        '<wps:Execute xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1" ' +
        `service="WPS" version="1.0.0"><ows:Identifier>${process}</ows:Identifier></wps:Execute>`;

      beforeAll(async () => {
        const service = await fixture.addService(upstream.url, 'wps');
        wps = service.name;
        const allowed = await fixture.addResource(service.id, 'allowed', 'process');
        granted = String(await fixture.allow(user, allowed, 'execute'));
      });
      const post = (body: string, headers: Record<string, string> = {}) =>
        envoy(
          'POST',
          `/front/ows/proxy/${wps}`,
          { 'Content-Type': 'text/xml', 'X-Access-Revision': granted, ...headers },
          body,
        );

      it('is answered according to a complete body', async () => {
        const whole = { 'x-envoy-auth-partial-body': 'false' };
        expect((await post(execute('allowed'), whole)).status).toBe(200);
        expect((await post(execute('other'), whole)).status).toBe(403);
        expect((await post('<broken', whole)).status).toBe(403);
      });

      it.each([
        ['is declared partial', { 'x-envoy-auth-partial-body': 'true' }],
        ['may be partial', {}],
        ['is declared complete twice', { 'x-envoy-auth-partial-body': 'false, true' }],
      ])('is refused for a body that %s, with the reason', async (_what, headers) => {
        const reply = await post(execute('allowed'), headers as Record<string, string>);
        expect(reasonOf(reply)).toEqual([403, 'body_not_visible']);
      });

      it('is refused for a body without its media type', async () => {
        const reply = await envoy(
          'POST',
          `/front/ows/proxy/${wps}`,
          { 'x-envoy-auth-partial-body': 'false', 'X-Access-Revision': granted },
          execute('allowed'),
        );
        expect(reasonOf(reply)).toEqual([403, 'body_not_visible']);
      });

      it('is refused unless it is Envoy; the other front ends never send a body', async () => {
        const nginx = await send(port, {
          path: `/ows/verify/${wps}`,
          headers: { 'X-Original-Method': 'POST', 'X-Access-Revision': granted },
        });
        expect(reasonOf(nginx)).toEqual([403, 'body_not_visible']);
        expect(JSON.parse(nginx.text)).toMatchObject({ detail: expect.stringContaining('proxy') as string });
        const traefik = await send(port, {
          path: `/ows/verify-traefik/${wps}`,
          headers: {
            'X-Forwarded-Method': 'POST',
            'X-Forwarded-Host': HOST,
            'X-Forwarded-Uri': '/',
            'X-Access-Revision': granted,
          },
        });
        expect(reasonOf(traefik)).toEqual([403, 'body_not_visible']);
      });
    });
  });
});
