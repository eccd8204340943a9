import { createHash } from 'node:crypto';
import { UnitOfWork } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { APPROVAL, REGISTRATION, RegistrationApi } from './harness/registration';

/** What browsers send when a user opens an address. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const UNKNOWN = '/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05';

describe('a one-time link', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start({
      ...REGISTRATION,
      SVC_URL: 'https://gate.example/gatehouse',
    });
  });
  afterAll(() => registration.close());
  const anonymous = () => registration.api.anonymous;
  const admin = () => registration.api.admin;
  const isPending = async (name: string): Promise<boolean> =>
    (await admin().get(`/register/users/${name}`)).status === 200;

  async function newLink(name: string): Promise<string> {
    await registration.register(name).expect(201);
    return registration.path(name);
  }

  it('is not used by scanners and previews, however they open it', async () => {
    const path = await newLink('ann');
    for (const accept of [
      '*/*',
      BROWSER.Accept,
      'text/html',
      'image/*',
      'text/plain',
      'application/xml',
      '',
    ]) {
      await anonymous().get(path).set('Accept', accept);
    }
    await anonymous().get(`${path}?format=html`);
    await anonymous().head(path).set('Accept', 'application/json').expect(405);
    await anonymous().head(path).expect(405).expect('Allow', 'GET, POST');
    await anonymous().method('options', path);
    await anonymous().get(`${path}/details`).set('Accept', 'application/json').expect(200);
    expect(await isPending('ann')).toBe(true);
    await anonymous().post(path).expect(200);
    expect(await isPending('ann')).toBe(false);
  });

  it.each([
    ['ben', 'Accept', 'application/json', ''],
    ['cleo', 'Accept', '*/*', '?format=json'],
  ])('of a confirmation is used by a GET that requests JSON (%s)', async (name, header, value, query) => {
    const path = await newLink(name);
    const reply = await anonymous().get(`${path}${query}`).set(header, value).expect(200);
    expect(reply.body).toMatchObject({ operation: 'user-registration-confirm-email', code: 200 });
    expect(await isPending(name)).toBe(false);
  });

  it('shows a page that works without scripts, loads nothing and has one form without an address', async () => {
    const path = await newLink('dora');
    const reply = await anonymous().get(path).set(BROWSER).set('Accept-Language', 'fr').expect(200);
    const page = reply.text;
    expect(reply.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(reply.headers['content-language']).toBe('fr');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(page).toContain('<html lang="fr">');
    expect(page).toContain('Confirmez votre adresse');
    expect(page.match(/<form method="post">/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|<img|<link|javascript:|\bon\w+=|src=|action=/i);
    expect(page).not.toContain(path.split('/').at(-1));
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(reply.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(style).toContain('prefers-color-scheme:dark');
  });

  it('is used by the form of its page, and the next page offers to sign in', async () => {
    const path = await newLink('emma');
    const reply = await anonymous()
      .post(path)
      .set(BROWSER)
      .set('Origin', 'https://gate.example')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('')
      .expect(200);
    expect(reply.text).toContain('Your account is ready');
    expect(reply.text).toContain('href="https://gate.example/gatehouse/ui/login"');
    expect(reply.headers['location']).toBeUndefined();
  });

  it('is not used by a page of another site', async () => {
    const path = await newLink('finn');
    await anonymous().post(path).set('Origin', 'https://evil.example').expect(403);
    await anonymous().post(path).set('Sec-Fetch-Site', 'cross-site').expect(403);
    expect(await isPending('finn')).toBe(true);
  });

  it('escapes what registrants have typed', async () => {
    await registration.register('gina', "o'gina&co@example.org").expect(201);
    const { text } = await anonymous()
      .get(await registration.path('gina'))
      .set(BROWSER);
    expect(text).toContain('o&#39;gina&amp;co@example.org');
  });

  it('describes itself to programs without being used', async () => {
    const path = await newLink('hugo');
    const { body } = await anonymous().get(`${path}/details`).set('Accept-Language', 'fr').expect(200);
    expect(body.link).toEqual({
      operation: 'user-registration-confirm-email',
      title: 'Confirmez votre adresse électronique',
      explanation: expect.stringContaining('compte'),
      button: 'Confirmer',
      facts: [
        { label: 'Nom d’utilisateur', value: 'hugo' },
        { label: 'Adresse électronique', value: 'hugo@example.org' },
      ],
      terms: null,
      asks_password: false,
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await isPending('hugo')).toBe(true);
  });

  it('succeeds for exactly one of 50 concurrent requests', async () => {
    const path = await newLink('ida');
    const replies = await Promise.all(Array.from({ length: 50 }, () => anonymous().post(path)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(404)]);
    expect(
      (await registration.templates('ida')).filter((one) => one === 'registration_approved'),
    ).toHaveLength(1);
  });

  it.each([
    ['urn:uuid:{}', (token: string) => `urn:uuid:${token}`],
    ['braces', (token: string) => `%7B${token}%7D`],
    ['no hyphens', (token: string) => token.replaceAll('-', '')],
  ])('is accepted with its token spelled with %s', async (name, spell) => {
    const path = await newLink(`jo.${name.replaceAll(/[^a-z]/g, '')}`);
    await anonymous()
      .post(`/tmp/${spell(path.split('/').at(-1) ?? '')}`)
      .expect(200);
  });

  it('returns 422 for a malformed token, 404 for an unknown one, and 410 after its expiry', async () => {
    for (const method of ['get', 'post', 'head'] as const) {
      await anonymous()[method]('/tmp/nothing').expect(422);
      await anonymous()[method](UNKNOWN).expect(404);
      await anonymous()[method](UNKNOWN.toUpperCase().replace('TMP', 'tmp')).expect(422);
    }
    const path = await newLink('kate');
    await registration.api.dataSource.query(
      "UPDATE one_time_links SET expires_at = now() - interval '1 second'",
    );
    for (const method of ['get', 'post', 'head'] as const) await anonymous()[method](path).expect(410);
    await anonymous().get(path).set('Accept', 'application/json').expect(410);
    expect(await isPending('kate')).toBe(true);
  });

  it('returns errors as pages to browsers and in the negotiated format to programs', async () => {
    const page = await anonymous().get(UNKNOWN).set(BROWSER).set('Accept-Language', 'fr').expect(404);
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.text).toContain('<h1>Lien inconnu</h1>');
    expect(page.headers['x-gatehouse-reason']).toBe('link_not_found');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    const json = await anonymous().get(UNKNOWN).expect(404);
    expect(json.body).toMatchObject({ error_code: 'link_not_found', route_name: '/tmp/{token}' });
    expect(json.text).not.toContain(UNKNOWN.split('/').at(-1));
  });

  it('is answered with 501 if its operation is unknown', async () => {
    const links = registration.api.app.get(OneTimeLinks);
    const id = await registration.api.app
      .get(UnitOfWork)
      .run(() => links.create({ operation: 'of-another-version' as 'group-accept-terms' }));
    const path = `/tmp/${links.addressOf(id).split('/').at(-1)}`;
    await anonymous().get(path).expect(501);
    await anonymous().post(path).expect(501);
  });
});

describe('a link for administrators', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start(APPROVAL);
  });
  afterAll(() => registration.close());

  it('is not used by any GET, and shows a page to an administrator', async () => {
    const { anonymous, admin } = registration.api;
    await registration.register('ann').expect(201);
    await anonymous.post(await registration.path('ann')).expect(200);
    for (const name of ['approve_url', 'decline_url']) {
      const path = await registration.path('ann', name);
      await admin.get(path).set('Accept', 'application/json').expect(200);
      await admin.get(`${path}?format=json`).expect(200);
      await admin.head(path).expect(405);
      const { text } = await admin.get(path).set(BROWSER).expect(200);
      expect(text).toContain('ann@example.org');
      expect(text.match(/<button/g)).toHaveLength(1);
    }
    await admin.get('/register/users/ann').expect(200);
  });

  it('requires a session, and remains valid', async () => {
    const { anonymous, admin } = registration.api;
    await registration.register('ben').expect(201);
    await anonymous.post(await registration.path('ben')).expect(200);
    const path = await registration.path('ben', 'approve_url');
    const page = await anonymous.get(path).set(BROWSER).expect(401);
    expect(page.text).toContain('Authentication required');
    expect(page.text).toMatch(/href="[^"]*\/ui\/login"/);
    expect(page.text).not.toContain('ben');
    expect(page.headers['www-authenticate']).toBeDefined();
    await admin.post(path).expect(200);
  });
});
