import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { House } from './support/house';
import { type Upstream, startUpstream } from './support/upstream';

const MEGABYTE = 1024 * 1024;

describe('a large body', () => {
  let house: House;
  let upstream: Upstream;
  let port: number;
  let path: string;

  beforeAll(async () => {
    house = await House.open();
    upstream = await startUpstream();
    ({ port } = await house.startProxy());
    path = await house.publishService(upstream.url);
  });
  afterAll(async () => {
    await house.close();
    await upstream.close();
  });

  const SIZE = 192 * MEGABYTE;
  const block = Buffer.alloc(MEGABYTE, 'gatehouse');
  const blocks = () =>
    Readable.from(
      (function* () {
        for (let sent = 0; sent < SIZE; sent += block.length) yield block;
      })(),
    );
  /** Runs `work` and tells by how many megabytes the memory of the process has grown meanwhile at most. */
  const growthDuring = async (work: () => Promise<unknown>) => {
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    await work();
    clearInterval(timer);
    return (most - before) / MEGABYTE;
  };

  it('comes down through the proxy at the pace of its reader, in flat memory', async () => {
    upstream.behave((_request, response) => void pipeline(blocks(), response).catch(() => undefined));
    let read = 0;
    const growth = await growthDuring(async () => {
      const sent = request({ port, path, agent: false }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      // Nobody reads for a while; whatever is sent meanwhile would have to be kept.
      await new Promise((resolve) => setTimeout(resolve, 200));
      for await (const chunk of response) read += (chunk as Buffer).length;
    });
    expect(read).toBe(SIZE);
    expect(growth).toBeLessThan(96);
  });

  it('goes up through the proxy whole, in flat memory', async () => {
    const hash = createHash('sha256');
    upstream.behave((incoming, response) => {
      incoming.pause();
      setTimeout(() => incoming.resume(), 200);
      incoming.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end('read'));
    });
    const growth = await growthDuring(async () => {
      const sent = request({ port, path, method: 'PUT', agent: false });
      const answered = once(sent, 'response');
      await pipeline(blocks(), sent);
      const [response] = (await answered) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.resume();
    });
    const expected = createHash('sha256');
    for (let sent = 0; sent < SIZE; sent += block.length) expected.update(block);
    expect(hash.digest('hex')).toBe(expected.digest('hex'));
    expect(growth).toBeLessThan(96);
  });
});
