import { type TestApi, startApi } from './harness/start-api';

describe('permissions along a branch', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const patch = (...permissions: object[]) => api.admin.patch('/permissions', { permissions });

  const service = (resource_name: string, fields: object = {}) => ({
    resource_name,
    resource_type: 'service',
    ...fields,
  });
  const route = (resource_name: string, fields: object = {}) => ({
    resource_name,
    resource_type: 'route',
    ...fields,
  });

  const newService = (): Promise<string> => api.make.service({ service_type: 'api' });

  const treeOf = async (name: string) =>
    (await api.admin.get(`/services/${name}/resources`).expect(200)).body[name];

  /** Everything that a failed change could leave behind. */
  const everything = async () =>
    Promise.all(
      ['resources', 'user_permissions', 'group_permissions'].map((table) =>
        api.dataSource.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`),
      ),
    );

  it('are assigned to users and groups, and missing resources are created', async () => {
    const [name, user, group] = [await newService(), await api.make.user(), await api.make.group()];
    await patch(
      service(name, { permission: 'read-deny', group }),
      route('new1'),
      route('new2', { permission: { name: 'write', access: 'deny', scope: 'match' }, user, group }),
    ).expect(200);
    const tree = await treeOf(name);
    const [first] = Object.values<{
      resource_name: string;
      children: Record<string, { resource_name: string; resource_id: number }>;
    }>(tree.resources);
    const [second] = Object.values(first?.children ?? {});
    expect([first?.resource_name, second?.resource_name]).toEqual(['new1', 'new2']);
    const names = async (path: string) => (await api.admin.get(path).expect(200)).body['permission_names'];
    expect(await names(`/groups/${group}/services/${name}/permissions`)).toEqual(['read-deny-recursive']);
    for (const principal of [`users/${user}`, `groups/${group}`]) {
      expect(await names(`/${principal}/resources/${second?.resource_id}/permissions`)).toEqual([
        'write-deny-match',
      ]);
    }
  });

  it('replace those of the same name, and existing resources are found in any case', async () => {
    const [name, group] = [await newService(), await api.make.group()];
    const id = await api.make.resource(await api.make.serviceId(name), { resource_name: 'Data' });
    const path = `/groups/${group}/resources/${id}/permissions`;
    await api.admin.post(path, { permission: 'read' }).expect(201);
    for (const permission of ['read-deny-match', 'read-deny-match']) {
      await patch(service(name), route('data', { permission, group })).expect(200);
      expect((await api.admin.get(path)).body['permission_names']).toEqual(['read-deny-match']);
    }
    expect(Object.keys((await treeOf(name)).resources)).toEqual([String(id)]);
  });

  it('are removed regardless of their modifiers, also where none is set', async () => {
    const [name, group] = [await newService(), await api.make.group()];
    const path = `/groups/${group}/services/${name}/permissions`;
    await api.admin.post(path, { permission: 'read-deny-match' }).expect(201);
    for (let time = 0; time < 2; time += 1) {
      await patch(service(name, { permission: 'read', group, action: 'remove' })).expect(200);
      expect((await api.admin.get(path)).body['permission_names']).toEqual([]);
    }
  });

  describe('are refused without any change:', () => {
    let name: string;
    let user: string;
    let group: string;
    beforeAll(async () => {
      [name, user, group] = [await newService(), await api.make.user(), await api.make.group()];
      await api.make.resource(await api.make.serviceId(name), { resource_name: 'there' });
    });

    const valid = () => [
      service(name, { permission: 'read', user }),
      route('made', { permission: 'write', group }),
    ];

    it.each<[string, () => unknown, number]>([
      ['absent', () => undefined, 400],
      ['null', () => null, 400],
      ['a text', () => 'read', 422],
      ['an object', () => ({}), 422],
      ['empty', () => [], 400],
      ['not of objects', () => [...valid(), 'x'], 400],
      ['without any permission', () => [service(name), route('made')], 400],
      ['with a permission without user or group', () => [service(name, { permission: 'read' })], 400],
      ['with an unknown user', () => [...valid(), route('x', { permission: 'read', user: 'nosuch' })], 400],
      ['with an unknown user of no permission', () => [...valid(), route('x', { user: 'nosuch' })], 400],
      ['with an unknown group', () => [...valid(), route('x', { permission: 'read', group: 'nosuch' })], 400],
      [
        'with a user that is not a text',
        () => [...valid(), route('x', { permission: 'read', user: 5 })],
        400,
      ],
      ['with a NUL in a group', () => [...valid(), route('x', { permission: 'read', group: 'a\0' })], 400],
      [
        'for the anonymous user',
        () => [...valid(), route('x', { permission: 'read', user: 'anonymous' })],
        403,
      ],
      ['without a name', () => [...valid(), { resource_type: 'route' }], 400],
      ['without a type', () => [...valid(), { resource_name: 'x' }], 400],
      ['with a malformed name', () => [...valid(), route('a/b')], 400],
      ['with a long name', () => [...valid(), route('x'.repeat(101))], 400],
      ['with a service further down', () => [...valid(), service(name)], 400],
      ['that begin below a service', () => [route('made', { permission: 'read', user })], 400],
      ['of an unknown service', () => [service('nosuch', { permission: 'read', user })], 400],
      ['with an unknown permission', () => [...valid(), route('x', { permission: 'zzz', user })], 400],
      ['with one that does not apply', () => [...valid(), route('x', { permission: 'browse', user })], 400],
      [
        'with an unknown action',
        () => [...valid(), route('x', { permission: 'read', user, action: 'drop' })],
        400,
      ],
      [
        'with a type that is not allowed there',
        () => [...valid(), { resource_name: 'x', resource_type: 'file' }],
        400,
      ],
      [
        'with a type other than that of the existing resource',
        () => [
          service(name, { permission: 'read', user }),
          { resource_name: 'there', resource_type: 'file' },
        ],
        400,
      ],
    ])('%s', async (_, permissions, status) => {
      const before = await everything();
      await api.admin.patch('/permissions', { permissions: permissions() }).expect(status);
      expect(await everything()).toEqual(before);
    });
  });

  it('are refused with the step that failed and the reason', async () => {
    const [name, user] = [await newService(), await api.make.user()];
    const reply = await patch(service(name), route('x', { permission: 'browse', user })).expect(400);
    expect(reply.body).toMatchObject({
      param: { name: 'permission_name', compare: "['read', 'write']" },
      call: { exception: 'Problem', error: expect.any(String), content: { resource_name: 'x' } },
    });
  });

  it('are set in one revision', async () => {
    const [name, group] = [await newService(), await api.make.group()];
    const revision = async () =>
      Number((await api.dataSource.query('SELECT value FROM access_revision'))[0].value);
    const before = await revision();
    await patch(
      service(name),
      route('a', { permission: 'read', group }),
      route('b', { permission: 'read', group }),
    );
    expect(await revision()).toBe(before + 1);
  });

  it('can be changed by administrators only', async () => {
    const client = await api.signIn(await api.make.user());
    await client.patch('/permissions', { permissions: [] }).expect(403);
    await api.anonymous.patch('/permissions', { permissions: [] }).expect(401);
    await api.admin.get('/permissions').expect(405);
  });
});
