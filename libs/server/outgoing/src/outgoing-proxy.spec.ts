import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { ConnectProxy, closeServer, listenOnLoopback, selfSigned } from '@gatehouse/testing';
import type { Resolver } from './checked-connector';
import { OutgoingHttp, OutgoingTimeout } from './outgoing-http';
import { OutgoingProxyFailed } from './outgoing-proxy';
import { TargetRefused } from './outgoing-targets';

const LIMITS = { timeoutMs: 1_000, bodyBytes: 1_000 };
const PASSWORD = 'canary p@ss:word';
/** Names that the resolver of these tests knows, with their addresses. */
const KNOWN: Readonly<Record<string, string>> = {
  'hooks.example.org': '8.8.8.8',
  'inside.example.org': '127.0.0.1',
  'metadata.example.org': '169.254.169.254',
};
const resolve: Resolver = async (name) => {
  if (name === 'slow.example.org') return new Promise(() => undefined);
  const address = KNOWN[name];
  if (address) return [{ address, family: 4 }];
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
};

describe('OutgoingHttp with a proxy', () => {
  const server = createServer((request, response) => {
    request.resume();
    received.push([
      request.method,
      request.url,
      request.headers['host'],
      request.headers['proxy-authorization'],
    ]);
    response.end('reached');
  });
  const received: unknown[][] = [];
  let port: number;
  let proxy: ConnectProxy;
  const opened: OutgoingHttp[] = [];

  beforeAll(async () => {
    port = await listenOnLoopback(server);
    proxy = await ConnectProxy.start(port);
  });
  beforeEach(() => {
    received.splice(0);
    proxy.opened.splice(0);
    proxy.behaviour = 'forward';
  });
  afterEach(() => Promise.all(opened.splice(0).map((http) => http.close())));
  afterAll(() => Promise.all([proxy.stop(), closeServer(server)]));

  const client = (allowed: readonly string[] = [], except: readonly string[] = [], resolver = resolve) => {
    const userInfo = `${encodeURIComponent('ada')}:${encodeURIComponent(PASSWORD)}`;
    const outgoingProxy = `http://${userInfo}@127.0.0.1:${proxy.port}`;
    const rules = { outgoingAllowed: allowed, outgoingProxy, outgoingProxyExcept: except };
    const http = new OutgoingHttp(rules, LIMITS, resolver);
    opened.push(http);
    return http;
  };
  const get = (url: string) => ({ method: 'GET', url, headers: {} }) as const;
  const targets = () => proxy.opened.map(({ target }) => target);

  it('opens a connection to every target by CONNECT, also without TLS, and shows the credentials to the proxy only', async () => {
    const http = client(['hooks.example.org', 'unknown.example.org']);
    for (const host of ['hooks.example.org', 'unknown.example.org:8080'])
      expect(await http.send(get(`http://${host}/u?x=1`))).toMatchObject({ status: 200, body: 'reached' });
    expect(targets()).toEqual(['hooks.example.org:80', 'unknown.example.org:8080']);
    const credentials = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString('base64')}`;
    expect(proxy.opened.map((one) => one.credentials)).toEqual([credentials, credentials]);
    expect(received).toEqual([
      ['GET', '/u?x=1', 'hooks.example.org', undefined],
      ['GET', '/u?x=1', 'unknown.example.org:8080', undefined],
    ]);
    expect(proxy.others).toEqual([]);
  });

  it('sends a public address to the proxy', async () => {
    await client(['8.8.8.8', '2001:4860:4860::8888']).send(get('http://8.8.8.8/'));
    await client(['2001:4860::/32']).send(get('http://[2001:4860:4860::8888]:81/'));
    expect(targets()).toEqual(['8.8.8.8:80', '[2001:4860:4860::8888]:81']);
  });

  it('encrypts to the target, whose certificate it verifies, so that the proxy sees nothing else', async () => {
    const { cert, key } = await selfSigned('hooks.example.org');
    const secure = createTlsServer({ cert, key }, (_, response) => response.end('reached'));
    const between = await ConnectProxy.start(await listenOnLoopback(secure));
    const http = new OutgoingHttp(
      { outgoingAllowed: [], outgoingProxy: `http://127.0.0.1:${between.port}` },
      LIMITS,
      resolve,
    );
    await expect(http.send({ ...get('https://hooks.example.org/secret-path') })).rejects.toThrow(
      /self-signed/,
    );
    const sent = Buffer.concat(between.opened[0]?.sent ?? []);
    // A handshake record of TLS with the name of the server; the request was never written.
    expect([sent[0], sent.includes('hooks.example.org'), sent.includes('secret-path')]).toEqual([
      22,
      true,
      false,
    ]);
    expect(between.opened[0]?.credentials).toBeUndefined();
    await Promise.all([http.close(), between.stop(), closeServer(secure)]);
  });

  it.each([
    ['a private address', 'https://127.0.0.1/', []],
    ['a name with a private address', 'https://inside.example.org/', []],
    ['the address of metadata', 'https://metadata.example.org/', ['10.0.0.0/8']],
    ['a public address without https', 'http://8.8.8.8/', []],
    ['a public name without https', 'http://hooks.example.org/', []],
    ['an unknown name without https', 'http://unknown.example.org/', []],
    ['a URL with credentials', 'https://ada:x@hooks.example.org/', []],
    ['an unknown name without a dot', 'https://intranet/', []],
    ['an unknown name of a private network', 'https://metadata.google.internal./', []],
    ['an unknown name of a private network in capitals', 'https://SERVER.LAN/', []],
    ['an unknown name that is allowed', 'http://hooks.internal/', ['hooks.internal']],
    ['an address in another spelling', 'https://0x7f.1/', []],
    ['a mapped address', 'https://[::ffff:10.0.0.1]/', []],
  ])('refuses %s before it asks the proxy', async (_, url, allowed) => {
    await expect(client(allowed).send(get(url))).rejects.toThrow(TargetRefused);
    expect([proxy.opened, proxy.others]).toEqual([[], []]);
  });

  it.each([
    ['an allowed address that is not public', '127.0.0.1', ['127.0.0.0/8'], []],
    ['an allowed name whose address is not public', 'inside.example.org', ['inside.example.org'], []],
    ['an excepted name', 'inside.example.org', ['127.0.0.1'], ['inside.example.org']],
    ['an excepted domain', 'inside.example.org', ['127.0.0.1'], ['*.example.org']],
  ])('reaches %s directly', async (_, host, allowed, except) => {
    const reply = await client(allowed, except).send(get(`http://${host}:${port}/`));
    expect(reply.body).toBe('reached');
    expect(proxy.opened).toEqual([]);
  });

  it('allows nothing by an exception', async () => {
    const http = client([], ['127.0.0.0/8', 'inside.example.org', 'unknown.example.org']);
    for (const host of ['127.0.0.1', 'inside.example.org'])
      await expect(http.send(get(`https://${host}/`))).rejects.toThrow(TargetRefused);
    await expect(http.send(get('https://unknown.example.org/'))).rejects.toThrow('ENOTFOUND');
    expect(proxy.opened).toEqual([]);
  });

  it('refuses an address that a name has got after the check, where the target is reached directly', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    const rebinding: Resolver = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const http = client(['127.0.0.1'], [], rebinding);
    await expect(http.send(get('http://rebinding.example.org/'))).rejects.toThrow(TargetRefused);
  });

  it('asks the proxy about a name whose look-up takes too long, within the time limit', async () => {
    const reply = await client(['slow.example.org']).send(get('http://slow.example.org/'));
    expect(reply.body).toBe('reached');
    expect(targets()).toEqual(['slow.example.org:80']);
  });

  it.each([
    [407, 'the proxy of SVC_OUTGOING_PROXY answered 407: it demands other credentials'],
    [403, 'the proxy of SVC_OUTGOING_PROXY answered 403: it refuses the target'],
    [502, 'the proxy of SVC_OUTGOING_PROXY answered 502'],
    [302, 'the proxy of SVC_OUTGOING_PROXY answered 302'],
    ['cut', 'the proxy of SVC_OUTGOING_PROXY cannot be used (UND_ERR_SOCKET)'],
  ] as const)('reports a proxy that answers %s once, without its credentials', async (behaviour, message) => {
    proxy.behaviour = behaviour;
    const failed: unknown = await client(['hooks.example.org'])
      .send(get('http://hooks.example.org/?token=t0k3n'))
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutgoingProxyFailed);
    expect(failed).toMatchObject({ message });
    const everything = `${JSON.stringify(failed)} ${(failed as Error).stack} ${String((failed as Error).cause)}`;
    expect(everything).not.toMatch(/canary|YWRhOm|t0k3n/);
    expect(proxy.opened.length).toBe(1);
    expect(received).toEqual([]);
  });

  it('reports a proxy that closes the connection to the target', async () => {
    proxy.behaviour = 'cut after 200';
    const http = client(['hooks.example.org']);
    await expect(http.send(get('http://hooks.example.org/'))).rejects.toThrow();
    await expect(client().send(get('https://hooks.example.org/'))).rejects.toThrow();
  });

  it('waits for a proxy that never answers no longer than the time limit, and leaves no connection', async () => {
    proxy.behaviour = 'hang';
    const http = client(['hooks.example.org']);
    await expect(http.send(get('http://hooks.example.org/'))).rejects.toThrow(
      /no reply within 1 s|UND_ERR_HEADERS_TIMEOUT/,
    );
    const requests = Array.from({ length: 5 }, () => http.send(get('http://hooks.example.org/')));
    for (const request of requests) await expect(request).rejects.toThrow(Error);
    proxy.behaviour = 'forward';
    expect((await http.send(get('http://hooks.example.org/'))).body).toBe('reached');
    await http.close();
    while (proxy.connections > 0) await new Promise((next) => setTimeout(next, 20));
  });

  it('reports a proxy that does not exist', async () => {
    const rules = { outgoingAllowed: ['hooks.example.org'], outgoingProxy: 'http://ada:canary@127.0.0.1:1' };
    const http = new OutgoingHttp(rules, LIMITS, resolve);
    await expect(http.send(get('http://hooks.example.org/'))).rejects.toThrow(
      'the proxy of SVC_OUTGOING_PROXY cannot be used (ECONNREFUSED)',
    );
    await http.close();
  });

  it('aborts a request to a target behind the proxy that never answers', async () => {
    const silent = createServer(() => undefined);
    const between = await ConnectProxy.start(await listenOnLoopback(silent));
    const http = new OutgoingHttp(
      { outgoingAllowed: ['hooks.example.org'], outgoingProxy: `http://127.0.0.1:${between.port}` },
      LIMITS,
      resolve,
    );
    await expect(http.send(get('http://hooks.example.org/'))).rejects.toThrow(OutgoingTimeout);
    await Promise.all([http.close(), between.stop(), closeServer(silent)]);
  });
});
