import { UnitOfWork } from '@gatehouse/database';
import { type Forwarder, forward } from './harness/forwarder';
import { OpenIdProvider, TestBrowser } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

/** Addresses as the provider and the browser know them; the browser of the tests opens those of the running API instead. */
const PUBLIC = 'http://localhost:2001';
const CALLBACK = `${PUBLIC}/providers/institute/signin`;

describe('a sign-in with an OpenID Connect provider', () => {
  let provider: OpenIdProvider;
  let api: TestApi;
  let logouts: Forwarder;
  beforeAll(async () => {
    // The provider calls the API, whose port is not known yet.
    logouts = await forward();
    provider = await OpenIdProvider.start({
      clients: [
        {
          client_id: 'gatehouse',
          client_secret: 'a secret of tests',
          redirect_uris: [CALLBACK],
          backchannel_logout_uri: `${logouts.url}/providers/institute/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      users: {
        anna: {
          preferred_username: 'Änna',
          name: 'Anna A.',
          email: 'anna@example.org',
          email_verified: true,
        },
        carl: { preferred_username: 'carl', email: 'carl@example.org', email_verified: true },
        dora: { preferred_username: 'dora', email: 'dora@example.org', email_verified: false },
        ben: { preferred_username: 'ben', email: 'ben@example.org', email_verified: false },
      },
    });
    api = await startApi({
      SVC_OIDC_NAME: 'Institute',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: 'gatehouse',
      SVC_OIDC_CLIENT_SECRET: 'a secret of tests',
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_SMTP_HOST: 'smtp.invalid',
      SVC_SMTP_FROM: 'gate@example.org',
    });
    logouts.to = api.anonymous.url;
  });
  afterAll(async () => {
    await api.close();
    await provider.stop();
    await logouts.close();
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

  it('is named in the audit log as what added the account', async () => {
    const query = 'object=user:anna_institute&kind=user.created&by_revision=true';
    const { entries } = (await api.admin.get(`/audit?${query}`).expect(200)).body;
    expect(entries).toMatchObject([{ actor: { kind: 'anonymous' }, summary: { provider: 'Institute' } }]);
  });

  it('leads to the same account the next time', async () => {
    const browser = new TestBrowser();
    await signIn('anna', browser);
    const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
    expect(session).toMatchObject({ user: { user_name: 'anna_institute' } });
  });

  it('does not assign an email address that the provider has not verified', async () => {
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

  describe('of a browser, for the sign-in page', () => {
    const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    beforeAll(async () => {
      await api.make.service({ service_name: 'maps', service_type: 'api' });
      await api.make.service({ service_name: 'tides', service_type: 'wps' });
    });

    it.each([
      ['/ui/users/bob?tab=a', `${PUBLIC}/ui/users/bob?tab=a`],
      [
        'http://localhost:2002/ows/proxy/maps?x=1',
        `${PUBLIC}/ui/login?continue=&return=http%3A%2F%2Flocalhost%3A2002%2Fows%2Fproxy%2Fmaps%3Fx%3D1`,
      ],
      ['http://localhost:2002/ows/proxy/tides?service=WPS&request=Execute&identifier=x', `${PUBLIC}/ui/`],
      ['http://localhost:2002/ows/proxy/tides?request=Unheard', `${PUBLIC}/ui/`],
      ['http://localhost:2002/ows/proxy/nowhere', `${PUBLIC}/ui/`],
      ['https://evil.example/', `${PUBLIC}/ui/`],
      ['//evil.example/ui/', `${PUBLIC}/ui/`],
      ['/signout', `${PUBLIC}/ui/`],
      ['http://localhost:2002/other', `${PUBLIC}/ui/`],
    ])('continues on the page that was requested, if it is one: %s', async (wanted, location) => {
      const browser = new TestBrowser();
      const query = new URLSearchParams({ id: 'anna', return: wanted });
      const begun = await browser.open(local(`${CALLBACK}?${query}`), page);
      const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
      const reply = await browser.open(local(back), page);
      expect([reply.status, reply.headers.get('location')]).toEqual([302, location]);
    });

    it.each([
      ['/ui/groups', '&return=%2Fui%2Fgroups'],
      ['https://evil.example/', ''],
    ])('leads back to it with the error code, and keeps %s', async (wanted, kept) => {
      const browser = new TestBrowser();
      const query = new URLSearchParams({ id: 'nobody', return: wanted });
      const begun = await browser.open(local(`${CALLBACK}?${query}`), page);
      const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
      const reply = await browser.open(local(back), page);
      expect([reply.status, reply.headers.get('location')]).toEqual([
        302,
        `/ui/login?error=provider_sign_in_refused${kept}`,
      ]);
      expect(browser.cookie(api.anonymous.url, 'auth_tkt')).toBeUndefined();
    });

    it('leads back to the page on which linking has begun, with the error code', async () => {
      const client = await api.signIn(await api.make.user());
      const body = { provider_name: 'institute', came_from: '/ui/account?tab=a' };
      const begun = await client.post('/users/current/identities', body).expect(200);
      const [progress = ''] = (begun.headers['set-cookie'] as unknown as string[]).map(
        (one) => one.split(';')[0],
      );
      const back = await new TestBrowser().follow(`${begun.body.location}&login_hint=nobody`, PUBLIC);
      const reply = await new TestBrowser().open(local(back), {
        ...page,
        cookie: `${progress}; ${client.sessionCookie}`,
      });
      expect([reply.status, reply.headers.get('location')]).toEqual([
        302,
        `${PUBLIC}/ui/account?tab=a&error=provider_sign_in_refused`,
      ]);
    });

    it('with a token is answered like that of a program', async () => {
      const reply = await new TestBrowser().open(local(CALLBACK), {
        ...page,
        authorization: 'Bearer not-a-token',
      });
      expect(reply.status).toBe(401);
    });
  });

  describe('by the form', () => {
    it('continues at the provider, and afterwards on the requested page', async () => {
      const browser = new TestBrowser();
      const form = { user_name: 'anna', provider_name: 'INSTITUTE', came_from: '/ui/groups' };
      const reply = await api.anonymous.post('/signin', form).redirects(0);
      expect([reply.status, reply.headers['location']]).toEqual([302, `${CALLBACK}?id=anna`]);
      const [cookie = ''] = reply.headers['set-cookie'] as unknown as string[];
      expect(cookie).toMatch(
        /^homepage_route=.*; Path=\/providers\/institute\/signin; HttpOnly; SameSite=Lax/,
      );
      const begun = await browser.open(local(`${CALLBACK}?id=anna`), { cookie: cookie.split(';')[0] ?? '' });
      const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
      expect((await browser.open(local(back))).headers.get('location')).toBe(`${PUBLIC}/ui/groups`);
    });

    it.each([
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      'http://localhost:2001@evil.example',
    ])('never continues on the other host of %j', async (came_from) => {
      const form = { user_name: 'anna', provider_name: 'institute', came_from };
      const reply = await api.anonymous.post('/signin', form);
      expect([reply.status, reply.body.error_code]).toEqual([403, 'homepage_not_allowed']);
      const begun = await fetch(local(CALLBACK), {
        redirect: 'manual',
        headers: { 'homepage-route': came_from },
      });
      expect(begun.status).toBe(403);
    });
  });

  it('that was not begun in this browser is refused', async () => {
    const browser = new TestBrowser();
    const begun = await browser.open(local(`${CALLBACK}?id=anna`));
    const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
    const reply = await new TestBrowser().open(local(back));
    expect([reply.status, await reply.json()]).toMatchObject([401, { reason: 'state_mismatch' }]);
  });

  it('whose return is replayed is refused', async () => {
    const browser = new TestBrowser();
    const begun = await browser.open(local(`${CALLBACK}?id=anna`));
    const progress = browser.cookie(api.anonymous.url, 'auth_tkt_provider') ?? '';
    const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
    expect((await browser.open(local(back))).status).toBe(302);
    // The browser no longer has a sign-in in progress; a copy of its cookie is not accepted either.
    for (const headers of [{}, { cookie: `auth_tkt_provider=${progress}` }] as Record<string, string>[]) {
      const reply = await new TestBrowser().open(local(back), headers);
      expect([reply.status, await reply.json()]).toMatchObject([
        401,
        { error_code: 'provider_sign_in_refused' },
      ]);
    }
  });

  it('of another provider, or with an altered state, is refused', async () => {
    const browser = new TestBrowser();
    const begun = await browser.open(local(`${CALLBACK}?id=anna`));
    const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
    const swapped = new URL(back);
    swapped.searchParams.set('state', 'x'.repeat(32));
    const reply = await browser.open(local(swapped.href));
    expect([reply.status, await reply.json()]).toMatchObject([401, { reason: 'state_mismatch' }]);
  });

  it('has no effect by HEAD', async () => {
    expect((await fetch(local(CALLBACK), { method: 'HEAD', redirect: 'manual' })).status).toBe(405);
  });

  describe('and an account with the same verified address', () => {
    it('are linked only by the signed-in owner, and unlinked again', async () => {
      const owner = await api.make.user({ user_name: 'carl' });
      await signIn('carl').then(async (reply) =>
        expect([reply.status, await reply.json()]).toMatchObject([
          409,
          {
            error_code: 'external_email_taken',
            provider_name: 'institute',
            external_id: 'carl',
            internal_user_name: 'carl_institute',
          },
        ]),
      );
      const client = await api.signIn(owner);
      const begun = await client.post('/users/current/identities', {
        provider_name: 'institute',
        came_from: '/ui/account',
      });
      expect(begun.status).toBe(200);
      const [progress = ''] = (begun.headers['set-cookie'] as unknown as string[]).map(
        (one) => one.split(';')[0],
      );
      const back = await new TestBrowser().follow(`${begun.body.location}&login_hint=carl`, PUBLIC);
      const other = await api.signIn(await api.make.user());
      for (const cookie of [progress, `${progress}; ${other.sessionCookie}`]) {
        const refused = await new TestBrowser().open(local(back), { cookie });
        expect([refused.status, await refused.json()]).toMatchObject([401, { reason: 'login_required' }]);
      }
      const linked = await new TestBrowser().open(local(back), {
        cookie: `${progress}; ${client.sessionCookie}`,
      });
      expect([linked.status, linked.headers.get('location')]).toEqual([302, `${PUBLIC}/ui/account`]);

      const browser = new TestBrowser();
      await signIn('carl', browser);
      const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
      expect(session).toMatchObject({ user: { user_name: 'carl' } });
      const { identities } = (await client.get('/users/current/identities').expect(200)).body;
      expect(identities).toMatchObject([{ provider_name: 'institute', external_id: 'carl' }]);
      await client.delete(`/users/current/identities/${identities[0].identity_id}`).expect(200);
      expect(await (await browser.open(local(`${PUBLIC}/session`))).json()).toMatchObject({
        authenticated: false,
      });
      await client.get('/session').expect(({ body }) => expect(body.authenticated).toBe(true));
      const mails = await api.dataSource.query<{ variables: unknown }[]>(
        `SELECT payload -> 'variables' AS variables FROM outbox_messages
          WHERE payload ->> 'template' = 'identity_notice' AND payload ->> 'to' = $1 ORDER BY payload ->> 'queuedAt'`,
        [`${owner}@example.org`],
      );
      expect(mails).toEqual(
        [true, false].map((linked) => ({
          variables: { provider: 'institute', external_name: 'carl', linked },
        })),
      );
    });

    it('are linked only by a user who has signed in recently', async () => {
      const user = await api.make.user();
      const client = await api.signIn(user);
      const unitOfWork = api.app.get(UnitOfWork);
      const age = (minutes: number) =>
        unitOfWork.run(() =>
          unitOfWork.manager.query(
            `UPDATE sessions SET signed_in_at = now() - make_interval(mins => $2)
              WHERE user_id = (SELECT id FROM users WHERE name = $1)`,
            [user, minutes],
          ),
        );
      const link = () => client.post('/users/current/identities', { provider_name: 'institute' });
      await age(16);
      const reply = await link();
      expect([reply.status, reply.body.error_code]).toEqual([403, 'recent_sign_in_required']);
      await age(14);
      await link().then(({ status }) => expect(status).toBe(200));
    });

    it('are never linked if the provider has not verified the address', async () => {
      await api.make.user({ user_name: 'dora' });
      const browser = new TestBrowser();
      await signIn('dora', browser);
      const session = await (await browser.open(local(`${PUBLIC}/session`))).json();
      expect(session).toMatchObject({ user: { user_name: 'dora_institute', email: '' } });
    });
  });

  it('is listed with whether the account also has a password, as the ways in which its user can sign in', async () => {
    const browser = new TestBrowser();
    await signIn('anna', browser);
    const own = await (await browser.open(local(`${PUBLIC}/users/current/identities`))).json();
    expect(own).toMatchObject({ identities: [{ provider_name: 'institute' }], has_password: false });
    const member = await api.signIn(await api.make.user());
    expect((await member.get('/users/current/identities').expect(200)).body).toMatchObject({
      identities: [],
      has_password: true,
    });
  });

  it('is the last way in of an account without a password, and cannot be unlinked', async () => {
    const browser = new TestBrowser();
    await signIn('ben', browser);
    const { identities } = (await api.admin.get('/users/ben_institute/identities').expect(200)).body;
    const reply = await api.admin.delete(`/users/ben_institute/identities/${identities[0].identity_id}`);
    expect([reply.status, reply.body.error_code]).toEqual([403, 'external_identity_last']);
    expect(await (await browser.open(local(`${PUBLIC}/session`))).json()).toMatchObject({
      authenticated: true,
    });
  });

  it('ends when the user logs out at the provider', async () => {
    const browser = new TestBrowser();
    const other = new TestBrowser();
    await signIn('anna', browser);
    await signIn('anna', other);
    const out = await browser.open(`${provider.issuer}/session/end`);
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(await out.text()) ?? [];
    await browser.post(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect(await (await browser.open(local(`${PUBLIC}/session`))).json()).toMatchObject({
      authenticated: false,
    });
    expect(await (await other.open(local(`${PUBLIC}/session`))).json()).toMatchObject({
      authenticated: true,
    });
  });
});
