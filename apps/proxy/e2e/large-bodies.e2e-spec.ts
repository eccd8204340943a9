import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fixture } from './support/fixture';
import { type ProxyProcess, startProxyProcess } from './support/proxy-process';
import { type Upstream, startUpstream } from './support/upstream';

const MEGABYTE = 1024 * 1024;

describe('a large body', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  // In a process of its own: its memory is not that of the client, of the upstream and of the tests before.
  let proxy: ProxyProcess;
  let port: number;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    // Everybody may do everything there, so that nothing is read although the type reads bodies.
    const service = await fixture.addService(upstream.url, 'wps');
    await fixture.publish(service.id, 'getcapabilities', 'describeprocess', 'execute');
    path = `/ows/proxy/${service.name}`;
    proxy = await startProxyProcess(fixture.environment());
    ({ port } = proxy);
  });
  afterAll(async () => {
    await proxy.stop();
    await fixture.close();
    await upstream.close();
  });

  /** 256 MB; the nightly run asks for 2 GiB, beyond every 31-bit length. */
  const SIZE = Number(process.env['SVC_TEST_BODY_MEGABYTES'] ?? 256) * MEGABYTE;
  /** By how much the memory of the proxy may grow meanwhile, whatever the size. */
  const GROWTH = 96 * MEGABYTE;
  const TIMEOUT_MS = 30_000 + SIZE / 10_000;
  /** What sockets and streams may hold between a sender and a reader who does not read: far less than the body. */
  const HELD = 64 * MEGABYTE;
  const block = Buffer.alloc(MEGABYTE, 'gatehouse');
  /** The body, with a count of what was taken of it. */
  const largeBody = () => {
    const count = { taken: 0 };
    const stream = Readable.from(
      (function* () {
        for (; count.taken < SIZE; count.taken += block.length) yield block;
      })(),
      { highWaterMark: 1 },
    );
    return { count, stream };
  };
  /** Waits until nothing more is taken. */
  const stalled = async (count: { readonly taken: number }) => {
    let before = -1;
    while (count.taken === 0 || count.taken !== before) {
      before = count.taken;
      await sleep(150);
    }
    return count.taken;
  };
  /** Runs `work` and tells by how many bytes the memory of the proxy has grown meanwhile at most. */
  const growthDuring = async (work: () => Promise<unknown>) => {
    const before = await proxy.residentMemory();
    let most = before;
    let isOver = false;
    const watched = (async () => {
      for (; !isOver; await sleep(20)) most = Math.max(most, await proxy.residentMemory());
    })();
    await work();
    isOver = true;
    await watched;
    return most - before;
  };

  it(
    'comes down through the proxy at the pace of its reader, in flat memory',
    async () => {
      const { count, stream } = largeBody();
      upstream.behave((_request, response) => void pipeline(stream, response).catch(() => undefined));
      let read = 0;
      const growth = await growthDuring(async () => {
        const sent = request({ port, path, agent: false }).end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        expect(await stalled(count)).toBeLessThan(HELD);
        for await (const chunk of response) read += (chunk as Buffer).length;
      });
      expect(read).toBe(SIZE);
      expect(growth).toBeLessThan(GROWTH);
    },
    TIMEOUT_MS,
  );

  it(
    'goes up through the proxy at the pace of its reader, whole, in flat memory',
    async () => {
      const hash = createHash('sha256');
      const { count, stream } = largeBody();
      let read: () => void = () => undefined;
      upstream.behave((incoming, response) => {
        read = () => {
          incoming.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end('read'));
        };
      });
      const growth = await growthDuring(async () => {
        const sent = request({ port, path, method: 'PUT', agent: false });
        const answered = once(sent, 'response');
        const written = pipeline(stream, sent);
        expect(await stalled(count)).toBeLessThan(HELD);
        read();
        await written;
        const [response] = (await answered) as [IncomingMessage];
        expect(response.statusCode).toBe(200);
        response.resume();
      });
      const expected = createHash('sha256');
      for (let hashed = 0; hashed < SIZE; hashed += block.length) expected.update(block);
      expect(hash.digest('hex')).toBe(expected.digest('hex'));
      expect(growth).toBeLessThan(GROWTH);
    },
    TIMEOUT_MS,
  );

  it(
    'of a known length goes up and comes down whole',
    async () => {
      const { stream } = largeBody();
      upstream.behave((incoming, response) => {
        response.writeHead(200, { 'Content-Length': incoming.headers['content-length'] });
        void pipeline(incoming, response).catch(() => undefined);
      });
      let read = 0;
      const growth = await growthDuring(async () => {
        const sent = request({
          port,
          path,
          method: 'PUT',
          agent: false,
          headers: { 'Content-Length': SIZE },
        });
        const written = pipeline(stream, sent);
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        expect(response.headers['content-length']).toBe(String(SIZE));
        for await (const chunk of response) read += (chunk as Buffer).length;
        await written;
      });
      expect(read).toBe(SIZE);
      expect(growth).toBeLessThan(GROWTH);
    },
    TIMEOUT_MS,
  );
});
