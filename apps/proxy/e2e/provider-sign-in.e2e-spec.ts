import { SessionStore, deriveKeys } from '@gatehouse/identity';
import { silentLogger } from '@gatehouse/logging';
import { UnitOfWork } from '@gatehouse/database';
import { HostileIssuer } from '@gatehouse/testing';
import { ProviderSignIn } from '../src/sign-in/provider-sign-in';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('tokens of an identity provider at the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let issuer: HostileIssuer;
  let signIn: ProviderSignIn;
  let port: number;
  let serviceId: number;
  let path: string;
  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    issuer = await HostileIssuer.start();
    const environment = {
      SVC_OIDC_ISSUER: issuer.url,
      SVC_OIDC_CLIENT_ID: 'client',
      SVC_OUTGOING_ALLOWED: '127.0.0.1',
      SVC_SMTP_HOST: 'smtp.example.org',
      SVC_SMTP_FROM: 'gate@example.org',
    };
    const settings = fixture.settings(environment);
    const { dataSource } = fixture.database;
    const unitOfWork = new UnitOfWork(dataSource);
    const sessions = new SessionStore(dataSource, unitOfWork, deriveKeys(settings.secret), settings);
    signIn = new ProviderSignIn({ settings, unitOfWork, sessions, logger: silentLogger });
    ({ port } = await fixture.startProxy(environment, {}, silentLogger, signIn));
    const service = await fixture.addService(upstream.url);
    serviceId = service.id;
    path = `/ows/proxy/${service.name}?provider_name=oidc`;
  });
  afterAll(async () => {
    await fixture.close();
    await signIn.close();
    await issuer.stop();
    await upstream.close();
  });

  const get = (token: string, headers: Record<string, string> = {}) =>
    call(port, { path, headers: { authorization: `Bearer ${token}`, ...headers } });

  it('sign a user in, whose account is created like by the API', async () => {
    const token = issuer.idToken({ nonce: undefined, preferred_username: 'Anna' });
    const first = await get(token);
    expect(first.status).toBe(403);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^auth_tkt=\w.*HttpOnly/);
    const withCookie = await call(port, { path, headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect([withCookie.status, withCookie.headers['x-gatehouse-reason']]).toEqual([
      403,
      first.headers['x-gatehouse-reason'],
    ]);
    const [user] = await fixture.database.dataSource.query<{ id: number; name: string }[]>(
      `SELECT u.id, u.name FROM external_identities e JOIN users u ON u.id = e.user_id
        WHERE e.provider = 'oidc' AND e.subject = 'anna'`,
    );
    expect(user?.name).toBe('anna_oidc');
    const granted = await fixture.allow(user?.id ?? 0, serviceId);
    const second = await get(token, { 'X-Access-Revision': String(granted) });
    expect(second.status).toBe(200);
    expect(second.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=/);
    expect(upstream.received.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('of a user with a new device are announced by a mail that is queued with the session', async () => {
    const token = issuer.idToken({
      nonce: undefined,
      sub: 'berta',
      preferred_username: 'Berta',
      email: 'berta@example.org',
      email_verified: true,
    });
    const from = (address: string) => get(token, { 'X-Forwarded-For': address, 'User-Agent': 'curl/8.5.0' });
    const announced = async () => {
      const sent = await fixture.database.dataSource.query<{ to: string; variables: object }[]>(
        `SELECT payload ->> 'to' AS to, payload -> 'variables' AS variables FROM outbox_messages
          WHERE kind = 'mail' AND payload ->> 'template' = 'new_device' ORDER BY sequence`,
      );
      return sent;
    };
    await from('198.18.7.1');
    expect(await announced()).toEqual([]);
    await from('198.18.7.2');
    await from('198.18.7.1');
    await from('198.18.7.2');
    expect(await announced()).toEqual([
      { to: 'berta@example.org', variables: { device: 'curl 8', address: '198.18.7.2' } },
    ]);
    const origins = await fixture.database.dataSource.query<object[]>(
      `SELECT host(s.address::inet) AS address, s.user_agent AS program FROM sessions s
         JOIN external_identities e ON e.user_id = s.user_id WHERE e.subject = 'berta' ORDER BY s.created_at`,
    );
    expect(origins).toEqual([
      { address: '198.18.7.1', program: 'curl/8.5.0' },
      { address: '198.18.7.2', program: 'curl/8.5.0' },
    ]);
  });

  it.each([
    ['for another audience', { aud: 'other' }],
    ['of another issuer', { iss: 'https://other.example.org' }],
    ['that have expired', { exp: 1 }],
  ])('%s are refused', async (_, changes) => {
    const reply = await get(issuer.idToken({ nonce: undefined, ...changes }));
    expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([401, 'refused_credentials']);
  });
});
