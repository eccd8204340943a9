import { SERVICE_TYPE_NAMES } from '@gatehouse/service-types';
import { type TestApi, startApi } from './harness/start-api';

describe('in the API for services,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy' });
  });
  afterAll(() => api.close());

  const serviceBody = (fields: object = {}) => ({
    service_name: api.make.name('data'),
    service_type: 'access',
    service_url: 'http://localhost:9000/data',
    ...fields,
  });

  const names = async (): Promise<string[]> => {
    const reply = await api.admin.get('/services?flatten=true').expect(200);
    return (reply.body.services as { service_name: string }[]).map((service) => service.service_name);
  };

  describe('creation', () => {
    it('returns the service as the proxy and administrators read it', async () => {
      const body = serviceBody({ service_sync_type: 'project-api' });
      const reply = await api.admin.post('/services', body).expect(201);
      expect(reply.body).toMatchObject({
        service: {
          ...body,
          service_configurable: false,
          resource_id: expect.any(Number),
          public_url: `https://data.example.org/ows/proxy/${body.service_name}`,
          configuration: null,
          permission_names: [
            'access-match',
            'access-allow-match',
            'access',
            'access-allow-recursive',
            'access-deny-match',
            'access-deny-recursive',
          ],
        },
        code: 201,
        type: 'application/json',
        path: '/services',
        method: 'POST',
      });
      expect(reply.body.service.permissions[0]).toEqual({
        name: 'access',
        access: 'allow',
        scope: 'match',
        type: 'allowed',
      });
    });

    it.each(SERVICE_TYPE_NAMES.map((type) => [type]))(
      'creates a service of type %s',
      async (service_type) => {
        const body = serviceBody({ service_type });
        await api.admin.post('/services', body).expect(201);
        const reply = await api.admin.get(`/services/${body.service_name}`).expect(200);
        expect(reply.body.service).toMatchObject({ service_type, service_sync_type: null });
      },
    );

    it('writes a name with a space into the public address as an address has it', async () => {
      const body = serviceBody({ service_name: `${api.make.name('my')} data:all` });
      const reply = await api.admin.post('/services', body).expect(201);
      expect(reply.body.service.public_url).toBe(
        `https://data.example.org/ows/proxy/${body.service_name.replace(' ', '%20')}`,
      );
      await api.admin.get(`/services/${encodeURIComponent(body.service_name)}`).expect(200);
    });

    it.each([
      ['an absent name', { service_name: undefined }, 400, { name: 'service_name', value: null }],
      ['an absent type', { service_type: undefined }, 400, { name: 'service_type', value: null }],
      ['an absent address', { service_url: undefined }, 400, { name: 'service_url', value: null }],
      ['an unknown type', { service_type: 'zzz' }, 400, { name: 'service_type', value: 'zzz' }],
      ['a type in upper case', { service_type: 'API' }, 400, { name: 'service_type', value: 'API' }],
      [
        'a type that is a property of objects',
        { service_type: 'constructor' },
        400,
        { name: 'service_type' },
      ],
      ['a name of another type', { service_name: 5 }, 422, { name: 'service_name', value: '5' }],
      ['a malformed name', { service_name: 'a!b' }, 422, { name: 'service_name', value: 'a!b' }],
      ['a trailing newline', { service_name: 'ab\n' }, 422, { name: 'service_name' }],
      [
        'a name that is too long',
        { service_name: 'x'.repeat(101) },
        422,
        { name: 'service_name', value: '101' },
      ],
      ['a malformed address', { service_url: 'not a url' }, 422, { name: 'service_url' }],
      ['an address of another scheme', { service_url: 'gopher://a.org' }, 422, { name: 'service_url' }],
      ['a socket that is not a path', { service_url: 'http+unix://run/x' }, 422, { name: 'service_url' }],
      ['an address with a NUL', { service_url: 'http://a.org/\0' }, 422, { name: 'service_url' }],
      ['an unknown synchronisation', { service_sync_type: 'zzz' }, 422, { name: 'service_sync_type' }],
      ['a configuration that is a text', { configuration: 'x' }, 422, { name: 'configuration' }],
      ['a configuration that is a list', { configuration: [] }, 422, { name: 'configuration' }],
      ['a push that is not a boolean', { service_push: 'maybe' }, 422, { name: 'service_push' }],
      ['the reserved name', { service_name: 'types' }, 403, { name: 'service_name', value: 'types' }],
    ])('refuses %s and creates nothing', async (_, fields, status, param) => {
      const before = await names();
      const reply = await api.admin.post('/services', serviceBody(fields)).expect(status);
      expect(reply.body).toMatchObject({ code: status, param });
      expect(await names()).toEqual(before);
    });

    it('rejects a reserved name with the text that clients match', async () => {
      const name = await api.make.service();
      const id = await api.make.serviceId(name);
      for (const reserved of ['types', 'code']) {
        const refused = await Promise.all([
          api.admin.post('/services', serviceBody({ service_name: reserved })),
          api.admin.patch(`/services/${name}`, { service_name: reserved }),
          api.admin.patch(`/resources/${id}`, { resource_name: reserved }),
        ]);
        for (const reply of refused) {
          expect(reply.status).toBe(403);
          expect(reply.body['detail']).toContain('reserved keyword');
        }
      }
    });

    it('refuses a name that is taken, with that name', async () => {
      const body = serviceBody();
      await api.admin.post('/services', body).expect(201);
      const reply = await api.admin.post('/services', body).expect(409);
      expect(reply.body).toMatchObject({ service_name: body.service_name });
    });

    it('accepts one of two concurrent creations of the same name', async () => {
      const body = serviceBody();
      const replies = await Promise.all([1, 2].map(() => api.admin.post('/services', body)));
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409]);
    });

    it('accepts the address of a Unix domain socket', async () => {
      const service_url = 'http+unix://%2Frun%2Fapp.sock/base';
      const body = serviceBody({ service_url });
      await api.admin.post('/services', body).expect(201);
      const reply = await api.admin.get(`/services/${body.service_name}`).expect(200);
      expect(reply.body.service).toMatchObject({ service_url });
    });

    it('distinguishes names that differ in case', async () => {
      const body = serviceBody();
      await api.admin.post('/services', body).expect(201);
      await api.admin
        .post('/services', { ...body, service_name: body.service_name.toUpperCase() })
        .expect(201);
    });
  });

  describe('reading', () => {
    it('shows which resources a service can have', async () => {
      const name = await api.make.service({ service_type: 'geoserverwps' });
      const reply = await api.admin.get(`/services/${name}`).expect(200);
      expect(reply.body.service).toMatchObject({
        resource_child_allowed: true,
        resource_types_allowed: ['process', 'workspace'],
        resource_structure_allowed: { service: ['workspace'], workspace: ['process'], process: [] },
      });
    });

    it('shows no structure if the type has none', async () => {
      const name = await api.make.service();
      const reply = await api.admin.get(`/services/${name}`).expect(200);
      expect(reply.body.service).toMatchObject({
        resource_child_allowed: false,
        resource_types_allowed: [],
        resource_structure_allowed: {},
      });
    });

    it('lists all services by type and name, each type with a key', async () => {
      const name = await api.make.service({ service_type: 'wps' });
      const reply = await api.admin.get('/services').expect(200);
      expect(Object.keys(reply.body.services)).toEqual(SERVICE_TYPE_NAMES);
      expect(reply.body.services.wps[name]).toMatchObject({
        service_name: name,
        service_url: expect.any(String),
      });
      expect(reply.body.services.wps[name]).not.toHaveProperty('configuration');
    });

    it('lists the services of the requested types, and ignores unknown ones', async () => {
      const name = await api.make.service({ service_type: 'wfs' });
      const some = await api.admin.get('/services?types=WFS,zzz').expect(200);
      expect(Object.keys(some.body.services)).toEqual(['wfs']);
      expect(some.body.services.wfs).toHaveProperty(name);
      const none = await api.admin.get('/services?type=zzz').expect(200);
      expect(none.body.services).toEqual({});
    });

    it('returns one list, sorted by name, on request', async () => {
      await api.make.service({ service_name: 'zulu' });
      await api.make.service({ service_name: 'alpha', service_type: 'api' });
      const found = await names();
      expect(found).toEqual([...found].sort());
      expect(found).toEqual(expect.arrayContaining(['alpha', 'zulu']));
    });

    it('lists the services of one type', async () => {
      const name = await api.make.service({ service_type: 'ncwms' });
      const nested = await api.admin.get('/services/types/ncwms').expect(200);
      expect(Object.keys(nested.body.services)).toEqual(['ncwms']);
      const flat = await api.admin.get('/services/types/ncwms?list=yes').expect(200);
      expect(flat.body.services).toContainEqual(
        expect.objectContaining({ service_name: name, service_type: 'ncwms' }),
      );
    });

    it.each(['zzz', 'API', 'no!bad', 'permissions', 'resources'])(
      'answers 400 for the type %s, which does not exist',
      async (type) => {
        const reply = await api.admin.get(`/services/types/${type}`).expect(400);
        expect(reply.body).toMatchObject({
          service_type: type,
          param: { name: 'service_type', value: type },
        });
      },
    );

    it.each([
      ['of an unknown name', 'nosuch', 404],
      ['of a malformed name', 'no!bad', 422],
      ['of a name in another case', 'CASED', 404],
    ])('answers a read %s', async (_, name, status) => {
      if (name === 'CASED') await api.make.service({ service_name: 'cased' });
      const reply = await api.admin.get(`/services/${name}`).expect(status);
      expect(reply.body.param).toMatchObject({ name: 'service_name', value: name });
    });

    it('lists what can be set on a service', async () => {
      const name = await api.make.service({ service_type: 'api' });
      const reply = await api.admin.get(`/services/${name}/permissions`).expect(200);
      expect(reply.body.permission_names).toEqual(
        ['read', 'write'].flatMap((permission) => [
          `${permission}-match`,
          `${permission}-allow-match`,
          permission,
          `${permission}-allow-recursive`,
          `${permission}-deny-match`,
          `${permission}-deny-recursive`,
        ]),
      );
    });
  });

  describe('the listing of types', () => {
    it('lists all types, sorted', async () => {
      const reply = await api.admin.get('/services/types').expect(200);
      expect(reply.body.service_types).toEqual([
        'access',
        'api',
        'geoserver',
        'geoserverwfs',
        'geoserverwms',
        'geoserverwps',
        'ncwms',
        'project-api',
        'thredds',
        'wfs',
        'wps',
      ]);
    });

    it('lists the types of resources of a type, with what can be set on them', async () => {
      const reply = await api.admin.get('/services/types/thredds/resources').expect(200);
      expect(reply.body.resource_types).toMatchObject([
        { resource_type: 'directory', resource_child_allowed: true },
        { resource_type: 'file', resource_child_allowed: false },
      ]);
      expect(reply.body.resource_types[0].permission_names).toHaveLength(18);
      const names = await api.admin.get('/services/types/thredds/resources/types').expect(200);
      expect(names.body.resource_types).toEqual(['directory', 'file']);
    });

    it.each([
      ['zzz', 404, { not_none: false }],
      ['API', 404, { not_none: false }],
      ['two%20words', 404, { not_none: false }],
      ['no!bad', 422, { not_empty: true, matches: false }],
      ['-api', 422, { not_empty: true, matches: false }],
      ['%20', 422, { not_empty: true, matches: false }],
    ])('includes no resources for the unknown type %s: %d', async (type, status, conditions) => {
      for (const path of [`/services/types/${type}/resources`, `/services/types/${type}/resources/types`]) {
        const reply = await api.admin.get(path).expect(status);
        const value = decodeURIComponent(type);
        expect(reply.body['param']).toMatchObject({ name: 'service_type', value, conditions });
      }
    });

    it('answers 405 for any method but GET', async () => {
      const reply = await api.admin.delete('/services/types').expect(405);
      expect(reply.headers['allow']).toBe('GET, HEAD');
    });
  });

  describe('a change', () => {
    it('sets name and URL, under which the service is found with the same id', async () => {
      const name = await api.make.service();
      const before = await api.admin.get(`/services/${name}`).expect(200);
      const renamed = api.make.name('renamed');
      const reply = await api.admin
        .patch(`/services/${name}`, { service_name: renamed, service_url: 'https://other.example.org' })
        .expect(200);
      expect(reply.body.service).toMatchObject({
        service_name: renamed,
        service_url: 'https://other.example.org',
        resource_id: before.body.service.resource_id,
      });
      await api.admin.get(`/services/${renamed}`).expect(200);
      await api.admin.get(`/services/${name}`).expect(404);
    });

    it.each([
      ['nothing', {}, 400],
      ['what is stored already', { service_url: 'http://localhost:9000' }, 400],
      ['empty values', { service_name: '', service_url: '' }, 400],
      ['a configuration that the type does not have', { configuration: { a: 1 } }, 400],
      ['a type', { service_type: 'api' }, 400],
      ['a malformed name', { service_name: 'a!b' }, 400],
      ['a name of another type', { service_name: 5 }, 400],
      ['a malformed address', { service_url: 'not a url' }, 400],
      ['a configuration that is a text', { configuration: 'x' }, 422],
      ['the reserved name', { service_name: 'types' }, 403],
    ])('refuses %s', async (_, change, status) => {
      const name = await api.make.service();
      const before = await api.admin.get(`/services/${name}`).expect(200);
      await api.admin.patch(`/services/${name}`, change).expect(status);
      const after = await api.admin.get(`/services/${name}`).expect(200);
      expect(after.body.service).toEqual(before.body.service);
    });

    it('refuses the name of another service', async () => {
      const [one, other] = [await api.make.service(), await api.make.service()];
      const reply = await api.admin.patch(`/services/${one}`, { service_name: other }).expect(409);
      expect(reply.body).toMatchObject({ service_name: other });
    });
  });

  describe('configuration', () => {
    const stored = { skip_prefix: 'data/thredds', file_patterns: ['.*\\.nc4'] };

    it('is shown with defaults, replaced as a whole, and erased by null', async () => {
      const name = await api.make.service({ service_type: 'thredds', configuration: stored });
      const defaults = {
        metadata_type: { prefixes: [null, 'catalog\\.\\w+', 'catalog', 'ncml', 'uddc', 'iso'] },
        data_type: { prefixes: ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'] },
      };
      const current = await api.admin.get(`/services/${name}`).expect(200);
      expect(current.body.service.configuration).toEqual({ ...stored, ...defaults });
      const patched = await api.admin
        .patch(`/services/${name}`, { configuration: { skip_prefix: null } })
        .expect(200);
      expect(patched.body.service.configuration).toEqual({
        skip_prefix: null,
        file_patterns: ['.*\\.nc'],
        ...defaults,
      });
      const erased = await api.admin.patch(`/services/${name}`, { configuration: null }).expect(200);
      expect(erased.body.service.configuration).toMatchObject({ skip_prefix: 'thredds' });
    });

    it('is not changed by an equal value, regardless of the order of keys', async () => {
      const name = await api.make.service({ service_type: 'thredds', configuration: stored });
      const turned = Object.fromEntries(Object.entries(stored).reverse());
      await api.admin.patch(`/services/${name}`, { configuration: turned }).expect(400);
    });

    it.each([
      ['thredds', null],
      ['thredds', stored],
      ['geoserver', null],
      ['geoserver', { wps: false }],
    ])('of %s is not changed by what replies show of %j', async (service_type, configuration) => {
      const fields = configuration ? { service_type, configuration } : { service_type };
      const path = `/services/${await api.make.service(fields)}`;
      const shown = (await api.admin.get(path).expect(200)).body.service.configuration;
      expect(shown).not.toEqual(configuration);
      await api.admin.patch(path, { configuration: shown }).expect(400);
      // The stored value is unchanged, also if another field is changed.
      const changes = { configuration: shown, service_url: 'http://localhost:9008' };
      await api.admin.patch(path, changes).expect(200);
      await api.admin.patch(path, { configuration }).expect(400);
    });

    it.each([
      ['a pattern that does not compile', { file_patterns: ['('] }, 'configuration.file_patterns.0'],
      ['patterns that are not a list', { file_patterns: 'x' }, 'configuration.file_patterns'],
      ['a section without prefixes', { data_type: {} }, 'configuration.data_type.prefixes'],
      ['a NUL in a text', { skip_prefix: 'a\0b' }, 'configuration'],
      ['a NUL in a key', { 'a\0b': 1 }, 'configuration'],
      ['half of a surrogate pair', { extra: { deep: ['\ud800'] } }, 'configuration'],
    ])('refuses %s', async (_, configuration, param) => {
      const reply = await api.admin
        .post('/services', serviceBody({ service_type: 'thredds', configuration }))
        .expect(422);
      expect(reply.body.param.name).toBe(param);
      const name = await api.make.service({ service_type: 'thredds' });
      await api.admin.patch(`/services/${name}`, { configuration }).expect(422);
    });

    it('is ignored where the type has none', async () => {
      const name = await api.make.service({ service_type: 'api', configuration: { skip_prefix: 'x' } });
      const reply = await api.admin.get(`/services/${name}`).expect(200);
      expect(reply.body.service.configuration).toBeNull();
    });
  });

  describe('options of the proxy', () => {
    const hook = {
      on: 'response',
      when: { method: ['POST'], path: '/jobs' },
      do: [
        { create_resource: { below: '/jobs', name: '${body.jobID}', type: 'route' } },
        { grant: { to: 'caller', permission: 'read' } },
      ],
    };
    const stored = { max_concurrency: 20, paths: ['path-parameters'], hooks: [hook] };

    it('are shown as they were set, replaced as a whole, and erased by null', async () => {
      const body = serviceBody({ service_type: 'api', proxy: stored });
      const path = `/services/${body.service_name}`;
      const created = await api.admin.post('/services', body).expect(201);
      expect(created.body.service.proxy).toEqual(stored);
      expect((await api.admin.get(path).expect(200)).body.service.proxy).toEqual(stored);
      const patched = await api.admin.patch(path, { proxy: { headers_timeout: 5 } }).expect(200);
      expect(patched.body.service.proxy).toEqual({ headers_timeout: 5 });
      const erased = await api.admin.patch(path, { proxy: null }).expect(200);
      expect(erased.body.service.proxy).toBeNull();
      expect((await api.admin.get(path).expect(200)).body.service.proxy).toBeNull();
    });

    it('are kept when other fields change, and can be sent again without a change', async () => {
      const name = await api.make.service({ service_type: 'api', proxy: stored });
      await api.admin.patch(`/services/${name}`, { service_url: 'http://localhost:9001' }).expect(200);
      await api.admin.patch(`/services/${name}`, { proxy: stored }).expect(400);
      const reply = await api.admin.get(`/services/${name}`).expect(200);
      expect(reply.body.service.proxy).toEqual(stored);
    });

    it('are recorded in the change log', async () => {
      const name = await api.make.service({ service_type: 'api', proxy: stored });
      const reply = await api.admin
        .patch(`/services/${name}`, { proxy: { identity_header: true } })
        .expect(200);
      const revision = Number(reply.headers['x-access-revision']);
      const log = await api.admin.get(`/changes?after=${revision - 1}&limit=1`).expect(200);
      expect(log.body.revisions[0].changes).toMatchObject([
        { entity: 'service', before: { proxy: stored }, after: { proxy: { identity_header: true } } },
      ]);
    });

    it.each([
      ['a text', 'x', 'proxy'],
      ['an option that does not exist', { retries: 3 }, 'proxy.retries'],
      ['a limit that is none', { max_concurrency: 0 }, 'proxy.max_concurrency'],
      [
        'a pattern that does not compile',
        { hooks: [{ ...hook, when: { path: '(' } }] },
        'proxy.hooks.0.when.path',
      ],
      [
        'a resource that the service cannot have',
        { hooks: [{ ...hook, do: [{ create_resource: { name: 'x', type: 'layer' } }] }] },
        'proxy.hooks.0.do.0.create_resource.type',
      ],
      ['a NUL in a text', { hooks: [{ ...hook, when: { path: '/a\0b' } }] }, 'proxy'],
    ])('are refused where they are %s', async (_, proxy, param) => {
      const reply = await api.admin
        .post('/services', serviceBody({ service_type: 'api', proxy }))
        .expect(422);
      expect(reply.body.param.name).toBe(param);
      const name = await api.make.service({ service_type: 'api' });
      await api.admin.patch(`/services/${name}`, { proxy }).expect(422);
    });

    it('are not shown in listings', async () => {
      const name = await api.make.service({ service_type: 'api', proxy: stored });
      const listed = await api.admin.get('/services?flatten=true').expect(200);
      const shown = (listed.body.services as { service_name: string }[]).find(
        (one) => one.service_name === name,
      );
      expect(shown).not.toHaveProperty('proxy');
    });
  });

  describe('deletion', () => {
    it('returns the deleted service', async () => {
      const name = await api.make.service();
      const reply = await api.admin.delete(`/services/${name}?service_push=true`).expect(200);
      expect(reply.body.service).toMatchObject({ service_name: name, service_type: 'access' });
      await api.admin.get(`/services/${name}`).expect(404);
      await api.admin.delete(`/services/${name}`).expect(404);
    });

    it('returns 404 to one of two concurrent deletions', async () => {
      const name = await api.make.service();
      const replies = await Promise.all([1, 2].map(() => api.admin.delete(`/services/${name}`)));
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404]);
    });

    it('is not executed if the body is invalid', async () => {
      const name = await api.make.service();
      await api.admin.delete(`/services/${name}`, { service_push: 'maybe' }).expect(422);
      await api.admin.get(`/services/${name}`).expect(200);
    });
  });

  it('is allowed to administrators only', async () => {
    const name = await api.make.service();
    const member = await api.signIn(await api.make.user());
    for (const [caller, status] of [
      [api.anonymous, 401],
      [member, 403],
    ] as const) {
      await caller.get('/services').expect(status);
      await caller.get(`/services/${name}`).expect(status);
      await caller.post('/services', {}).expect(status);
      await caller.delete(`/services/${name}`).expect(status);
      await caller.get('/services/types').expect(status);
    }
  });
});
