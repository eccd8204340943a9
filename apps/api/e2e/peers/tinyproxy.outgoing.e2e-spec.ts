import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ConnectProxy,
  ServerProgram,
  closeServer,
  freePort,
  listenOnLoopback,
  selfSigned,
} from '@gatehouse/testing';
import { type TestApi, startApi } from '../harness/start-api';
import { TableEvents } from '../harness/table-events';
import { WebhookReceiver } from '../harness/webhook-receiver';

const run = promisify(execFile);
const PASSWORD = 'canary';
/** A public address: it is reached through the proxy, and nothing is sent to it from here. */
const TARGET = '8.8.8.8';

/** tinyproxy on loopback, which asks a proxy of the test for every target: that one leads to the servers of the test. */
class Tinyproxy {
  private constructor(
    readonly port: number,
    private readonly program: ServerProgram,
    private readonly folder: string,
  ) {}

  static async start(upstream: ConnectProxy, lines: readonly string[] = []): Promise<Tinyproxy> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-tinyproxy-'));
    const port = await freePort();
    const configuration = [
      'Listen 127.0.0.1',
      `Port ${port}`,
      `Upstream http 127.0.0.1:${upstream.port}`,
      ...lines,
    ];
    await writeFile(join(folder, 'tinyproxy.conf'), `${configuration.join('\n')}\n`);
    const program = await ServerProgram.start(
      ['tinyproxy', '-d', '-c', join(folder, 'tinyproxy.conf')],
      port,
    );
    return new Tinyproxy(port, program, folder);
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await rm(this.folder, { recursive: true });
  }
}

describe('the API behind tinyproxy', () => {
  let receiver: WebhookReceiver;
  let upstream: ConnectProxy;
  let tinyproxy: Tinyproxy;
  let api: TestApi;
  let events: TableEvents;

  beforeAll(async () => {
    receiver = await new WebhookReceiver().start();
    upstream = await ConnectProxy.start(Number(new URL(receiver.url()).port));
    tinyproxy = await Tinyproxy.start(upstream, [`BasicAuth ada ${PASSWORD}`]);
    api = await startApi({
      SVC_OUTGOING_PROXY: `http://ada:${PASSWORD}@127.0.0.1:${tinyproxy.port}`,
      // Without TLS at the targets of these tests.
      SVC_OUTGOING_ALLOWED: `${TARGET}, 127.0.0.1`,
      SVC_WEBHOOKS_TIMEOUT: '5',
      SVC_OUTBOX_ATTEMPTS: '1',
      SVC_NETWORK_ENABLED: 'false',
    });
    events = await TableEvents.watch(api.database.url, ['webhook_deliveries']);
  });
  beforeEach(() => upstream.opened.splice(0));
  afterAll(async () => {
    await events.close();
    await api.close();
    await Promise.all([tinyproxy.stop(), upstream.stop(), receiver.stop()]);
  });

  /** What a webhook sends; it is deleted afterwards, since its deliveries end with it. */
  const delivered = async (url: string) => {
    const definition = { name: 'hook', action: 'create_user', method: 'POST', url };
    const { body } = await api.admin.post('/webhooks').send(definition).expect(201);
    await api.make.user();
    const [received] = await receiver.take(1);
    await api.admin.delete(`/webhooks/${body.webhook.webhook_id}`).expect(200);
    return received;
  };

  it('delivers a webhook, without the credentials of the proxy', async () => {
    const received = await delivered(`http://${TARGET}/hook`);
    expect([received?.url, received?.headers.host]).toEqual(['/hook', TARGET]);
    expect(received?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.stringify(received)).not.toMatch(/proxy-authorization|canary/i);
    expect(upstream.opened.map(({ target }) => target)).toEqual([`${TARGET}:80`]);
  });

  it('delivers a webhook directly to an address that is not public', async () => {
    expect((await delivered(receiver.url('/direct')))?.url).toBe('/direct');
    expect(upstream.opened).toEqual([]);
  });

  it('asks an identity provider through the proxy', async () => {
    const definition = {
      name: 'institute',
      protocol: 'openid-connect',
      issuer: `http://${TARGET}`,
      client_id: 'gate',
    };
    await api.admin.post('/providers').send({ definition, client_secret: 'a secret' }).expect(201);
    await api.anonymous.get('/providers/institute/signin');
    expect(upstream.opened.map(({ target }) => target)).toContain(`${TARGET}:80`);
    expect((await receiver.take(1))[0]?.url).toBe('/.well-known/openid-configuration');
    await api.admin.delete('/providers/institute').expect(200);
  });

  it('names a refused password in the log of a delivery, without credentials', async () => {
    const other = await startApi({
      SVC_OUTGOING_PROXY: `http://ada:${PASSWORD}-wrong@127.0.0.1:${tinyproxy.port}`,
      SVC_OUTGOING_ALLOWED: TARGET,
      SVC_OUTBOX_ATTEMPTS: '1',
    });
    const seen = await TableEvents.watch(other.database.url, ['webhook_deliveries']);
    const definition = { name: 'hook', action: 'create_user', method: 'POST', url: `http://${TARGET}/hook` };
    const { body } = await other.admin.post('/webhooks').send(definition).expect(201);
    await other.make.user();
    const failed = await seen.until(async () => {
      const list = (await other.admin.get(`/webhooks/${body.webhook.webhook_id}/deliveries`)).body.deliveries;
      return list.find(({ state }: { state: string }) => state === 'failed');
    });
    const path = `/webhooks/${body.webhook.webhook_id}/deliveries/${failed.delivery_id}`;
    const text = JSON.stringify((await other.admin.get(path).expect(200)).body);
    expect(text).toContain('the proxy of SVC_OUTGOING_PROXY answered 401: it demands other credentials');
    expect(text).not.toMatch(/canary|YWRhOm/);
    expect(upstream.opened).toEqual([]);
    await seen.close();
    await other.close();
  });

  it('verifies a target with TLS by its name, so that the proxy sees only the handshake', async () => {
    const { cert, key } = await selfSigned('hooks.example.org');
    const target = createServer({ cert, key }, (_, response) => response.end('the secret reply'));
    const between = await ConnectProxy.start(await listenOnLoopback(target));
    const proxy = await Tinyproxy.start(between);
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-ca-'));
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, cert);
    const send = async (url: string, environment: Record<string, string>) => {
      const args = [join(__dirname, '../harness/run-main.cjs'), 'apps/api/e2e/harness/send-once.ts'];
      const { stdout } = await run(process.execPath, [...args, `http://127.0.0.1:${proxy.port}`, url], {
        env: { PATH: process.env['PATH'], ...environment },
      });
      return stdout;
    };
    const trusted = { NODE_EXTRA_CA_CERTS: ca };
    expect(await send('https://hooks.example.org/u', trusted)).toBe('200 the secret reply');
    expect(await send('https://other.example.org/u', trusted)).toMatch(/does not match certificate/);
    expect(await send('https://hooks.example.org/u', {})).toMatch(/self-signed certificate/);
    expect(between.opened.map((one) => one.target)).toEqual([
      'hooks.example.org:443',
      'other.example.org:443',
      'hooks.example.org:443',
    ]);
    const sent = Buffer.concat(between.opened.flatMap((one) => one.sent));
    expect([sent[0], sent.includes('GET /u'), sent.includes('secret')]).toEqual([22, false, false]);
    await Promise.all([proxy.stop(), between.stop(), closeServer(target)]);
    await rm(folder, { recursive: true });
  });
});
