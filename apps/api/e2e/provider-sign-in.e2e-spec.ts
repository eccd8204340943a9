import { OpenIdProvider, TestBrowser } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

/** Addresses as the provider and the browser know them; the browser of the tests opens those of the running API instead. */
const PUBLIC = 'http://localhost:2001';
const CALLBACK = `${PUBLIC}/providers/institute/signin`;

describe('a sign-in with an OpenID Connect provider', () => {
  let provider: OpenIdProvider;
  let api: TestApi;
  beforeAll(async () => {
    provider = await OpenIdProvider.start({
      clients: [{ client_id: 'gatehouse', client_secret: 'a secret of tests', redirect_uris: [CALLBACK] }],
      users: {
        anna: {
          preferred_username: 'Änna',
          name: 'Anna A.',
          email: 'anna@example.org',
          email_verified: true,
        },
        ben: { preferred_username: 'ben', email: 'ben@example.org', email_verified: false },
      },
    });
    api = await startApi({
      SVC_OIDC_NAME: 'Institute',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: 'gatehouse',
      SVC_OIDC_CLIENT_SECRET: 'a secret of tests',
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
    });
  });
  afterAll(async () => {
    await api.close();
    await provider.stop();
  });

  const local = (url: string) => url.replace(PUBLIC, api.anonymous.url);

  async function signIn(user: string, browser = new TestBrowser()): Promise<Response> {
    const begun = await browser.open(local(`${CALLBACK}?id=${user}`));
    expect(begun.status).toBe(302);
    const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
    return browser.open(local(back));
  }

  it('is listed', async () => {
    const { body } = await api.anonymous.get('/providers').expect(200);
    expect(body.providers).toEqual({ internal: ['gatehouse'], external: ['Institute'] });
    expect(body.identity_providers).toEqual([
      {
        provider_name: 'institute',
        display_name: 'Institute',
        protocol: 'openid-connect',
        sign_in_url: CALLBACK,
      },
    ]);
  });

  it('creates an account with a valid name, and opens a session of it', async () => {
    const browser = new TestBrowser();
    const reply = await signIn('anna', browser);
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `${PUBLIC}/ui/`]);
    const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
    expect(session).toMatchObject({
      authenticated: true,
      user: { user_name: 'anna_institute', email: 'anna@example.org', group_names: ['anonymous', 'users'] },
    });
  });

  it('leads to the same account the next time', async () => {
    const browser = new TestBrowser();
    await signIn('anna', browser);
    const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
    expect(session).toMatchObject({ user: { user_name: 'anna_institute' } });
  });

  it('gives an account no email address that the provider has not verified', async () => {
    const browser = new TestBrowser();
    await signIn('ben', browser);
    const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
    expect(session).toMatchObject({ user: { user_name: 'ben_institute', email: '' } });
  });

  it('that the provider denies opens no session', async () => {
    const browser = new TestBrowser();
    const reply = await signIn('nobody', browser);
    expect([reply.status, await reply.json()]).toMatchObject([
      401,
      { error_code: 'provider_sign_in_refused', reason: 'denied', provider_name: 'institute' },
    ]);
    expect(browser.cookie(api.anonymous.url, 'auth_tkt')).toBeUndefined();
  });
});
