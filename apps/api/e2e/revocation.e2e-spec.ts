import { UnitOfWork } from '@gatehouse/database';
import { DefaultIdentities, OneTimeLinks } from '@gatehouse/directory';
import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { loadSettings } from '@gatehouse/settings';
import { HostileIssuer } from '@gatehouse/testing';
import { call } from '../../proxy/e2e/support/exchange';
import { type Upstream, startUpstream } from '../../proxy/e2e/support/upstream';
import { Proxy } from '../../proxy/src/proxy';
import { ProviderSignIn } from '../../proxy/src/sign-in/provider-sign-in';
import { type Client, cookieOf } from './harness/client';
import { type NetworkInstance, nodeOf, startInstance } from './harness/network';
import { PlainPeer } from './harness/plain-peer';
import { ADMIN } from './harness/start-api';
import { WebhookReceiver } from './harness/webhook-receiver';
import { COLUMNS, type Column, MATRIX } from './revocation-matrix';

const NEW_PASSWORD = 'tractor under the bridge';
const ENVIRONMENT = {
  SVC_SMTP_HOST: 'smtp.invalid',
  SVC_SMTP_FROM: 'gate@example.org',
  SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
};

/** What remains of everything that an account had, measured by requests. */
type Remains = Readonly<Record<Column, Readonly<Record<string, boolean>>>>;

/** What each cell of the matrix means: what remains. */
const MEANINGS: Readonly<Record<Column, Readonly<Record<string, Readonly<Record<string, boolean>>>>>> = {
  sessions: {
    kept: { own: true, other: true, ofProvider: true, ofToken: true },
    ended: { own: false, other: false, ofProvider: false, ofToken: false },
    'ended, except that of the request': { own: true, other: false, ofProvider: false, ofToken: false },
    'those of the provider ended': { own: true, other: true, ofProvider: false, ofToken: true },
    'those of its tokens ended': { own: true, other: true, ofProvider: true, ofToken: false },
  },
  'API tokens': {
    kept: { first: true, second: true },
    revoked: { first: false, second: false },
    'revoked, except those that the request names': { first: true, second: false },
  },
  'network tokens': {
    kept: { atApi: true, atProxy: true },
    revoked: { atApi: false, atProxy: false },
  },
  'linked identities': {
    kept: { atProvider: true, atProviderByProxy: true, atNode: true },
    deleted: { atProvider: false, atProviderByProxy: false, atNode: false },
    'those of the provider deleted': { atProvider: false, atProviderByProxy: false, atNode: true },
    'those of the node deleted': { atProvider: true, atProviderByProxy: true, atNode: false },
  },
  'one-time links': {
    kept: { email: true, password: true, terms: true },
    deleted: { email: false, password: false, terms: false },
    'those for the password and the email address deleted': { email: false, password: false, terms: true },
  },
  'callback links of webhooks': {
    kept: { callback: true },
    deleted: { callback: false },
  },
};

/** An account with everything that can be revoked. */
interface Holder {
  readonly user: string;
  readonly provider: string;
  readonly node: PlainPeer;
  readonly own: Client;
  readonly cookies: Readonly<Record<'own' | 'other' | 'ofProvider' | 'ofToken', string>>;
  readonly token: string;
  /** The value and the id of each. */
  readonly apiTokens: Readonly<Record<'first' | 'second', readonly [value: string, id: string]>>;
  readonly links: Readonly<Record<'email' | 'password' | 'terms' | 'callback', string>>;
}

describe('revocation', () => {
  let issuer: HostileIssuer;
  let api: NetworkInstance;
  let receiver: WebhookReceiver;
  let upstream: Upstream;
  let signIn: ProviderSignIn;
  let proxy: Proxy;
  let port: number;
  let service: string;
  let terms: string;
  const nodes: PlainPeer[] = [];

  beforeAll(async () => {
    [issuer, receiver, upstream] = await Promise.all([
      HostileIssuer.start(),
      new WebhookReceiver().start(),
      startUpstream(),
    ]);
    api = await startInstance('node-b', ENVIRONMENT);
    const settings = loadSettings({
      SVC_SECRET: 'a secret for tests that is long enough',
      SVC_ADMIN_USER: ADMIN.name,
      SVC_ADMIN_PASSWORD: ADMIN.password,
      SVC_DB_URL: api.database.url,
      SVC_PROXY_PORT: '0',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-b',
      ...ENVIRONMENT,
    });
    const { dataSource } = api.database;
    const unitOfWork = new UnitOfWork(dataSource);
    const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
    signIn = new ProviderSignIn({ settings, unitOfWork, sessions, logger: silentLogger });
    proxy = new Proxy({
      settings: { ...settings, databaseUrl: api.database.url },
      dataSource,
      logger: silentLogger,
      inlineSignIn: signIn,
    });
    port = await proxy.start();
    service = await api.make.service();
    await api.admin.patch(`/services/${service}`, { service_url: upstream.url }).expect(200);
    terms = await api.make.group({ terms: 'Be kind.' });
    const payload = { url: '{{callback_url}}' };
    const hook = { name: 'hook', action: 'create_user', method: 'POST', url: receiver.url(), payload };
    await api.admin.post('/webhooks', hook).expect(201);
  });
  afterAll(async () => {
    await proxy.stop();
    await signIn.close();
    await api.close();
    await Promise.all([issuer.stop(), receiver.stop(), upstream.close(), ...nodes.map((one) => one.close())]);
  });

  const write = (sql: string, values: unknown[]) => {
    const unitOfWork = api.app.get(UnitOfWork);
    return unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  };
  const idToken = (subject: string) => issuer.idToken({ nonce: undefined, sub: subject });
  const atApi = (provider: string, token: string) =>
    api.anonymous.get(`/providers/${provider}/signin`).redirects(0).set('Authorization', `Bearer ${token}`);
  /** A request for the service at the newest revision, so that what has just happened counts. */
  const atProxy = async (headers: Record<string, string>): Promise<boolean> => {
    const [{ value }] = await api.dataSource.query('SELECT value FROM access_revision');
    const path = `/ows/proxy/${service}`;
    const { status } = await call(port, {
      path,
      headers: { 'x-access-revision': String(value), ...headers },
    });
    expect([200, 401, 403]).toContain(status);
    return status === 200;
  };
  const sharedMailLink = async (user: string, template: string): Promise<string> => {
    const [{ links }] = await api.dataSource.query(
      `SELECT payload -> 'links' AS links FROM outbox_messages
        WHERE kind = 'mail' AND payload -> 'user' ->> 'user_name' = $1 AND payload ->> 'template' = $2`,
      [user, template],
    );
    const [id] = Object.values(links as Record<string, string>);
    return new URL(api.app.get(OneTimeLinks).addressOf(id ?? '')).pathname;
  };

  const apiToken = async (client: Client, token_name: string): Promise<readonly [string, string]> => {
    const { body } = await client.post('/users/current/tokens', { token_name }).expect(201);
    return [body.value, body.token.token_id];
  };

  let serial = 0;
  async function holder(): Promise<Holder> {
    serial += 1;
    const [provider, node] = [`lab-${serial}`, await PlainPeer.start(`node-${serial}`)];
    nodes.push(node);
    const definition = {
      name: provider,
      protocol: 'openid-connect',
      issuer: issuer.url,
      client_id: 'client',
    };
    await api.admin.post('/providers', { definition: { ...definition, provisioning: false } }).expect(201);
    await api.admin.post('/network/nodes', nodeOf(node)).expect(201);

    const user = await api.make.user();
    const [hook] = await receiver.take(1);
    const callback = new URL(JSON.parse(hook?.body ?? '{}').url).pathname;
    await api.admin
      .post(`/users/${user}/services/${service}/permissions`, { permission_name: 'access' })
      .expect(201);
    await write(
      'INSERT INTO external_identities (user_id, provider, subject) SELECT id, $2, name FROM users WHERE name = $1',
      [user, provider],
    );
    const remote = { remote_user_name: 'billy', node_name: node.name, user_name: user };
    await api.admin.post('/network/remote_users', remote).expect(201);
    const message = node.message({ user_name: 'billy', aud: 'node-b' });
    const { token } = (await api.anonymous.post('/network/token', { token: message }).expect(201)).body;

    const own = await api.signIn(user);
    await own.patch('/users/current', { email: `${user}@new.example.org` }).expect(202);
    await api.admin.post(`/users/${user}/groups`, { group_name: terms }).expect(202);
    const links = api.app.get(OneTimeLinks);
    const [{ id: userId }] = await api.dataSource.query('SELECT id FROM users WHERE name = $1', [user]);
    const reset = await api.app
      .get(UnitOfWork)
      .run(() => links.create({ operation: 'user-password-reset', userId }));
    const held: Holder = {
      user,
      provider,
      node,
      own,
      token,
      apiTokens: { first: await apiToken(own, 'first'), second: await apiToken(own, 'second') },
      cookies: {
        own: own.sessionCookie,
        other: (await api.signIn(user)).sessionCookie,
        ofProvider: cookieOf(await atApi(provider, idToken(user)).expect(302)) ?? '',
        ofToken: cookieOf(await atApi('gatehouse_network', token).expect(302)) ?? '',
      },
      links: {
        email: await sharedMailLink(user, 'email_change_confirm'),
        password: new URL(links.addressOf(reset)).pathname,
        terms: await sharedMailLink(user, 'group_terms_submission'),
        callback,
      },
    };
    // The oracle of the oracle: everything works before.
    expect(await remainsOf(held)).toEqual(meaningOf(everythingKept()));
    return held;
  }

  async function remainsOf(held: Holder): Promise<Remains> {
    const { user, provider, node, cookies, token, links } = held;
    const sessions: Record<string, boolean> = {};
    for (const [name, cookie] of Object.entries(cookies)) {
      const { body } = await api.anonymous.get('/session').set('Cookie', cookie).expect(200);
      const isLive = body.authenticated && body.user.user_name === user;
      // Both decide alike.
      expect([name, await atProxy({ cookie })]).toEqual([name, isLive]);
      sessions[name] = isLive;
    }
    const apiTokens: Record<string, boolean> = {};
    for (const [name, [value]] of Object.entries(held.apiTokens)) {
      const { status } = await api.anonymous.get('/session').set('Authorization', `Bearer ${value}`);
      const isValid = status === 200;
      expect([name, await atProxy({ authorization: `Bearer ${value}` })]).toEqual([name, isValid]);
      apiTokens[name] = isValid;
    }
    const works = async (path: string) => {
      const { status } = await api.anonymous.get(`${path}/details`);
      expect([200, 404]).toContain(status);
      return status === 200;
    };
    const bearer = (name: string, credential: string) =>
      atProxy({ authorization: `Bearer ${credential}`, 'provider-name': name });
    const remote = await api.admin.get(`/network/nodes/${node.name}/remote_users/billy`);
    return {
      sessions,
      'API tokens': apiTokens,
      'network tokens': {
        atApi: (await atApi('gatehouse_network', token)).status === 302,
        atProxy: await bearer('gatehouse_network', token),
      },
      'linked identities': {
        atProvider: (await atApi(provider, idToken(user))).status === 302,
        atProviderByProxy: await bearer(provider, idToken(user)),
        atNode: remote.status === 200 && remote.body.user_name === user,
      },
      'one-time links': {
        email: await works(links.email),
        password: await works(links.password),
        terms: await works(links.terms),
      },
      'callback links of webhooks': { callback: await works(links.callback) },
    };
  }

  const EVENTS: Readonly<Record<string, (held: Holder) => Promise<unknown>>> = {
    'change of the own password': ({ own, apiTokens: { first } }) =>
      own.patch('/users/current', { password: NEW_PASSWORD, keep_tokens: [first[1]] }).expect(200),
    'password reset': ({ links }) =>
      api.anonymous.post(links.password, { password: NEW_PASSWORD }).expect(200),
    'change of the password by an administrator': ({ user }) =>
      api.admin.patch(`/users/${user}`, { password: NEW_PASSWORD }).expect(200),
    'deletion of the account': ({ user }) => api.admin.delete(`/users/${user}`).expect(200),
    'end of all sessions': ({ own }) => own.delete('/users/current/sessions').expect(200),
    'removal of the provider': ({ provider }) => api.admin.delete(`/providers/${provider}`).expect(200),
    'removal of the node': ({ node }) => api.admin.delete(`/network/nodes/${node.name}`).expect(200),
  };

  it.each(Object.entries(MATRIX))(
    'by %s reaches what the table says, at API and proxy',
    async (event, row) => {
      const held = await holder();
      await EVENTS[event]?.(held);
      expect(await remainsOf(held)).toEqual(meaningOf(row));
    },
  );

  it('by a new SVC_ADMIN_PASSWORD ends the sessions, API tokens and network tokens of the administrator', async () => {
    const node = await PlainPeer.start('node-of-admin');
    nodes.push(node);
    await api.admin.post('/network/nodes', nodeOf(node)).expect(201);
    const remote = { remote_user_name: 'billy', node_name: node.name, user_name: ADMIN.name };
    await api.admin.post('/network/remote_users', remote).expect(201);
    const message = node.message({ user_name: 'billy', aud: 'node-b' });
    const { token } = (await api.anonymous.post('/network/token', { token: message }).expect(201)).body;
    await atApi('gatehouse_network', token).expect(302);
    const other = await api.signIn(ADMIN.name, ADMIN.password);
    const [value] = await apiToken(other, 'of the chief');
    const session = () => api.anonymous.get('/session').set('Authorization', `Bearer ${value}`);
    await session().expect(200);
    await api.app.get(DefaultIdentities).ensure('the chief has another one');
    await other.get('/users').expect(401);
    await session().expect(401);
    await atApi('gatehouse_network', token).expect(401);
  });
});

function everythingKept(): Readonly<Record<Column, string>> {
  return Object.fromEntries(COLUMNS.map((column) => [column, 'kept'])) as Record<Column, string>;
}

function meaningOf(row: Readonly<Record<Column, string>>): Remains {
  return Object.fromEntries(
    COLUMNS.map((column) => [column, MEANINGS[column][row[column]]]),
  ) as unknown as Remains;
}
