import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@gatehouse/testing';
import { WebhookReceiver } from '../../api/e2e/harness/webhook-receiver';
import { KillableSystem } from './killable-system';

describe('kill -9 of the whole tree after a webhook was sent, before its delivery is recorded', () => {
  let folder: string;
  let receiver: WebhookReceiver;
  let system: KillableSystem;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-authority-'));
    const certificate = await selfSigned('localhost');
    const authorities = join(folder, 'authorities.pem');
    await writeFile(authorities, certificate.cert);
    receiver = await new WebhookReceiver(certificate).start();
    system = await KillableSystem.create({
      SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: authorities,
    });
  });
  afterAll(async () => {
    await system.remove();
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('sends it again over verified TLS with the same webhook-id, and records that attempt as the second one', async () => {
    await system.start();
    const definition = { name: 'hook', action: 'create_user', method: 'POST', url: receiver.url() };
    const created = await system.api('/webhooks', { ...definition, payload: '{{user.name}}' });
    const { webhook } = (await created.json()) as { webhook: { webhook_id: number } };

    // The receiver has the request, and its reply never arrives.
    receiver.answer = () => undefined;
    const user = { user_name: 'ada', email: 'ada@example.org', password: 'seven bridges of koenigsberg' };
    expect((await system.api('/users', user)).status).toBe(201);
    const [first] = await receiver.take(1);
    await system.kill();

    receiver.answer = (_, response) => void response.writeHead(204).end();
    await system.start();
    const [second] = await receiver.take(1);
    const idOf = (one = first) => one?.headers['webhook-id'];
    expect([second?.body, idOf(second)]).toEqual([first?.body, idOf(first)]);

    const path = `/webhooks/${webhook.webhook_id}/deliveries/${String(idOf())}`;
    const read = async () =>
      ((await (await system.api(path)).json()) as { delivery: Record<string, unknown> }).delivery;
    let delivery = await read();
    while (delivery['state'] === 'pending') delivery = await read();
    expect(delivery).toMatchObject({ state: 'delivered', log: [{ attempt: 2 }] });
    expect(receiver.received).toEqual([]);
  }, 300_000);
});
