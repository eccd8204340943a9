import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { OpenId2Server, TestBrowser } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

/** Addresses as the provider and the browser know them; the browser of the tests opens those of the running API instead. */
const PUBLIC = 'http://localhost:2001';
const EMAIL = 'http://openid.net/schema/contact/internet/email';
const ROLE = 'urn:esg:group:role';

describe('an OpenID 2.0 provider', () => {
  let folder: string;
  let server: OpenId2Server;
  let other: OpenId2Server;
  let environment: Record<string, string>;
  let api: TestApi;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
    server = await OpenId2Server.start();
    other = await OpenId2Server.start();
    const path = join(folder, 'providers.yml');
    writeFileSync(
      path,
      `
identity_providers:
  - name: node
    display_name: Node
    protocol: openid2
    identifier_url: ${server.url}/openid/{username}
    trust_emails: true
    groups: {claim: '${ROLE}', mapping: {user: modellers}}
`,
    );
    environment = {
      SVC_OPENID_PROVIDERS: 'openid, dkrz',
      SVC_IDENTITY_PROVIDERS_CONFIG_PATH: path,
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_SIGNIN_ACCOUNT_FAILURES: '1000',
      SVC_SIGNIN_ADDRESS_FAILURES: '1000',
    };
    api = await startApi(environment);
    await api.make.group({ group_name: 'modellers' });
  });
  afterEach(() => {
    server.reset();
    other.reset();
  });
  afterAll(async () => {
    await api.close();
    await server.stop();
    await other.stop();
    rmSync(folder, { recursive: true });
  });

  const local = (url: string) => url.replace(PUBLIC, api.anonymous.url);
  const begin = (browser: TestBrowser, login: string, provider = 'node'): Promise<Response> => {
    const parameter = provider === 'openid' ? 'id' : 'username';
    const query = new URLSearchParams({ [parameter]: login });
    return browser.open(local(`${PUBLIC}/providers/${provider}/signin?${query}`));
  };
  const locationOf = (reply: Response): string => reply.headers.get('location') ?? '';

  /** A sign-in from its begin to its end; `alter` changes the URL of the return. */
  async function signIn(
    { login = 'anna', provider = 'node', alter = (_url: URL): void => undefined } = {},
    browser = new TestBrowser(),
  ): Promise<Response> {
    const begun = await begin(browser, login, provider);
    if (begun.status !== 302) return begun;
    const back = new URL(server.returned(locationOf(begun)));
    alter(back);
    return browser.open(local(back.href));
  }

  async function userOf(browser: TestBrowser): Promise<Record<string, unknown> | undefined> {
    const session = (await (await browser.open(local(`${PUBLIC}/session`))).json()) as {
      user?: Record<string, unknown>;
    };
    return session.user;
  }

  async function reasonOf(reply: Response): Promise<unknown> {
    const body = (await reply.json()) as Record<string, unknown>;
    return [reply.status, body['error_code'], body['reason']];
  }
  const refused = (reason: string): unknown => [401, 'provider_sign_in_refused', reason];
  const requestsTo = (path: string): number => server.requests.filter((one) => one.path === path).length;

  it('is listed, as those of the setting are', async () => {
    const { body } = await api.anonymous.get('/providers').expect(200);
    expect(body.providers.external).toEqual(['DKRZ', 'Node', 'OpenID']);
    expect(body.identity_providers).toContainEqual({
      provider_name: 'node',
      display_name: 'Node',
      protocol: 'openid2',
      sign_in_url: `${PUBLIC}/providers/node/signin`,
    });
  });

  it('is sent the identifier, the state of the browser and the attributes that are wanted', async () => {
    const begun = await begin(new TestBrowser(), 'anna');
    const { origin, pathname, searchParams } = new URL(locationOf(begun));
    expect(origin + pathname).toBe(server.endpoint);
    const sent = Object.fromEntries(searchParams);
    expect(sent).toMatchObject({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.claimed_id': server.identifier('anna'),
      'openid.identity': server.identifier('anna'),
      'openid.realm': `${PUBLIC}/`,
      'openid.ax.mode': 'fetch_request',
      'openid.sreg.optional': 'nickname,email,fullname',
    });
    expect(sent['openid.return_to']).toMatch(
      /^http:\/\/localhost:2001\/providers\/node\/signin\?state=[\w-]{32}$/,
    );
    expect(Object.values(sent)).toEqual(expect.arrayContaining([EMAIL, ROLE]));
  });

  it('creates an account with a valid name and the groups of its attributes, and opens a session of it', async () => {
    server.attributes = {
      [EMAIL]: ['anna@example.org'],
      [ROLE]: ['none', 'user'],
      'http://openid.net/schema/namePerson/first': ['Anna'],
    };
    const browser = new TestBrowser();
    const reply = await signIn({ login: 'anna' }, browser);
    expect([reply.status, locationOf(reply)]).toEqual([302, `${PUBLIC}/ui/`]);
    expect(await userOf(browser)).toMatchObject({
      user_name: 'anna_node',
      email: 'anna@example.org',
      group_names: ['anonymous', 'modellers', 'users'],
    });
    const { identities } = (await api.admin.get('/users/anna_node/identities').expect(200)).body;
    expect(identities).toMatchObject([
      { provider_name: 'node', external_id: server.identifier('anna'), external_user_name: 'anna' },
    ]);
    server.attributes = {};
    const again = new TestBrowser();
    await signIn({ login: 'anna' }, again);
    expect(await userOf(again)).toMatchObject({
      user_name: 'anna_node',
      group_names: ['anonymous', 'users'],
    });
  });

  it('is reached by the sign-in form', async () => {
    const form = { user_name: 'anna', provider_name: 'Node' };
    const reply = await api.anonymous.post('/signin', form).redirects(0);
    expect([reply.status, reply.headers['location']]).toEqual([
      302,
      `${PUBLIC}/providers/node/signin?username=anna`,
    ]);
  });

  it('links an identity to the account of the signed-in user', async () => {
    const user = await api.make.user({ user_name: 'linda' });
    const client = await api.signIn(user);
    const missing = await client.post('/users/current/identities', { provider_name: 'node' });
    expect([missing.status, missing.body.reason]).toEqual([401, 'login_required']);
    const begun = await client
      .post('/users/current/identities', { provider_name: 'node', external_user_name: 'linda' })
      .expect(200);
    const [progress = ''] = (begun.headers['set-cookie'] as unknown as string[]).map(
      (one) => one.split(';')[0],
    );
    const back = server.returned(begun.body.location);
    await new TestBrowser().open(local(back), { cookie: `${progress}; ${client.sessionCookie}` });
    const browser = new TestBrowser();
    await signIn({ login: 'linda' }, browser);
    expect(await userOf(browser)).toMatchObject({ user_name: 'linda' });
  });

  it('ignores attributes that are not signed or were not requested', async () => {
    server.attributes = { [EMAIL]: ['admin@example.org'], [ROLE]: ['user'], 'urn:esg:other': ['x'] };
    server.unsigned = ['ns.ext1', 'ext1.mode'];
    const browser = new TestBrowser();
    await signIn({ login: 'eve' }, browser);
    expect(await userOf(browser)).toMatchObject({ email: '', group_names: ['anonymous', 'users'] });
  });

  describe('whose assertion', () => {
    const replaced =
      (name: string, value: string) =>
      (url: URL): void =>
        url.searchParams.set(`openid.${name}`, value);

    it.each(['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'])(
      'does not sign %s is refused',
      async (field) => {
        server.unsigned = [field];
        expect(await reasonOf(await signIn())).toEqual(refused('invalid_signature'));
        expect(requestsTo('/endpoint')).toBe(0);
      },
    );

    it('was altered, or is not confirmed by the provider, is refused', async () => {
      const altered = replaced('claimed_id', server.identifier('ben'));
      expect(await reasonOf(await signIn({ alter: altered }))).toEqual(refused('issuer_mismatch'));
      const both = (url: URL): void => {
        altered(url);
        replaced('identity', server.identifier('ben'))(url);
      };
      expect(await reasonOf(await signIn({ alter: both }))).toEqual(refused('code_refused'));
      for (const answer of [
        'is_valid:false\n',
        '',
        'is_valid:true \n',
        'xis_valid:true\n',
        'is_valid:false\nis_valid:true\n',
      ]) {
        server.answers.set('/endpoint', (_request, response) => response.end(answer));
        expect(await reasonOf(await signIn())).toEqual(refused('code_refused'));
      }
    });

    it('is replayed is refused, even if the provider confirms it again', async () => {
      server.forgetsNonces = true;
      const browser = new TestBrowser();
      const begun = await begin(browser, 'anna');
      const progress = browser.cookie(api.anonymous.url, 'auth_tkt_provider') ?? '';
      const back = local(server.returned(locationOf(begun)));
      expect((await browser.open(back)).status).toBe(302);
      const cookie = `auth_tkt_provider=${progress}`;
      expect(await reasonOf(await new TestBrowser().open(back, { cookie }))).toEqual(refused('code_refused'));
      expect(requestsTo('/endpoint')).toBe(2);
    });

    it.each([
      ['is old', () => new Date(Date.now() - 3_600_000).toISOString().slice(0, 19) + 'Zx', 'token_expired'],
      [
        'is of the future',
        () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19) + 'Zx',
        'token_not_yet_valid',
      ],
      ['has no time', () => 'x', 'nonce_mismatch'],
      ['has a time that does not exist', () => '2026-13-45T99:99:99Zx', 'nonce_mismatch'],
      ['is too long', () => `${new Date().toISOString().slice(0, 19)}Z${'x'.repeat(255)}`, 'nonce_mismatch'],
    ])('has a nonce that %s is refused', async (_, nonce, reason) => {
      server.fields = { response_nonce: nonce() };
      expect(await reasonOf(await signIn())).toEqual(refused(reason));
      expect(requestsTo('/endpoint')).toBe(0);
    });

    it('is of another endpoint is refused, without a request to that endpoint', async () => {
      server.fields = { op_endpoint: other.endpoint };
      expect(await reasonOf(await signIn())).toEqual(refused('issuer_mismatch'));
      expect(other.requests).toEqual([]);
    });

    it('is for another address of return is refused', async () => {
      for (const return_to of [
        `${PUBLIC}/providers/node/signin`,
        'https://evil.example/providers/node/signin?state=x',
      ]) {
        const changed = (url: URL): void => url.searchParams.set('openid.return_to', return_to);
        expect(await reasonOf(await signIn({ alter: changed }))).toEqual(refused('state_mismatch'));
      }
      expect(requestsTo('/endpoint')).toBe(0);
    });

    it.each([
      ['another provider', () => other.identifier('anna')],
      ['another user, that is spelled in another way', () => server.identifier('%61nna')],
      ['what is not a name', () => server.identifier('anna/x')],
    ])('claims an identifier of %s is refused, which is not requested', async (_, identifier) => {
      server.fields = { claimed_id: identifier(), identity: identifier() };
      expect(await reasonOf(await signIn())).toEqual(refused('subject_mismatch'));
      expect(other.requests).toEqual([]);
      expect(requestsTo('/endpoint')).toBe(0);
    });

    it('claims an identifier that another provider is responsible for is refused', async () => {
      const begun = await begin(new TestBrowser(), 'anna');
      expect(begun.status).toBe(302);
      const browser = new TestBrowser();
      const back = server.returned(locationOf(await begin(browser, 'anna')));
      server.serve('/openid/anna', server.xrds(other.endpoint));
      expect(await reasonOf(await browser.open(local(back)))).toEqual(refused('issuer_mismatch'));
      expect(other.requests).toEqual([]);
    });

    it('is of another user of the provider is refused if that identifier has another local one', async () => {
      server.serve('/openid/ben', server.xrds(server.endpoint, 'signon', 'local-ben'));
      server.fields = { claimed_id: server.identifier('ben'), identity: server.identifier('anna') };
      expect(await reasonOf(await signIn())).toEqual(refused('issuer_mismatch'));
    });

    it.each([
      ['has another version', { ns: 'http://openid.net/signon/1.1' }, 'malformed_return'],
      ['has another mode', { mode: 'associate' }, 'malformed_return'],
      ['states that the user has cancelled', { mode: 'cancel' }, 'denied'],
      ['is an error', { mode: 'error' }, 'provider_error'],
      ['has a line end in a field', { assoc_handle: 'x\nclaimed_id:y' }, 'malformed_return'],
    ])('%s is refused', async (_, fields, reason) => {
      server.fields = fields;
      expect(await reasonOf(await signIn())).toEqual(refused(reason));
    });

    it('repeats a field is refused', async () => {
      for (const name of ['claimed_id', 'mode', 'signed']) {
        const twice = (url: URL): void =>
          url.searchParams.append(`openid.${name}`, url.searchParams.get(`openid.${name}`) ?? '');
        expect(await reasonOf(await signIn({ alter: twice }))).toEqual(refused('malformed_return'));
      }
    });

    it('is received by another browser, or with another state, is refused', async () => {
      const browser = new TestBrowser();
      const back = server.returned(locationOf(await begin(browser, 'anna')));
      expect(await reasonOf(await new TestBrowser().open(local(back)))).toEqual(refused('state_mismatch'));
      const changed = new URL(back);
      changed.searchParams.set('state', 'x'.repeat(32));
      expect(await reasonOf(await browser.open(local(changed.href)))).toEqual(refused('state_mismatch'));
    });
  });

  describe('whose identifier', () => {
    it.each(['../admin', 'a/b', '..', '.', 'a?b', 'a#b', 'a%2fb', 'a b', '', 'é', 'x'.repeat(101)])(
      'has the host name %j is not requested',
      async (login) => {
        const reason = login === '' ? 'login_required' : 'identifier_unusable';
        expect(await reasonOf(await begin(new TestBrowser(), login))).toEqual(refused(reason));
        expect(server.requests).toEqual([]);
      },
    );

    it('is unknown to the provider is refused', async () => {
      server.answers.set('/openid/nobody', (_request, response) => response.writeHead(404).end());
      expect(await reasonOf(await begin(new TestBrowser(), 'nobody'))).toEqual(
        refused('identifier_unusable'),
      );
    });

    it('answers with the address of its XRDS document is used', async () => {
      server.answers.set('/openid/anna', (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'x-xrds-location': `${server.url}/documents/anna` })
          .end('<p>Anna</p>'),
      );
      server.serve('/documents/anna', server.xrds(), { 'content-type': 'text/xml' });
      expect((await signIn()).headers.getSetCookie().join()).toMatch(/auth_tkt=\w/);
    });

    it('leaves the choice to the provider is that which the provider returns', async () => {
      server.serve('/openid/anybody', server.xrds(server.endpoint, 'server'));
      const browser = new TestBrowser();
      await signIn({ login: 'anybody' }, browser);
      expect(await userOf(browser)).toMatchObject({ user_name: 'selected_node' });
    });

    it('redirects to the identifier of another provider is refused', async () => {
      server.answers.set('/openid/anna', (_request, response) =>
        response.writeHead(302, { location: other.identifier('anna') }).end(),
      );
      expect(await reasonOf(await begin(new TestBrowser(), 'anna'))).toEqual(refused('subject_mismatch'));
    });

    it.each([
      ['no XML', 'x'],
      ['another document', '<a/>'],
      ['no service', '<x:XRDS xmlns:x="xri://$xrds" xmlns="xri://$xrd*($v*2.0)"><XRD/></x:XRDS>'],
      [
        'elements of other namespaces',
        '<XRDS><XRD><Service><Type>http://specs.openid.net/auth/2.0/signon</Type><URI>https://op.example</URI></Service></XRD></XRDS>',
      ],
      ['an endpoint that is not a URL', () => server.xrds('javascript:alert(1)')],
      ['an endpoint with credentials', () => server.xrds('http://a:b@127.0.0.1/')],
      ['a document type', () => server.xrds().replace('?>', '?><!DOCTYPE x>')],
      [
        'an entity',
        () => server.xrds('&e;').replace('?>', `?><!DOCTYPE x [<!ENTITY e SYSTEM "${other.url}/entity">]>`),
      ],
      ['an entity that is not declared', () => server.xrds('&e;')],
      [
        'an inclusion',
        () =>
          server
            .xrds()
            .replace(
              '<XRD>',
              `<XRD><i:include xmlns:i="http://www.w3.org/2001/XInclude" href="${other.url}/x"/>`,
            ),
      ],
      ['very many elements', () => server.xrds().replace('<XRD>', `<XRD>${'<a/>'.repeat(1_000)}`)],
      [
        'deep nesting',
        () => server.xrds().replace('<XRD>', `<XRD>${'<a>'.repeat(200)}${'</a>'.repeat(200)}`),
      ],
    ])('answers with %s is refused', async (_, document) => {
      server.serve('/openid/anna', typeof document === 'string' ? document : document());
      expect(await reasonOf(await begin(new TestBrowser(), 'anna'))).toEqual(refused('identifier_unusable'));
      expect(other.requests).toEqual([]);
    });
  });

  describe('that', () => {
    const stopped = async (reply: Promise<Response>): Promise<unknown> => {
      const { status, ...rest } = {
        ...((await (await reply).json()) as Record<string, unknown>),
        status: (await reply).status,
      };
      return [status, (rest as Record<string, unknown>)['error_code']];
    };
    const unavailable = [500, 'provider_unavailable'];
    const PATHS = ['/openid/anna', '/endpoint'];
    const endlessly = (_request: unknown, response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/xrds+xml' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };

    describe('with a short time limit', () => {
      // Any other sign-in, which a busy machine delays as well, has the time of the default.
      let patient: TestApi;
      beforeAll(async () => {
        patient = api;
        api = await startApi({ ...environment, SVC_IDENTITY_PROVIDERS_TIMEOUT: '0.4' });
      });
      afterAll(async () => {
        await api.close();
        api = patient;
      });

      it.each(PATHS)('never answers %s delays a sign-in by the timeout only', async (path) => {
        server.answers.set(path, () => undefined);
        expect(await stopped(signIn())).toEqual(unavailable);
      });

      it.each(PATHS)('answers %s endlessly is cut off', async (path) => {
        server.answers.set(path, endlessly);
        expect(await stopped(signIn())).toEqual(unavailable);
      });
    });

    it.each(PATHS)('answers %s with a huge reply is cut off at the limit', async (path) => {
      let written = 0;
      server.answers.set(path, (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/xrds+xml' });
        const chunk = Buffer.alloc(65_536, ' ');
        const more = (): void => {
          while (written < 512 * 1_048_576 && response.writable && response.write(chunk))
            written += chunk.length;
        };
        response.on('drain', more);
        more();
      });
      expect(await stopped(signIn())).toEqual(unavailable);
      expect(written).toBeLessThan(64 * 1_048_576);
    });

    it('redirects without end is refused after a few requests', async () => {
      server.answers.set('/openid/anna', (_request, response) =>
        response.writeHead(302, { location: server.identifier('anna') }).end(),
      );
      expect(await reasonOf(await begin(new TestBrowser(), 'anna'))).toEqual(refused('identifier_unusable'));
      expect(server.requests.length).toBeLessThan(10);
    });

    it('redirects, or whose identifier leads, to a private address sends no request there', async () => {
      const privately = other.url.replace('127.0.0.1', '127.0.0.2');
      const lead = (status: number, headers: Record<string, string>): void =>
        void server.answers.set('/openid/anna', (_request, response) =>
          response.writeHead(status, headers).end(),
        );
      lead(302, { location: `${privately}/openid/anna` });
      expect(await stopped(signIn())).toEqual(unavailable);
      lead(200, { 'x-xrds-location': `${privately}/document` });
      expect(await stopped(signIn())).toEqual(unavailable);
      server.serve('/openid/anna', server.xrds(`${privately}/endpoint`));
      server.fields = { op_endpoint: `${privately}/endpoint` };
      expect(await stopped(signIn())).toEqual(unavailable);
      server.answers.clear();
      server.fields = {};
      server.answers.set('/endpoint', (_request, response) =>
        response.writeHead(307, { location: `${other.url}/endpoint` }).end(),
      );
      expect(await stopped(signIn())).toEqual(unavailable);
      expect(other.requests).toEqual([]);
    });
  });

  describe('of the identifier that the user types', () => {
    const openid = (login: string, browser = new TestBrowser()) =>
      signIn({ login, provider: 'openid' }, browser);

    it('signs the user in under that identifier', async () => {
      server.attributes = { [EMAIL]: ['admin@example.org'] };
      const browser = new TestBrowser();
      expect((await openid(server.identifier('Carol'), browser)).status).toBe(302);
      // Anyone can be the provider of an identifier: its email addresses are never taken.
      const user = await userOf(browser);
      expect(user).toMatchObject({ email: '' });
      expect(user?.['user_name']).toMatch(/^[a-z0-9][a-z0-9._-]*_openid$/);
    });

    it('is the account of a final address after redirects', async () => {
      server.answers.set('/short', (_request, response) =>
        response.writeHead(301, { location: server.identifier('dave') }).end(),
      );
      const [one, two] = [new TestBrowser(), new TestBrowser()];
      await openid(`${server.url}/short`, one);
      await openid(server.identifier('dave'), two);
      const user = await userOf(one);
      expect(user).toBeDefined();
      expect(await userOf(two)).toEqual(user);
    });

    it.each([
      'http://127.0.0.2:9/',
      'https://localhost/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '=xri*name',
      'https://a:b@example.org/',
      'http://',
      'x'.repeat(300),
    ])('is refused in the same way for %j, whatever its server returns', async (identifier) => {
      expect(await reasonOf(await begin(new TestBrowser(), identifier, 'openid'))).toEqual(
        refused('identifier_unusable'),
      );
    });

    it('cannot assert the identifiers of another one', async () => {
      const foreign = other.identifier('anna');
      server.fields = { claimed_id: foreign, identity: foreign };
      expect(await reasonOf(await openid(server.identifier('mallory')))).toEqual(refused('issuer_mismatch'));
      expect(requestsTo('/endpoint')).toBe(0);
    });

    it('is not begun by a link of another site', async () => {
      const query = new URLSearchParams({ id: server.identifier('mallory') });
      const url = `${api.anonymous.url}/providers/openid/signin?${query}`;
      const headers = { 'sec-fetch-site': 'cross-site' };
      const reply = await fetch(url, { redirect: 'manual', headers });
      expect(await reasonOf(reply)).toEqual([403, 'cross_site_request', undefined]);
      expect(server.requests).toEqual([]);
      const own = await fetch(url, { redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } });
      expect(own.status).toBe(302);
    });
  });

  it('accepts no tokens', async () => {
    const reply = await fetch(`${api.anonymous.url}/providers/node/signin`, {
      redirect: 'manual',
      headers: { authorization: 'Bearer opaque' },
    });
    expect(await reasonOf(reply)).toEqual([401, 'provider_token_rejected', 'tokens_not_accepted']);
  });

  describe('of administrators', () => {
    const definition = {
      name: 'lab',
      protocol: 'openid2',
      identifier_url: 'https://op.example.org/openid/{username}',
    };

    it('is created, shown and deleted', async () => {
      const created = await api.admin.post('/providers', { definition }).expect(201);
      expect(created.body.provider).toMatchObject({
        has_secret: false,
        definition: { ...definition, client_id: null, accept_tokens: false, fields: { subject: 'sub' } },
      });
      await api.admin.delete('/providers/lab').expect(200);
    });

    it.each([
      ['no placeholder', { identifier_url: 'https://op.example.org/' }],
      ['two placeholders', { identifier_url: 'https://op.example.org/{username}/{username}' }],
      ['a placeholder in its host', { identifier_url: 'https://{username}.example.org/' }],
      ['a placeholder in its query', { identifier_url: 'https://op.example.org/?u={username}' }],
      ['no URL', { identifier_url: 'op/{username}' }],
      ['another subject', { fields: { subject: 'email' } }],
      ['tokens', { accept_tokens: true }],
      ['trusted emails of any provider', { identifier_url: null, trust_emails: true }],
      ['groups of any provider', { identifier_url: null, groups: { mapping: { a: 'b' } } }],
    ])('is not created with %s', async (_, changes) => {
      const reply = await api.admin.post('/providers', { definition: { ...definition, ...changes } });
      expect([reply.status, reply.body.error_code]).toEqual([422, 'provider_value_invalid']);
    });

    it('is not created with a private address', async () => {
      const elsewhere = { ...definition, identifier_url: 'https://10.0.0.1/{username}' };
      const reply = await api.admin.post('/providers', { definition: elsewhere });
      expect([reply.status, reply.body.error_code]).toEqual([422, 'provider_target_refused']);
    });
  });
});
