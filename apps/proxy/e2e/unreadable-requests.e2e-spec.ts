import type { Logger } from '@gatehouse/logging';
import { call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const LONG = 'a'.repeat(40_000);

describe('a request that the proxy cannot read', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;
  let cookie: string;
  let revision: number;
  const logged: object[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const noted = (entry: object): void => void logged.push(entry);
    const logger = { info: noted, warn: noted, error: noted } as unknown as Logger;
    ({ port } = await fixture.startProxy({ SVC_METRICS_ALLOWED: '127.0.0.1' }, {}, logger));
    const user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    const { name, id } = await fixture.addService(upstream.url);
    path = `/ows/proxy/${name}`;
    revision = await fixture.allow(user, id);
  });
  beforeEach(() => {
    logged.splice(0);
    upstream.received.splice(0);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const head = (line: string, ...headers: string[]): string =>
    `${[line.replace('PATH', path), 'Host: g', `Cookie: ${cookie}`, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  it.each([
    ['an unknown method', () => head('BREW PATH HTTP/1.1'), 501, 'unknown_method', 'BREW'],
    ['a long URL', () => head(`GET PATH?token=canary&x=${LONG} HTTP/1.1`), 414, 'url_too_long', 'GET'],
    ['a long header', () => head('GET PATH HTTP/1.1', `X: ${LONG}`), 431, 'headers_too_large', 'GET'],
    ['another version', () => head('GET PATH HTTP/1.7'), 400, 'unsupported_version', 'GET'],
    ['bytes', () => '\x00\x01', 400, 'malformed_request', ''],
    ['a tunnel', () => head('CONNECT canary:1 HTTP/1.1'), 405, 'method_not_allowed', 'CONNECT'],
  ])(
    'because of %s is refused in the format of the contract',
    async (_about, bytes, status, reason, method) => {
      const reply = await sendRaw(port, bytes());
      const [lines = '', text = ''] = reply.split('\r\n\r\n');
      expect(lines).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(lines).toContain('Content-Type: application/json; charset=UTF-8\r\n');
      expect(lines).toContain(`X-Gatehouse-Reason: ${reason}\r\n`);
      expect(lines).toContain('Connection: close');
      expect(lines.includes('Allow: GET, HEAD')).toBe(status === 405);
      expect(JSON.parse(text)).toMatchObject({
        code: status,
        method,
        route_name: status === 414 ? path : '/',
        request_url: `https://gate.example.org/front${status === 414 ? path : '/'}`,
      });
      expect(reply + JSON.stringify(logged)).not.toContain('canary');
      expect(logged).toContainEqual(expect.objectContaining({ status, errorCode: reason, method }));
      const metrics = await call(port, { path: '/metrics' });
      expect(metrics.text).toContain(`{route="malformed",outcome="refused",reason="${reason}"}`);
      expect(upstream.received).toEqual([]);
    },
  );

  it.each([
    ['is that of the request', (of: string) => `${of}/data/a%20b`, (of: string) => `${of}/data/a%20b`],
    [
      'is shortened, if it is itself too long',
      (of: string) => `${of}/${LONG}`,
      (of: string) => `${`${of}/${LONG}`.slice(0, 1_000)}…`,
    ],
    ['is that of no other host', (of: string) => `http://canary${of}`, () => '/'],
  ])('because of a long URL has a path that %s, without its query', async (_about, target, shown) => {
    const bytes = await sendRaw(port, head(`GET ${target(path)}?token=canary&x=${LONG} HTTP/1.1`));
    const reply = Buffer.from(bytes, 'latin1').toString();
    const body = JSON.parse(reply.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>;
    expect(body).toMatchObject({
      code: 414,
      path: shown(path),
      route_name: shown(path),
      request_url: `https://gate.example.org/front${shown(path)}`,
    });
    expect(reply + JSON.stringify(logged)).not.toContain('canary');
  });

  it('is refused with the limit that it exceeds', async () => {
    expect(await sendRaw(port, head(`GET /${LONG} HTTP/1.1`))).toContain('32768 bytes');
  });

  it('because of its host or its expectation is refused in the same way', async () => {
    const hostless = await sendRaw(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect(hostless).toMatch(/^HTTP\/1\.1 400 .*X-Gatehouse-Reason: no_host\r\n.*"code": 400/s);
    const expecting = await sendRaw(port, head('GET PATH HTTP/1.1', 'Expect: miracles'));
    expect(expecting).toMatch(/^HTTP\/1\.1 417 .*X-Gatehouse-Reason: unknown_expectation\r\n.*"code": 417/s);
    expect(upstream.received).toEqual([]);
  });

  it.each(['', 'x', '-1', '1.0', '1, 2', '1'.repeat(16)])(
    'because of its revision %j is answered 400, or 403 with the reason for a front end',
    async (value) => {
      const headers = { cookie, 'X-Access-Revision': value };
      const reply = await call(port, { path, headers });
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([400, 'malformed_revision']);
      const verify = await call(port, { path: path.replace('proxy', 'verify'), headers });
      expect([verify.status, verify.headers['x-gatehouse-reason']]).toEqual([403, 'malformed_revision']);
      expect(upstream.received).toEqual([]);
    },
  );

  it('because of a revision beyond the newest is answered 400 immediately, but not for the newest', async () => {
    const send = (value: number | string[]) =>
      call(port, { path, headers: { cookie, 'X-Access-Revision': value } });
    expect((await send(revision + 1)).headers['x-gatehouse-reason']).toBe('future_revision');
    expect((await send(revision + 1)).status).toBe(400);
    expect((await send([String(revision), String(revision)])).status).toBe(400);
    expect((await send(revision)).status).toBe(200);
  });
});
