import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { type RunningNginx, startNginx, withPorts } from '../src/nginx';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

describe('the freeze of writes in nginx', () => {
  const received: Received[] = [];
  let magpie: Server;
  let nginx: RunningNginx;
  let port: number;

  beforeAll(async () => {
    magpie = createServer((request, response) => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
      request.resume().on('end', () => response.end('{"code": 200}'));
    });
    await new Promise<void>((resolve) => magpie.listen(0, '127.0.0.1', resolve));
    port = await freePort();
    const { port: upstream } = magpie.address() as AddressInfo;
    const text = readFileSync(join(process.cwd(), 'docs/front-ends/magpie-freeze.conf'), 'utf8');
    nginx = await startNginx(withPorts(text, { 2003: upstream, 8088: port }), port);
  });
  afterAll(async () => {
    await nginx.stop();
    magpie.close();
  });
  beforeEach(() => void received.splice(0));

  /** Sends a request as it is written, which clients would not do. */
  function send(method: string, target: string, headers: readonly string[] = []): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('end', () => resolve(text)).on('error', reject);
      const lines = [
        `${method} ${target} HTTP/1.1`,
        'Host: gate.example.org',
        'Connection: close',
        ...headers,
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
  }
  const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]);

  it.each([
    ['POST', '/magpie/signin'],
    ['POST', '/magpie/signout'],
    ['POST', '/magpie/ui/login'],
    ['GET', '/magpie/signin?user_name=ada&password=x'],
    ['GET', '/magpie/signout'],
    ['GET', '/magpie/session'],
    ['GET', '/magpie/users/ada/resources?inherited=true'],
    ['HEAD', '/magpie/users'],
    ['OPTIONS', '/magpie/users'],
    ['GET', '/magpie/network/jwks'],
    ['GET', '/magpie/network/nodes'],
    ['GET', '/magpie/'],
    ['GET', '/magpie/ui/users'],
    ['GET', '/magpie/version'],
  ])('lets %s %s through to Magpie without its prefix', async (method, path) => {
    expect(statusOf(await send(method, path, ['Content-Length: 0']))).toBe(200);
    expect(received).toEqual([expect.objectContaining({ method, url: path.slice('/magpie'.length) })]);
  });

  const CHANGES: (readonly [method: string, target: string])[] = [
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'MOVE', 'LOCK', 'SIGNIN'].flatMap((method) =>
      ['/magpie/users', '/magpie/users/ada', '/magpie/resources/12', '/magpie/permissions', '/magpie/'].map(
        (path) => [method, path] as const,
      ),
    ),
    ['PUT', '/magpie/signin'],
    ['PATCH', '/magpie/signin'],
    ['DELETE', '/magpie/signout'],
    ['POST', '/magpie/signin_internal'],
    ['POST', '/magpie/signin/'],
    ['POST', '/magpie/signin/users'],
    ['POST', '/magpie/signin;/users'],
    ['POST', '/magpie/signin%0A'],
    ['POST', '/magpie/users?/magpie/signin'],
    ['POST', '/magpie/users/..%2fusers'],
    ['POST', '/magpie/signin/../users'],
    ['POST', '/magpie/signin/%2e%2e/users'],
    ['POST', '/magpie/signin%2f..%2fusers'],
    ['POST', '/magpie/signin/..%2Fusers'],
    ['POST', '/magpie//users'],
    ['POST', '/magpie/%75sers'],
    ['POST', '/magpie/%2573ignin'],
    ['POST', '/%6dagpie/users'],
    ['POST', '//magpie//users'],
    ['POST', '/magpie/ui/users/add'],
    ['POST', '/magpie/register/users'],
    ['POST', '/magpie/network/token'],
    ['GET', '/magpie/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05'],
    ['HEAD', '/magpie/tmp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05'],
    ['GET', '/magpie/%74mp/0b1c2d3e-4f50-4a61-8b72-9c83ad94be05'],
    ['GET', '/magpie/version/../tmp/0b1c2d3e'],
    ['GET', '/magpie/tmp%2F0b1c2d3e'],
    ['GET', '/magpie/providers/github/signin'],
    ['GET', '/magpie/providers/github/%73ignin?code=x'],
    ['GET', '/magpie/network/link?token=x'],
    ['GET', '/magpie/network/nodes/north/token'],
    ['GET', 'http://gate.example.org/magpie/tmp/0b1c2d3e'],
    ['POST', 'http://gate.example.org/magpie/users'],
  ];
  it.each(CHANGES)('answers %s %s with 503, and Magpie does not receive it', async (method, target) => {
    const reply = await send(method, target, ['Content-Length: 0']);
    expect(received).toEqual([]);
    expect(reply).toMatch(/^HTTP\/1\.1 503/);
    expect(reply).toMatch(/^retry-after: 600\r$/im);
    expect(reply).toMatch(/^content-type: application\/json\r$/im);
    const body = reply.slice(reply.indexOf('\r\n\r\n')).trim();
    expect(body === '' ? {} : JSON.parse(body)).toEqual(
      method === 'HEAD' ? {} : expect.objectContaining({ code: 503 }),
    );
  });

  it.each([
    'X-HTTP-Method-Override',
    'X-HTTP-Method',
    'X-Method-Override',
    'X-Original-URL',
    'X-Rewrite-URL',
    'x_http_method_override',
  ])('does not pass on %s, which could make another request of an accepted one', async (name) => {
    await send('POST', '/magpie/signin', ['Content-Length: 0', `${name}: DELETE`]);
    await send('GET', '/magpie/users', [`${name}: DELETE`]);
    expect(received.length).toBe(2);
    for (const { headers } of received)
      expect(
        Object.keys(headers).filter((key) => /override|http.method|original|rewrite/i.test(key)),
      ).toEqual([]);
  });

  it('accepts sign-in in another spelling only as the path that Magpie gets', async () => {
    expect(statusOf(await send('POST', '/magpie/users/../%73ignin', ['Content-Length: 0']))).toBe(200);
    expect(received.map(({ url }) => url)).toEqual(['/signin']);
  });
});
