import { SnapshotFollower } from '@gatehouse/access';
import { silentLogger } from '@gatehouse/logging';
import { type TestApi, startApi } from './harness/start-api';

describe('permissions that are changed at the same time', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterEach(expectSnapshotToEqualDatabase);
  afterAll(() => api.close());

  /** The snapshot that the API has followed through the changes equals one that is loaded afresh. */
  async function expectSnapshotToEqualDatabase(): Promise<void> {
    const followed = api.app.get(SnapshotFollower, { strict: false });
    const { adminGroup, anonymousUser } = api.settings;
    const fresh = new SnapshotFollower({
      databaseUrl: api.database.url,
      database: api.dataSource,
      adminGroup,
      anonymousUser,
      logger: silentLogger,
    });
    await fresh.start();
    try {
      await followed.confirmNewest(10_000);
      expect(followed.snapshot().canonical()).toEqual(fresh.snapshot().canonical());
    } finally {
      await fresh.stop();
    }
  }

  async function newPlace(): Promise<{ group: string; service: number; route: number; path: string }> {
    const group = await api.make.group();
    const service = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
    const route = await api.make.resource(service);
    return { group, service, route, path: `/groups/${group}/resources/${route}/permissions` };
  }

  it('are replaced individually: a reader always sees exactly one of them', async () => {
    const { path } = await newPlace();
    await api.admin.put(path, { permission: 'read' }).expect(201);
    const forms = ['read-deny-match', 'read-allow-match', 'read-deny-recursive', 'read'];
    const replaced = forms.map((permission) => api.admin.put(path, { permission }));
    const reads = Array.from({ length: 12 }, () => api.admin.get(path));
    for (const reply of await Promise.all(replaced)) expect(reply.status).toBe(200);
    for (const reply of await Promise.all(reads)) {
      expect(reply.status).toBe(200);
      expect(reply.body['permissions']).toHaveLength(1);
    }
    expect((await api.admin.get(path)).body['permissions']).toHaveLength(1);
  });

  it('are created by exactly one of several PUTs, and then replaced', async () => {
    const { path } = await newPlace();
    const replies = await Promise.all(
      ['read', 'read-deny', 'read-match', 'read-deny-match'].map((permission) =>
        api.admin.put(path, { permission }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 200, 201]);
  });

  it('are deleted once', async () => {
    const { path } = await newPlace();
    await api.admin.post(path, { permission: 'read' }).expect(201);
    const replies = await Promise.all([1, 2, 3].map(() => api.admin.delete(`${path}/read`)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 404, 404]);
  });

  it('end with the deleted branch, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { route, path } = await newPlace();
      const [deleted, ...granted] = await Promise.all([
        api.admin.delete(`/resources/${route}`),
        api.admin.post(path, { permission: 'read' }),
        api.admin.put(path, { permission: 'write' }),
      ]);
      expect(deleted?.status).toBe(200);
      for (const { status } of granted) expect([201, 404]).toContain(status);
      const left = await api.dataSource.query('SELECT 1 FROM group_permissions WHERE resource_id = $1', [
        route,
      ]);
      expect(left).toEqual([]);
    }
  });

  it('end with the deleted principal, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { group, path, route } = await newPlace();
      const [deleted, granted] = await Promise.all([
        api.admin.delete(`/groups/${group}`),
        api.admin.post(path, { permission: 'read' }),
      ]);
      expect(deleted?.status).toBe(200);
      expect([201, 404]).toContain(granted?.status);
      const left = await api.dataSource.query('SELECT 1 FROM group_permissions WHERE resource_id = $1', [
        route,
      ]);
      expect(left).toEqual([]);
    }
  });

  it('along a branch are stored completely or not at all, concurrently with others on the same branch', async () => {
    const name = await api.make.service({ service_type: 'api' });
    const groups = [await api.make.group(), await api.make.group(), await api.make.group()];
    const bodies = groups.map((group, at) => ({
      permissions: [
        { resource_name: name, resource_type: 'service', permission: 'read', group },
        { resource_name: 'shared', resource_type: 'route', permission: 'write-match', group },
        // The last of them cannot be done.
        { resource_name: 'end', resource_type: at === 2 ? 'file' : 'route', permission: 'read', group },
      ],
    }));
    const replies = await Promise.all(bodies.map((body) => api.admin.patch('/permissions', body)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 400]);
    const rules = await api.dataSource.query<{ name: string; count: number }[]>(
      `SELECT g.name, count(p.name)::integer FROM groups g LEFT JOIN group_permissions p ON p.group_id = g.id
       WHERE g.name = ANY ($1) GROUP BY g.name ORDER BY g.name`,
      [groups],
    );
    expect(rules.map((rule) => rule.count)).toEqual([3, 3, 0]);
    const tree = (await api.admin.get(`/services/${name}/resources`).expect(200)).body[name].resources;
    expect(Object.values(tree)).toHaveLength(1);
  });

  it('are in effect for the next request of their author', async () => {
    const { group, route, path } = await newPlace();
    const user = await api.make.user({ group_name: group });
    for (let round = 0; round < 10; round += 1) {
      const permission = round % 2 === 0 ? 'read' : 'read-deny';
      await api.admin.put(path, { permission });
      const reply = await api.admin
        .get(`/users/${user}/resources/${route}/permissions?effective=true`)
        .expect(200);
      expect(reply.body['permissions'][0].access).toBe(round % 2 === 0 ? 'allow' : 'deny');
    }
  });
});
