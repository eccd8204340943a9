import { connect } from 'node:net';
import type { DeclaredRoute } from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { type TestApi, routesOf, startApi } from './harness/start-api';

interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

describe('HTTP messages', () => {
  let api: TestApi;
  const logged: object[] = [];
  const noted = (entry: object): void => void logged.push(entry);
  beforeAll(async () => {
    const logger: Logger = { info: noted, warn: noted, error: noted } as unknown as Logger;
    api = await startApi({ SVC_URL: 'https://gate.example.org/magpie' }, logger);
  });
  afterAll(() => api.close());

  /** Sends raw bytes, reads until the connection is closed, and returns the first reply. */
  function raw(request: string): Promise<RawReply> {
    const { hostname, port } = new URL(api.anonymous.url);
    return new Promise((resolve, reject) => {
      let reply = '';
      const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
      socket.on('data', (chunk) => (reply += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', text = ''] = reply.split('\r\n\r\n', 2);
        const [statusLine = '', ...lines] = head.split('\r\n');
        const headers = lines.map((line) => {
          const at = line.indexOf(': ');
          return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
        });
        resolve({ status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), text });
      });
    });
  }
  const head = (line: string, ...headers: string[]): string =>
    `${[line, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  describe('that cannot be read', () => {
    const long = 'a'.repeat(20_000);

    it.each([
      ['a method that is none', head('BREW /version HTTP/1.1'), 501, 'BREW', 'unknown_method'],
      ['a long header', head('GET /version HTTP/1.1', `X: ${long}`), 431, 'GET', 'headers_too_large'],
      [
        'many headers',
        head('GET /version HTTP/1.1', ...Array(3_000).fill('X: canary')),
        431,
        'GET',
        'headers_too_large',
      ],
      ['bytes', '\x00\x01\x02', 400, '', 'malformed_request'],
      ['a header without a colon', 'GET /canary HTTP/1.1\r\nHost\r\n\r\n', 400, 'GET', 'malformed_request'],
      ['a tunnel', head('CONNECT canary:443 HTTP/1.1'), 405, 'CONNECT', 'method_not_allowed'],
    ])('because of %s are answered with the error body', async (_about, bytes, status, method, code) => {
      logged.splice(0);
      const reply = await raw(bytes);
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        connection: 'close',
      });
      expect(JSON.parse(reply.text)).toEqual({
        code: status,
        type: 'application/json',
        detail: expect.stringMatching(/\w/),
        path: '/',
        url: 'https://gate.example.org/magpie/',
        method,
        route_name: '/',
        request_url: 'https://gate.example.org/magpie/',
        error_code: code,
      });
      expect(reply.headers['x-gatehouse-reason']).toBe(code);
      expect(reply.text + JSON.stringify(logged)).not.toContain('canary');
      expect(logged).toContainEqual(
        expect.objectContaining({ status, method, errorCode: code, address: '127.0.0.1' }),
      );
    });

    it.each([
      ['/users/a%20b', '/users/a b'],
      ['/users/%zz', '/users/%zz'],
      ['/tmp/canary', '/tmp/***'],
    ])('because of a long URL are answered with its path %s, without its query', async (raw414, path) => {
      logged.splice(0);
      const reply = await raw(head(`GET ${raw414}?token=canary&x=${long} HTTP/1.1`));
      const url = `https://gate.example.org/magpie${path === '/users/a b' ? raw414 : path}`;
      expect([reply.status, JSON.parse(reply.text)]).toEqual([
        414,
        expect.objectContaining({
          code: 414,
          method: 'GET',
          path,
          url,
          route_name: path,
          request_url: url,
          error_code: 'url_too_long',
        }),
      ]);
      expect(reply.text + JSON.stringify(logged)).not.toContain('canary');
    });

    it('are answered with the limit that they exceed', async () => {
      expect((await raw(head(`GET /${long} HTTP/1.1`))).text).toContain('16384 bytes');
    });

    it.each([
      ['no host', 'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n', 'no_host'],
      ['two hosts', head('GET /version HTTP/1.1', 'Host: other'), 'several_hosts'],
    ])('because they contain %s are answered with 400 and the error body', async (_about, bytes, code) => {
      const reply = await raw(bytes);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.text)).toMatchObject({
        code: 400,
        method: 'GET',
        path: '/version',
        error_code: code,
      });
    });

    it('do not include those of HTTP/1.0, in absolute form and with other expectations', async () => {
      expect((await raw('GET /version HTTP/1.0\r\n\r\n')).status).toBe(200);
      const absolute = await raw(head('GET http://other.example/version HTTP/1.1'));
      expect(absolute.status).toBe(200);
      expect(absolute.text).not.toContain('other.example');
      expect((await raw(head('GET /version HTTP/1.1', 'Expect: miracles'))).status).toBe(200);
      const waiting = await raw(head('GET /version HTTP/1.1', 'Expect: 100-continue'));
      expect([waiting.status, waiting.text]).toEqual([100, expect.stringMatching(/^HTTP\/1\.1 200 /)]);
    });
  });

  describe('with a method that no endpoint has', () => {
    it.each(['PROPFIND', 'M-SEARCH', 'TRACE', 'LOCK', 'OPTIONS', 'PURGE'])(
      'such as %s are answered with 405 for an existing path and 404 for others',
      async (method) => {
        const reply = await raw(head(`${method} /groups HTTP/1.1`));
        expect(reply.status).toBe(405);
        expect(reply.headers['allow']).toBe('GET, HEAD, POST');
        expect(JSON.parse(reply.text)).toMatchObject({ code: 405, method, route_name: '/groups' });
        expect((await raw(head(`${method} /nowhere HTTP/1.1`))).status).toBe(404);
      },
    );
  });

  describe('with the method HEAD', () => {
    let pathOf: (route: DeclaredRoute) => string;
    beforeAll(async () => {
      const service = await api.make.service();
      const values: Readonly<Record<string, string>> = {
        user_name: await api.make.user(),
        group_name: await api.make.group({ discoverable: true }),
        service_name: service,
        resource_id: String(await api.make.serviceId(service)),
        service_type: 'access',
      };
      pathOf = ({ template }) => template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'x');
    });
    const reads = () => routesOf(api).filter(({ method }) => method === 'GET');

    it('are answered with the status and the headers of GET, without a body', async () => {
      // RFC 9110, 9.3.2: headers that only content determines may be left out.
      const reported = ({
        date: _,
        'x-request-id': __,
        'transfer-encoding': ___,
        ...rest
      }: Record<string, unknown>) => rest;
      let seen = 0;
      for (const route of reads().filter(({ declaration }) => !declaration.changesState)) {
        const get = await api.admin.get(pathOf(route)).set('Accept-Encoding', 'identity');
        const read = await api.admin.head(pathOf(route)).set('Accept-Encoding', 'identity');
        const about = `${route.template} ${get.status}`;
        const isStream = /event-stream/.test(get.headers['content-type'] ?? '');
        // The length of a stream is known only if it ends immediately.
        if (isStream) delete get.headers['content-length'];
        // Metrics are others at any time, and so is their length.
        const isMetrics = route.template === '/metrics';
        const compared = ({ 'content-length': length, ...others }: Record<string, unknown>) =>
          reported({ ...others, ...(isMetrics ? {} : { length }) });
        expect([about, read.status, compared(read.headers)]).toEqual([
          about,
          get.status,
          compared(get.headers),
        ]);
        if (get.headers['transfer-encoding'] === undefined && !isStream)
          expect(Number(read.headers['content-length'])).toBeGreaterThan(0);
        expect(read.text ?? '').toBe('');
        if (get.status === 200) seen += 1;
      }
      expect(seen).toBeGreaterThan(30);
    });

    it('are answered with 405 wherever GET changes state, and change nothing', async () => {
      const routes = reads().filter(({ declaration }) => declaration.changesState);
      expect(routes.map(({ template }) => template)).toEqual(
        expect.arrayContaining(['/signin', '/signout', '/ui/logout', '/providers/{provider_name}/signin']),
      );
      const client = await api.signIn(await api.make.user());
      for (const route of routes) {
        const reply = await client.head(pathOf(route)).expect(405);
        expect(reply.headers['allow']).not.toContain('HEAD');
        expect(reply.headers).not.toHaveProperty('set-cookie');
      }
      expect((await client.get('/session').expect(200)).body).toMatchObject({ authenticated: true });
    });
  });
});
