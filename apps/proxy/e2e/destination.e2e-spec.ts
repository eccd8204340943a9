import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { WireClient } from './support/wire-client';
import { type WireUpstream, startWireUpstream } from './support/wire-upstream';

const PUBLIC = 'https://gate.example.org/front/ows/proxy';

describe('a COPY or MOVE', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let client: WireClient;
  let port: number;
  let service: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    ({ port } = await fixture.startProxy());
    client = new WireClient(port);
    service = (await fixture.publishService(`${upstream.url}/dav/`)).split('/').at(-1) ?? '';
    cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
  });
  beforeEach(() => void upstream.received.splice(0));
  afterAll(async () => {
    client.close();
    await fixture.close();
    await upstream.close();
  });

  const send = async (destinations: readonly string[], method = 'MOVE', name = service) => {
    const headers = [
      ['Cookie', cookie],
      ['Cache-Control', 'no-cache'],
      ...destinations.map((value) => ['Destination', value]),
      ['Overwrite', 'F'],
    ] as [string, string][];
    const reply = await client.send({ method, target: `/ows/proxy/${name}/a`, headers });
    return [reply.status, reply.headers.get('x-gatehouse-reason')];
  };
  const arrived = () =>
    upstream.received.map(({ headers }) =>
      headers.filter(([name]) => name.toLowerCase() === 'destination').map(([, value]) => value),
    );

  it.each([
    ['/b', '/dav/b'],
    ['/b/c/', '/dav/b/c/'],
    ['/b%20c/%C3%A9', '/dav/b%20c/%C3%A9'],
    ['', '/dav/'],
  ])('to %j in the same service is forwarded with the address at the service itself', async (rest, path) => {
    for (const method of ['COPY', 'MOVE']) {
      expect(await send([`${PUBLIC}/${service}${rest}`], method)).toEqual([200, undefined]);
      expect(await send([`/front/ows/proxy/${service}${rest}`], method)).toEqual([200, undefined]);
    }
    expect(arrived()).toEqual(Array(4).fill([upstream.url + path]));
  });

  it.each([
    ['another service', `${PUBLIC}/other/b`],
    ['another path', 'https://gate.example.org/b'],
    ['another host', 'https://evil.example/front/ows/proxy/SERVICE/b'],
    ['another scheme', 'http://gate.example.org/front/ows/proxy/SERVICE/b'],
    ['the private address of the service', 'UPSTREAM/dav/b'],
    ['a path of the service', '/dav/b'],
  ])('to %s is refused and not forwarded', async (_where, value) => {
    const destination = value.replace('SERVICE', service).replace('UPSTREAM', upstream.url);
    expect(await send([destination])).toEqual([403, 'destination_elsewhere']);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    '/../other/b',
    '/%2e%2e/other/b',
    '/b%2fc',
    '/b;c',
    '//b',
    '/b\\c',
    '/b?c',
    '/b#c',
    '/b%00',
    '/b%252e',
  ])('to the ambiguous path %j is refused and not forwarded', async (rest) => {
    expect(await send([`${PUBLIC}/${service}${rest}`])).toEqual([400, 'malformed_destination']);
    expect(upstream.received).toEqual([]);
  });

  it('to several destinations is refused and not forwarded', async () => {
    const inside = `${PUBLIC}/${service}/b`;
    for (const other of [inside, `${PUBLIC}/other/b`]) {
      expect(await send([inside, other])).toEqual([400, 'malformed_destination']);
      expect(await send([other, inside])).toEqual([400, 'malformed_destination']);
    }
    expect(upstream.received).toEqual([]);
  });

  it('without a destination is forwarded without one, and a header with an underscore is not a destination', async () => {
    const headers = [
      ['Cookie', cookie],
      ['Desti_nation', 'http://127.0.0.1/x'],
    ] as [string, string][];
    const reply = await client.send({ method: 'COPY', target: `/ows/proxy/${service}/a`, headers });
    expect(reply.status).toBe(200);
    expect(upstream.received[0]?.headers.map(([name]) => name.toLowerCase())).not.toContain('desti_nation');
    expect(arrived()).toEqual([[]]);
  });

  it('is not the only method whose Destination is evaluated', async () => {
    expect(await send([`${PUBLIC}/other/b`], 'PUT')).toEqual([403, 'destination_elsewhere']);
    expect(await send([`${PUBLIC}/other/b`], 'GET')).toEqual([403, 'destination_elsewhere']);
  });

  it('to a spelling that the service has opted in to is forwarded byte for byte', async () => {
    const lenient = await fixture.addService(`${upstream.url}/dav`, 'access', {
      proxy: { paths: ['encoded-separators'] },
    });
    await fixture.publish(lenient.id);
    const outcome = await send([`${PUBLIC}/${lenient.name}/b%2Fc`], 'MOVE', lenient.name);
    expect(outcome).toEqual([200, undefined]);
    expect(arrived()).toEqual([[`${upstream.url}/dav/b%2Fc`]]);
  });

  describe('that a front end verifies', () => {
    const nginx = (destination: string, at = port) =>
      call(at, {
        path: `/ows/verify/${service}/a`,
        headers: {
          cookie,
          destination,
          'X-Original-Method': 'MOVE',
          'X-Original-URI': `/data/${service}/a`,
        },
      });
    const traefik = (destination: string, route = '', path = `/front/ows/proxy/${service}/a`) =>
      call(port, {
        path: `/ows/verify-traefik${route}`,
        headers: {
          cookie,
          destination,
          'X-Forwarded-Method': 'MOVE',
          'X-Forwarded-Host': 'gate.example.org',
          'X-Forwarded-Uri': path,
        },
      });
    const envoy = (destination: string) =>
      call(port, {
        path: `/ows/verify-envoy/front/ows/proxy/${service}/a`,
        method: 'MOVE',
        headers: { cookie, destination, host: 'gate.example.org' },
      });

    it.each([
      ['nginx', nginx, 403],
      ['Traefik', traefik, 400],
      ['Envoy', envoy, 400],
    ])('through %s is allowed within the service and not elsewhere', async (_name, sendTo, malformed) => {
      expect((await sendTo(`${PUBLIC}/${service}/b`)).status).toBe(200);
      const elsewhere = await sendTo(`${PUBLIC}/other/b`);
      expect([elsewhere.status, elsewhere.headers['x-gatehouse-reason']]).toEqual([
        403,
        'destination_elsewhere',
      ]);
      const ambiguous = await sendTo(`${PUBLIC}/${service}/../b`);
      expect([ambiguous.status, ambiguous.headers['x-gatehouse-reason']]).toEqual([
        malformed,
        'malformed_destination',
      ]);
    });

    it('through nginx is evaluated below the path that the setting names', async () => {
      const { port: at } = await fixture.startProxy({ SVC_VERIFY_NGINX_ORIGINAL_URI: '/data' });
      expect((await nginx(`https://gate.example.org/data/${service}/b`, at)).status).toBe(200);
      expect((await nginx(`${PUBLIC}/${service}/b`, at)).status).toBe(403);
    });

    it('through Traefik is refused where a whole host belongs to one service', async () => {
      for (const destination of [`${PUBLIC}/${service}/b`, '/b']) {
        const reply = await traefik(destination, `/${service}`, '/a');
        expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'destination_elsewhere']);
      }
    });
  });
});
