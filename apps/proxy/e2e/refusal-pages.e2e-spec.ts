import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Reference: enforcement#error-reports. */
describe('the page of a refusal', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let apart: number;
  let cookie: string;
  let user: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { name, id } = await fixture.addService(upstream.url, 'thredds', { name: 'data' });
    expect(name).toBe('data');
    const ocean = await fixture.addResource(id, 'ocean', 'directory');
    const file = await fixture.addResource(ocean, 'sst<1>.nc', 'file', id);
    user = 'ada & co';
    const userId = await fixture.addUser(user);
    await fixture.allow(userId, ocean, 'browse');
    await fixture.allow(userId, file, 'browse', 'match');
    cookie = cookieOf(await fixture.signIn(userId));
    ({ port } = await fixture.startProxy({ SVC_CONTACT: 'help@example.org' }));
    ({ port: apart } = await fixture.startProxy({
      SVC_CONTACT: 'javascript:alert("x")',
      SVC_UI_THEME: 'maroon',
      SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy',
    }));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const send = (path: string, headers: Record<string, string> = {}, others: object = {}) =>
    call(port, { path, headers: { accept: ACCEPT, ...headers }, ...others });
  const returnOf = (text: string): string | null => {
    const [, href = ''] = /href="([^"]*\/ui\/login[^"]*)"/.exec(text) ?? [];
    return new URL(href.replaceAll('&amp;', '&')).searchParams.get('return');
  };
  const facts = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value = '']) => [
        name,
        value.replaceAll(/<[^>]*>/g, ''),
      ]),
    );

  it('links anonymous callers to the sign-in and back, and reveals nothing about permissions', async () => {
    const path = '/ows/proxy/data/fileServer/ocean/sst.nc?x=1&y=%20';
    const { status, text } = await send(path);
    expect(status).toBe(401);
    expect(text).toContain('<h1>Sign in to continue</h1>');
    expect(returnOf(text)).toBe('/front/ows/proxy/data/fileServer/ocean/sst.nc?x=1&y=%20');
    expect(facts(text)).toEqual({ Service: 'data', 'Whom to ask': 'help@example.org' });
    expect(text).toContain('href="mailto:help@example.org"');
  });

  it('returns to the whole URL where the proxy has another origin than the sign-in page', async () => {
    const { text } = await call(apart, { path: '/ows/proxy/data/fileServer', headers: { accept: ACCEPT } });
    expect(returnOf(text)).toBe('https://data.example.org/ows/proxy/data/fileServer');
    // Only addresses of mail and of the web become links.
    expect(text).not.toContain('href="javascript:');
  });

  it('does not return to what a browser would not open again, and never with a token', async () => {
    const posted = await send('/ows/proxy/data/fileServer/ocean', {}, { method: 'PUT' });
    expect(returnOf(posted.text)).toBeNull();
    const token = await send('/ows/proxy/data/fileServer/ocean?a=1&gatehouse_token=secret');
    expect(token.status).toBe(401);
    expect(returnOf(token.text)).toBe('/front/ows/proxy/data/fileServer/ocean?a=1');
    expect(token.text).not.toContain('secret');
  });

  it('shows signed-in callers their name, the missing permission and the resource', async () => {
    const { status, text } = await send('/ows/proxy/data/fileServer/ocean/sst%3C1%3E.nc', { cookie });
    expect(status).toBe(403);
    expect(text).toContain('<h1>You do not have access</h1>');
    expect(facts(text)).toEqual({
      Service: 'data',
      'Signed in as': 'ada &amp; co',
      'Missing permission': 'read',
      Resource: 'data/ocean/sst&lt;1&gt;.nc',
      'Whom to ask': 'help@example.org',
    });
    const above = await send('/ows/proxy/data/fileServer/ocean/other.nc', { cookie });
    expect(facts(above.text)).toMatchObject({ 'Closest registered resource': 'data/ocean' });
    const everywhere = await send('/ows/proxy/data/no-such-prefix', { cookie });
    expect(facts(everywhere.text)).toMatchObject({
      'Missing permission': expect.stringContaining('on the whole service'),
    });
  });

  it('contains the error code and the id of the request, and needs no script', async () => {
    const { text, headers } = await send('/ows/proxy/nothing', { 'x-request-id': 'made-by-the-front-end' });
    expect(headers['x-gatehouse-reason']).toBe('service_not_found');
    expect(text).toContain('<span>service_not_found</span>');
    expect(text).toContain(`<span>${headers['x-request-id']}</span>`);
    expect(text).not.toMatch(/<script|\son\w+=|style=|src=/);
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  });

  it('has the accent colour of SVC_UI_THEME, with a policy that allows its style sheet', async () => {
    const accents = readFileSync('apps/ui/public/accents.css', 'utf8');
    const [, rules = ''] = /data-accent='maroon'\] \{([^}]*)\}/.exec(accents) ?? [];
    const [, light, dark] = /--gh-accent: light-dark\((#\w{6}), (#\w{6})\)/.exec(rules) ?? [];
    for (const path of ['/ows/proxy/data/fileServer', '/ows/proxy/nothing', '/no-route']) {
      const { text, headers } = await call(apart, { path, headers: { accept: ACCEPT } });
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
      const inBoth = [...style.matchAll(/--accent:(#\w{6})/g)].map(([, colour]) => colour);
      expect(inBoth).toEqual([light, dark]);
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
    }
    const { text } = await send('/ows/proxy/nothing');
    expect(text).not.toContain(light);
  });

  it('is in French where the browser prefers it', async () => {
    const { text, headers } = await send('/ows/proxy/data/fileServer', {
      'accept-language': 'fr-CA,fr;q=0.9',
    });
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain('Connectez-vous pour continuer');
    expect(headers['content-language']).toBe('fr');
  });

  it('offers to try again where the failure may pass', async () => {
    const { name, id } = await fixture.addService('http://127.0.0.1:1', 'access');
    await fixture.publish(id);
    const { status, text } = await send(`/ows/proxy/${name}/a?b`, { 'cache-control': 'no-cache' });
    expect(status).toBe(502);
    expect(text).toContain(`href="https://gate.example.org/front/ows/proxy/${name}/a?b"`);
  });

  it('is not what programs get', async () => {
    const { headers, text } = await call(port, {
      path: '/ows/proxy/data/fileServer',
      headers: { accept: '*/*' },
    });
    expect(headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(headers['content-security-policy']).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ code: 401, error_code: 'authentication_required' });
  });
});
