import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Problem } from '@gatehouse/problems';
import { STEP, type Steps } from '@gatehouse/request-body';
import { FairScheduler } from '@gatehouse/scheduling';
import { readBody } from './read-body';

const scheduler = new FairScheduler();
const LIMIT = 2000;
const LIMITS = { bytes: LIMIT, members: 100, fields: 5, timeout: 60_000 };
const BOUNDARY = 'the-boundary';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (headers: string, content: string): string =>
  `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, content);
const file = (name: string, content: string): string =>
  part(`Content-Disposition: form-data; name="${name}"; filename="f"`, content);
const END = `--${BOUNDARY}--\r\n`;

describe('a body', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      void readBody(request, LIMITS, scheduler, '192.0.2.1').then(
        (body) => response.end(JSON.stringify(body)),
        (error: unknown) => {
          response.statusCode = error instanceof Problem ? error.status : 500;
          response.end(error instanceof Problem ? error.detail : String(error));
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** The reply to a body; without a media type it is sent without the header. */
  async function send(mediaType: string | undefined, body: string | Buffer): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: mediaType === undefined ? {} : { 'Content-Type': mediaType },
      // A view of bytes is the only kind of body for which fetch adds no media type.
      body: new Uint8Array(Buffer.from(body)),
    });
  }

  /** The body read, or the status of the error. */
  async function read(mediaType: string | undefined, body: string | Buffer): Promise<unknown> {
    const reply = await send(mediaType, body);
    const text = await reply.text();
    return reply.status === 200 ? JSON.parse(text) : reply.status;
  }

  /** The text of an error 413. */
  async function excess(mediaType: string | undefined, body: string): Promise<string> {
    const reply = await send(mediaType, body);
    expect(reply.status).toBe(413);
    return reply.text();
  }

  it('is read as JSON or as either kind of form', async () => {
    expect(await read('application/json; charset=UTF-8', '{"a": [1], "é": "ü"}')).toEqual({
      source: 'json',
      fields: { a: [1], é: 'ü' },
    });
    const form = { source: 'form', fields: { a: ['1', ''], é: ['ü & +'] } };
    expect(await read('application/x-www-form-urlencoded', 'a=1&%C3%A9=%C3%BC+%26+%2B&a=')).toEqual(form);
    const parts = [field('a', '1'), file('f', 'left out'), field('é', 'ü & +'), field('a', ''), END];
    expect(await read(MULTIPART, parts.join(''))).toEqual(form);
  });

  it('of another media type is not read', async () => {
    for (const type of ['text/plain', 'constructor', 'application/xml']) {
      expect([type, await read(type, '{"a": 1}')]).toEqual([type, { source: 'none', fields: {} }]);
    }
  });

  it('without a media type is JSON if it begins with a bracket, else a form', async () => {
    expect(await read(undefined, '{"a": [1]}')).toEqual({ source: 'json', fields: { a: [1] } });
    expect(await read('', '{"a": [1]}')).toEqual({ source: 'json', fields: { a: [1] } });
    expect(await read(undefined, 'a=1&b={')).toEqual({ source: 'form', fields: { a: ['1'], b: ['{'] } });
    expect(await read(undefined, ' {"a": 1}')).toEqual({ source: 'form', fields: { ' {"a": 1}': [''] } });
    expect(await read(undefined, '[1]')).toBe(400);
    expect(await read(undefined, '{"a": 1')).toBe(400);
    expect(await read(undefined, Buffer.from([0x61, 0xff]))).toBe(400);
  });

  it.each(['application/json', undefined])('that nests too deep is 400 with the type %s', async (type) => {
    const nested = (levels: number) => `{"a": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(await read(type, nested(64))).toMatchObject({ source: 'json' });
    expect(await read(type, nested(65))).toBe(400);
    expect(await read(type, '['.repeat(LIMIT))).toBe(400);
  });

  it.each(['application/json', undefined])(
    'of JSON with more members than allowed is 413 with the type %s',
    async (type) => {
      const list = (entries: number) => `{"a": [${Array(entries).fill('{}').join(',')}]}`;
      expect(await read(type, list(99))).toMatchObject({ source: 'json' });
      expect(await excess(type, list(100))).toContain('100 members and list entries (SVC_BODY_MEMBERS)');
    },
  );

  it.each(['application/x-www-form-urlencoded', undefined])(
    'that is a form of more fields than allowed is 413 with the type %s',
    async (type) => {
      expect(await read(type, 'a=1&a=2&b=3&c&d')).toMatchObject({ source: 'form' });
      for (const form of ['a=1&a=2&b=3&c&d&e', '&&&&&']) {
        expect(await excess(type, form)).toContain('5 fields (SVC_BODY_FIELDS)');
      }
    },
  );

  it('that is a multipart form of more parts than allowed is 413, regardless of the parts', async () => {
    const nameless = part('X: y', '');
    for (const one of [field('a', ''), file('f', ''), nameless]) {
      expect(await read(MULTIPART, one.repeat(5) + END)).toMatchObject({ source: 'form' });
      expect(await excess(MULTIPART, one.repeat(6) + END)).toContain('5 fields (SVC_BODY_FIELDS)');
    }
  });

  it('that is a multipart form with a very long media type is 400', async () => {
    const form = (boundary: string) =>
      read(
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`,
      );
    expect(await form('b'.repeat(70))).toEqual({ source: 'form', fields: { a: ['1'] } });
    expect(await form('b'.repeat(200))).toBe(400);
  });

  it.each([
    ['a part whose header is none', part(': x', '') + END],
    ['several such parts', part(': x', '').repeat(3) + END],
    ['a part whose header is too long', part(`X: ${'x'.repeat(1500)}\r\n: y`, '').repeat(1) + END],
    ['a file that does not end', file('f', 'x').slice(0, -2)],
    ['a field that does not end', field('a', 'x').slice(0, -2)],
    ['nothing at all', 'x'],
  ])('as multipart with %s is 400', async (_, body) => {
    expect(await read(MULTIPART, body)).toBe(400);
  });

  it('as multipart that is truncated anywhere is rejected, and the next one is read', async () => {
    const whole = field('a', '1') + file('f', 'x') + field('b', '2');
    const outcomes = new Set<unknown>();
    for (let length = 1; length < whole.length; length += 1) {
      outcomes.add(await read(MULTIPART, whole.slice(0, length)));
    }
    expect([...outcomes]).toEqual([400]);
    expect(await read(MULTIPART, whole + END)).toEqual({ source: 'form', fields: { a: ['1'], b: ['2'] } });
  });

  it('beyond the limit is 413', async () => {
    expect(await read('application/json', `{"a": "${'x'.repeat(LIMIT)}"}`)).toBe(413);
    expect(await read(MULTIPART, field('a', 'x'.repeat(LIMIT)) + END)).toBe(413);
    expect(await excess(undefined, 'x'.repeat(LIMIT + 1))).toContain('2000 bytes (SVC_BODY_LIMIT)');
  });

  describe('that is large', () => {
    const LARGE = { bytes: 1_000_000, members: 100_000, fields: 5, timeout: 60_000 };
    const requestWith = (text: string) =>
      Object.assign(Readable.from([Buffer.from(text)]), {
        headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
      }) as unknown as IncomingMessage;
    /** Records the address for each step. */
    class Turns extends FairScheduler {
      readonly addresses: string[] = [];

      override run<Result>(address: string, steps: Steps<Result>): Promise<Result> {
        return super.run(address, this.counted(address, steps));
      }

      private *counted<Result>(address: string, steps: Steps<Result>): Steps<Result> {
        for (;;) {
          this.addresses.push(address);
          const step = steps.next();
          if (step.done) return step.value;
          yield step.value;
        }
      }
    }

    it('is read in steps of its client, including the scan of its text', async () => {
      const turns = new Turns();
      const text = JSON.stringify({ list: Array.from({ length: 30_000 }, (_, index) => `entry ${index}`) });
      const body = await readBody(requestWith(text), LARGE, turns, '192.0.2.1');
      expect(body).toEqual({ source: 'json', fields: JSON.parse(text) });
      expect(turns.addresses.length).toBeGreaterThan(text.length / STEP);
      expect(new Set(turns.addresses)).toEqual(new Set(['192.0.2.1']));
    });

    it.each([
      ['has too many members', (text: string) => `{"a": [${'1,'.repeat(100_000)}1], "b": "${text}"}`, 413],
      ['nests too deep', (text: string) => `{"b": "${text}", "a": ${'['.repeat(70)}${']'.repeat(70)}}`, 400],
      ['is not JSON', (text: string) => `{"b": "${text}"`, 400],
      ['is no object', (text: string) => `["${text}"]`, 400],
    ])('and %s is refused', async (_about, textWith, status) => {
      const turns = new Turns();
      const reading = readBody(requestWith(textWith('x'.repeat(100_000))), LARGE, turns, '192.0.2.1');
      await expect(reading).rejects.toMatchObject({ status });
      expect(turns.addresses.length).toBeGreaterThan(1);
    });

    it('is read in turns with others, unlike a small one', async () => {
      const turns = new Turns();
      await readBody(requestWith('{"a": 1}'), LARGE, turns, '192.0.2.1');
      expect(turns.addresses).toEqual([]);
    });
  });
});
