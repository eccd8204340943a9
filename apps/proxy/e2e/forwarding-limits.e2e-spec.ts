import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimiter, Slot } from '../src/forwarding/concurrency-limiter';
import { type Reply, call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a request to a busy upstream', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  /** Requests that the upstream has received and not answered yet. */
  const held: { request: IncomingMessage; response: ServerResponse }[] = [];
  const waits = jest.spyOn(Slot.prototype, 'wait');
  const cancellations = jest.spyOn(ConcurrencyLimiter.prototype, 'onCancelled');

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
  });
  beforeEach(() => {
    held.splice(0);
    waits.mockClear();
    cancellations.mockClear();
    upstream.behave((incoming, response) => {
      incoming.resume();
      held.push({ request: incoming, response });
    });
  });
  afterEach(() => answerAll());
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const proxyOf = async (connections: number, queue: number, queueTimeout = 30) => {
    const { port } = await fixture.startProxy({
      SVC_PROXY_UPSTREAM_CONNECTIONS: String(connections),
      SVC_PROXY_UPSTREAM_QUEUE: String(queue),
      SVC_PROXY_UPSTREAM_QUEUE_TIMEOUT: String(queueTimeout),
    });
    return port;
  };
  const publish = async (url = upstream.url, proxy?: object) => {
    const service = await fixture.addService(url, 'access', proxy ? { proxy } : {});
    await fixture.publish(service.id);
    const path = `/ows/proxy/${service.name}`;
    await fixture.publishService('http://127.0.0.1:1');
    return path;
  };
  const holding = (count: number) =>
    until(
      () => Promise.resolve(held.length),
      (length) => length >= count,
    );
  /** Waits until so many requests of the test have been queued. */
  const queued = (count: number) =>
    until(
      () => Promise.resolve(waits.mock.calls.length),
      (length) => length >= count,
    );
  const answerAll = () => held.splice(0).forEach(({ response }) => response.end('done'));
  const urls = () => held.map(({ request: { url } }) => url);
  const statuses = async (replies: Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status }) => status);

  it('waits for a slot, and is refused when too many wait', async () => {
    const port = await proxyOf(1, 1);
    const path = await publish();
    const first = call(port, { path });
    await holding(1);
    const second = call(port, { path, method: 'POST', body: 'kept' });
    await queued(1);
    const refused = await call(port, { path });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(held).toHaveLength(1);
    answerAll();
    expect((await first).status).toBe(200);
    await holding(1);
    answerAll();
    expect((await second).status).toBe(200);
  });

  it('is refused when it gets no slot before the timeout', async () => {
    const port = await proxyOf(1, 10, 1);
    const path = await publish();
    const first = call(port, { path });
    await holding(1);
    expect((await call(port, { path, method: 'POST', body: 'x' })).status).toBe(503);
    answerAll();
    expect((await first).status).toBe(200);
  });

  it('that has waited is decided on again, and not forwarded when its permission was revoked meanwhile', async () => {
    const port = await proxyOf(1, 10);
    const path = await publish();
    const service = await fixture.addService(upstream.url);
    const user = await fixture.addUser();
    await fixture.allow(user, service.id);
    const cookie = cookieOf(await fixture.signIn(user));
    const verify = () => call(port, { path: `/ows/verify/${service.name}`, headers: { cookie } });
    await until(verify, ({ status }) => status === 200);
    const first = call(port, { path });
    await holding(1);
    const second = call(port, { path: `/ows/proxy/${service.name}`, headers: { cookie } });
    await queued(1);
    await fixture.revoke(user, service.id);
    await until(verify, ({ status }) => status === 403);
    answerAll();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(403);
    expect(held).toEqual([]);
  });

  it('that has waited is refused when its session has ended, also on a public service', async () => {
    const port = await proxyOf(1, 10);
    const path = await publish();
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    const first = call(port, { path });
    await holding(1);
    const second = call(port, { path, headers: { cookie } });
    await queued(1);
    const revision = await fixture.endSessionsOf(user);
    const health = () => call(port, { path: '/health' });
    await until(health, ({ text }) => (JSON.parse(text) as { revision: number }).revision >= revision);
    answerAll();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(401);
    expect(held).toEqual([]);
  });

  it('takes no slot when its client has disconnected', async () => {
    const port = await proxyOf(1, 1);
    const path = await publish();
    const first = call(port, { path });
    await holding(1);
    const disconnected = request({ port, path: `${path}/gone`, agent: false }).on('error', () => undefined);
    disconnected.end();
    await queued(1);
    disconnected.destroy();
    await until(
      () => Promise.resolve(cancellations.mock.calls.length),
      (length) => length === 1,
    );
    const third = call(port, { path: `${path}/third` });
    await queued(2);
    answerAll();
    await first;
    await holding(1);
    expect(urls()).toEqual(['/third']);
    answerAll();
    expect((await third).status).toBe(200);
  });

  it('does not wait for requests to another service on the same upstream', async () => {
    const port = await proxyOf(8, 100);
    const [busy, quiet] = [await publish(`${upstream.url}/busy`), await publish(`${upstream.url}/quiet`)];
    const many = Array.from({ length: 20 }, () => call(port, { path: busy }));
    await holding(7);
    await queued(13);
    expect(held).toHaveLength(7);
    const other = call(port, { path: quiet });
    await holding(8);
    expect(urls()).toContain('/quiet');
    upstream.behave(undefined);
    answerAll();
    expect(await statuses([...many, other])).toEqual(Array(21).fill(200));
  });

  it('waits for others of its service when the service has a separate limit', async () => {
    const port = await proxyOf(8, 100);
    const path = await publish(upstream.url, { max_concurrency: 2 });
    const replies = Array.from({ length: 4 }, () => call(port, { path }));
    await holding(2);
    await queued(2);
    expect(held).toHaveLength(2);
    answerAll();
    await holding(2);
    answerAll();
    expect(await statuses(replies)).toEqual([200, 200, 200, 200]);
  });

  it('gets a slot again however the previous request ended', async () => {
    const { port } = await fixture.startProxy(
      { SVC_PROXY_UPSTREAM_CONNECTIONS: '1', SVC_PROXY_UPSTREAM_QUEUE: '0' },
      { headersTimeout: 300, idleTimeout: 300 },
    );
    const path = await publish();
    const ends = (reply: Promise<Reply>) => reply.then(({ status }) => status).catch(() => 'broken off');
    const free = async () => {
      upstream.behave(undefined);
      const reply = await until(
        () => call(port, { path }),
        ({ status }) => status !== 503,
        2_000,
      );
      expect(reply.status).toBe(200);
    };
    upstream.behave(() => undefined);
    expect(await ends(call(port, { path }))).toBe(504);
    await free();
    upstream.behave((_incoming, response) => response.destroy());
    expect(await ends(call(port, { path, method: 'POST' }))).toBe(502);
    await free();
    upstream.behave((_incoming, response) => void response.write('a part'));
    expect(await ends(call(port, { path }))).toBe('broken off');
    await free();
    upstream.behave((_incoming, response) => void response.write('a part'));
    const sent = request({ port, path, agent: false }).on('error', () => undefined);
    sent.end();
    await once(sent, 'response');
    sent.destroy();
    await free();
    upstream.behave((_incoming, response) => response.writeHead(413, { Connection: 'close' }).end());
    expect(await ends(call(port, { path, method: 'POST', body: 'x'.repeat(100_000) }))).toBe(413);
    await free();
    // A header that cannot be forwarded fails before the request is sent.
    expect(await ends(call(port, { path, headers: { 'Content-Length': '1', Expect: 'x' } }))).not.toBe(200);
    await free();
  });

  it('waits for its reply as long as its service declares', async () => {
    const { port } = await fixture.startProxy({}, { headersTimeout: 300 });
    const [patient, usual] = [await publish(upstream.url, { headers_timeout: 20 }), await publish()];
    const [later, never] = [call(port, { path: patient }), call(port, { path: usual })];
    await holding(2);
    expect((await never).status).toBe(504);
    await sleep(1_200);
    answerAll();
    expect((await later).status).toBe(200);
    const hasty = await publish(upstream.url, { headers_timeout: 1 });
    const { port: slow } = await fixture.startProxy();
    expect((await call(slow, { path: hasty })).status).toBe(504);
  });
});
