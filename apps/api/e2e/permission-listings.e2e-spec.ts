import { SERVICE_TYPE_NAMES } from '@gatehouse/service-types';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

describe('listings by permissions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const grant = (principal: string, resource: number, permission: string) =>
    api.admin.post(`/${principal}/resources/${resource}/permissions`, { permission }).expect(201);

  /**
   * Two services of type `api`: in the first, the user has an assignment on the service and the group one on `upper`, below
   * `rivers` and next to `lower`; in the second, the user has an assignment on `only`.
   */
  async function newFixture() {
    const group = await api.make.group();
    const user = await api.make.user({ group_name: group });
    const [one, two] = [
      await api.make.service({ service_type: 'api' }),
      await api.make.service({ service_type: 'project-api' }),
    ];
    const first = await api.make.serviceId(one);
    const rivers = await api.make.resource(first, {
      resource_name: 'rivers',
      resource_display_name: 'Rivers',
    });
    const upper = await api.make.resource(rivers, { resource_name: 'upper', resource_display_name: 'Upper' });
    const lower = await api.make.resource(rivers, { resource_name: 'lower', resource_display_name: 'Lower' });
    const only = await api.make.resource(await api.make.serviceId(two), { resource_name: 'only' });
    await grant(`users/${user}`, first, 'read');
    await grant(`groups/${group}`, upper, 'write-match');
    await grant(`users/${user}`, only, 'read-deny');
    return { user, group, one, two, first, rivers, upper, lower, only };
  }

  const read = async (path: string, client: Client = api.admin) => (await client.get(path).expect(200)).body;

  describe('of services of a user', () => {
    it('show those with a direct assignment on the service', async () => {
      const { user, one, first } = await newFixture();
      const { services } = await read(`/users/${user}/services`);
      expect(services).toEqual({
        api: {
          [one]: {
            service_name: one,
            service_type: 'api',
            service_sync_type: null,
            service_configurable: false,
            resource_id: first,
            public_url: `http://localhost:2002/ows/proxy/${one}`,
            permission_names: ['read', 'read-allow-recursive'],
            permissions: [
              expect.objectContaining({
                name: 'read',
                type: 'direct',
                reason: expect.stringContaining(user),
              }),
            ],
          },
        },
      });
    });

    it('show with cascade also those with an assignment further down, without permissions', async () => {
      const { user, two } = await newFixture();
      const { services } = await read(`/users/${user}/services?cascade=true`);
      expect(Object.keys(services)).toEqual(['api', 'project-api']);
      expect(services['project-api'][two]).toMatchObject({ permission_names: [], permissions: [] });
    });

    it('include permission assignments of groups on request', async () => {
      const { user, group, two } = await newFixture();
      await grant(`groups/${group}`, await api.make.serviceId(two), 'write');
      expect(await read(`/users/${user}/services`)).not.toHaveProperty(['services', 'project-api']);
      for (const query of ['inherited=true', 'resolve=true']) {
        const { services } = await read(`/users/${user}/services?${query}`);
        expect(services['project-api'][two].permissions).toMatchObject([
          { name: 'write', type: 'inherited' },
        ]);
      }
    });

    it('show identical rules of several groups once', async () => {
      const { user, one, first } = await newFixture();
      for (const group of [await api.make.group(), await api.make.group()]) {
        await grant(`groups/${group}`, first, 'write');
        await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
      }
      const { services } = await read(`/users/${user}/services?inherited=true`);
      expect(services.api[one].permission_names).toEqual([
        'read',
        'read-allow-recursive',
        'write',
        'write-allow-recursive',
      ]);
      expect(services.api[one].permissions).toHaveLength(2);
    });

    it('are a list by type and name on request', async () => {
      const { user, one, two } = await newFixture();
      const { services } = await read(`/users/${user}/services?flatten=true&cascade=true`);
      expect(services.map((service: { service_name: string }) => service.service_name)).toEqual([one, two]);
    });

    it('contain only the requested types, each with its key', async () => {
      const { user, one } = await newFixture();
      const { services } = await read(`/users/${user}/services?type=WPS,api,zzz`);
      expect(Object.keys(services)).toEqual(['api', 'wps']);
      expect(services).toEqual({ api: { [one]: expect.any(Object) }, wps: {} });
    });
  });

  describe('of resources of a user', () => {
    it('show users their resources with assignments and the ancestors of these, regardless of the request', async () => {
      const { user, one, two, first, rivers, upper, only } = await newFixture();
      const client = await api.signIn(user);
      for (const query of ['', '&filtered=false', '&filtered=true']) {
        const { resources } = await read(`/users/current/resources?inherited=true${query}`, client);
        expect(Object.keys(resources)).toEqual(SERVICE_TYPE_NAMES);
        expect(Object.keys(resources.api)).toEqual([one]);
        expect(resources.api[one]).toMatchObject({
          resource_id: first,
          permission_names: ['read', 'read-allow-recursive'],
        });
        expect(resources.api[one].resources).toEqual({
          [rivers]: {
            resource_name: 'rivers',
            resource_display_name: 'Rivers',
            resource_type: 'route',
            resource_id: rivers,
            parent_id: first,
            root_service_id: first,
            permission_names: [],
            permissions: [],
            children: {
              [upper]: expect.objectContaining({
                resource_display_name: 'Upper',
                permission_names: ['write-match', 'write-allow-match'],
                children: {},
              }),
            },
          },
        });
        expect(resources['project-api'][two].resources).toEqual({
          [only]: expect.objectContaining({ permission_names: ['read-deny-recursive'] }),
        });
        expect(resources.wps).toEqual({});
      }
    });

    it('exclude resources on which only groups have assignments, except on request', async () => {
      const { user, one } = await newFixture();
      const { resources } = await read(`/users/${user}/resources?filtered=true`);
      expect(resources.api[one].resources).toEqual({});
    });

    it('show an administrator everything, with empty lists for resources without assignments', async () => {
      const { user, one, rivers, upper, lower } = await newFixture();
      const bare = await api.make.service({ service_type: 'wps' });
      const { resources } = await read(`/users/${user}/resources`);
      expect(resources.wps[bare]).toMatchObject({ permission_names: [], permissions: [], resources: {} });
      expect(resources.wps[bare]).not.toHaveProperty('service_url');
      const tree = resources.api[one].resources;
      expect(Object.keys(tree[rivers].children)).toEqual([String(upper), String(lower)]);
      expect(tree[rivers].children[lower]).toMatchObject({
        resource_display_name: 'Lower',
        permission_names: [],
        permissions: [],
      });
    });

    it('show an administrator who filters only resources with assignments', async () => {
      const { user, one } = await newFixture();
      const bare = await api.make.service({ service_type: 'wps' });
      const { resources } = await read(`/users/${user}/resources?filter=true&inherited=true`);
      expect(resources.wps).not.toHaveProperty(bare);
      expect(Object.keys(resources.api)).toEqual([one]);
    });

    it('contain only the requested types', async () => {
      const { user } = await newFixture();
      const { resources } = await read(`/users/${user}/resources?types=project-api,WMS,wps&filtered=true`);
      expect(Object.keys(resources)).toEqual(['project-api', 'wps']);
    });

    it('of one service show the branches with assignments', async () => {
      const { user, one, rivers, upper, lower } = await newFixture();
      const inherited = await read(`/users/${user}/services/${one}/resources?inherited=true`);
      expect(inherited['service'].resources[rivers].children).toHaveProperty(String(upper));
      expect(inherited['service'].resources[rivers].children).not.toHaveProperty(String(lower));
      expect(inherited['service'].permission_names).toEqual(['read', 'read-allow-recursive']);
      const direct = await read(`/users/${user}/services/${one}/resources`);
      expect(direct['service'].resources).toEqual({});
    });

    it('of a service without assignments are empty', async () => {
      const { user } = await newFixture();
      const bare = await api.make.service({ service_type: 'api' });
      await api.make.resource(await api.make.serviceId(bare));
      const { service } = await read(`/users/${user}/services/${bare}/resources?inherited=true`);
      expect(service).toMatchObject({
        service_name: bare,
        permission_names: [],
        permissions: [],
        resources: {},
      });
    });
  });

  describe('of the anonymous user', () => {
    it('show public resources to anonymous callers', async () => {
      const { one, first } = await newFixture();
      await grant('groups/anonymous', first, 'write');
      const { services } = await read('/users/current/services?inherited=true', api.anonymous);
      expect(services.api[one].permissions).toMatchObject([{ name: 'write', type: 'inherited' }]);
      const { resources } = await read('/users/anonymous/resources?inherited=true', api.anonymous);
      expect(resources.api).toHaveProperty(one);
    });
  });

  describe('of a group', () => {
    it('of services show those with an assignment on the service, with the assignments as stored', async () => {
      const { group, one, first } = await newFixture();
      expect(await read(`/groups/${group}/services`)).toMatchObject({ services: {} });
      await grant(`groups/${group}`, first, 'write-match');
      const { services } = await read(`/groups/${group}/services`);
      expect(services).toEqual({ api: { [one]: expect.any(Object) } });
      expect(services.api[one]).toMatchObject({
        permission_names: ['write-match', 'write-allow-match'],
        permissions: [{ name: 'write', access: 'allow', scope: 'match', type: 'applied' }],
      });
      expect(services.api[one].permissions[0]).not.toHaveProperty('reason');
    });

    it('of resources show every service, with the branches that have assignments', async () => {
      const { group, one, two, rivers, upper, lower } = await newFixture();
      const { resources } = await read(`/groups/${group}/resources`);
      expect(resources['project-api'][two].resources).toEqual({});
      expect(resources.api[one].resources[rivers].children).not.toHaveProperty(String(lower));
      const { group_id } = (await read(`/groups/${group}`))['group'];
      expect(resources.api[one].resources[rivers].children[upper].permissions).toEqual([
        {
          name: 'write',
          access: 'allow',
          scope: 'match',
          type: 'inherited',
          reason: `group:${group_id}:${group}`,
        },
      ]);
      const some = await read(`/groups/${group}/resources?type=project-api,wfs`);
      expect(Object.keys(some['resources'])).toEqual(['project-api']);
    });

    it('of resources show the assignments on services unchanged, without their principals', async () => {
      const { group, one, first } = await newFixture();
      await grant(`groups/${group}`, first, 'read-deny');
      const { resources } = await read(`/groups/${group}/resources`);
      expect(resources.api[one]).toMatchObject({ permission_names: ['read-deny-recursive'] });
      expect(resources.api[one].permissions).toEqual([
        { name: 'read', access: 'deny', scope: 'recursive', type: 'applied' },
      ]);
    });

    it('of one service show the assignments unchanged', async () => {
      const { group, one, rivers, upper, first } = await newFixture();
      await grant(`groups/${group}`, first, 'read');
      const { service } = await read(`/groups/${group}/services/${one}/resources`);
      const applied = { access: 'allow', type: 'applied' };
      expect(service.permissions).toEqual([{ name: 'read', scope: 'recursive', ...applied }]);
      expect(service.resources[rivers].children[upper].permissions).toEqual([
        { name: 'write', scope: 'match', ...applied },
      ]);
    });

    it('of one service show the branches with assignments', async () => {
      const { group, one, rivers, upper } = await newFixture();
      const { service } = await read(`/groups/${group}/services/${one}/resources`);
      expect(service).toMatchObject({ service_name: one, permission_names: [] });
      expect(Object.keys(service.resources[rivers].children)).toEqual([String(upper)]);
    });

    it('are for administrators', async () => {
      const { group, one, user } = await newFixture();
      const client = await api.signIn(user);
      for (const path of ['services', 'resources', `services/${one}/resources`]) {
        await client.get(`/groups/${group}/${path}`).expect(403);
        await api.anonymous.get(`/groups/${group}/${path}`).expect(401);
        await api.admin.get(`/groups/nosuch/${path}`).expect(404);
      }
    });
  });

  it('of others are refused to users, and to anonymous callers with 401', async () => {
    const { one } = await newFixture();
    const [user, other] = [await api.make.user(), await api.make.user()];
    const client = await api.signIn(user);
    for (const path of ['services', 'resources', `services/${one}/resources`]) {
      await client.get(`/users/${other}/${path}`).expect(403);
      await client.get(`/users/nosuch/${path}`).expect(403);
      await api.anonymous.get(`/users/${other}/${path}`).expect(401);
      await api.anonymous.get(`/users/nosuch/${path}`).expect(401);
      await api.admin.get(`/users/nosuch/${path}`).expect(404);
    }
    await client.get('/users/current/services/nosuch/resources').expect(404);
  });
});
