import { BY_ORIGINAL_URI, ENTRY_POINTS, type Wanted } from './entry-points/entry-point';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const ALL = [...ENTRY_POINTS, BY_ORIGINAL_URI].map((entryPoint) => [entryPoint.name, entryPoint] as const);

/** Headers by which servers, frameworks and front ends elsewhere identify the request. */
const MISLEADING = [
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Method',
  'X-Forwarded-Path',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Proto',
  'X-Forwarded-Server',
  'X-Forwarded-Uri',
  'X-Forwarded-User',
  'Forwarded',
  'X-HTTP-Method',
  'X-HTTP-Method-Override',
  'X-Method-Override',
  'X-Original-Host',
  'X-Original-Method',
  'X-Original-URI',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Real-IP',
  'X-Auth-Request-User',
  'X-Gatehouse-Identity',
  'Remote-Addr',
  'Remote-Groups',
  'Remote-Name',
  'Remote-User',
];
/** Values that would allow what is refused, or confuse a reader, if they were evaluated. */
const VALUES = ['GET', '/public', '/data/SERVICE/public', '127.0.0.1', 'root', 'for=127.0.0.1', ',;"\\', ''];

describe('at every entry point,', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let ports: Map<string, number>;
  let withoutTrustedPeers: Map<string, number>;
  let service: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { name, id } = await fixture.addService(upstream.url, 'api');
    service = name;
    const user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    await fixture.allow(user, await fixture.addResource(id, 'public', 'route'), 'read');
    await fixture.allow(user, await fixture.addResource(id, 'drop', 'route'), 'write');
    const portsWith = async (environment: Record<string, string>) => {
      const [{ port: plain }, { port: byUri }] = await Promise.all([
        fixture.startProxy(environment),
        fixture.startProxy({ ...environment, SVC_VERIFY_NGINX_ORIGINAL_URI: '/data' }),
      ]);
      return new Map(ALL.map(([name, one]) => [name, one === BY_ORIGINAL_URI ? byUri : plain]));
    };
    ports = await portsWith({});
    withoutTrustedPeers = await portsWith({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' });
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const senderFor = (name: string, at = ports) => {
    const entryPoint = ALL.find(([one]) => one === name)?.[1];
    return (wanted: Wanted) => {
      if (!entryPoint) throw new Error(`unknown entry point ${name}`);
      return entryPoint.ask(at.get(name) ?? 0, service, cookie, wanted);
    };
  };

  describe.each(ALL)('%s,', (name, entryPoint) => {
    it.each([
      ['/public', 200],
      ['/public/a?b=%2e%2e%2F;x', 200],
      ['/public/caf%C3%A9%20%2b', 200],
      ['/PUBLIC', 200],
      ['/private', 403],
      ['/publi%63', 200],
      ['/publicly', 403],
      ['', 403],
    ])('a read of %j is answered %s', async (target, status) => {
      const isEmpty = target === '' && entryPoint.declaredBy.includes('X-Forwarded-Uri');
      const answer = await senderFor(name)({ method: 'GET', target: isEmpty ? '/' : target });
      expect(answer.status).toBe(status);
    });

    it.each([
      ['a dot segment', '/public/../private'],
      ['a dot segment at the end', '/private/..'],
      ['a single dot', '/./public'],
      ['an encoded dot segment', '/public/%2e%2e/private'],
      ['a doubly encoded dot segment', '/public/%252e%252e/private'],
      ['an encoded slash', '/public%2fa'],
      ['an encoded backslash', '/public%5ca'],
      ['a backslash', '/public\\a'],
      ['a path parameter', '/public;a=b'],
      ['a path parameter behind dots', '/public/..;/private'],
      ['an empty segment', '/public//a'],
      ['overlong UTF-8', '/public/%c0%ae%c0%ae/private'],
      ['a NUL', '/public%00'],
      ['an encoded question mark', '/public%3fa'],
      ['an encoded number sign', '/public%23a'],
      ['a fragment', '/public#a'],
      ['bytes that are not valid UTF-8', '/public/%ff'],
      ['a broken escape', '/public/%zz'],
      ['half a surrogate', '/public/%ed%a0%80'],
    ])('a path with %s is refused as malformed', async (_what, target) => {
      const answer = await senderFor(name)({ method: 'GET', target });
      expect(answer).toEqual({ status: entryPoint.malformed, reason: 'malformed_path' });
      expect(upstream.received).toEqual([]);
    });

    it('a target in absolute form and a byte beyond ASCII are refused', async () => {
      const malformed = ['http://g/public', `http://g/ows/proxy/${service}/public`, '/public/\xe9'];
      for (const target of malformed) {
        const { status } = await senderFor(name)({ method: 'GET', target });
        // Node itself answers for such bytes; after the prefix of a verify address, a URL starts with a name that no service
        // has.
        expect([400, 403, 404]).toContain(status);
      }
      expect(upstream.received).toEqual([]);
    });

    it.each([
      ['GET', 200, 403],
      ['HEAD', 200, 403],
      ['POST', 403, 200],
      ['PUT', 403, 200],
      ['PATCH', 403, 200],
      ['DELETE', 403, 200],
      ['OPTIONS', 403, 200],
      ['PROPFIND', 403, 200],
      ['REPORT', 403, 200],
    ])(
      '%s is answered %s where reading is allowed, and %s where writing is',
      async (method, read, written) => {
        expect((await senderFor(name)({ method, target: '/public' })).status).toBe(read);
        expect((await senderFor(name)({ method, target: '/drop' })).status).toBe(written);
      },
    );

    it.each(['get', 'Get', 'gET', 'head', 'GETS', 'G,ET', 'GET,GET', '"GET"'])(
      '%s does not count as a read',
      async (method) => {
        expect([400, 403, 501]).toContain((await senderFor(name)({ method, target: '/public' })).status);
      },
    );

    it('no header but those of the entry point identifies the request, in any spelling and repetition', async () => {
      const others = MISLEADING.filter((header) => !entryPoint.declaredBy.includes(header));
      const different: string[] = [];
      for (const [at, wanted] of [
        [ports, { method: 'GET', target: '/public' }],
        [ports, { method: 'POST', target: '/public' }],
        [withoutTrustedPeers, { method: 'GET', target: '/private' }],
      ] as const) {
        const send = senderFor(name, at);
        const expected = await send(wanted);
        for (const header of others) {
          const lines = VALUES.map((value) => `${header}: ${value.replace('SERVICE', service)}`);
          const underscored = lines.map((line) => line.replace(/-(?=.*:)/g, '_'));
          for (const headers of [lines, underscored, ...lines.map((line) => [line])]) {
            const answer = await send({ ...wanted, headers });
            if (answer.status !== expected.status || answer.reason !== expected.reason)
              different.push(
                `${wanted.method} ${wanted.target} with ${headers.join(', ')}: ${answer.status}`,
              );
          }
        }
      }
      expect(different).toEqual([]);
    });

    it('the headers of the entry point are accepted once, whole, and from trusted peers only', async () => {
      const send = senderFor(name);
      for (const header of entryPoint.declaredBy) {
        for (const value of ['GET', '/public', 'gate.example.org', '']) {
          const twice = await send({ method: 'GET', target: '/public', headers: [`${header}: ${value}`] });
          expect([400, 403]).toContain(twice.status);
        }
      }
      const fromUntrusted = await senderFor(name, withoutTrustedPeers)({ method: 'DELETE', target: '/drop' });
      // The proxy itself needs no declaration; from nginx it accepts a call without one as a read.
      expect([name, fromUntrusted.status]).toEqual([name, name === 'the proxy' ? 200 : 403]);
    });
  });
});
