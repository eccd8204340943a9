import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  createServer,
  request,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BufferedBody } from '@gatehouse/enforcement';
import { FairScheduler } from '@gatehouse/scheduling';
import { BodyMemory } from './body-memory';
import { bodyReader } from './read-body';

type Result = Awaited<ReturnType<ReturnType<typeof bodyReader>>>;

const SIZE = 1000;
const MEMORY = 1500;

describe('the body that a decision depends on', () => {
  let server: Server;
  let port: number;
  const results: Result[] = [];
  let admitted = 0;
  /** What a request waits for before its body is read. */
  let before: (incoming: IncomingMessage) => Promise<unknown>;
  /** Ends the requests that were read; until then their bodies are held. */
  const over: (() => void)[] = [];
  const endAll = () => over.splice(0).forEach((end) => end());

  beforeAll(async () => {
    const documents = {
      elements: 100,
      attributes: 100,
      elementAttributes: 10,
      jsonValues: 100,
      formFields: 10,
    };
    const read = bodyReader(
      { size: SIZE, timeout: 300, documents },
      new BodyMemory(MEMORY),
      new FairScheduler(),
    );
    const handle = (incoming: IncomingMessage, response: { end(text: string): void }) => {
      const callbacks: (() => void)[] = [];
      over.push(() => callbacks.forEach((callback) => callback()));
      const reading = before(incoming).then(() =>
        read({
          request: incoming,
          address: '192.0.2.1',
          admitBody: () => admitted++,
          whenOver: (callback) => void callbacks.push(callback),
        }),
      );
      void reading.then((result) => {
        results.push(result);
        response.end(String(results.length));
        incoming.resume();
      });
    };
    server = createServer(handle).on('checkContinue', handle);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    results.splice(0);
    admitted = 0;
    before = () => Promise.resolve();
  });
  afterEach(() => endAll());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (headers: OutgoingHttpHeaders = {}): ClientRequest =>
    request({ port, method: 'POST', headers: { 'Content-Type': 'text/plain', ...headers }, agent: false }).on(
      'error',
      () => undefined,
    );
  const answered = async (sent: ClientRequest) => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return results.at(-1);
  };
  const post = (body: string, headers?: OutgoingHttpHeaders) => answered(open(headers).end(body));
  const bytesOf = (result: Result | undefined) => (result as BufferedBody).bytes.toString();

  it.each([0, 1, SIZE])(
    'is read completely with %d bytes, with known and with unknown length',
    async (length) => {
      const body = 'x'.repeat(length);
      expect(bytesOf(await post(body))).toBe(body);
      endAll();
      expect(bytesOf(await post(body, { 'Transfer-Encoding': 'chunked' }))).toBe(body);
      expect(admitted).toBe(2);
    },
  );

  it('is unreadable when it has two content types, either of which a service may use', async () => {
    const types = ['application/octet-stream', 'application/x-www-form-urlencoded'];
    const [first] = types;
    expect(await post('request=Execute', { 'Content-Type': first })).toMatchObject({
      read: { kind: 'other' },
    });
    expect(await post('request=Execute', { 'Content-Type': types })).toMatchObject({
      read: { kind: 'unreadable' },
    });
  });

  it('is refused when its announced length is too large, without 100 Continue', async () => {
    const sent = open({ 'Content-Length': String(SIZE + 1), Expect: '100-continue' });
    sent.flushHeaders();
    expect(await answered(sent)).toMatchObject({
      refusal: { status: 413, details: { headers: { Connection: 'close' } } },
    });
    expect(admitted).toBe(0);
    sent.destroy();
  });

  it('is refused when it turns out to be too large', async () => {
    const result = await post('x'.repeat(SIZE + 1), { 'Transfer-Encoding': 'chunked' });
    expect(result).toMatchObject({ refusal: { status: 413 } });
  });

  it('is refused when it does not arrive within the time limit, even if it arrives steadily', async () => {
    const sent = open({ 'Content-Length': '500' });
    const timer = setInterval(() => sent.write('x'), 20);
    expect(await answered(sent)).toMatchObject({
      refusal: { status: 408, details: { headers: { Connection: 'close' } } },
    });
    clearInterval(timer);
    sent.destroy();
  });

  it('is abandoned when its client disconnects', async () => {
    const sent = open({ 'Content-Length': '500' });
    sent.write('a part');
    while (admitted === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    sent.destroy();
    while (results.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(results).toMatchObject([{ refusal: { status: 400 } }]);
  });

  it('is abandoned when its client has disconnected before', async () => {
    before = (incoming) =>
      new Promise<void>((resolve) => incoming.on('error', () => undefined).once('close', resolve));
    const sent = open({ 'Content-Length': '500' });
    sent.write('a part');
    await once(server, 'request');
    sent.destroy();
    while (results.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(results).toMatchObject([{ refusal: { status: 400 } }]);
    expect(admitted).toBe(0);
  });

  it('is refused while memory is exhausted, and accepted again when a request has ended', async () => {
    await post('x'.repeat(SIZE));
    expect(await post('x'.repeat(SIZE))).toMatchObject({
      refusal: { status: 503, details: { headers: { 'Retry-After': '1' } } },
    });
    // What was refused holds nothing.
    expect(bytesOf(await post('x'.repeat(MEMORY - SIZE)))).toHaveLength(MEMORY - SIZE);
    endAll();
    expect(bytesOf(await post('x'.repeat(SIZE)))).toHaveLength(SIZE);
  });

  it('reserves no memory for an announced length', async () => {
    const idle = [1, 2, 3].map(() => open({ 'Content-Length': String(SIZE) }));
    for (const sent of idle) sent.flushHeaders();
    while (admitted < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bytesOf(await post('x'.repeat(SIZE)))).toHaveLength(SIZE);
    for (const sent of idle) sent.destroy();
  });
});
