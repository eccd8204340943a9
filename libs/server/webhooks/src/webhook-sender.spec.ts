import { UnitOfWork, createDataSource } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { Outbox, PermanentFailure } from '@gatehouse/outbox';
import { type OutgoingRequest, OutgoingTargets, TargetRefused } from '@gatehouse/outgoing';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { WebhookEvents } from './webhook-events';
import { WebhookSender, type WebhookSenderOptions } from './webhook-sender';
import { Webhooks } from './webhooks';

const KEY = Buffer.alloc(32, 3);
const OK = { status: 204, headers: {}, body: '', bytes: Buffer.alloc(0), cookies: [], isTruncated: false };

describe('WebhookSender', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let webhooks: Webhooks;
  const sent: OutgoingRequest[] = [];
  const marked: number[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    const targets = new OutgoingTargets([]);
    webhooks = new Webhooks({
      unitOfWork,
      outbox: new Outbox(unitOfWork),
      targets,
      key: KEY,
      overlapSeconds: 60,
    });
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    sent.length = 0;
    marked.length = 0;
  });

  function sender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
    return new WebhookSender({
      unitOfWork,
      users: { markWebhookError: async (id) => void marked.push(id) },
      links: { addressOf: (id) => `https://host.example/tmp/token-of-${id}` },
      http: { send: async (request) => (sent.push(request), OK) },
      key: KEY,
      suspendAfter: 0,
      logger: silentLogger,
      ...options,
    });
  }

  /** Creates a webhook and an event for it; answers the message of the outbox. */
  async function queued() {
    const definition = {
      name: 'hook',
      action: 'create_user',
      method: 'POST',
      url: 'https://hooks.example.org/',
    };
    const { webhook } = await webhooks.create({ ...definition, payload: { id: '{{user.id}}' } });
    const events = new WebhookEvents({
      unitOfWork,
      outbox: new Outbox(unitOfWork),
      settings: { proxyPublicUrl: 'https://host.example/proxy' },
    });
    await unitOfWork.run(() =>
      events.userCreated({ id: 7, name: 'bob', email: 'bob@example.org', kind: 'person' }),
    );
    const [{ payload }] = await database.dataSource.query(
      `SELECT m.payload FROM outbox_messages m JOIN webhook_deliveries d ON d.id::text = m.payload ->> 'delivery_id'
       WHERE d.webhook_id = $1`,
      [webhook.id],
    );
    const [delivery] = await webhooks.deliveriesOf(webhook, { limit: 1 });
    return { webhook, id: delivery!.id, message: { id: 'm', payload, attempt: 1, isLastAttempt: false } };
  }

  it('sends again, with the same webhook-id, what was sent by a process that ended before it recorded that', async () => {
    const { webhook, id, message } = await queued();
    // Its connections end between the request and the record, as those of a killed process do.
    const dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
    const killed = sender({
      unitOfWork: new UnitOfWork(dataSource),
      http: {
        send: async (request) => {
          sent.push(request);
          await dataSource.destroy();
          return OK;
        },
      },
    });
    await expect(killed.deliver(message)).rejects.toThrow();
    expect(await webhooks.delivery(webhook, id)).toMatchObject({ state: 'pending', attempts: 0 });
    await sender().deliver({ ...message, attempt: 2 });
    expect(await webhooks.delivery(webhook, id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    // Recorded, but the message is delivered once more: nothing is sent.
    await sender().deliver({ ...message, attempt: 3 });
    expect(sent).toHaveLength(2);
  });

  it('fails immediately for a forbidden target, and after the last attempt otherwise', async () => {
    const first = await queued();
    const refusing = sender({
      http: {
        send: async () => {
          throw new TargetRefused({
            en: 'the host has an address that is not public',
            fr: 'l’hôte a une adresse qui n’est pas publique',
          });
        },
      },
    });
    await expect(refusing.deliver(first.message)).rejects.toThrow(PermanentFailure);
    expect(await webhooks.delivery(first.webhook, first.id)).toMatchObject({ state: 'failed' });
    expect(marked).toEqual([7]);

    const second = await queued();
    const failing = sender({ http: { send: async () => ({ ...OK, status: 303 }) } });
    await expect(failing.deliver(second.message)).rejects.not.toThrow(PermanentFailure);
    expect(await webhooks.delivery(second.webhook, second.id)).toMatchObject({
      state: 'pending',
      attempts: 1,
    });
    expect(marked).toEqual([7]);
    await expect(failing.deliver({ ...second.message, attempt: 2, isLastAttempt: true })).rejects.toThrow();
    expect(await webhooks.delivery(second.webhook, second.id)).toMatchObject({
      state: 'failed',
      attempts: 2,
    });
    expect(marked).toEqual([7, 7]);
  });

  it('sends nothing for a webhook that was deleted, and fails where the secret cannot be decrypted', async () => {
    const { webhook, id, message } = await queued();
    const other = sender({ key: Buffer.alloc(32, 4) });
    await expect(other.deliver(message)).rejects.toThrow('SVC_SECRET');
    expect(await webhooks.attemptsOf(await webhooks.delivery(webhook, id))).toMatchObject([
      { request: null },
    ]);
    await webhooks.delete(webhook);
    await sender().deliver(message);
    expect(sent).toEqual([]);
  });
});
