import { type ServerResponse, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

/** As GeoServer, QGIS Server and MapServer write it, with a named root, groups and a layer without name. */
const CAPABILITIES = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0">
  <Service><Name>WMS</Name><Title>Maps</Title></Service>
  <Capability>
    <Request><GetMap><Format>image/png</Format></GetMap></Request>
    <Layer>
      <Name>all</Name><Title>All layers</Title><CRS>EPSG:4326</CRS>
      <Layer queryable="1"><Name>topp:roads</Name><Title>Roads &amp; paths</Title>
        <Style><Name>line</Name><Title>Line</Title></Style>
      </Layer>
      <Layer>
        <Title>Without name</Title>
        <Layer><Name>topp:secret</Name><Title>Secret</Title></Layer>
        <Layer><Name>new:rivers</Name></Layer>
      </Layer>
      <Layer><Name>topp:bad__name</Name></Layer>
      <Layer><Name>topp:roads</Name><Title>Again</Title></Layer>
    </Layer>
  </Capability>
</WMS_Capabilities>`;

describe('names of layers', () => {
  let api: TestApi;
  let answer: (url: string, response: ServerResponse) => void;
  let requested: string[];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    answer(request.url ?? '', response);
  });
  const sends =
    (body: string | Buffer, type = 'text/xml', status = 200, headers: Record<string, string> = {}) =>
    (_: string, response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  let port: number;

  beforeAll(async () => {
    api = await startApi();
    port = await listenOnLoopback(server);
  });
  afterAll(async () => {
    await api.close();
    await closeServer(server);
  });
  beforeEach(() => {
    requested = [];
    answer = sends(CAPABILITIES);
  });

  async function service(
    type: string,
    path = '',
    fields: object = {},
  ): Promise<{ name: string; id: number }> {
    const service_url = `http://127.0.0.1:${port}${path}`;
    const name = await api.make.service({ service_type: type, service_url, ...fields } as object);
    return { name, id: await api.make.serviceId(name) };
  }
  const permission = (path: string, name: string, id: number, permission: object): Promise<unknown> =>
    api.admin.post(`/${path}/${name}/resources/${id}/permissions`, { permission }).expect(201);

  describe('that are not registered', () => {
    const unregistered = async (name: string, query = '') =>
      (await api.admin.get(`/services/${name}/unregistered_names?${query}`).expect(200)).body as unknown as {
        total: number;
        unregistered_names: string;
        permission_names: string[];
        entries: { user_name?: string; group_name?: string; path: string; permission_names: string[] }[];
      };
    const briefly = ({ entries }: Awaited<ReturnType<typeof unregistered>>) =>
      entries.map(({ user_name, group_name, path, permission_names }) =>
        [user_name ?? `group ${group_name}`, path, ...permission_names].join(' '),
      );
    const allow = { name: 'getmap', access: 'allow', scope: 'recursive' };
    const deny = { ...allow, access: 'deny' };

    it('are listed with the users and groups to whom they are refused, and the ancestor', async () => {
      const { name, id } = await service('geoserverwms', '/geoserver');
      const topp = await api.make.resource(id, { resource_name: 'topp', resource_type: 'workspace' });
      const secret = await api.make.resource(topp, { resource_name: 'secret', resource_type: 'layer' });
      const group = await api.make.group();
      const [member, outranking, unallowed] = [
        await api.make.user(),
        await api.make.user(),
        await api.make.user(),
      ];
      await api.admin.post(`/users/${member}/groups`, { group_name: group }).expect(201);
      await permission('users', unallowed, secret, deny);
      await permission('users', member, id, allow);
      await permission('users', outranking, id, allow);
      expect((await unregistered(name)).total).toBe(0);

      await permission('groups', group, secret, deny);
      // The assignment of the member on the service takes precedence.
      expect((await unregistered(name)).total).toBe(0);
      await permission('groups', 'anonymous', id, allow);
      // Now the user with a denial is allowed the same above it.
      expect(briefly(await unregistered(name))).toEqual([
        `${unallowed} ${name} getmap`,
        `${unallowed} ${name}/topp getmap`,
      ]);
      const other = await api.make.user();
      await api.admin.post(`/users/${other}/groups`, { group_name: group }).expect(201);
      const all = await unregistered(name);
      expect(briefly(all)).toEqual([
        `group ${group} ${name} getmap`,
        `group ${group} ${name}/topp getmap`,
        `${unallowed} ${name} getmap`,
        `${unallowed} ${name}/topp getmap`,
      ]);
      expect(all).toMatchObject({
        unregistered_names: 'safe',
        registered_names_only: false,
        permission_names: ['describelayer', 'getfeatureinfo', 'getlegendgraphic', 'getmap'],
        total: 4,
        offset: 0,
        truncated: false,
      });
      expect((await unregistered(name, 'offset=1&limit=2')).entries).toEqual(all.entries.slice(1, 3));

      await permission('groups', 'anonymous', secret, deny);
      expect(briefly(await unregistered(name))).toContain(`group anonymous ${name} getmap`);
    });

    it('are listed with the option of the service, and none for services without maps', async () => {
      const maps = await service('ncwms', '', { proxy: { unregistered_names: 'inherit' } });
      expect(await unregistered(maps.name)).toMatchObject({ unregistered_names: 'inherit', entries: [] });
      for (const [type, fields] of [
        ['wfs', {}],
        ['geoserver', { configuration: { wms: false } }],
      ] as const) {
        const { name } = await service(type, '', fields);
        expect(await unregistered(name)).toMatchObject({ permission_names: [], total: 0, entries: [] });
      }
    });

    it('are listed for administrators only', async () => {
      const { name } = await service('ncwms');
      const user = await api.signIn(await api.make.user());
      for (const path of ['unregistered_names', 'announced_names']) {
        expect((await user.get(`/services/${name}/${path}`)).status).toBe(403);
        expect((await api.anonymous.get(`/services/${name}/${path}`)).status).toBe(401);
      }
      expect(requested).toEqual([]);
    });
  });

  describe('that a server announces', () => {
    interface Announced {
      readonly name: string;
      readonly is_registered: boolean;
      readonly resources: { resource_name: string; resource_type: string; resource_id: number | null }[];
    }
    const announced = (name: string) => api.admin.get(`/services/${name}/announced_names`);
    const names = async (name: string): Promise<Announced[]> =>
      (await announced(name).expect(200)).body['names'] as Announced[];
    const refusal = async (name: string): Promise<string> => {
      const { status, body } = await announced(name);
      expect([status, body['error_code']]).toEqual([502, 'service_capabilities_unreadable']);
      return String(body['detail']).replace('The names that the service announces could not be read: ', '');
    };

    it('are listed with the resources as which they are registered, or would be', async () => {
      const { name, id } = await service('geoserverwms', '/geoserver');
      const topp = await api.make.resource(id, { resource_name: 'Topp', resource_type: 'workspace' });
      const roads = await api.make.resource(topp, { resource_name: 'roads', resource_type: 'layer' });
      const workspace = { resource_name: 'Topp', resource_type: 'workspace', resource_id: topp };
      const layer = (resource_name: string, resource_id: number | null = null) => ({
        resource_name,
        resource_type: 'layer',
        resource_id,
      });
      expect((await announced(name).expect(200)).body).toMatchObject({
        truncated: false,
        names: [
          { name: 'all', title: 'All layers', level: 0, is_group: true, is_registered: false, resources: [] },
          {
            name: 'topp:roads',
            title: 'Roads & paths',
            level: 1,
            is_group: false,
            is_registered: true,
            resources: [workspace, layer('roads', roads)],
          },
          { name: 'topp:secret', level: 2, is_registered: false, resources: [workspace, layer('secret')] },
          {
            name: 'new:rivers',
            title: '',
            resources: [{ ...workspace, resource_name: 'new', resource_id: null }, layer('rivers')],
          },
          { name: 'topp:bad__name', is_registered: false, resources: [] },
        ],
      });
      expect(requested).toEqual(['/geoserver/wms?service=WMS&version=1.3.0&request=GetCapabilities']);
    });

    it('are registered afterwards, when the resources that do not exist are created', async () => {
      const { name, id } = await service('geoserverwms', '/wms');
      for (const { resources } of await names(name)) {
        let parent = id;
        for (const { resource_name, resource_type } of resources) {
          const found = await api.admin.post('/resources', {
            resource_name,
            resource_type,
            parent_id: parent,
          });
          const children = (await api.admin.get(`/resources/${parent}/children`)).body['children'] as {
            resource_id: number;
            resource_name: string;
          }[];
          expect([201, 409]).toContain(found.status);
          parent = children.find((child) => child.resource_name === resource_name)!.resource_id;
        }
      }
      expect((await names(name)).map(({ is_registered }) => is_registered)).toEqual([
        false,
        true,
        true,
        true,
        false,
      ]);
      expect(requested).toEqual(Array(2).fill('/wms?service=WMS&version=1.3.0&request=GetCapabilities'));
    });

    it('are files and directories of an ncwms, at the option endpoint or the URL itself', async () => {
      answer = (url, response) =>
        url.startsWith('/ncWMS/maps')
          ? sends('no map here', 'text/html', 404)(url, response)
          : sends(CAPABILITIES.replaceAll('topp:secret', 'data/2026/a.nc/temp'))(url, response);
      const { name } = await service('ncwms', '/ncWMS', { proxy: { endpoint: 'maps' } });
      const found = await names(name);
      expect(found[2]).toMatchObject({
        name: 'data/2026/a.nc/temp',
        resources: [
          { resource_name: 'data', resource_type: 'directory', resource_id: null },
          { resource_name: '2026', resource_type: 'directory', resource_id: null },
          { resource_name: 'a.nc', resource_type: 'file', resource_id: null },
        ],
      });
      expect(found[0]).toMatchObject({ name: 'all', resources: [{ resource_type: 'file' }] });
      expect(requested.map((url) => url.split('?')[0])).toEqual(['/ncWMS/maps', '/ncWMS']);
    });

    it('are not registered below what can have none, or instead of it', async () => {
      const { name, id } = await service('geoserver');
      await api.make.resource(id, { resource_name: 'topp', resource_type: 'route' });
      const [, roads] = await names(name);
      expect(roads).toMatchObject({ name: 'topp:roads', resources: [] });
    });

    it('are read in the encoding of the document', async () => {
      const latin = CAPABILITIES.replace('UTF-8', 'ISO-8859-1').replace('Secret<', 'Secr\u00e8te<');
      answer = sends(Buffer.from(latin, 'latin1'));
      const { name } = await service('geoserverwms');
      expect((await names(name))[2]).toMatchObject({ title: 'Secr\u00e8te' });
    });

    it('are listed up to 10,000', async () => {
      const layers = Array.from({ length: 10_001 }, (_, index) => `<Layer><Name>n${index}</Name></Layer>`);
      answer = sends(CAPABILITIES.replace('<Layer>', `<Layer>${layers.join('')}`));
      const { name } = await service('ncwms');
      const { body } = await announced(name).expect(200);
      expect([body['truncated'], (body['names'] as unknown[]).length]).toEqual([true, 10_000]);
    });

    it('are none of a service without maps, which is not asked', async () => {
      const { name } = await service('wfs');
      const { status, body } = await announced(name);
      expect([status, body['error_code'], requested]).toEqual([400, 'service_without_maps', []]);
    });

    const doctype = (inside: string) =>
      CAPABILITIES.replace('?>', `?>\n<!DOCTYPE WMS_Capabilities ${inside}>`);
    it.each<[string, () => Parameters<typeof sends>, string]>([
      [
        'has entities',
        () => [doctype('[<!ENTITY a SYSTEM "file:///etc/passwd">]').replace('All layers', '&a;')],
        'it has a document type',
      ],
      [
        'has a document type elsewhere',
        () => [doctype('SYSTEM "http://127.0.0.1:1/x.dtd"')],
        'it has a document type',
      ],
      [
        'includes others',
        () => [
          CAPABILITIES.replace(
            '<Service>',
            '<include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/><Service>',
          ),
        ],
        'its document is not read',
      ],
      [
        'is very deep',
        () => [CAPABILITIES.replace('<Layer>', '<Layer>'.repeat(100_000))],
        'its document is not read',
      ],
      [
        'has very many elements',
        () => [CAPABILITIES.replace('<CRS>', `${'<b/>'.repeat(200_000)}<CRS>`)],
        'SVC_PROXY_XML_ELEMENTS allows (200000)',
      ],
      ['is huge', () => [`<WMS_Capabilities>${' '.repeat(17 * 1024 * 1024)}`], 'larger than 16 MB'],
      [
        'is in UTF-16',
        () => [Buffer.from(CAPABILITIES.replace('UTF-8', 'UTF-16'), 'utf16le')],
        'its document is not read',
      ],
      ['is in UTF-7', () => [CAPABILITIES.replace('UTF-8', 'UTF-7')], 'its encoding'],
      ['is in two encodings', () => [CAPABILITIES, 'text/xml; charset=iso-8859-1'], 'its encoding'],
      [
        'is compressed',
        () => [CAPABILITIES, 'text/xml', 200, { 'content-encoding': 'gzip' }],
        'it is compressed',
      ],
      ['is malformed', () => [CAPABILITIES.slice(0, -20)], 'not well-formed'],
      ['is of another type', () => [CAPABILITIES, 'text/html'], 'not the capabilities of a WMS'],
      [
        'reports an exception',
        () => ['<ServiceExceptionReport><ServiceException/></ServiceExceptionReport>'],
        'not the capabilities of a WMS',
      ],
      ['is an error', () => ['', 'text/plain', 500], 'its reply has status 500'],
    ])('are not read from a document that %s', async (_, reply, reason) => {
      answer = sends(...reply());
      const { name } = await service('geoserverwms', '/wms');
      expect(await refusal(name)).toContain(reason);
      expect(requested).toHaveLength(1);
    });

    it('are not read at an address to which the server redirects', async () => {
      answer = (_, response) =>
        void response.writeHead(302, { location: `http://127.0.0.1:${port}/latest/meta-data` }).end();
      const { name } = await service('ncwms');
      expect(await refusal(name)).toContain('it redirects to another address, which is not followed');
      expect(requested.map((url) => url.split('?')[0])).toEqual(['/wms', '/']);
    });

    it.each([
      ['http://127.0.0.1:1', 'it cannot be reached'],
      ['http://user:secret@127.0.0.1:1', 'the URL must not contain credentials'],
    ])('are not read at %s, without an echo of the address', async (service_url, reason) => {
      const { name } = await service('ncwms', '', { service_url });
      expect(await refusal(name)).toBe(`${reason}.`);
    });
  });
});
