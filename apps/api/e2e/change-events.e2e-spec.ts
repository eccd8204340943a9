import { type ClientRequest, type IncomingMessage, get } from 'node:http';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

interface ChangeEvent {
  readonly revision: number;
  readonly kinds: readonly string[];
}

/** A stream of events as a browser reads it. */
class OpenStream {
  readonly events: ChangeEvent[] = [];
  status = 0;
  headers: IncomingMessage['headers'] = {};
  private readonly waiting: (() => void)[] = [];
  private isOver = false;

  private constructor(private readonly request: ClientRequest) {}

  static async open(client: Client, headers: Record<string, string> = {}): Promise<OpenStream> {
    const accepted = { Accept: 'text/event-stream', Cookie: client.sessionCookie, ...headers };
    return new Promise((resolve, reject) => {
      const request = get(`${client.url}/changes/events`, { headers: accepted, agent: false }, (reply) => {
        stream.status = reply.statusCode ?? 0;
        stream.headers = reply.headers;
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
            const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
            if (data !== undefined) stream.events.push(JSON.parse(data));
          }
          stream.changed();
        });
        reply.on('close', () => {
          stream.isOver = true;
          stream.changed();
        });
        resolve(stream);
      });
      const stream = new OpenStream(request);
      request.on('error', reject);
    });
  }

  async until(condition: (events: readonly ChangeEvent[]) => boolean): Promise<void> {
    while (!condition(this.events)) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  async over(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.request.on('error', () => undefined).destroy();
  }

  private changed(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

describe('the stream of change events', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  /** The client of a separate administrator. */
  const administrator = async () => {
    const name = await api.make.user();
    await api.admin.post(`/users/${name}/groups`, { group_name: 'administrators' }).expect(201);
    return { name, client: await api.signIn(name) };
  };
  const has = (kind: string) => (events: readonly ChangeEvent[]) =>
    events.some(({ kinds }) => kinds.includes(kind));

  it('sends the current revision, then each change with its kinds, and is not buffered by nginx', async () => {
    const stream = await OpenStream.open(api.admin);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=UTF-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await stream.until((events) => events.length > 0);
    const group = await api.make.group();
    await stream.until(has('group'));
    const { revision } = stream.events.at(-1) ?? { revision: 0 };
    expect(revision).toBeGreaterThan(stream.events[0]?.revision ?? Infinity);
    const service = await api.make.service();
    await api.admin
      .post(`/groups/${group}/services/${service}/permissions`, { permission: 'access' })
      .expect(201);
    await stream.until(has('group_rule'));
    stream.close();
  });

  it('sends the changes that were made while the client was disconnected', async () => {
    const reply = await api.admin.get('/changes?limit=1').expect(200);
    const { newest_revision: seen } = reply.body;
    await api.make.group();
    await api.make.service();
    const stream = await OpenStream.open(api.admin, { 'Last-Event-ID': String(seen) });
    await stream.until((events) => events.length > 0);
    expect(stream.events[0]?.kinds).toEqual(expect.arrayContaining(['group', 'resource', 'service']));
    stream.close();
  });

  it('is one event for a client that does not request a stream', async () => {
    const reply = await api.admin.get('/changes/events').buffer(true).expect(200);
    expect(reply.text).toMatch(/^id: \d+\ndata: \{"revision":\d+,"kinds":\[\]\}\n\n$/);
    await api.admin.head('/changes/events').set('Accept', 'text/event-stream').expect(200);
  });

  it('ends with the session', async () => {
    const { client } = await administrator();
    const stream = await OpenStream.open(client);
    await client.post('/signout').expect(200);
    await stream.over();
  });

  it('ends when the user is no longer an administrator', async () => {
    const { name, client } = await administrator();
    const stream = await OpenStream.open(client);
    await api.admin.delete(`/users/${name}/groups/administrators`).expect(200);
    await stream.over();
    expect((await OpenStream.open(client)).status).toBe(403);
  });

  it('is limited in number for each user', async () => {
    const { client } = await administrator();
    const streams = await Promise.all(Array.from({ length: 10 }, () => OpenStream.open(client)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await OpenStream.open(client);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    for (const stream of streams) stream.close();
    const other = await OpenStream.open(api.admin);
    expect(other.status).toBe(200);
    other.close();
  });

  it('is for administrators only', async () => {
    await api.anonymous.get('/changes/events').set('Accept', 'text/event-stream').expect(401);
    const user = await api.signIn(await api.make.user());
    await user.get('/changes/events').set('Accept', 'text/event-stream').expect(403);
  });
});
