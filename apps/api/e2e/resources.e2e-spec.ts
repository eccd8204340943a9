import { SERVICE_TYPE_NAMES } from '@gatehouse/service-types';
import { type TestApi, startApi } from './harness/start-api';

const BEYOND_INT = '99999999999999999999';

describe('in the API for resources,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  /** A service of some type with its id. */
  async function newService(service_type = 'api'): Promise<{ name: string; id: number }> {
    const name = await api.make.service({ service_type });
    return { name, id: await api.make.serviceId(name) };
  }

  /** The names of the children of a resource, in their order, as its tree has them. */
  async function childrenOf(id: number): Promise<string[]> {
    const reply = await api.admin.get(`/resources/${id}`).expect(200);
    const children = Object.values<{ resource_name: string }>(reply.body['resource'].children);
    return children.map((child) => child.resource_name);
  }

  const orderingsBelow = async (parent: number): Promise<number[]> => {
    const rows = await api.dataSource.query<{ ordering: number }[]>(
      'SELECT ordering FROM resources WHERE parent_id = $1 ORDER BY ordering',
      [parent],
    );
    return rows.map((row) => row.ordering);
  };

  describe('creation', () => {
    it('returns the resource, which is the new last child', async () => {
      const service = await newService();
      await api.make.resource(service.id, { resource_name: 'first' });
      const reply = await api.admin
        .post('/resources', { resource_name: 'second', resource_type: 'route', parent_id: service.id })
        .expect(201);
      expect(reply.body['resource']).toEqual({
        resource_name: 'second',
        resource_display_name: 'second',
        resource_type: 'route',
        resource_id: expect.any(Number),
        parent_id: service.id,
        root_service_id: service.id,
      });
      expect(await childrenOf(service.id)).toEqual(['first', 'second']);
      expect(await orderingsBelow(service.id)).toEqual([1, 2]);
    });

    it('returns the root of a resource far below it', async () => {
      const service = await newService();
      const first = await api.make.resource(service.id);
      const second = await api.make.resource(first);
      const reply = await api.admin
        .post('/resources', { resource_name: 'ns:x', resource_type: 'route', parent_id: String(second) })
        .expect(201);
      expect(reply.body['resource']).toMatchObject({ parent_id: second, root_service_id: service.id });
    });

    it('sets a display name, which is the name if empty', async () => {
      const { id } = await newService();
      const body = { resource_type: 'route', parent_id: id };
      const named = { ...body, resource_name: 'a', resource_display_name: 'Río №1 – all of it 🌊' };
      const one = await api.admin.post('/resources', named).expect(201);
      expect(one.body['resource'].resource_display_name).toBe(named.resource_display_name);
      const empty = { ...body, resource_name: 'b', resource_display_name: '' };
      const other = await api.admin.post('/resources', empty).expect(201);
      expect(other.body['resource'].resource_display_name).toBe('b');
    });

    it('below a service named in the path is created below that service unless a resource is named', async () => {
      const service = await newService();
      const path = `/services/${service.name}/resources`;
      const top = await api.admin.post(path, { resource_name: 'top', resource_type: 'route' }).expect(201);
      expect(top.body['resource'].parent_id).toBe(service.id);
      const parent_id = top.body['resource'].resource_id;
      const below = await api.admin
        .post(path, { resource_name: 'below', resource_type: 'route', parent_id: String(parent_id) })
        .expect(201);
      expect(below.body['resource'].parent_id).toBe(parent_id);
    });

    it('is done from a form as well', async () => {
      const { id } = await newService();
      const form = { resource_name: 'formed', resource_type: 'route', parent_id: String(id) };
      await api.admin.post('/resources').type('form').send(form).expect(201);
    });

    it.each([
      ['an absent name', { resource_name: undefined }, 400, { name: 'resource_name', value: null }],
      ['an absent type', { resource_type: undefined }, 400, { name: 'resource_type', value: null }],
      ['an unknown type', { resource_type: 'zzz' }, 400, { name: 'resource_type', value: 'zzz' }],
      ['a type that is a property', { resource_type: 'toString' }, 400, { name: 'resource_type' }],
      ['an absent parent', { parent_id: undefined }, 422, { name: 'parent_id', value: null }],
      ['a parent that is not a number', { parent_id: 'abc' }, 422, { name: 'parent_id', value: 'abc' }],
      ['a parent that is not a whole number', { parent_id: 1.5 }, 422, { name: 'parent_id', value: '1.5' }],
      ['a negative parent', { parent_id: -1 }, 422, { name: 'parent_id', value: '-1' }],
      ['a parent that does not exist', { parent_id: 2147483647 }, 404, { name: 'parent_id' }],
      ['a parent beyond all ids', { parent_id: 99999999999 }, 404, { name: 'parent_id' }],
      ['a name of another type', { resource_name: 5 }, 422, { name: 'resource_name', value: '5' }],
      ['an empty name', { resource_name: '' }, 422, { name: 'resource_name', value: '' }],
      ['a malformed name', { resource_name: 'a/b' }, 422, { name: 'resource_name', value: 'a/b' }],
      ['a name with a NUL', { resource_name: 'a\0b' }, 422, { name: 'resource_name' }],
      ['a long name', { resource_name: 'x'.repeat(101) }, 422, { name: 'resource_name', value: '101' }],
      ['a long display name', { resource_display_name: 'x'.repeat(101) }, 422, { value: '101' }],
      ['a NUL in a display name', { resource_display_name: 'a\0b' }, 422, { name: 'resource_display_name' }],
      ['half a surrogate pair', { resource_display_name: '\ud800' }, 422, { name: 'resource_display_name' }],
      ['a type of other services', { resource_type: 'directory' }, 403, { compare: "['route']" }],
      ['a service', { resource_type: 'service' }, 403, { name: 'resource_type', value: 'service' }],
    ])('refuses %s and creates nothing', async (_, fields, status, param) => {
      const { id } = await newService();
      const body = { resource_name: 'new', resource_type: 'route', parent_id: id, ...fields };
      const reply = await api.admin.post('/resources', body).expect(status);
      expect(reply.body['param']).toMatchObject(param);
      expect(await childrenOf(id)).toEqual([]);
    });

    it('refuses anything below services that have no resources', async () => {
      const { id } = await newService('access');
      const body = { resource_name: 'new', resource_type: 'route', parent_id: id };
      const reply = await api.admin.post('/resources', body).expect(403);
      expect(reply.body['param']).toMatchObject({
        name: 'resource_child_allowed',
        conditions: { is_true: false },
      });
    });

    it('refuses anything below a resource that is a leaf', async () => {
      const { id } = await newService('thredds');
      const file = await api.make.resource(id, { resource_type: 'file' });
      const body = { resource_name: 'new', resource_type: 'file', parent_id: file };
      await api.admin.post('/resources', body).expect(403);
    });

    it('rejects a resource of a type that is not allowed below its parent', async () => {
      const { id } = await newService('geoserver');
      const body = { resource_name: 'new', resource_type: 'layer', parent_id: id };
      const reply = await api.admin.post('/resources', body).expect(422);
      expect(reply.body).toMatchObject({
        param: { name: 'resource_type', value: 'layer', compare: "['route', 'workspace']" },
        resource_types_allowed: ['layer', 'process', 'route', 'workspace'],
        resource_structure_allowed: { service: ['route', 'workspace'], workspace: ['layer', 'process'] },
      });
      const workspace = await api.make.resource(id, { resource_type: 'workspace' });
      await api.make.resource(workspace, { resource_type: 'layer' });
      await api.make.resource(workspace, { resource_type: 'process' });
    });

    it('refuses the name of a sibling regardless of case, but not that of a cousin', async () => {
      const { id } = await newService();
      const first = await api.make.resource(id, { resource_name: 'same' });
      const body = { resource_type: 'route', parent_id: id };
      for (const resource_name of ['same', 'SAME']) {
        const reply = await api.admin.post('/resources', { ...body, resource_name }).expect(409);
        expect(reply.body).toMatchObject({
          resource_name,
          param: { name: 'resource_name', value: resource_name, conditions: { not_in: false } },
        });
      }
      await api.make.resource(first, { resource_name: 'same' });
    });

    it('reaches up to 256 levels, all of which can be read in one request', async () => {
      const { id, name } = await newService();
      const levels = Array.from({ length: 256 }, (_, at) => ({
        resource_name: `l${at}`,
        resource_type: 'route',
      }));
      const top = { resource_name: name, resource_type: 'service' };
      const bottom = { ...levels[255], permission: 'read', group: 'anonymous' };
      const entries = [top, ...levels.slice(0, 255), bottom];
      await api.admin.patch('/permissions', { permissions: entries }).expect(200);
      const deeper = [top, ...levels, { ...bottom, resource_name: 'deeper' }];
      await api.admin.patch('/permissions', { permissions: deeper }).expect(400);
      const [lowest] = await api.dataSource.query(
        "SELECT id FROM resources WHERE name = 'l255' AND root_service_id = $1",
        [id],
      );
      const body = { resource_name: 'deeper', resource_type: 'route', parent_id: lowest.id };
      const reply = await api.admin.post('/resources', body).expect(422);
      expect(reply.body['param']).toMatchObject({ name: 'parent_id', value: String(lowest.id) });
      for (const format of ['json', 'xml', 'html']) {
        const tree = await api.admin.get(`/services/${name}/resources?format=${format}`).expect(200);
        expect(tree.text).toContain('l255');
      }
    });

    it('refuses a parent of another service, but in the general route', async () => {
      const [one, other] = [await newService(), await newService()];
      const body = { resource_name: 'new', resource_type: 'route', parent_id: other.id };
      const reply = await api.admin.post(`/services/${one.name}/resources`, body).expect(403);
      expect(reply.body['param']).toMatchObject({ name: 'parent_id', conditions: { is_equal: false } });
      await api.admin.post(`/services/${one.name}/resources`, { ...body, parent_id: 2147483647 }).expect(404);
      await api.admin.post(`/services/${one.name}/resources`, { ...body, parent_id: 'x' }).expect(422);
      await api.admin.post('/services/nosuch/resources', body).expect(404);
    });
  });

  describe('reading', () => {
    /** service > rivers > (upper > spring, lower) */
    async function newTree() {
      const service = await newService();
      const rivers = await api.make.resource(service.id, { resource_name: 'rivers' });
      const upper = await api.make.resource(rivers, { resource_name: 'upper' });
      const spring = await api.make.resource(upper, { resource_name: 'spring' });
      const lower = await api.make.resource(rivers, {
        resource_name: 'lower',
        resource_display_name: 'Lower',
      });
      return { service, rivers, upper, spring, lower };
    }

    it('shows a resource with everything below it', async () => {
      const { service, rivers, upper, spring, lower } = await newTree();
      const reply = await api.admin.get(`/resources/${rivers}`).expect(200);
      expect(reply.body['resource']).toMatchObject({
        resource_name: 'rivers',
        resource_id: rivers,
        parent_id: service.id,
        root_service_id: service.id,
        children: {
          [upper]: { children: { [spring]: { resource_name: 'spring', parent_id: upper, children: {} } } },
          [lower]: { resource_display_name: 'Lower', children: {} },
        },
      });
      expect(reply.body['resource'].children[upper].permissions).toHaveLength(8);
      expect(reply.body['resource'].children[upper].permissions[0].type).toBe('allowed');
    });

    it('shows a service as a resource', async () => {
      const { service, rivers } = await newTree();
      const reply = await api.admin.get(`/resources/${service.id}`).expect(200);
      expect(reply.body['resource']).toMatchObject({
        resource_name: service.name,
        resource_display_name: service.name,
        resource_type: 'service',
        parent_id: null,
        root_service_id: null,
        children: { [rivers]: { resource_name: 'rivers' } },
      });
    });

    it('shows its ancestors instead of its descendants', async () => {
      const { service, rivers, upper } = await newTree();
      const reply = await api.admin.get(`/resources/${upper}?parents=true`).expect(200);
      expect(reply.body['resource']).toMatchObject({
        resource_id: upper,
        parent: {
          [rivers]: {
            resource_id: rivers,
            parent: { [service.id]: { resource_type: 'service', parent: {} } },
          },
        },
      });
      expect(reply.body['resource']).not.toHaveProperty('children');
    });

    it('shows the branch from the service down to it', async () => {
      const { service, rivers, upper } = await newTree();
      const reply = await api.admin.get(`/resources/${upper}?PARENT=1&inverted=yes`).expect(200);
      expect(reply.body['resource']).toMatchObject({ resource_id: service.id, resource_type: 'service' });
      expect(Object.keys(reply.body['resource'].children)).toEqual([String(rivers)]);
      expect(reply.body['resource'].children[rivers].children).toEqual({
        [upper]: expect.objectContaining({ children: {} }),
      });
    });

    it('lists the path up and down', async () => {
      const { service, rivers, upper } = await newTree();
      const ids = async (query: string) => {
        const reply = await api.admin.get(`/resources/${upper}?${query}`).expect(200);
        const resources: Record<string, unknown>[] = reply.body['resources'];
        for (const resource of resources) {
          expect(resource).not.toHaveProperty('parent');
          expect(resource).not.toHaveProperty('children');
        }
        return resources.map((resource) => resource['resource_id']);
      };
      expect(await ids('parents=true&flatten=true')).toEqual([upper, rivers, service.id]);
      expect(await ids('parents=true&flatten=true&invert=true')).toEqual([service.id, rivers, upper]);
    });

    it('is nested as usual if `invert` or `flatten` is set without `parents`', async () => {
      const { upper, spring } = await newTree();
      const reply = await api.admin.get(`/resources/${upper}?invert=true&flatten=true`).expect(200);
      expect(reply.body['resource'].children).toHaveProperty(String(spring));
    });

    it.each([
      ['abc', 400],
      ['-1', 400],
      ['1.5', 400],
      ['%2B1', 400],
      [`1%00`, 400],
      ['0', 404],
      ['2147483647', 404],
      ['2147483648', 404],
      [BEYOND_INT, 404],
    ])('answers the id %s with %i in every path', async (id, status) => {
      const { name } = await newService();
      const paths = [
        `/resources/${id}`,
        `/resources/${id}/types`,
        `/resources/${id}/permissions`,
        `/resources/${id}/children`,
        `/services/${name}/resources/${id}`,
        `/users/current/resources/${id}/permissions`,
        `/groups/users/resources/${id}/permissions`,
      ];
      for (const path of paths) {
        const reply = await api.admin.get(path).expect(status);
        expect(reply.body['param']).toMatchObject({ name: 'resource_id' });
      }
      await api.admin.patch(`/resources/${id}`, { resource_name: 'x' }).expect(status);
      await api.admin.delete(`/resources/${id}`).expect(status);
    });

    it('shows the tree of a service under its name', async () => {
      const { service, rivers, spring, upper } = await newTree();
      const reply = await api.admin.get(`/services/${service.name}/resources`).expect(200);
      const shown = reply.body[service.name];
      expect(shown).toMatchObject({ service_name: service.name, service_url: expect.any(String) });
      expect(shown.resources[rivers].children[upper].children[spring].resource_name).toBe('spring');
    });

    it('shows all services with their trees, without private addresses', async () => {
      const { service, rivers, lower } = await newTree();
      const empty = await newService('access');
      const reply = await api.admin.get('/resources').expect(200);
      expect(Object.keys(reply.body['resources'])).toEqual(SERVICE_TYPE_NAMES);
      const shown = reply.body['resources'].api[service.name];
      expect(shown).toMatchObject({ resource_id: service.id, service_type: 'api' });
      expect(shown).not.toHaveProperty('service_url');
      expect(shown.resources[rivers].children).toHaveProperty(String(lower));
      expect(reply.body['resources'].access[empty.name].resources).toEqual({});
    });

    it('finds a resource under its own service only', async () => {
      const { service, upper } = await newTree();
      const other = await newService();
      const found = await api.admin
        .get(`/services/${service.name}/resources/${upper}?parents=on`)
        .expect(200);
      expect(found.body['resource'].resource_id).toBe(upper);
      const reply = await api.admin.get(`/services/${other.name}/resources/${upper}`).expect(404);
      expect(reply.body).toMatchObject({
        service: { service_name: other.name, resource_id: other.id },
        resource: { resource_name: 'upper', resource_id: upper },
        param: { name: 'service_name', value: String(other.id), conditions: { is_in: false } },
      });
    });

    it('returns the types allowed below a resource', async () => {
      const service = await newService('geoserver');
      const workspace = await api.make.resource(service.id, { resource_type: 'workspace' });
      const layer = await api.make.resource(workspace, { resource_type: 'layer', resource_name: 'roads' });
      const root = {
        root_service_id: service.id,
        root_service_name: service.name,
        root_service_type: 'geoserver',
      };
      const types = async (id: number) => (await api.admin.get(`/resources/${id}/types`).expect(200)).body;
      expect(await types(service.id)).toMatchObject({
        resource_type: 'service',
        children_resource_types: ['route', 'workspace'],
        ...root,
      });
      expect(await types(workspace)).toMatchObject({
        children_resource_types: ['layer', 'process'],
        ...root,
      });
      expect(await types(layer)).toMatchObject({
        resource_name: 'roads',
        resource_type: 'layer',
        children_resource_types: [],
        children_resource_allowed: false,
        ...root,
      });
    });

    it('lists what can be set on a resource, by the type of its service', async () => {
      const service = await newService('geoserverwps');
      const workspace = await api.make.resource(service.id, { resource_type: 'workspace' });
      const process = await api.make.resource(workspace, { resource_type: 'process' });
      const reply = await api.admin.get(`/resources/${process}/permissions`).expect(200);
      const names = reply.body['permissions'].map((permission: { name: string }) => permission.name);
      expect([...new Set(names)]).toEqual(['describeprocess', 'execute']);
      expect(reply.body['permission_names']).toHaveLength(12);
    });
  });

  describe('pages of children', () => {
    async function newChildren(count: number): Promise<{ parent: number; ids: number[] }> {
      const { id: parent } = await newService();
      const ids: number[] = [];
      for (let at = 0; at < count; at += 1) ids.push(await api.make.resource(parent));
      return { parent, ids };
    }

    const page = async (parent: number, query: string): Promise<number[]> => {
      const reply = await api.admin.get(`/resources/${parent}/children?${query}`).expect(200);
      return reply.body['children'].map((child: { resource_id: number }) => child.resource_id);
    };

    it('follow each other and state which children have children', async () => {
      const { parent, ids } = await newChildren(5);
      await api.make.resource(ids[1] ?? 0);
      expect(await page(parent, 'limit=2')).toEqual(ids.slice(0, 2));
      expect(await page(parent, `limit=2&after=${ids[1]}`)).toEqual(ids.slice(2, 4));
      expect(await page(parent, `limit=2&after=${ids[3]}`)).toEqual(ids.slice(4));
      expect(await page(parent, `after=${ids[4]}`)).toEqual([]);
      const reply = await api.admin.get(`/resources/${parent}/children?limit=2`).expect(200);
      expect(reply.body['children']).toMatchObject([{ has_children: false }, { has_children: true }]);
    });

    it('skip no child when the last child of a page, and others before it, are deleted', async () => {
      const { parent, ids } = await newChildren(5);
      await api.admin.delete(`/resources/${ids[0]}`).expect(200);
      await api.admin.delete(`/resources/${ids[2]}`).expect(200);
      expect(await page(parent, `limit=2&after=${ids[2]}`)).toEqual(ids.slice(3));
    });

    it.each(['limit=0', 'limit=10001', 'limit=x', 'after=x', 'after=-1', `after=${BEYOND_INT}`, 'limit=1.5'])(
      'are refused for %s',
      async (query) => {
        const { id } = await newService();
        await api.admin.get(`/resources/${id}/children?${query}`).expect(422);
      },
    );
  });

  describe('renaming', () => {
    it('changes only the name, and accepts the same names as creation', async () => {
      const { id } = await newService();
      const resource = await api.make.resource(id, { resource_name: 'old', resource_display_name: 'Shown' });
      const reply = await api.admin
        .patch(`/resources/${resource}`, { resource_name: 'ns:new', service_push: true })
        .expect(200);
      expect(reply.body).toMatchObject({
        resource_id: resource,
        resource_name: 'ns:new',
        old_resource_name: 'old',
        new_resource_name: 'ns:new',
      });
      const read = await api.admin.get(`/resources/${resource}`).expect(200);
      expect(read.body['resource']).toMatchObject({
        resource_name: 'ns:new',
        resource_display_name: 'Shown',
      });
    });

    it('may change the case of a name', async () => {
      const { id } = await newService();
      const resource = await api.make.resource(id, { resource_name: 'old' });
      await api.admin.patch(`/resources/${resource}`, { resource_name: 'OLD' }).expect(200);
    });

    it.each([
      ['an absent name', {}, 400],
      ['the same name', { resource_name: 'old' }, 400],
      ['a name of another type', { resource_name: 5 }, 422],
      ['a malformed name', { resource_name: 'a/b' }, 422],
      ['the name of a sibling', { resource_name: 'Taken' }, 409],
    ])('refuses %s', async (_, body, status) => {
      const { id } = await newService();
      await api.make.resource(id, { resource_name: 'taken' });
      const resource = await api.make.resource(id, { resource_name: 'old' });
      const reply = await api.admin.patch(`/resources/${resource}`, body).expect(status);
      expect(reply.body['param'].name).toBe('resource_name');
      expect(await childrenOf(id)).toEqual(['taken', 'old']);
    });

    it('of a service follows the rules of services', async () => {
      const [service, other] = [await newService(), await newService()];
      await api.admin.patch(`/resources/${service.id}`, { resource_name: 'types' }).expect(403);
      await api.admin.patch(`/resources/${service.id}`, { resource_name: other.name }).expect(409);
      const renamed = api.make.name('renamed');
      await api.admin.patch(`/resources/${service.id}`, { resource_name: renamed }).expect(200);
      const reply = await api.admin.get(`/services/${renamed}`).expect(200);
      expect(reply.body['service'].resource_id).toBe(service.id);
      const read = await api.admin.get(`/resources/${service.id}`).expect(200);
      expect(read.body['resource'].resource_display_name).toBe(renamed);
    });
  });

  describe('deletion', () => {
    it('deletes the whole branch with its permission assignments, and writes no other row', async () => {
      const { id } = await newService();
      const [first, second, third] = [
        await api.make.resource(id, { resource_name: 'first' }),
        await api.make.resource(id, { resource_name: 'second' }),
        await api.make.resource(id, { resource_name: 'third' }),
      ];
      const below = await api.make.resource(second);
      const group = await api.make.group();
      await api.admin
        .post(`/groups/${group}/resources/${below}/permissions`, { permission: 'read' })
        .expect(201);
      await api.admin.delete(`/resources/${second}`, { service_push: false }).expect(200);
      expect(await childrenOf(id)).toEqual(['first', 'third']);
      const written = await api.dataSource.query<{ entity: string; operation: string }[]>(
        'SELECT entity, operation FROM changes WHERE revision = (SELECT value FROM access_revision) ORDER BY entity',
      );
      expect(written).toEqual([
        { entity: 'group_rule', operation: 'delete' },
        { entity: 'resource', operation: 'delete' },
        { entity: 'resource', operation: 'delete' },
      ]);
      for (const deleted of [second, below]) await api.admin.get(`/resources/${deleted}`).expect(404);
      for (const left of [first, third]) await api.admin.get(`/resources/${left}`).expect(200);
      const rules = await api.dataSource.query('SELECT 1 FROM group_permissions WHERE resource_id = $1', [
        below,
      ]);
      expect(rules).toEqual([]);
    });

    it('of a service by its id is that of the service', async () => {
      const service = await newService();
      const resource = await api.make.resource(service.id);
      await api.admin.delete(`/resources/${service.id}`).expect(200);
      await api.admin.get(`/services/${service.name}`).expect(404);
      await api.admin.get(`/resources/${resource}`).expect(404);
    });

    it('under the name of a service cannot delete resources of other services, nor the service itself', async () => {
      const [service, other] = [await newService(), await newService()];
      const resource = await api.make.resource(service.id);
      await api.admin.delete(`/services/${other.name}/resources/${resource}`).expect(404);
      await api.admin.delete(`/services/nosuch/resources/${resource}`).expect(404);
      await api.admin.delete(`/services/${service.name}/resources/${service.id}`).expect(403);
      await api.admin.get(`/resources/${resource}`).expect(200);
      await api.admin.delete(`/services/${service.name}/resources/${resource}`).expect(200);
      await api.admin.get(`/resources/${resource}`).expect(404);
    });

    it('is not executed if the body is invalid', async () => {
      const { id } = await newService();
      await api.admin.delete(`/resources/${id}`, { service_push: 3 }).expect(422);
      await api.admin.get(`/resources/${id}`).expect(200);
    });
  });

  describe('concurrent requests', () => {
    it('create one of several siblings of the same name', async () => {
      const { id } = await newService();
      const names = ['same', 'Same', 'SAME', 'same', 'other'];
      const replies = await Promise.all(
        names.map((resource_name) =>
          api.admin.post('/resources', { resource_name, resource_type: 'route', parent_id: id }),
        ),
      );
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 409, 409, 409]);
      expect(await orderingsBelow(id)).toEqual([1, 2]);
    });

    it('give siblings one order, that of their creation, during creations and deletions', async () => {
      const { id } = await newService();
      const old = [await api.make.resource(id), await api.make.resource(id), await api.make.resource(id)];
      await Promise.all([
        ...old.map((resource) => api.admin.delete(`/resources/${resource}`).expect(200)),
        ...[1, 2, 3, 4].map(() => api.make.resource(id)),
      ]);
      const rows = await api.dataSource.query<{ id: number; ordering: number }[]>(
        'SELECT id, ordering FROM resources WHERE parent_id = $1 ORDER BY ordering',
        [id],
      );
      expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).sort((one, other) => one - other));
      expect(new Set(rows.map((row) => row.ordering)).size).toBe(4);
    });

    it('never create a resource below a deleted one', async () => {
      const { id } = await newService();
      const parent = await api.make.resource(id);
      const body = { resource_type: 'route', parent_id: parent };
      const [deleted, ...made] = await Promise.all([
        api.admin.delete(`/resources/${parent}`),
        ...[1, 2, 3].map((at) => api.admin.post('/resources', { ...body, resource_name: `child${at}` })),
      ]);
      expect(deleted?.status).toBe(200);
      for (const { status } of made) expect([201, 404]).toContain(status);
      const left = await api.dataSource.query('SELECT 1 FROM resources WHERE root_service_id = $1', [id]);
      expect(left).toEqual([]);
    });
  });
});
