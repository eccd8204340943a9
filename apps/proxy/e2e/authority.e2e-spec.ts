import { connect } from 'node:net';
import { once } from 'node:events';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { ServiceRow } from '@gatehouse/database';
import { type Call, type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const XML = { 'Content-Type': 'text/xml' };
const EXECUTE = '<Execute service="WPS" version="1.0.0"><Identifier>p</Identifier></Execute>';
const GET_FEATURE = '<GetFeature service="WFS" version="2.0.0"><Query typeNames="topp:roads"/></GetFeature>';

/**
 * What callers may do who have all permissions on a whole service, some, or none. Reference: enforcement#verify,
 * permission-rules#authority.
 */
describe('a caller', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let user: number;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const publish = async (type: string, names: readonly string[], configuration?: object): Promise<string> => {
    const service = await fixture.addService(`${upstream.url}/geoserver`, type);
    if (configuration) {
      await fixture.write((manager) =>
        manager.update(ServiceRow, { resourceId: service.id }, { configuration }),
      );
    }
    if (names.length > 0) await fixture.publish(service.id, ...names);
    // A proxy that serves this revision has applied all earlier writes.
    await fixture.publishService(upstream.url);
    return service.name;
  };
  const reported = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];
  const proxied = (service: string, rest: string, more: Partial<Call> = {}) =>
    call(port, { ...more, path: `/ows/proxy/${service}${rest}` });
  const verified = (service: string, rest: string, headers: Record<string, string> = {}) =>
    call(port, { path: `/ows/verify/${service}${rest}`, headers });

  describe('of a GeoServer without WPS whose public group has every permission except write, execute and describeprocess', () => {
    let maps: string;
    beforeAll(async () => {
      const names = TYPE_CATALOGUE.permissionsOf('geoserver', 'service').filter(
        (name) => !['write', 'execute', 'describeprocess'].includes(name),
      );
      maps = await publish('geoserver', names, { wps: false });
    });

    it.each([
      '/wms?service=WMS&request=GetMap&layers=topp:roads',
      '/topp/wms?service=WMS&version=1.1.0&request=GetCapabilities',
      '/ows?service=WFS&request=GetFeature&typeNames=topp:roads',
      '/wcs?service=WCS&request=GetCoverage&coverageId=dem',
      '/ows?service=WMTS&request=GetTile&layer=topp:roads',
      '/gwc/service/wmts?layer=topp:roads&request=GetTile',
      '/schemas/wfs/1.1.0/wfs.xsd',
      '/topp/gwc/service/wms?layers=roads&tiled=true',
    ])('can read %s, through the proxy and through an nginx that declares no method', async (rest) => {
      expect(reported(await proxied(maps, rest))).toEqual([200, undefined]);
      expect((await verified(maps, rest)).status).toBe(200);
    });

    it('can send WFS and WMS documents, also through an nginx that does not declare POST', async () => {
      const sent = await proxied(maps, '/wfs', { method: 'POST', headers: XML, body: GET_FEATURE });
      expect(reported(sent)).toEqual([200, undefined]);
      // nginx calls verify with GET for a POST whose request is entirely in its body.
      expect((await verified(maps, '/wfs')).status).toBe(200);
      expect((await verified(maps, '/ows?service=WFS')).status).toBe(200);
      expect((await verified(maps, '/wfs?service=WFS&request=GetCapabilities')).status).toBe(200);
      expect((await verified(maps, '/wfs?mode=map')).status).toBe(401);
      expect((await verified(maps, '/wfs', { 'X-Original-Method': 'POST' })).status).toBe(200);
    });

    it.each([
      ['WPS by the path', { path: '/wps?request=GetCapabilities' }],
      ['WPS by the query', { path: '/ows?service=WPS&request=Execute&identifier=p' }],
      ['WPS in a document', { path: '/ows', method: 'POST', headers: XML, body: EXECUTE }],
      ['WPS in a document at another address', { path: '/wfs', method: 'POST', headers: XML, body: EXECUTE }],
      ['a body that could be anything', { path: '/ows', method: 'POST', body: EXECUTE }],
      ['WPS beside tiles', { path: '/gwc/service/wms?service=WPS&request=Execute' }],
      [
        'the REST interface by POST',
        { path: '/rest/workspaces', method: 'POST', headers: XML, body: '<a/>' },
      ],
      ['the web interface', { path: '/web/' }],
      ['OGC API features', { path: '/ogc/features/collections' }],
      [
        'the form that posts for others',
        { path: '/TestWfsPost', method: 'POST', headers: XML, body: EXECUTE },
      ],
    ])('cannot reach %s', async (_, { path, ...more }: { path: string } & Partial<Call>) => {
      const reply = await proxied(maps, path, more);
      expect(reply.status).toBe(401);
      expect(upstream.received).toEqual([]);
    });
  });

  it('of a THREDDS with public browse and read can send any GET, including one that no prefix covers', async () => {
    const data = await publish('thredds', ['browse', 'read']);
    for (const rest of ['/catalog.html', '/dodsC/a.grib2.dds?x[0:1]', '/threddsIcon.gif', '/whatever/x']) {
      expect(reported(await proxied(data, rest))).toEqual([200, undefined]);
    }
    const browsed = await publish('thredds', ['browse']);
    expect(reported(await proxied(browsed, '/catalog.html'))).toEqual([200, undefined]);
    expect(reported(await proxied(browsed, '/fileServer/a.nc'))).toEqual([401, 'authentication_required']);
    expect(reported(await proxied(browsed, '/whatever/x'))).toEqual([401, 'request_not_recognized']);
  });

  it('with all permissions on a WPS has requests outside the grammar forwarded as they were sent', async () => {
    const jobs = await publish('wps', ['getcapabilities', 'describeprocess', 'execute']);
    const reply = await proxied(jobs, '/jobs/7/results;v=1?x=%zz', {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png', Cookie: 'mode=map' },
      body: 'anything',
    });
    expect(reported(reply)).toEqual([200, undefined]);
    const [received] = upstream.received;
    expect(received?.url).toBe('/geoserver/jobs/7/results;v=1?x=%zz');
    expect(received?.headers).toMatchObject({ cookie: 'mode=map', 'content-type': 'image/png' });
    expect((await proxied(jobs, '/a/%2e%2e/b')).status).toBe(400);
  });

  it('of a WFS must be an administrator to send requests outside the grammar, regardless of its permissions', async () => {
    const features = await publish('wfs', TYPE_CATALOGUE.permissionsOf('wfs', 'service'));
    const outside = '?service=WFS&request=GetCapabilities&mode=map&layer=secret';
    expect(reported(await proxied(features, '?service=WFS&request=GetFeature&typenames=a'))).toEqual([
      200,
      undefined,
    ]);
    expect(reported(await proxied(features, outside))).toEqual([401, 'request_not_recognized']);
    const root = await fixture.addUser();
    await fixture.join(root, await fixture.groupId('administrators'));
    const session = cookieOf(await fixture.signIn(root));
    expect(reported(await proxied(features, outside, { headers: { cookie: session } }))).toEqual([
      200,
      undefined,
    ]);
  });

  it('receives the name of the unknown parameter and of the option that adds it', async () => {
    const features = await publish('wfs', ['getcapabilities']);
    const reply = await proxied(features, '?service=WFS&request=GetCapabilities&mode=map');
    expect(reply.text).toContain('locator="mode"');
    expect(reply.text).toContain('GetCapabilities has no parameter mode');
  });

  it('with a single denial on a layer does not have that permission on the whole service', async () => {
    const service = await fixture.addService(upstream.url, 'wps');
    await fixture.publish(service.id, 'getcapabilities', 'describeprocess', 'execute');
    await fixture.addResource(service.id, 'secret', 'process');
    const open = await proxied(service.name, '?whatever=1', { headers: { 'X-Access-Revision': '1' } });
    expect(reported(open)).toEqual([200, undefined]);
    const secret = await fixture.addResource(service.id, 'hidden', 'process');
    const revision = await fixture.deny(await fixture.groupId('anonymous'), secret, 'execute');
    const closed = await proxied(service.name, '?whatever=1', {
      headers: { 'X-Access-Revision': String(revision) },
    });
    expect(reported(closed)).toEqual([401, 'request_not_recognized']);
  });

  it('behind an nginx that declares no method needs the permissions of any POST at an address that accepts documents', async () => {
    const some = await publish('wps', ['getcapabilities', 'describeprocess']);
    const rest = '?service=WPS&request=GetCapabilities';
    expect(reported(await verified(some, rest))).toEqual([403, 'post_not_declared']);
    expect((await verified(some, rest, { 'X-Original-Method': 'GET' })).status).toBe(200);
    expect(reported(await verified(some, '', { 'X-Original-Method': 'POST' }))).toEqual([
      403,
      'body_not_visible',
    ]);
    const all = await publish('wps', ['getcapabilities', 'describeprocess', 'execute']);
    expect((await verified(all, rest)).status).toBe(200);
    expect((await verified(all, '', { 'X-Original-Method': 'POST' })).status).toBe(200);
  });

  it('without any permission is refused before a byte of the body is read, and receives the refusal', async () => {
    const jobs = await publish('wps', []);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const length = 400 * 1024 * 1024;
    socket.write(
      `POST /ows/proxy/${jobs} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${length}\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    // None of the body has been sent yet.
    while (!answer.includes('</ExceptionReport>')) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const block = Buffer.alloc(1024 * 1024, ' ');
    const flood = setInterval(() => socket.writable && socket.write(block), 1);
    await closed;
    clearInterval(flood);
    expect(upstream.received).toEqual([]);
  });

  it('that keeps sending to a service without any permission there receives the refusal', async () => {
    const jobs = await publish('wps', []);
    const body = Buffer.alloc(32 * 1024 * 1024, ' ');
    const reply = await call(port, {
      method: 'POST',
      path: `/ows/proxy/${jobs}`,
      headers: { ...XML, cookie },
      body,
    });
    expect(reported(reply)).toEqual([403, 'permission_denied']);
  });
});
