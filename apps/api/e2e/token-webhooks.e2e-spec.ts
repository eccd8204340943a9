import { type TestApi, startApi } from './harness/start-api';
import { WebhookReceiver } from './harness/webhook-receiver';

describe('webhooks about API tokens', () => {
  let api: TestApi;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [api, receiver] = await Promise.all([
      startApi({ SVC_OUTGOING_ALLOWED: '127.0.0.0/8' }),
      new WebhookReceiver().start(),
    ]);
    for (const action of ['token_created', 'token_revoked']) {
      const payload = {
        action,
        user: '{{user.name}}',
        user_id: '{{user.id}}',
        token: '{{token.name}}',
        token_id: '{{token.id}}',
        expires: '{{token.expires}}',
      };
      const hook = { name: action, action, method: 'POST', url: receiver.url(), payload };
      await api.admin.post('/webhooks', hook).expect(201);
    }
  });
  afterAll(async () => {
    await api.close();
    await receiver.stop();
  });

  it('are sent when one was created and when it was revoked, with its identifier and without the token', async () => {
    const name = await api.make.user();
    const client = await api.signIn(name);
    const { user } = (await client.get('/users/current').expect(200)).body;
    const { value, token } = (
      await client.post('/users/current/tokens', { token_name: 'nightly download' }).expect(201)
    ).body;
    const expected = {
      user: name,
      user_id: user.user_id,
      token: 'nightly download',
      token_id: token.token_id,
      expires: token.expires,
    };
    const [created] = await receiver.take(1);
    expect(JSON.parse(created?.body ?? '')).toEqual({ action: 'token_created', ...expected });
    await api.admin.delete(`/users/${name}/tokens/${token.token_id}`).expect(200);
    const [revoked] = await receiver.take(1);
    expect(JSON.parse(revoked?.body ?? '')).toEqual({ action: 'token_revoked', ...expected });
    const stored = await api.dataSource.query('SELECT d::text AS text FROM webhook_deliveries d');
    for (const text of [created?.body, revoked?.body, JSON.stringify(stored)])
      expect(text).not.toContain(value);
  });

  it('about new accounts tell persons from service accounts', async () => {
    const payload = { name: '{{user.name}}', kind: '{{user.kind}}' };
    const hook = { name: 'accounts', action: 'create_user', method: 'POST', url: receiver.url(), payload };
    const { webhook } = (await api.admin.post('/webhooks', hook).expect(201)).body;
    const person = await api.make.user();
    await api.admin.post('/service_accounts', { user_name: 'robot' }).expect(201);
    const bodies = (await receiver.take(2)).map(({ body }) => JSON.parse(body));
    expect(bodies).toEqual(
      expect.arrayContaining([
        { name: person, kind: 'person' },
        { name: 'robot', kind: 'service' },
      ]),
    );
    await api.admin.delete(`/webhooks/${webhook.webhook_id}`).expect(200);
  });

  it('are not sent for a token that is not created', async () => {
    const name = await api.make.user();
    const client = await api.signIn(name);
    await client.post('/users/current/tokens', { token_name: 'x', restriction: {} }).expect(422);
    const deliveries = await api.dataSource.query(
      "SELECT 1 FROM webhook_deliveries WHERE parameters ->> 'user.name' = $1 AND action = 'token_created'",
      [name],
    );
    expect(deliveries).toEqual([]);
  });
});
