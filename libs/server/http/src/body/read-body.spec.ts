import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Problem } from '../problem';
import { readBody } from './read-body';

const LIMIT = 2000;
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
      void readBody(request, LIMIT).then(
        (body) => response.end(JSON.stringify(body)),
        (error: unknown) => {
          response.statusCode = error instanceof Problem ? error.status : 500;
          response.end();
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

  /** What was read, or the status of the refusal. */
  async function read(mediaType: string, body: string | Buffer): Promise<unknown> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': mediaType },
      body: new Blob([body]),
    });
    const text = await reply.text();
    return reply.status === 200 ? JSON.parse(text) : reply.status;
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
    expect(await read('text/plain', '{"a": 1}')).toEqual({ source: 'none', fields: {} });
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

  it('as multipart that is cut off anywhere is refused, and the next one is read', async () => {
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
  });
});
