import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostileIssuer } from '@gatehouse/testing';
import { cookieOf } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

describe('an OAuth 2.0 provider of the configuration file', () => {
  let folder: string;
  let server: HostileIssuer;
  let api: TestApi;
  let profile: Record<string, unknown>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
    server = await HostileIssuer.start();
    const path = join(folder, 'providers.yml');
    writeFileSync(
      path,
      `
identity_providers:
  - name: lab
    display_name: Laboratory
    protocol: oauth2
    client_id: gatehouse
    client_secret: a secret of tests
    authorization_url: ${server.url}/authorize
    token_url: ${server.url}/token
    identity_url: ${server.url}/profile
    emails_url: ${server.url}/emails
    accept_tokens: true
    fields: {subject: id, user_name: login, display_name: account.name}
    groups:
      claim: account.teams
      mapping: {water: hydrologists, ice: glaciologists, none: no-such-group}
  - name: closed
    protocol: oauth2
    client_id: gatehouse
    authorization_url: ${server.url}/authorize
    token_url: ${server.url}/token
    identity_url: ${server.url}/profile
    provisioning: false
    accept_tokens: true
    fields: {subject: id}
  - {preset: github, client_id: x, client_secret: y}
`,
    );
    api = await startApi({ SVC_IDENTITY_PROVIDERS_CONFIG_PATH: path, SVC_OUTGOING_ALLOWED: '127.0.0.1' });
    for (const group_name of ['hydrologists', 'glaciologists']) await api.make.group({ group_name });
  });
  beforeEach(() => {
    profile = { id: 42, login: 'Jörg Müller', account: { name: 'Jörg', teams: [] } };
    server.answers.set('/profile', (_request, response) => response.end(JSON.stringify(profile)));
    server.answers.set('/emails', (_request, response) => response.end('[]'));
  });
  afterAll(async () => {
    await api.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const withToken = (provider = 'lab', headers: Record<string, string> = {}) =>
    api.anonymous
      .get(`/providers/${provider}/signin`)
      .redirects(0)
      .set({ authorization: 'Bearer opaque', ...headers });

  async function userOf(
    provider = 'lab',
  ): Promise<{ user_name: string; email: string; group_names: string[] }> {
    const reply = await withToken(provider).expect(302);
    const session = await api.anonymous.get('/session').set('Cookie', cookieOf(reply) ?? '');
    return session.body.user;
  }

  it('is listed with those of presets', async () => {
    const { body } = await api.anonymous.get('/providers').expect(200);
    expect(body.providers.external).toEqual(['GitHub', 'closed', 'lab']);
    expect(body.identity_providers).toContainEqual(
      expect.objectContaining({ provider_name: 'lab', display_name: 'Laboratory', protocol: 'oauth2' }),
    );
  });

  it('exchanges the code of a browser, with PKCE and its secret, and requests the profile', async () => {
    const begun = await api.anonymous.get('/providers/lab/signin').redirects(0).expect(302);
    const [progress = ''] = (begun.headers['set-cookie'] as unknown as string[]).map(
      (one) => one.split(';')[0],
    );
    const returned = server.returned(begun.headers['location'] ?? '', { iss: undefined });
    const reply = await api.anonymous
      .get(`/providers/lab/signin?${returned}`)
      .redirects(0)
      .set('Cookie', progress)
      .set('Sec-Fetch-Site', 'cross-site');
    expect([reply.status, reply.body.homepage_route]).toEqual([302, 'http://localhost:2001/ui/']);
    const token = server.requests.find(({ path }) => path === '/token');
    const form = Object.fromEntries(new URLSearchParams(token?.body));
    expect(form).toMatchObject({
      client_id: 'gatehouse',
      client_secret: 'a secret of tests',
      code: 'a code',
    });
    expect(form['code_verifier']?.length).toBeGreaterThan(40);
    const profileRequest = server.requests.find(({ path }) => path === '/profile');
    expect(profileRequest?.headers['authorization']).toBe('Bearer an access token');
  });

  it('identifies users by their id, regardless of their name, without an email address', async () => {
    const first = await userOf();
    expect(first).toMatchObject({ user_name: 'jorg_muller_lab', email: '' });
    profile = { ...profile, login: 'someone-else' };
    expect(await userOf()).toEqual(first);
    profile = { ...profile, id: 43, login: 'Jörg Müller' };
    expect(await userOf()).toMatchObject({ user_name: 'jorg_muller_lab_2' });
  });

  it('provides only a verified address from the list of addresses of a user', async () => {
    profile = { ...profile, id: 44, login: 'lena', email: 'chief@mail.com' };
    const list = [
      { email: 'other@example.org', verified: true, primary: false },
      { email: 'lena@example.org', verified: true, primary: true },
    ];
    server.answers.set('/emails', (_request, response) => response.end(JSON.stringify(list)));
    expect(await userOf()).toMatchObject({ user_name: 'lena_lab', email: 'lena@example.org' });
  });

  it('adds users to the groups of their claims, and removes them from those that it has added', async () => {
    profile = { ...profile, id: 45, login: 'mia', account: { teams: ['water', 'none', 'unmapped'] } };
    expect((await userOf()).group_names).toEqual(['anonymous', 'hydrologists', 'users']);
    await api.admin.post('/users/mia_lab/groups', { group_name: 'glaciologists' }).expect(201);
    profile = { ...profile, account: { teams: ['ice'] } };
    expect((await userOf()).group_names).toEqual(['anonymous', 'glaciologists', 'users']);
    profile = { ...profile, account: {} };
    // An administrator has added the membership: the claim does not own it.
    expect((await userOf()).group_names).toEqual(['anonymous', 'glaciologists', 'users']);
  });

  it('creates no account where that is disabled', async () => {
    const reply = await withToken('closed');
    expect([reply.status, reply.body.error_code, reply.body.external_id]).toEqual([
      403,
      'external_account_missing',
      '42',
    ]);
  });

  it.each([
    ['malformed', { authorization: 'Bearer' }, 400, 'provider_token_malformed'],
    ['of another scheme', { authorization: 'Basic eDp5' }, 400, 'provider_token_malformed'],
  ])('refuses credentials that are %s', async (_, headers, status, code) => {
    const { body } = await withToken('lab', headers).expect(status);
    expect([body.error_code, typeof body.reason]).toEqual([code, 'string']);
  });

  it('refuses tokens that it does not know, and those of profiles without an id', async () => {
    server.answers.set('/profile', (_request, response) => response.writeHead(401).end());
    expect((await withToken().expect(401)).body).toMatchObject({
      error_code: 'provider_token_rejected',
      reason: 'token_refused',
    });
    for (const id of [undefined, '', null, {}, 1.5, 'x'.repeat(256)]) {
      server.answers.set('/profile', (_request, response) => response.end(JSON.stringify({ id })));
      expect((await withToken().expect(401)).body.reason).toBe('subject_missing');
    }
  });

  it('that cannot be reached is an internal error with the name of the provider', async () => {
    server.answers.set('/profile', (_request, response) => response.writeHead(503).end());
    expect((await withToken().expect(500)).body).toMatchObject({
      error_code: 'provider_unavailable',
      provider_name: 'lab',
      user_name: null,
    });
  });

  it('limits tokens that are refused', async () => {
    server.answers.set('/profile', (_request, response) => response.writeHead(401).end());
    const statuses = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await withToken('lab', { authorization: 'Bearer invented' })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
