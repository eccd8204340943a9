import { silentLogger } from '@gatehouse/logging';
import type { DeclaredRoute } from '@gatehouse/http';
import { OpenIdProvider, TestBrowser } from '@gatehouse/testing';
import { REGISTRATION, RegistrationApi } from './harness/registration';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/**
 * What read-only mode accepts although its method is one of changes. Written down here, so that an endpoint that is added or
 * declared otherwise has to be considered.
 */
const ACCEPTED: Readonly<Record<string, 'sessions' | 'reads'>> = {
  sign_in: 'sessions',
  sign_in_by_query: 'sessions',
  sign_in_from_page: 'sessions',
  sign_in_with_provider: 'sessions',
  sign_out: 'sessions',
  sign_out_by_post: 'sessions',
  sign_out_from_page: 'sessions',
  log_out_by_provider: 'sessions',
  end_user_sessions: 'sessions',
  end_user_session: 'sessions',
  preview_permissions: 'reads',
  list_changed_assignments: 'reads',
  plan_configuration: 'reads',
  evaluate_request: 'reads',
  discover_issuer: 'reads',
};
/** GET requests with effects, as they are documented. */
const CHANGING_READS = ['complete_network_link', 'open_link_consent', 'request_network_token'];

/** Addresses as the provider and the browser know them; the tests open those of the running processes instead. */
const PUBLIC = 'http://localhost:2001';
const CALLBACK = `${PUBLIC}/providers/institute/signin`;
const CLIENT = { client_id: 'gatehouse', client_secret: 'a secret of tests', redirect_uris: [CALLBACK] };

const isChanging = ({ method, declaration: { name } }: DeclaredRoute): boolean =>
  method !== 'GET' || name in ACCEPTED || CHANGING_READS.includes(name);

describe('read-only mode', () => {
  let registration: RegistrationApi;
  let api: TestApi;
  let provider: OpenIdProvider;
  let userName: string;

  beforeAll(async () => {
    const verified = (name: string) => ({
      preferred_username: name,
      email: `${name}@example.org`,
      email_verified: true,
    });
    provider = await OpenIdProvider.start({
      clients: [CLIENT],
      users: { anna: verified('anna'), carl: verified('carl') },
    });
    const settings = {
      ...REGISTRATION,
      SVC_OIDC_NAME: 'Institute',
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: CLIENT.client_id,
      SVC_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
    };
    registration = await RegistrationApi.start(settings);
    userName = await registration.api.make.user();
    await registration.register('pat').expect(201);
    api = await startApi({ ...settings, SVC_READ_ONLY: 'true' }, silentLogger, registration.api.database);
  });
  afterAll(async () => {
    await api.app.close();
    expect(api.undeclared).toEqual([]);
    await registration.close();
    await provider.stop();
  });

  const pathOf = ({ template }: DeclaredRoute): string =>
    template.replace(/\{(\w+)\}/g, (_, param: string) =>
      param === 'user_name' ? userName : /_id$/.test(param) ? '1' : 'no-such-thing',
    );
  /** Every change is a revision, also that of a session; messages are queued beside them. */
  const contents = async (): Promise<unknown> =>
    api.dataSource.query(
      'SELECT (SELECT max(revision) FROM revisions) AS revision, (SELECT count(*) FROM outbox_messages) AS messages',
    );

  it('refuses every change but those that are listed, whoever sends it, and changes nothing', async () => {
    const before = await contents();
    const wrong: string[] = [];
    const changing = routesOf(api).filter(isChanging);
    expect(changing.length).toBeGreaterThan(70);
    for (const route of changing) {
      if (route.declaration.name in ACCEPTED) continue;
      // The network is off here: its own refusal precedes.
      if (route.declaration.unavailable?.(api.settings)) continue;
      for (const method of route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]) {
        const { status, body, headers } = await api.admin.method(method, pathOf(route));
        const isRefused =
          status === 503 && body.error_code === 'read_only' && Number(headers['retry-after']) > 0;
        const hasNoHead = method === 'HEAD' && status === 405;
        if (!isRefused && !hasNoHead) wrong.push(`${method} ${route.template} ${status} ${body.error_code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await contents()).toEqual(before);
  });

  it('is declared as it is listed', () => {
    const declared = routesOf(api).flatMap(({ declaration: { name, whileReadOnly } }) =>
      whileReadOnly === undefined ? [] : [[name, whileReadOnly] as const],
    );
    expect(Object.fromEntries(declared)).toEqual(ACCEPTED);
  });

  it('does not tell callers without a right more than before', async () => {
    await api.anonymous.post('/groups', { group_name: 'arctic' }).expect(401);
    const user = await api.signIn(userName);
    await user.post('/groups', { group_name: 'arctic' }).expect(403);
  });

  it('accepts sign-in and sign-out, and ends sessions', async () => {
    const user = await api.signIn(userName);
    expect((await user.get('/session').expect(200)).body.authenticated).toBe(true);
    const other = await api.signIn(userName);
    await user.delete(`/users/${userName}/sessions`).expect(200);
    expect((await other.get('/session').expect(200)).body.authenticated).toBe(false);
    const again = await api.signIn(userName);
    await again.get('/signout').expect(200);
    expect((await again.get('/session').expect(200)).body.authenticated).toBe(false);
  });

  describe('with an identity provider', () => {
    /** Signs in at one of the processes. */
    async function signIn(at: TestApi, user: string): Promise<[reply: Response, session: unknown]> {
      const browser = new TestBrowser();
      const local = (url: string) => url.replace(PUBLIC, at.anonymous.url);
      const begun = await browser.open(local(`${CALLBACK}?id=${user}`));
      const back = await browser.follow(begun.headers.get('location') ?? '', PUBLIC);
      const reply = await browser.open(local(back));
      return [reply, await (await browser.open(local(`${PUBLIC}/session`))).json()];
    }
    /** Users, memberships and identities. */
    const accounts = async (): Promise<unknown> =>
      api.dataSource.query(
        `SELECT (SELECT json_agg(u ORDER BY u.id) FROM users u) AS users,
           (SELECT count(*) FROM memberships) AS memberships, (SELECT count(*) FROM external_identities) AS identities`,
      );

    it('signs a user in who has a linked identity, and changes nothing of the account', async () => {
      await signIn(registration.api, 'anna');
      const before = await accounts();
      const [reply, session] = await signIn(api, 'anna');
      expect([reply.status, reply.headers.get('location')]).toEqual([302, `${PUBLIC}/ui/`]);
      expect(session).toMatchObject({ authenticated: true, user: { user_name: 'anna_institute' } });
      expect(await accounts()).toEqual(before);
    });

    it('creates no account for another identity', async () => {
      const before = await accounts();
      const [reply, session] = await signIn(api, 'carl');
      expect([reply.status, await reply.json()]).toMatchObject([503, { error_code: 'read_only' }]);
      expect(session).toMatchObject({ authenticated: false });
      expect(await accounts()).toEqual(before);
    });
  });

  it('lets no one-time link act, by any method, and the link works afterwards', async () => {
    const path = await registration.path('pat');
    for (const request of [
      api.anonymous.post(path),
      api.anonymous.get(path).set('Accept', 'application/json'),
    ]) {
      expect((await request.expect(503)).body.error_code).toBe('read_only');
    }
    expect((await registration.api.admin.get('/register/users/pat')).status).toBe(200);
    await registration.api.anonymous.post(path).expect(200);
  });

  it('is shown by the version and to the console, and only then', async () => {
    expect((await api.anonymous.get('/version').expect(200)).body.read_only).toBe(true);
    expect((await registration.api.anonymous.get('/version').expect(200)).body).not.toHaveProperty(
      'read_only',
    );
    expect((await api.anonymous.get('/ui/settings.json').expect(200)).body.read_only).toBe(true);
  });

  it('does not keep another process on the same database from changing it', async () => {
    await registration.api.admin.post('/groups', { group_name: 'written_elsewhere' }).expect(201);
    await api.admin.get('/groups/written_elsewhere').expect(200);
  });
});
