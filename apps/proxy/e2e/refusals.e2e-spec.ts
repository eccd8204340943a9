import { type Call, type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';
const CAPABILITIES = '?service=WPS&request=GetCapabilities';

describe('a refusal', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let user: number;
  let cookie: string;
  let revision: string;
  const names = new Map<string, string>();

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy({}, { headersTimeout: 300, connectTimeout: 300 }));
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    for (const type of ['access', 'wps', 'a-type-of-a-later-version']) {
      names.set(type, (await fixture.addService(upstream.url, type)).name);
    }
    for (const [key, url] of [
      ['away', 'http://127.0.0.1:1'],
      ['nowhere', 'ftp://127.0.0.1/'],
      ['slow', upstream.url],
    ] as const) {
      const { name, id } = await fixture.addService(url);
      names.set(key, name);
      revision = String(await fixture.allow(user, id));
    }
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const send = (service: string, rest = '', headers: Call['headers'] = {}) =>
    call(port, {
      path: `/ows/proxy/${names.get(service) ?? service}${rest}`,
      headers: { 'X-Access-Revision': revision, ...headers },
    });
  const reported = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];

  it.each([
    [undefined, 'en', 'Authentication required.'],
    ['*', 'en', 'Authentication required.'],
    ['de', 'en', 'Authentication required.'],
    ['fr-CA, fr;q=0.9, en;q=0.8', 'fr', 'Authentification requise.'],
    ['en, fr;q=0.9', 'en', 'Authentication required.'],
    [`${'x,'.repeat(4_000)}fr`, 'en', 'Authentication required.'],
  ])('for Accept-Language %.30s has its text in the language %s', async (accepted, language, detail) => {
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const json = await send('access', '', headers);
    expect(JSON.parse(json.text)).toMatchObject({ code: 401, detail, error_code: 'authentication_required' });
    expect(json.headers).toMatchObject({
      'content-language': language,
      vary: 'Accept, Accept-Language, Cookie, Authorization',
    });
    expect((await send('access', '', { ...headers, accept: 'text/html' })).text).toContain(
      `<html lang="${language}">`,
    );
    expect((await send('access', '', { ...headers, accept: 'text/xml' })).text).toContain(
      `<ExceptionText>${detail}</ExceptionText>`,
    );
    const verify = await call(port, { path: `/ows/verify/${names.get('access')}`, headers });
    expect(JSON.parse(verify.text)).toMatchObject({
      access: false,
      detail,
      description: detail,
      error_code: 'authentication_required',
    });
    expect(verify.headers).toMatchObject({
      'content-language': language,
      vary: 'Accept-Language, Cookie, Authorization',
    });
  });

  it.each([
    ['the caller is anonymous', 'access', '', false, 401, 'authentication_required'],
    ['the user has no permission', 'access', '', true, 403, 'permission_denied'],
    ['the service does not exist', 'nothing', '', false, 404, 'service_not_found'],
    ['the service does not exist and the caller is signed in', 'nothing', '', true, 404, 'service_not_found'],
    [
      'the type of the service is unknown',
      'a-type-of-a-later-version',
      '',
      false,
      401,
      'authentication_required',
    ],
    [
      'the type of the service is unknown and the caller is signed in',
      'a-type-of-a-later-version',
      '',
      true,
      403,
      'permission_denied',
    ],
    ['an operation is missing', 'wps', '', true, 403, 'request_not_recognized'],
    ['an operation is unknown', 'wps', '?request=Other', true, 403, 'request_not_recognized'],
    ['the path is ambiguous', 'access', '/a/../b', true, 400, 'malformed_path'],
    ['the service cannot be reached', 'away', '', true, 502, 'upstream_unreachable'],
    ['the service has no address to forward to', 'nowhere', '', true, 502, 'upstream_unreachable'],
  ])('because %s has its status and its reason', async (_why, service, rest, isMember, status, reason) => {
    const reply = await send(service, rest, isMember ? { cookie } : {});
    expect(reported(reply)).toEqual([status, reason]);
    // An ambiguous path is refused before the caller is identified.
    const isPersonal = isMember && reason !== 'malformed_path';
    expect(reply.headers['cache-control']).toBe(isPersonal ? 'private, no-store' : 'no-store');
    expect(reply.headers.vary).toMatch(/, Cookie, Authorization$/);
    expect(upstream.received).toEqual([]);
  });

  it('because a service timed out has the status 504', async () => {
    upstream.behave(() => undefined);
    expect(reported(await send('slow', '', { cookie }))).toEqual([504, 'upstream_timeout']);
  });

  it('of a method that no caller may use names the allowed methods', async () => {
    const reply = await call(port, { method: 'TRACE', path: `/ows/proxy/${names.get('access')}` });
    expect(reported(reply)).toEqual([405, 'method_not_allowed']);
    expect(reply.headers.allow).toContain('GET');
  });

  it('does not replace a refusal by the service itself', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(403, { 'X-Gatehouse-Reason': 'its own' }).end('no'),
    );
    const reply = await send('slow', '', { cookie });
    expect([reply.status, reply.text, reply.headers['x-gatehouse-reason']]).toEqual([403, 'no', undefined]);
  });

  it('names the missing permission and the reason to signed-in users, and nothing to anonymous callers', async () => {
    expect((await send('access', '', { cookie })).headers['x-gatehouse-decision']).toBe(
      'permission=access; reason=no-permission',
    );
    const unmapped = await send('a-type-of-a-later-version', '', { cookie });
    expect(unmapped.headers['x-gatehouse-decision']).toBe('reason=not-covered');
    for (const service of ['access', 'nothing']) {
      expect((await send(service)).headers).not.toHaveProperty('x-gatehouse-decision');
    }
    const verify = await call(port, { path: `/ows/verify/${names.get('access')}`, headers: { cookie } });
    expect(verify.headers['x-gatehouse-decision']).toBe('permission=access; reason=no-permission');
  });

  it('of a request without a session declares how to sign in', async () => {
    const { headers } = await send('access');
    const challenge =
      'Cookie cookie-name="auth_tkt", error="invalid_token", title="Gatehouse Login", ' +
      'domain="https://gate.example.org/api/signin", uri="https://gate.example.org/api/signin", realm="gate.example.org"';
    expect(headers).toMatchObject({
      'www-authentication': challenge,
      'www-authenticate': challenge,
      'location-when-unauthenticated': 'https://gate.example.org/api/ui/login',
      'authentication-control':
        'Cookie cookie-name="auth_tkt", realm="gate.example.org", ' +
        'location-when-unauthenticated="https://gate.example.org/api/ui/login"',
    });
    const script = await send('access', '', { 'X-Requested-With': 'XMLHttpRequest' });
    expect(script.headers).toHaveProperty('www-authentication');
    expect(script.headers).not.toHaveProperty('www-authenticate');
    expect(script.headers).not.toHaveProperty('authentication-control');
    expect((await send('access', '', { cookie })).headers).not.toHaveProperty('www-authentication');
  });

  it('has the error body of the contract', async () => {
    const { headers, text } = await send('access', '/a%20b?q=1&token=x');
    expect(headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(text).toContain('"code": 401, "type": "application/json", "detail": ');
    const body = JSON.parse(text) as Record<string, string>;
    expect(body).toMatchObject({ method: 'GET', route_name: '/ows/proxy/{service_name}/{extra_path}' });
    expect(body['request_url']).toMatch(
      /^https:\/\/gate\.example\.org\/front\/ows\/proxy\/service-\d+\/a%20b\?q=1&token=\*\*\*$/,
    );
  });

  describe('of an OWS service is an exception report', () => {
    const exception = ({ text }: Reply) => [
      /exceptionCode="(\w*)"/.exec(text)?.[1],
      /locator="(\w*)"/.exec(text)?.[1],
    ];

    it.each([
      ['the caller is anonymous', CAPABILITIES, false, 401, 'NoApplicableCode', 'AccessForbidden'],
      ['the user has no permission', CAPABILITIES, true, 403, 'NoApplicableCode', 'AccessForbidden'],
      ['the operation is missing', '', true, 403, 'MissingParameterValue', 'request'],
      ['the operation is empty', '?request=', true, 403, 'InvalidParameterValue', 'request'],
      ['the operation is unknown', '?request=Other', true, 403, 'InvalidParameterValue', 'request'],
      ['the revision is invalid', CAPABILITIES, true, 400, 'NoApplicableCode', 'NotAcceptable'],
    ])('where %s', async (why, query, isMember, status, code, locator) => {
      const headers = {
        ...(isMember ? { cookie } : {}),
        // The client names the media type: before its service is known, the default format of its clients is unknown.
        ...(why.includes('revision') ? { 'X-Access-Revision': 'none', accept: 'text/xml' } : {}),
      };
      const reply = await send('wps', query, headers);
      expect(reply.status).toBe(status);
      expect(reply.headers['content-type']).toBe('text/xml; charset=UTF-8');
      expect(reply.text).toContain('<ExceptionReport version="1.0.0" xmlns="http://www.opengis.net/ows/1.1"');
      expect(exception(reply)).toEqual([code, locator]);
    });

    it('where the client accepts any type, and the error body where it prefers JSON', async () => {
      expect((await send('wps', '', { accept: '*/*' })).headers['content-type']).toContain('text/xml');
      const json = await send('wps', '', { accept: 'application/json, text/xml;q=0.5' });
      expect(json.headers['content-type']).toContain('application/json');
      for (const accept of ['application/json; charset=utf-8', 'text/xml;q=0.5, application/json;v="1,2"']) {
        expect((await send('wps', '', { accept })).headers['content-type']).toContain('application/json');
      }
    });

    it('in which texts of the client are escaped', async () => {
      const reply = await send('wps', '?request=%3Cscript%3E%22%26', { cookie });
      expect(reply.text).not.toContain('<script>');
    });

    it('also for other types of services', async () => {
      const reply = await send('away', '', { cookie, accept: 'application/xml' });
      expect(exception(reply)).toEqual(['NoApplicableCode', 'NoApplicableCode']);
    });
  });

  it('is a page that leads to the sign-in where a browser sends the request', async () => {
    const page = await send('access', '', { accept: BROWSER });
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.text).toContain('href="https://gate.example.org/api/ui/login?return=');
    const missing = await send('nothing', '', { accept: BROWSER });
    expect(missing.text).not.toContain('Sign in');
  });

  it('has no body for HEAD', async () => {
    const { status, text, headers } = await call(port, {
      method: 'HEAD',
      path: `/ows/proxy/${names.get('access')}`,
    });
    expect([status, text]).toEqual([401, '']);
    const read = await call(port, { path: `/ows/proxy/${names.get('access')}` });
    expect(headers['content-length']).toBe(read.headers['content-length']);
  });
});
