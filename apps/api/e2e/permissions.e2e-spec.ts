import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const PRINCIPALS = ['user', 'group'] as const;
type PrincipalKind = (typeof PRINCIPALS)[number];
type TargetKind = 'service' | 'resource';
const WAYS: readonly (readonly [PrincipalKind, TargetKind])[] = PRINCIPALS.flatMap((kind) => [
  [kind, 'service'] as const,
  [kind, 'resource'] as const,
]);

describe('permissions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const principal = (kind: PrincipalKind): Promise<string> => api.make[kind]();

  /** Path of the assignments of a new principal on a new service of type `api`, or on a route two levels below one. */
  async function newAssignments(kind: PrincipalKind, target: TargetKind): Promise<string> {
    const service = await api.make.service({ service_type: 'api' });
    const path = `/${kind}s/${await principal(kind)}`;
    if (target === 'service') return `${path}/services/${service}/permissions`;
    const parent = await api.make.resource(await api.make.serviceId(service));
    return `${path}/resources/${await api.make.resource(parent)}/permissions`;
  }

  const namesAt = async (path: string, client: Client = api.admin): Promise<string[]> =>
    (await client.get(path).expect(200)).body['permission_names'];

  const explicit = (names: string[]): string[] => names.filter((name) => name.split('-').length === 3);

  describe.each(WAYS)('of a %s on a %s', (kind, target) => {
    it('are none at first', async () => {
      const reply = await api.admin.get(await newAssignments(kind, target)).expect(200);
      expect(reply.body).toMatchObject({ permission_names: [], permissions: [] });
    });

    it.each([
      ['read', 'read-allow-recursive'],
      ['READ', 'read-allow-recursive'],
      ['read-match', 'read-allow-match'],
      ['read-deny', 'read-deny-recursive'],
      ['read-deny-MATCH', 'read-deny-match'],
      [{ name: 'read' }, 'read-allow-recursive'],
      [{ name: 'write', access: 'deny', scope: null }, 'write-deny-recursive'],
      [{ permission: 'write', scope: 'match', type: 'applied' }, 'write-allow-match'],
    ])('are created from %j', async (permission, stored) => {
      for (const field of ['permission', 'permission_name']) {
        const path = await newAssignments(kind, target);
        const reply = await api.admin.post(path, { [field]: permission }).expect(201);
        const [name, access, scope] = stored.split('-');
        expect(reply.body).toMatchObject({
          permission_name: stored,
          permission: { name, access, scope, type: 'applied' },
        });
        expect(explicit(await namesAt(path))).toEqual([stored]);
      }
    });

    it('are created from a form', async () => {
      const path = await newAssignments(kind, target);
      await api.admin.post(path).type('form').send({ permission_name: 'write-deny' }).expect(201);
      expect(await namesAt(path)).toEqual(['write-deny-recursive']);
    });

    describe('that cannot be read or set', () => {
      let path: string;
      beforeAll(async () => {
        path = await newAssignments(kind, target);
      });

      it.each([
        [{}, 400],
        [{ permission: {} }, 400],
        [{ permission: [] }, 400],
        [{ permission: ['read'] }, 400],
        [{ permission: 5 }, 400],
        [{ permission: true }, 400],
        [{ permission_name: null }, 400],
        [{ permission: 'access' }, 400],
        [{ permission: 'getcapabilities-match' }, 400],
        [{ permission_name: '' }, 400],
        [{ permission: '' }, 400],
        [{ permission: { name: '' } }, 400],
        [{ permission: '', permission_name: { name: '', access: 'deny' } }, 400],
        [{ permission: '', permission_name: 'zzz' }, 422],
        [{ permission: 'zzz', permission_name: 'read' }, 422],
        [{ permission: 'Read' }, 422],
        [{ permission: 'read-' }, 422],
        [{ permission: 'read-foo' }, 422],
        [{ permission: 'read-deny-foo' }, 422],
        [{ permission: 'read-match-allow' }, 422],
        [{ permission: 'read-allow-match-extra' }, 422],
        [{ permission: 'read\n' }, 422],
        [{ permission: 'read\0' }, 422],
        [{ permission: { access: 'allow' } }, 422],
        [{ permission: { name: null, permission_name: 'read' } }, 422],
        [{ permission: { name: 'read-match' } }, 422],
        [{ permission: { name: 'read', access: 'Deny' } }, 422],
        [{ permission: { name: 'read', scope: 'deep' } }, 422],
        [{ permission: { name: 5 } }, 422],
        [{ permission: { name: 'read', type: [] } }, 422],
        [{ permission: { name: 'constructor' } }, 422],
      ])('are refused as %j with %i on every way in', async (body, status) => {
        await api.admin.post(path, body).expect(status);
        await api.admin.put(path, body).expect(status);
        await api.admin.delete(path, body).expect(status);
        expect(await namesAt(path)).toEqual([]);
      });
    });

    it('return an error that lists the possible permissions for an impossible one', async () => {
      const reply = await api.admin
        .post(await newAssignments(kind, target), { permission: 'browse' })
        .expect(400);
      expect(reply.body).toMatchObject({
        resource_type: target === 'service' ? 'service' : 'route',
        param: {
          name: 'permission_name',
          value: 'browse-allow-recursive',
          compare: "['read', 'write']",
          conditions: { is_in: false },
        },
      });
    });

    it.each(['read', 'read-allow-match', 'read-deny-recursive'])(
      'remain unchanged when one with the same name, %s, is created',
      async (permission) => {
        const path = await newAssignments(kind, target);
        await api.admin.post(path, { permission: 'read' }).expect(201);
        const reply = await api.admin.post(path, { permission }).expect(409);
        expect(reply.body).toMatchObject({
          permission: { name: 'read' },
          param: { name: 'permission_name', value: 'read-allow-recursive', conditions: { is_none: false } },
        });
        expect(explicit(await namesAt(path))).toEqual(['read-allow-recursive']);
      },
    );

    it('that are set again without a change create no revision', async () => {
      const path = await newAssignments(kind, target);
      const revision = async () =>
        Number((await api.dataSource.query('SELECT value FROM access_revision'))[0].value);
      await api.admin.put(path, { permission: 'write-allow-match' }).expect(201);
      const before = await revision();
      await api.admin.put(path, { permission: 'write-allow-match' }).expect(200);
      expect(await revision()).toBe(before);
    });

    it('are created by PUT with 201, then replaced and confirmed with 200', async () => {
      const path = await newAssignments(kind, target);
      await api.admin.put(path, { permission: 'read' }).expect(201);
      const replaced = await api.admin.put(path, { permission: 'read-deny-match' }).expect(200);
      expect(replaced.body).toMatchObject({ code: 200, permission_name: 'read-deny-match' });
      await api.admin.put(path, { permission: 'read-deny-match' }).expect(200);
      await api.admin.put(path, { permission: 'write-match' }).expect(201);
      expect(explicit(await namesAt(path))).toEqual(['read-deny-match', 'write-allow-match']);
    });

    it.each([
      ['by name in the path', (path: string) => api.admin.delete(`${path}/read`)],
      ['by other modifiers', (path: string) => api.admin.delete(`${path}/read-allow-recursive`)],
      ['by text in the body', (path: string) => api.admin.delete(path, { permission_name: 'read' })],
      ['by object in the body', (path: string) => api.admin.delete(path, { permission: { name: 'read' } })],
    ])('are deleted %s, regardless of their modifiers', async (_, remove) => {
      const path = await newAssignments(kind, target);
      await api.admin.post(path, { permission: 'read-deny-match' }).expect(201);
      await api.admin.post(path, { permission: 'write' }).expect(201);
      await remove(path).expect(200);
      expect(explicit(await namesAt(path))).toEqual(['write-allow-recursive']);
      const again = await remove(path).expect(404);
      expect(again.body).toMatchObject({
        permission: { name: 'read' },
        param: { name: 'permission_name', conditions: { not_none: false } },
      });
    });

    it.each([
      ['zzz', 422],
      ['read-zzz', 422],
      ['read!', 422],
      ['read%00', 422],
      ['access', 400],
      ['read', 404],
    ])('answer the deletion of %s with %i', async (name, status) => {
      await api.admin.delete(`${await newAssignments(kind, target)}/${name}`).expect(status);
    });

    it('have one winner among creations of one name at the same time', async () => {
      const path = await newAssignments(kind, target);
      const replies = await Promise.all(
        ['read', 'read-match', 'read-deny'].map((permission) => api.admin.post(path, { permission })),
      );
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409]);
      expect(explicit(await namesAt(path))).toHaveLength(1);
    });

    it('are not found on resources and for principals that do not exist', async () => {
      const path = await newAssignments(kind, target);
      const [, , name = '', , at = ''] = path.split('/');
      for (const wrong of [path.replace(`/${at}/`, '/2147483647/'), path.replace(name, 'nosuch')]) {
        await api.admin.get(wrong).expect(404);
        await api.admin.post(wrong, { permission: 'read' }).expect(404);
        await api.admin.put(wrong, { permission: 'read' }).expect(404);
        await api.admin.delete(wrong, { permission: 'read' }).expect(404);
        await api.admin.delete(`${wrong}/read`).expect(404);
      }
    });

    it('are deleted with the principal', async () => {
      const path = await newAssignments(kind, target);
      const [, , name = ''] = path.split('/');
      await api.admin.post(path, { permission: 'read' }).expect(201);
      await api.admin.delete(`/${kind}s/${name}`).expect(200);
      await api.make[kind]({ [`${kind}_name`]: name });
      expect(await namesAt(path)).toEqual([]);
    });
  });

  it.each(PRINCIPALS)('of a %s end with the service', async (kind) => {
    const path = await newAssignments(kind, 'service');
    const [, , , , service = ''] = path.split('/');
    await api.admin.post(path, { permission: 'read' }).expect(201);
    await api.admin.delete(`/services/${service}`).expect(200);
    await api.make.service({ service_name: service, service_type: 'api' });
    expect(await namesAt(path)).toEqual([]);
  });

  it.each(PRINCIPALS)('of a %s on a service are those on its resource', async (kind) => {
    const path = await newAssignments(kind, 'service');
    const [, , , , service = ''] = path.split('/');
    await api.admin.post(path, { permission: 'read-match' }).expect(201);
    const id = await api.make.serviceId(service);
    const other = path.replace(`services/${service}`, `resources/${id}`);
    expect(explicit(await namesAt(other))).toEqual(['read-allow-match']);
    await api.admin.delete(`${other}/read`).expect(200);
    expect(await namesAt(path)).toEqual([]);
  });

  it('of a group on a resource are listed under both spellings', async () => {
    const path = await newAssignments('group', 'resource');
    await api.admin.post(path, { permission: 'read-match' }).expect(201);
    const reply = await api.admin.get(path).expect(200);
    expect(reply.body['permissions_names']).toEqual(['read-match', 'read-allow-match']);
    expect(reply.body['permission_names']).toEqual(reply.body['permissions_names']);
  });

  it('of a user are answered with its id and that of the service', async () => {
    const user = await api.make.user();
    const service = await api.make.service();
    const path = `/users/${user}/services/${service}/permissions`;
    const reply = await api.admin.post(path, { permission_name: 'access' }).expect(201);
    const { user_id } = (await api.admin.get(`/users/${user}`)).body['user'];
    const { resource_id } = (await api.admin.get(`/services/${service}`)).body['service'];
    expect(reply.body).toMatchObject({ user_id, resource_id, permission_name: 'access-allow-recursive' });
    const list = await api.admin.get(path).expect(200);
    expect(list.body['permissions']).toEqual([
      {
        name: 'access',
        access: 'allow',
        scope: 'recursive',
        type: 'direct',
        reason: `user:${user_id}:${user}`,
      },
    ]);
  });

  it('of a group are answered with the group and the service, also when they are deleted', async () => {
    const group = await api.make.group();
    const service = await api.make.service();
    const path = `/groups/${group}/services/${service}/permissions`;
    const rule = {
      permission_name: 'access-deny-match',
      permission: { name: 'access', access: 'deny', scope: 'match', type: 'applied' },
      resource: {
        resource_name: service,
        resource_display_name: service,
        resource_type: 'service',
        resource_id: expect.any(Number),
      },
      group: { group_name: group, group_id: expect.any(Number) },
    };
    const created = await api.admin.post(path, { permission_name: 'access-deny-match' }).expect(201);
    expect(created.body).toMatchObject(rule);
    const list = await api.admin.get(path).expect(200);
    expect(list.body['permissions']).toEqual([rule.permission]);
    const deleted = await api.admin.delete(`${path}/access`, { permission_name: 'access' }).expect(200);
    expect(deleted.body).toMatchObject(rule);
  });

  describe('of the anonymous user', () => {
    it('can be read but not changed; its group has them', async () => {
      const service = await api.make.service();
      const path = `/users/anonymous/services/${service}/permissions`;
      await api.admin.get(path).expect(200);
      await api.admin.post(path, { permission: 'access' }).expect(403);
      await api.admin.put(path, { permission: 'access' }).expect(403);
      await api.admin.delete(path, { permission: 'access' }).expect(403);
      await api.admin.delete(`${path}/access`).expect(403);
      await api.admin
        .post(`/groups/anonymous/services/${service}/permissions`, { permission: 'access' })
        .expect(201);
      const effective = await api.anonymous
        .get(`/users/current/services/${service}/permissions?effective=true`)
        .expect(200);
      expect(effective.body['permission_names']).toEqual(['access-match', 'access-allow-match']);
    });
  });

  describe('in the eyes of', () => {
    it('a user are its own, for reading only', async () => {
      const user = await api.make.user();
      const service = await api.make.service();
      const path = `/users/${user}/services/${service}/permissions`;
      await api.admin.post(path, { permission: 'access' }).expect(201);
      const client = await api.signIn(user);
      const own = `/users/current/services/${service}/permissions`;
      expect(await namesAt(own, client)).toEqual(['access', 'access-allow-recursive']);
      await client.post(own, { permission: 'access' }).expect(403);
      await client.delete(`${own}/access`).expect(403);
      await client.get(`/users/anonymous/services/${service}/permissions`).expect(403);
      await client.get(`/groups/users/services/${service}/permissions`).expect(403);
    });

    it('anonymous callers are those of the anonymous user', async () => {
      const service = await api.make.service();
      await api.admin
        .post(`/groups/anonymous/services/${service}/permissions`, { permission: 'access-deny-match' })
        .expect(201);
      const user = await api.make.user();
      expect(await namesAt(`/users/current/services/${service}/permissions`, api.anonymous)).toEqual([]);
      expect(await namesAt(`/users/anonymous/services/${service}/permissions`, api.anonymous)).toEqual([]);
      for (const name of [user, 'nosuch', 'no!bad']) {
        await api.anonymous.get(`/users/${name}/services/${service}/permissions`).expect(401);
      }
      await api.anonymous
        .post(`/users/current/services/${service}/permissions`, { permission: 'access' })
        .expect(401);
    });
  });

  describe('as of a revision', () => {
    it('include the changes of the write that returned it', async () => {
      const path = await newAssignments('group', 'service');
      const reply = await api.admin.post(path, { permission: 'read' }).expect(201);
      const revision = reply.headers['x-access-revision'];
      expect(revision).toMatch(/^\d+$/);
      const read = await api.admin
        .get(path)
        .set('X-Access-Revision', revision ?? '')
        .expect(200);
      expect(explicit(read.body['permission_names'])).toEqual(['read-allow-recursive']);
    });

    it.each(['999999999', 'abc', '-1', '1.5', ''])('are refused for %j', async (revision) => {
      const path = await newAssignments('user', 'resource');
      const reply = await api.admin.get(path).set('X-Access-Revision', revision).expect(400);
      expect(reply.body['param']).toMatchObject({ name: 'X-Access-Revision' });
    });
  });
});
