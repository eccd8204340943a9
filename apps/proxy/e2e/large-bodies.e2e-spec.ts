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
  // A separate process, so that its memory does not include that of the client, the upstream and earlier tests.
  let proxy: ProxyProcess;
  let port: number;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    // All callers have every permission there, so that no body is read although the type reads bodies.
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

  /** 256 MB; the nightly run sets 2 GiB, beyond every 31-bit length. */
  const SIZE = Number(process.env['SVC_TEST_BODY_MEGABYTES'] ?? 256) * MEGABYTE;
  /** How much the memory of the proxy may grow meanwhile, regardless of the size. */
  const GROWTH = 96 * MEGABYTE;
  const TIMEOUT_MS = 30_000 + SIZE / 10_000;
  /** What sockets and streams may buffer between a sender and a reader that does not read: far less than the body. */
  const HELD = 64 * MEGABYTE;
  const block = Buffer.alloc(MEGABYTE, 'gatehouse');
  /** The body, with a count of the bytes that were consumed. */
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
  /** Waits until nothing more is consumed. */
  const stalled = async (count: { readonly taken: number }) => {
    let before = -1;
    while (count.taken === 0 || count.taken !== before) {
      before = count.taken;
      await sleep(150);
    }
    return count.taken;
  };
  /** Runs `work` and returns the maximum growth of the memory of the proxy meanwhile, in bytes. */
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
    'is downloaded through the proxy at the pace of its reader, with constant memory',
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
    'is uploaded through the proxy at the pace of its reader, complete, with constant memory',
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
    'of a known length is uploaded and downloaded completely',
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
