import {
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  createServer,
  get,
  request as send,
} from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import type { Logger } from '@gatehouse/logging';
import { Problem } from '@gatehouse/problems';
import { FairScheduler } from '@gatehouse/scheduling';
import { LazyList, type TextWriter, writeJson } from '@gatehouse/wire';
import type { Caller } from '../caller';
import type { DeclaredRoute } from '../declared-route';
import { DEFAULT_FORMAT } from '../negotiation';
import { openScope } from '../request-scope';
import type { CallerWatch } from './caller-watch';
import { LargeReplies } from './large-replies';
import { DEFAULT_LARGE_REPLY_LIMITS, type LargeReplyLimits } from './limits';

const ITEM = 'x'.repeat(100);
const ROUTE = {
  method: 'GET',
  template: '/list',
  declaration: { growth: 'streamed' },
} as DeclaredRoute;
const LIMITS: LargeReplyLimits = {
  ...DEFAULT_LARGE_REPLY_LIMITS,
  collectedBytes: 2_000,
  chunkBytes: 4_096,
  stopGraceMs: 200,
};
/** More than the buffers of the kernel for one connection. */
const VERY_LONG = 150_000;

describe('a large reply', () => {
  let made = 0;
  let length = 0;
  let failsAt = Infinity;
  let endWatch: (() => void) | undefined;
  const logged: { level: string; fields: object; message: string }[] = [];
  const caller: Caller = { kind: 'anonymous' };
  const closing: (() => void)[] = [];
  const sockets: Socket[] = [];
  const responses: ServerResponse[] = [];

  /** A list of `length` items, which counts those that are made. */
  const begin = (): TextWriter =>
    writeJson({
      list: new LazyList<string>(function* () {
        for (made = 0; made < length; made += 1) {
          if (made === failsAt) throw new Error('no more rows');
          yield [ITEM];
        }
      }),
    });
  const whole = () => JSON.stringify({ list: Array.from({ length }, () => ITEM) });

  beforeEach(() => {
    [made, length, failsAt, endWatch] = [0, 100, Infinity, undefined];
    logged.length = 0;
    responses.length = 0;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const close of closing.splice(0)) close();
  });

  /** A server that answers every request with the list, and the object under test. */
  async function serve(
    limits: Partial<LargeReplyLimits> = {},
  ): Promise<{ url: string; replies: LargeReplies }> {
    const note =
      (level: string) =>
      (fields: object, message: string): void =>
        void logged.push({ level, fields, message });
    const logger: Logger = {
      debug: note('debug'),
      info: note('info'),
      warn: note('warn'),
      error: note('error'),
    };
    const watch: CallerWatch = {
      watch: (_request, ended) => {
        endWatch = ended;
        return () => (endWatch = undefined);
      },
    };
    const revisions = { current: 1, atLeast: () => Promise.resolve(1) };
    const replies = new LargeReplies(new FairScheduler(), logger, { ...LIMITS, ...limits }, revisions, watch);
    const answer: RequestListener = (request, response) => {
      responses.push(response);
      openScope(request, {
        id: 'request',
        address: String(request.headers['x-network'] ?? '192.0.2.1'),
        startedAt: 0n,
        rawPath: '/',
        path: '/',
        segments: [],
        rawQuery: '',
        format: DEFAULT_FORMAT,
        params: {},
        targets: new Map(),
        caller,
        route: ROUTE,
      });
      replies.send(request, response, { contentType: 'application/json', begin }).catch((error: unknown) => {
        response.statusCode = error instanceof Problem ? error.status : 500;
        response.end(error instanceof Problem ? error.errorCode : String(error));
      });
    };
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, replies };
  }

  async function read(url: string, method = 'GET'): Promise<{ reply: IncomingMessage; text: string }> {
    const [reply] = (await once(send(url, { method, agent: false }).end(), 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of reply.setEncoding('utf8')) text += chunk as string;
    return { reply, text };
  }

  /** Requests the list and reads only its head. */
  async function readHead(url: string, version = '1.1'): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(`GET / HTTP/${version}\r\nHost: test\r\nConnection: close\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }

  /** The last characters of what a socket still receives. */
  async function restOf(socket: Socket): Promise<string> {
    let last = '';
    const over = new Promise((resolve) => socket.once('close', resolve));
    socket.setEncoding('latin1').on('data', (data: string) => (last = (last + data).slice(-20)));
    socket.resume();
    await over;
    return last;
  }

  /** Until no further items are made. */
  async function untilStill(): Promise<void> {
    for (let before = -1; made === 0 || before !== made;) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('has a length up to the limit, and chunks above it', async () => {
    const { url } = await serve();
    length = 10;
    const small = await read(url);
    expect(small.reply.headers).toMatchObject({ 'content-length': String(small.text.length) });
    expect(JSON.parse(small.text)).toEqual(JSON.parse(whole()));
    length = 5_000;
    const large = await read(url);
    expect(large.reply.headers['transfer-encoding']).toBe('chunked');
    expect(large.reply.headers['content-length']).toBeUndefined();
    expect(JSON.parse(large.text)).toEqual(JSON.parse(whole()));
    expect(logged).toEqual([]);
  });

  it('has the length at HEAD up to the limit; above it is neither made nor sent', async () => {
    const { url } = await serve();
    length = 10;
    const small = await read(url, 'HEAD');
    expect([small.text, small.reply.headers['content-length']]).toEqual([
      '',
      String((await read(url)).text.length),
    ]);
    length = VERY_LONG;
    const large = await read(url, 'HEAD');
    expect([large.text, large.reply.statusCode]).toEqual(['', 200]);
    expect(large.reply.headers['content-length']).toBeUndefined();
    expect(large.reply.headers['content-type']).toBe('application/json');
    expect(made).toBeLessThan(200);
  });

  it('is made no further than its client reads', async () => {
    const { url } = await serve();
    length = VERY_LONG;
    const socket = await readHead(url);
    await untilStill();
    expect(made).toBeLessThan(length);
    // All that waits for the client: the chunks, and what frames them.
    const waiting = LIMITS.waitingChunks * (LIMITS.chunkBytes + 20);
    expect(responses[0]?.writableLength).toBeGreaterThan(0);
    expect(responses[0]?.writableLength).toBeLessThanOrEqual(waiting);
    expect((await restOf(socket)).endsWith('0\r\n\r\n')).toBe(true);
    expect(made).toBe(length);
  });

  it('is cut off when its client accepts nothing for some time, which is logged', async () => {
    const { url } = await serve({ stallMs: 300 });
    length = VERY_LONG;
    const socket = await readHead(url);
    while (logged.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(logged).toEqual([
      {
        level: 'warn',
        fields: { requestId: 'request', route: '/list', reason: expect.stringContaining('accepted nothing') },
        message: 'a reply is incomplete',
      },
    ]);
    expect((await restOf(socket)).endsWith('0\r\n\r\n')).toBe(false);
  });

  it('goes on to a client that reads a little from time to time', async () => {
    const { url } = await serve({ stallMs: 1_000 });
    length = VERY_LONG;
    const socket = await readHead(url);
    socket.pause();
    // Longer than the time limit altogether, shorter between two reads.
    const begun = performance.now();
    let bytes = 0;
    while (performance.now() - begun < 2_500) {
      for (const until = bytes + 800_000; bytes < until;) {
        const chunk = socket.read() as Buffer | null;
        if (chunk === null) await once(socket, 'readable');
        else bytes += chunk.length;
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect((await restOf(socket)).endsWith('0\r\n\r\n')).toBe(true);
    expect(logged).toEqual([]);
  });

  it('is not made any further when its client goes away', async () => {
    const { url } = await serve({ stallMs: 10_000 });
    length = VERY_LONG;
    const socket = await readHead(url);
    socket.destroy();
    await untilStill();
    expect(made).toBeLessThan(length);
    // Its place is free again at once.
    length = 100;
    for (let time = 0; time < 5; time += 1) expect((await read(url)).reply.statusCode).toBe(200);
    expect(logged).toEqual([]);
  });

  it('ends without the last chunk when making it fails, which is logged with the error', async () => {
    const { url } = await serve();
    [length, failsAt] = [VERY_LONG, 3_000];
    const [reply] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
    await expect(
      (async () => {
        for await (const chunk of reply) void chunk;
      })(),
    ).rejects.toThrow('aborted');
    expect(reply.complete).toBe(false);
    expect(logged).toEqual([
      {
        level: 'error',
        fields: {
          requestId: 'request',
          route: '/list',
          reason: expect.any(String),
          error: new Error('no more rows'),
        },
        message: 'a reply is incomplete',
      },
    ]);
  });

  it('is an error if making it fails before the first byte', async () => {
    const { url } = await serve();
    failsAt = 3;
    expect((await read(url)).reply.statusCode).toBe(500);
  });

  it.each(['1.1', '1.0'])('is cut off at the end of the right to receive it, by HTTP/%s', async (version) => {
    const { url } = await serve();
    length = VERY_LONG;
    const socket = await readHead(url, version);
    const errors: string[] = [];
    socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
    endWatch?.();
    expect((await restOf(socket)).endsWith('0\r\n\r\n')).toBe(false);
    // Without chunks, the end of the connection would be that of the reply.
    if (version === '1.0') expect(errors).toEqual(['ECONNRESET']);
    expect(logged).toMatchObject([{ fields: { reason: expect.stringContaining('may not receive') } }]);
  });

  it('is refused while too many are sent, and repeated when one has ended', async () => {
    const { url } = await serve({ maxOfAnonymous: 2 });
    length = VERY_LONG;
    const [first] = [await readHead(url), await readHead(url)];
    const refused = await read(url);
    expect([refused.reply.statusCode, refused.text]).toEqual([429, 'too_many_large_replies']);
    length = 10;
    // Small ones are not counted.
    expect((await read(url)).reply.statusCode).toBe(200);
    first?.destroy();
    length = 200;
    let status = 0;
    while (status !== 200) status = (await read(url)).reply.statusCode ?? 0;
  });

  it('is cut off when the process has waited for it for some time while stopping', async () => {
    const { url, replies } = await serve();
    length = VERY_LONG;
    const socket = await readHead(url);
    await replies.onModuleDestroy();
    await restOf(socket);
    expect(logged).toMatchObject([{ fields: { reason: 'the process stops' } }]);
  });

  it('of one client does not delay that of another by the number of its replies', async () => {
    const { url } = await serve({ maxOfAnonymous: 10 });
    length = 20_000;
    const ended: string[] = [];
    const ask = async (name: string, network: string) => {
      const headers = { 'X-Network': network };
      const [reply] = (await once(get(url, { agent: false, headers }), 'response')) as [IncomingMessage];
      for await (const chunk of reply) void chunk;
      ended.push(name);
    };
    const many = Array.from({ length: 6 }, () => ask('many', '192.0.2.1'));
    await Promise.all([...many, ask('one', '198.51.100.1')]);
    expect(ended).toHaveLength(7);
    expect(ended.indexOf('one')).toBeLessThan(3);
  });

  it('does not delay the other requests of a server by its length', async () => {
    const { url } = await serve();
    length = VERY_LONG;
    let isRead = false;
    const reading = read(url).then(({ text }) => {
      isRead = true;
      return text.length;
    });
    let turns = 0;
    while (!isRead) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(await reading).toBeGreaterThan(VERY_LONG * 100);
    // Each turn is some milliseconds at most; the whole reply took hundreds of them.
    expect(turns).toBeGreaterThan(200);
  });
});
