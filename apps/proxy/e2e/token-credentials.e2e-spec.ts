import { type Reply, call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const HOST = 'gate.example.org';
const BASIC = `Basic realm="${HOST}"`;
const NOT_FORWARDED = undefined;

describe('credentials beside and instead of a session cookie', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let everywhere: number;
  /** Names of services by whether they accept tokens as passwords; the user may read all of them. */
  let refusing: string;
  let accepting: string;
  let forwarding: string;
  let token: string;
  let cookie: string;
  let revision: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    ({ port: everywhere } = await fixture.startProxy({ SVC_TOKEN_BASIC: 'true' }));
    const user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    const add = async (proxy: object): Promise<string> => {
      const { name, id } = await fixture.addService(upstream.url, 'api', { proxy });
      await fixture.allow(user, id, 'read');
      return name;
    };
    [refusing, accepting, forwarding] = [
      await add({}),
      await add({ token_basic: true }),
      await add({ forward_credentials: true }),
    ];
    const created = await fixture.addToken(user);
    token = created.token;
    revision = String(created.revision);
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
  const at = (path: string, headers: Record<string, string> = {}, proxy = port): Promise<Reply> =>
    call(proxy, { path, headers: { 'X-Access-Revision': revision, ...headers } });
  /** The ways to a service: the proxy, and the verify calls of the front ends. */
  const WAYS: readonly (readonly [
    string,
    (name: string, headers?: Record<string, string>, proxy?: number) => Promise<Reply>,
  ])[] = [
    ['the proxy', (name, headers, proxy) => at(`/ows/proxy/${name}/a`, headers, proxy)],
    [
      'nginx',
      (name, headers, proxy) =>
        at(`/ows/verify/${name}/a`, { 'X-Original-Method': 'GET', ...headers }, proxy),
    ],
    [
      'Traefik',
      (name, headers, proxy) =>
        at(
          `/ows/verify-traefik/${name}`,
          { 'X-Forwarded-Method': 'GET', 'X-Forwarded-Host': HOST, 'X-Forwarded-Uri': '/a', ...headers },
          proxy,
        ),
    ],
    [
      'Envoy',
      (name, headers, proxy) =>
        at(`/ows/verify-envoy/front/ows/proxy/${name}/a`, { host: HOST, ...headers }, proxy),
    ],
  ];

  /** The values of `WWW-Authenticate`; Node joins fields of the same name. */
  const challenged = ({ status, headers }: Reply) => [status, headers['www-authenticate'] ?? ''] as const;

  describe.each(WAYS)('by way of %s,', (_way, send) => {
    it('are asked for as Basic where the service accepts it, before the cookie', async () => {
      const [status, header] = challenged(await send(accepting));
      expect(status).toBe(401);
      expect(header).toMatch(new RegExp(`^${BASIC}, Cookie cookie-name="auth_tkt"`));
      const [, invalid] = challenged(await send(accepting, { authorization: basic(`${token}x`) }));
      expect(invalid).toContain(BASIC);
    });

    it('are not asked for as Basic at another service, unless the proxy accepts it everywhere', async () => {
      expect(challenged(await send(refusing))).toEqual([401, expect.stringMatching(/^Cookie /)]);
      expect(challenged(await send(refusing, {}, everywhere))[1]).toContain(BASIC);
    });

    it('are not asked for as Basic in browsers', async () => {
      const browsers: readonly Record<string, string>[] = [
        { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' },
        { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      ];
      for (const headers of browsers)
        expect(challenged(await send(accepting, headers))).toEqual([401, expect.stringMatching(/^Cookie /)]);
      const script = await send(accepting, { 'X-Requested-With': 'XMLHttpRequest' });
      expect(challenged(script)).toEqual([401, '']);
      expect(script.headers['www-authentication']).toContain('Cookie ');
    });
  });

  it('of a service that is not known to the caller are refused without Basic', async () => {
    const reply = await at('/ows/proxy/no-such-service/a', { authorization: basic(token) });
    expect(reply.headers['www-authenticate'] ?? '').not.toContain('Basic');
  });

  it('with an API token are not forwarded to the service, also where the token was not accepted or not needed', async () => {
    const send = async (name: string, headers: Record<string, string>) => {
      const { status } = await at(`/ows/proxy/${name}/a`, headers);
      return [status, upstream.received.at(-1)?.headers.authorization];
    };
    const bearer = { authorization: `Bearer ${token}` };
    expect(await send(refusing, bearer)).toEqual([200, NOT_FORWARDED]);
    expect(await send(refusing, { ...bearer, cookie })).toEqual([200, NOT_FORWARDED]);
    // Identified by the cookie, since the service does not accept Basic.
    expect(await send(refusing, { authorization: basic(token), cookie })).toEqual([200, NOT_FORWARDED]);
    expect(await send(accepting, { authorization: basic(token) })).toEqual([200, NOT_FORWARDED]);
    expect(await send(forwarding, { ...bearer, cookie })).toEqual([200, bearer.authorization]);
    const own = { authorization: basic('a password of the service'), cookie };
    expect(await send(refusing, own)).toEqual([200, own.authorization]);
    const ownBearer = { authorization: 'Bearer a-token-of-the-service', cookie };
    expect(await send(accepting, ownBearer)).toEqual([200, ownBearer.authorization]);
  });

  it('in several headers are not forwarded where one of them has an API token', async () => {
    const fields = [basic('a password of the service'), `Bearer ${token}`].map(
      (value) => `Authorization: ${value}`,
    );
    const lines = [
      `GET /ows/proxy/${refusing}/a HTTP/1.1`,
      'Host: x',
      `Cookie: ${cookie}`,
      'Connection: close',
      ...fields,
    ];
    expect(await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toContain('gth_');
  });

  describe('are named to front ends that forward requests themselves:', () => {
    const [, [, nginx], [, traefik], [, envoy]] = WAYS as [
      (typeof WAYS)[number],
      (typeof WAYS)[number],
      (typeof WAYS)[number],
      (typeof WAYS)[number],
    ];
    /** What a verify call answers about `Authorization`. */
    const answered = ({ status, headers }: Reply) => [
      status,
      headers['authorization'],
      headers['x-envoy-auth-headers-to-remove'],
    ];

    it('nginx and Traefik get the header that they forward, Envoy the name of the one that it removes', async () => {
      const bearer = { authorization: `Bearer ${token}` };
      for (const headers of [bearer, { ...bearer, cookie }, { authorization: basic(token), cookie }]) {
        for (const send of [nginx, traefik])
          expect(answered(await send(refusing, headers))).toEqual([200, undefined, undefined]);
        expect(answered(await envoy(refusing, headers))).toEqual([200, undefined, 'authorization']);
      }
      const own = { authorization: basic('a password of the service'), cookie };
      for (const [name, headers] of [
        [refusing, own],
        [forwarding, bearer],
      ] as const) {
        for (const send of [nginx, traefik])
          expect(answered(await send(name, headers))).toEqual([200, headers.authorization, undefined]);
        expect(answered(await envoy(name, headers))).toEqual([200, undefined, undefined]);
      }
      for (const send of [nginx, traefik, envoy])
        expect(answered(await send(refusing, { cookie }))).toEqual([200, undefined, undefined]);
    });

    it('a peer that is not trusted is told nothing', async () => {
      const { port: untrusting } = await fixture.startProxy({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' });
      const headers = { authorization: basic('a password of the service'), cookie };
      expect(answered(await nginx(refusing, headers, untrusting))).toEqual([200, undefined, undefined]);
    });

    it('a refusal has neither', async () => {
      for (const send of [nginx, traefik, envoy]) {
        const reply = await send(refusing, { authorization: `Bearer ${token}x`, cookie });
        expect(answered(reply)).toEqual([401, undefined, undefined]);
      }
    });
  });
});
