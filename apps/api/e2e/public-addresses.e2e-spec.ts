import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest, { type Test } from 'supertest';
import { Builders } from './harness/builders';
import { type Client, cookieOf } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const PASSWORD = Builders.PASSWORD;

/** The API as a front end serves it under `https://gate.example.org/magpie/`: that prefix is stripped before it. */
describe('behind a stripped prefix,', () => {
  let api: TestApi;
  let user: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-'));
    const files = join(folder, 'files');
    mkdirSync(files);
    writeFileSync(join(folder, 'beside.txt'), 'canary');
    writeFileSync(join(files, 'index.html'), '<html lang="en"><head><base href="/ui/"></head>the console');
    writeFileSync(join(files, 'a.txt'), 'a file');
    writeFileSync(
      join(files, 'login.html'),
      '<html lang="en"><head><base href="/ui/"></head>the sign-in form',
    );
    writeFileSync(join(files, 'registration.html'), '<base href="/ui/">a registration');
    writeFileSync(join(files, 'link.html'), '<base href="/ui/">a link');
    writeFileSync(join(files, 'main-ABCDEFGH.js'), 'a script');
    api = await startApi({
      SVC_URL: 'https://gate.example.org/magpie/',
      SVC_UI_DIR: files,
      SVC_UI_THEME: 'maroon',
      SVC_SIGNIN_ACCOUNT_FAILURES: '3',
    });
    user = await api.make.user();
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const still = (request: Test): Test => request.redirects(0);

  describe('a path with a trailing slash', () => {
    it.each([
      ['/groups/', '../groups'],
      ['//groups/', '../groups'],
      ['/groups%2F', './groups'],
      ['/users/a%20b%2f', './a%20b'],
      ['/users/a+b/?q=%2f+%20&q=b//?%zz', '../a+b?q=%2f+%20&q=b//?%zz'],
      ['/%67roups/?', '../%67roups'],
    ])('%s moves to %s, with its query as it was', async (path, moved) => {
      for (const method of ['get', 'post', 'delete', 'head'] as const) {
        const reply = await still(api.anonymous[method](path)).expect(301);
        expect(reply.headers['location']).toBe(moved);
        expect(reply.headers['content-type']).toBe('text/plain; charset=UTF-8');
      }
    });

    it.each(['/nowhere/', '/groups//', '/groups/%2F', '/groups/.'])(
      '%s is not redirected if nothing exists',
      async (path) => {
        await still(api.admin.get(path)).expect(path === '/groups/.' ? 422 : 404);
      },
    );

    it('shows no token of a path or query with its address', async () => {
      const reply = await still(api.anonymous.get('/signin/?user_name=a&password=canary')).expect(301);
      expect(reply.text).not.toContain('canary');
    });
  });

  /** Sends a path as it is. */
  const textAt = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api.anonymous.url);
      const sent = request({ hostname, port, path }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk.toString()));
        response.on('end', () => resolve(text));
      });
      sent.once('error', reject);
      sent.end();
    });

  it('no spelling of a path leads out of the files of the console', async () => {
    expect(await textAt('/ui/a.txt')).toBe('a file');
    for (const way of [
      '..',
      '%2e%2e',
      '.%2e',
      '..%2f.',
      'x/../..',
      'x%2f..%2f..',
      '%252e%252e',
      '..%5c',
      '.',
    ]) {
      for (const slash of ['/', '%2f', '//', '%5c']) {
        expect(await textAt(`/ui/${way}${slash}beside.txt`)).not.toContain('canary');
        expect(await textAt(`/ui%2f${way}${slash}beside.txt`)).not.toContain('canary');
      }
    }
  });

  it('serves the light page for routes without a session, for any name in the URL', async () => {
    expect(await textAt('/ui/login')).toContain('the sign-in form');
    expect(await textAt('/ui/register/users/ada.lovelace')).toContain('a registration');
    expect(await textAt('/ui/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05')).toContain('a link');
    expect(await textAt('/ui/users/ada')).toContain('the console');
    expect(await textAt('/ui/users/ada.lovelace')).toContain('the console');
    expect(await textAt('/ui/users/ada.png/')).toContain('the console');
    expect(await textAt('/ui/missing.js')).not.toContain('the console');
    expect(await textAt('/ui/login')).toContain('<base href="/magpie/ui/">');
  });

  it('states the version and the accent colour in its pages', async () => {
    const { version } = (await api.anonymous.get('/version').expect(200)).body as { version: string };
    for (const path of ['/ui', '/ui/login']) {
      const page = await textAt(path);
      expect(page).toContain(`<html lang="en" data-version="${version}" data-accent="maroon">`);
      expect(page).toContain('<link rel="stylesheet" href="accents.css"></head>');
    }
  });

  it('compresses pages for clients that accept it', async () => {
    const reply = await api.anonymous.get('/ui/login').set('Accept-Encoding', 'gzip').expect(200);
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(reply.text).toContain('the sign-in form');
    const plain = await api.anonymous.get('/ui/login').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('sends files that never change without validators, and pages with the headers of documents', async () => {
    const script = await api.anonymous.get('/ui/main-ABCDEFGH.js').expect(200);
    expect(script.headers['cache-control']).toBe('max-age=31536000, immutable');
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    expect(script.headers).not.toHaveProperty('etag');
    const page = await api.anonymous.get('/ui/login').expect(200);
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
    const link = await api.anonymous.get('/ui/tmp/00000000-0000-0000-0000-000000000000').expect(200);
    expect(link.headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
    const missing = await api.anonymous.get('/ui/main-ABCDEFGX.js').expect(404);
    expect(missing.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  });

  describe('a link of a mail', () => {
    const LINK = '/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05';

    it('leads a browser to its page in the console', async () => {
      const reply = await still(api.anonymous.get(LINK).set('Accept', 'text/html,*/*;q=0.8')).expect(303);
      expect(reply.headers['location']).toBe(`/magpie/ui${LINK}`);
    });

    it.each([
      ['a program', { Accept: '*/*' }, ''],
      ['a client that requests JSON', { Accept: 'application/json' }, ''],
      ['a client that requests JSON in the query', { Accept: 'text/html' }, '?format=json'],
    ])('is answered by the API for %s', async (_who, headers, query) => {
      await still(api.anonymous.get(LINK + query).set(headers)).expect(404);
    });

    it('is accepted by POST at its own URL only', async () => {
      await still(api.anonymous.post(LINK).set('Accept', 'text/html')).expect(404);
    });
  });

  it('every 401 names the sign-in below SVC_URL', async () => {
    const { headers } = await api.anonymous.get('/users').expect(401);
    const scheme =
      'Cookie cookie-name="auth_tkt", error="invalid_token", title="Gatehouse Login", ' +
      'domain="https://gate.example.org/magpie/signin", uri="https://gate.example.org/magpie/signin", ' +
      'realm="gate.example.org"';
    expect(headers).toMatchObject({
      'www-authentication': scheme,
      'www-authenticate': scheme,
      'location-when-unauthenticated': 'https://gate.example.org/magpie/ui/login',
      'authentication-control':
        'Cookie cookie-name="auth_tkt", realm="gate.example.org", ' +
        'location-when-unauthenticated="https://gate.example.org/magpie/ui/login"',
    });
  });

  it('services are published at the origin of SVC_URL', async () => {
    const service = await api.make.service();
    const { body } = await api.admin.get(`/services/${service}`).expect(200);
    expect(body.service.public_url).toBe(`https://gate.example.org/ows/proxy/${service}`);
  });

  describe('the sign-in from a page', () => {
    const signIn = (fields: object, query = '', headers: Record<string, string> = {}): Test =>
      still(supertest(api.anonymous.url).post(`/ui/login${query}`).type('form').set(headers).send(fields));
    const right = () => ({
      user_name: user,
      password: PASSWORD,
      provider_name: 'gatehouse',
      submit: 'Sign In',
    });

    it('has its form at the same address', async () => {
      for (const path of ['/ui/login', '/ui/login?error=refused', '/ui/login/']) {
        expect((await api.anonymous.get(path).expect(200)).text).toContain('the sign-in form');
      }
      expect((await api.anonymous.get('/ui/login').expect(200)).text).toContain('<base href="/magpie/ui/">');
    });

    it('sets the cookie and redirects to the console', async () => {
      const reply = await signIn(right()).expect(302);
      expect(reply.headers['location']).toBe('/magpie/ui/');
      const session = await supertest(api.anonymous.url)
        .get('/session')
        .set('Cookie', cookieOf(reply) ?? '');
      expect(session.body).toMatchObject({ authenticated: true, user: { user_name: user } });
      expect(reply.body).toMatchObject({ code: 302, method: 'POST', path: '/ui/login' });
    });

    it('also accepts JSON and multipart', async () => {
      const at = () => supertest(api.anonymous.url).post('/ui/login').redirects(0);
      await at()
        .send(right())
        .expect(302)
        .expect('Location', '/magpie/ui/')
        .expect('Set-Cookie', /auth_tkt=/);
      const multipart = at().field('user_name', user).field('password', PASSWORD);
      await multipart
        .expect(302)
        .expect('Location', '/magpie/ui/')
        .expect('Set-Cookie', /auth_tkt=/);
    });

    it.each([
      ['?return=%2Fmagpie%2Fui%2Fgroups%3Fa%3Db', {}, '/magpie/ui/groups?a=b'],
      ['?return=https%3A%2F%2Fevil.example', {}, '/magpie/ui/'],
      ['?return=%2F%2Fevil.example', {}, '/magpie/ui/'],
      ['?return=%2Fmagpie%2Fsignout', {}, '/magpie/ui/'],
      ['?came_from=https%3A%2F%2Fevil.example', {}, '/magpie/ui/'],
      ['', { 'Homepage-Route': '/session' }, '/magpie/session'],
      ['', { 'Homepage-Route': 'https://evil.example/x' }, '/magpie/ui/'],
      ['', { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }, '/magpie/ui/'],
    ])('with %s and %j redirects only to an allowed address: %s', async (query, headers, location) => {
      const reply = await signIn(right(), query, headers).expect(302);
      expect(reply.headers['location']).toBe(location);
    });

    it.each([
      ['a wrong password', { password: 'wrong' }, 'refused'],
      ['no password', { password: undefined }, 'refused'],
      ['no name', { user_name: undefined }, 'refused'],
      ['a name of another syntax', { user_name: '<script>' }, 'refused'],
      ['a user who cannot sign in', { user_name: 'anonymous' }, 'refused'],
      ['an unknown provider', { provider_name: 'nobody' }, 'failed'],
    ])('with %s redirects to the form with only an error code', async (_about, fields, code) => {
      const reply = await signIn({ ...right(), ...fields }, '?return=/magpie/ui/x').expect(302);
      expect(reply.headers['location']).toBe(`/magpie/ui/login?error=${code}&return=%2Fmagpie%2Fui%2Fx`);
      expect(reply.headers).not.toHaveProperty('set-cookie');
      expect(reply.text).not.toContain(PASSWORD);
    });

    it('redirects to the form after too many failures, with the time to wait', async () => {
      const other = await api.make.user();
      for (let failure = 0; failure < 3; failure += 1) {
        await signIn({ user_name: other, password: 'wrong' }).expect(302);
      }
      const reply = await signIn({ user_name: other, password: 'wrong' }).expect(302);
      expect(reply.headers['location']).toMatch(/^\/magpie\/ui\/login\?error=limited&retry_after=\d{1,3}$/);
      expect(reply.headers['retry-after']).toMatch(/^\d{1,3}$/);
    });

    it('is refused when a page of another site sends it', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
      const reply = await signIn(right(), '', headers).expect(403);
      expect(reply.headers).not.toHaveProperty('set-cookie');
    });

    it('is 400 or 413, not a page, for a body that cannot be read', async () => {
      const post = () => still(supertest(api.anonymous.url).post('/ui/login'));
      await post().set('Content-Type', 'application/json').send('{broken').expect(400);
      await post()
        .type('form')
        .send(`user_name=${'a'.repeat(2_000_000)}`)
        .expect(413);
    });
  });

  describe('the sign-out from a page', () => {
    const session = async (client: Client): Promise<boolean> =>
      (await client.get('/session').expect(200)).body.authenticated;

    it('ends the session, clears the cookie and redirects to the console', async () => {
      const client = await api.signIn(user);
      const reply = await still(client.get('/ui/logout')).expect(302);
      expect(reply.headers['location']).toBe('/magpie/ui/');
      expect(reply.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=; .*Max-Age=0/);
      expect(await session(client)).toBe(false);
      await still(api.anonymous.get('/ui/logout')).expect(302);
    });

    it('has no effect by HEAD, nor from another site', async () => {
      const client = await api.signIn(user);
      const reply = await client.head('/ui/logout').expect(405);
      expect(reply.headers['allow']).toBe('GET');
      await client.get('/ui/logout').set('Sec-Fetch-Site', 'cross-site').expect(403);
      expect(await session(client)).toBe(true);
    });
  });
});

describe('without a console,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_UI_ENABLED: 'false' });
  });
  afterAll(() => api.close());

  it('its pages cannot sign users in or out', async () => {
    await api.anonymous.post('/ui/login', { user_name: 'a', password: 'b' }).expect(404);
    await api.admin.get('/ui/logout').expect(404);
    expect((await api.admin.get('/session')).body).toMatchObject({ authenticated: true });
  });

  it.each(['/ui', '/ui/', '/ui/login', '/ui/users', '/ui/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05'])(
    '%s is not found by any method',
    async (path) => {
      for (const method of ['get', 'head', 'post', 'put', 'delete', 'options']) {
        const reply = await api.anonymous.method(method, path);
        expect([method, reply.status]).toEqual([method, 404]);
      }
    },
  );

  it('the documentation page of the API does not link to a sign-in page', async () => {
    expect((await api.anonymous.get('/api').expect(200)).text).not.toContain('/ui/');
  });
});
