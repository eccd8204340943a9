import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { verifyAuditLog } from '@gatehouse/audit';
import { ProviderRegistry } from '@gatehouse/sign-in';
import { createDatabaseFrom } from '@gatehouse/testing';
import { type NetworkInstance, startInstance } from './harness/network';
import { WebhookReceiver } from './harness/webhook-receiver';

const FOLDER = join(__dirname, 'data/stored');

/**
 * What the version that wrote the dump of this folder knew: names of columns and tables, derivations of keys and the order of
 * hashed values must stay as they were then. The sessions in the dump do not expire. Do not make another dump.
 */
const KNOWN = {
  secret: 'the secret of the stored data, made for this test',
  cookie:
    'auth_tkt=1416c8ad8279b92e6f62e1d889359f0a6bee0b09821be4dbf6c72e4013982aa2f5774f5e21c5fc0a64266a2f24528414cfc4859ddd6335280d579fe8bd77a9c06b04d9a33!userid_type:int',
  password: 'the keeper signs in',
  clientSecret: 'the secret of the client',
  webhookSecret: 'whsec_EHDoCY3krWEI0r9EDS3cDqqqdJI3TLvnmB7SKNdqsIU=',
  keyPassword: 'password of the stored key',
  keyId: 'GOo3hJFdR2mwyrwK5A2FytygGtJP1J_C9ZcIgCl8hyw',
};

describe('data that an earlier version stored', () => {
  let api: NetworkInstance;
  const receiver = new WebhookReceiver();

  beforeAll(async () => {
    await receiver.start();
    const database = await createDatabaseFrom(readFileSync(join(FOLDER, 'database.sql'), 'utf8'));
    const environment = {
      SVC_SECRET: KNOWN.secret,
      SVC_NETWORK_PEM_FILES: join(FOLDER, 'network-key.pem'),
      SVC_NETWORK_PEM_PASSWORDS: KNOWN.keyPassword,
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'false',
    };
    api = await startInstance('before', environment, undefined, database);
  });
  afterAll(async () => {
    await receiver.stop();
    await api.close();
  });

  it('has a log that verifies, also together with later changes', async () => {
    const stored = await verifyAuditLog(api.dataSource);
    expect(stored.problems).toEqual([]);
    await api.admin.patch('/groups/archivists', { description: 'Keep what is new' }).expect(200);
    const later = await verifyAuditLog(api.dataSource);
    expect(later.problems).toEqual([]);
    const [row] = await api.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM changes WHERE after ->> 'name' = 'keeper'`,
    );
    expect(row?.count).toBeGreaterThan(0);
  });

  it('has sessions whose cookies identify their users', async () => {
    const reply = await supertest(api.url).get('/session').set('Cookie', KNOWN.cookie).expect(200);
    expect(reply.body).toMatchObject({ authenticated: true, user: { user_name: 'keeper' } });
    const tampered = KNOWN.cookie.replace('auth_tkt=1', 'auth_tkt=2');
    const refused = await supertest(api.url).get('/session').set('Cookie', tampered);
    expect(refused.body.authenticated).not.toBe(true);
  });

  it('has users with their fields and passwords', async () => {
    const keeper = await api.signIn('keeper', KNOWN.password);
    expect((await keeper.get('/users/current')).body.user).toMatchObject({
      user_name: 'keeper',
      email: 'keeper@example.org',
      status: 'OK',
      locale: 'fr',
    });
  });

  it('has services and resources with their fields and permissions', async () => {
    expect((await api.admin.get('/services/archive')).body.service).toMatchObject({
      service_type: 'thredds',
      service_url: 'http://localhost:9000/thredds',
      service_sync_type: 'thredds',
    });
    const { resources } = (await api.admin.get('/users/keeper/resources')).body;
    expect(JSON.stringify(resources)).toContain('Old maps');
  });

  it('has secrets of providers that open', async () => {
    const found = await api.app.get(ProviderRegistry).store.find('lab');
    expect(found?.clientSecret).toBe(KNOWN.clientSecret);
  });

  // A secret that does not open is never sent: the test would wait for it.
  it('has secrets of webhooks that sign', async () => {
    const { webhooks } = (await api.admin.get('/webhooks')).body;
    await api.admin.patch(`/webhooks/${webhooks[0].webhook_id}`, { url: receiver.url() }).expect(200);
    await api.make.user();
    const [received] = await receiver.take(1);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = received!.headers;
    const key = Buffer.from(KNOWN.webhookSecret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${time}.${received!.body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
  });

  it('has a key for messages to other instances under the same id', async () => {
    const { keys } = (await api.anonymous.get('/network/jwks').expect(200)).body;
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([KNOWN.keyId]);
  });
});
