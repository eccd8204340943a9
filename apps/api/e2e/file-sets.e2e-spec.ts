import { type TestApi, startApi } from './harness/start-api';

const MAPS = `providers: {maps: {url: "http://maps", type: api}}
groups: [{name: team}]
users: [{username: ada, groups: [team]}]
permissions:
  - {service: maps, resource: /a, permission: read, group: team}
  - {service: maps, resource: /a, permission: write-deny, user: ada}`;

describe('file sets', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi();
  });
  afterEach(() => api.close());

  const plan = async (content: string, options: object = {}) =>
    (
      await api.admin
        .post('/configuration/plan', { files: [{ name: 'a.yml', content }], ...options })
        .expect(200)
    ).body;
  const apply = async (
    content: string,
    { status = 200, ...options }: { status?: number } & Record<string, unknown> = {},
  ) => {
    const { plan_hash } = await plan(content, options);
    const body = { files: [{ name: 'a.yml', content }], plan_hash, ...options };
    return (await api.admin.post('/configuration/apply', body).expect(status)).body;
  };
  const sets = async () => (await api.admin.get('/configuration/sets').expect(200)).body.sets;

  it('are listed with what they own, and marked in details', async () => {
    expect(await sets()).toEqual([]);
    const { revisions } = await apply(MAPS, { set: 'maps' });
    expect(await sets()).toEqual([
      {
        name: 'maps',
        applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        revision: revisions[0],
        owned: { services: 1, resources: 1, users: 1, groups: 1, memberships: 1, permissions: 2 },
        unnamed: { services: 0, resources: 0, users: 0, groups: 0, memberships: 0, permissions: 0 },
        drift_count: 0,
        drift: [],
      },
    ]);
    await apply(MAPS);
    expect((await sets()).map(({ name }: { name: string }) => name)).toEqual(['default', 'maps']);
    const managed_by = ['default', 'maps'];
    expect((await api.admin.get('/users/ada')).body.user).toMatchObject({ managed_by });
    expect((await api.admin.get('/groups/team')).body.group).toMatchObject({ managed_by });
    const { service } = (await api.admin.get('/services/maps')).body;
    expect(service).toMatchObject({ managed_by });
    const [child] = (await api.admin.get(`/resources/${service.resource_id}/children`)).body.children;
    expect((await api.admin.get(`/resources/${child.resource_id}`)).body).toMatchObject({ managed_by });
    expect((await api.admin.get('/users/current')).body.user).toMatchObject({ managed_by: [] });
  });

  it('are shown to administrators alone', async () => {
    await apply(MAPS);
    await api.admin.patch('/users/ada', { password: 'ada signs in today' }).expect(200);
    const ada = await api.signIn('ada', 'ada signs in today');
    await ada.get('/configuration/sets').expect(403);
    expect((await ada.get('/users/current')).body.user).not.toHaveProperty('managed_by');
  });

  it('show what was changed and removed elsewhere, which another application reverts', async () => {
    await apply(MAPS);
    const { service } = (await api.admin.get('/services/maps')).body;
    const changed = await api.admin.patch('/services/maps', { service_url: 'http://localhost:9000/other' });
    expect([changed.status, changed.body.error_code]).toEqual([200, undefined]);
    await api.admin.delete('/users/ada/groups/team').expect(200);
    const [child] = (await api.admin.get(`/resources/${service.resource_id}/children`)).body.children;
    await api.admin
      .put(`/groups/team/resources/${child.resource_id}/permissions`, { permission: 'read-deny' })
      .expect(200);
    const [set] = await sets();
    expect(set.drift_count).toBe(3);
    expect(set.drift).toEqual([
      {
        drift: 'changed',
        object: 'service',
        service: 'maps',
        resource: '',
        stated: { url: 'http://maps' },
        present: { url: 'http://localhost:9000/other' },
        reverts: true,
      },
      {
        drift: 'removed',
        object: 'membership',
        user: 'ada',
        group: 'team',
        stated: null,
        present: null,
        reverts: true,
      },
      {
        drift: 'changed',
        object: 'permission',
        group: 'team',
        service: 'maps',
        resource: '/a',
        stated: 'read-allow-recursive',
        present: 'read-deny-recursive',
        reverts: true,
      },
    ]);
    await apply(MAPS);
    expect(await sets()).toMatchObject([{ drift_count: 0, drift: [] }]);
    expect((await api.admin.get('/services/maps')).body.service.service_url).toBe('http://maps');
  });

  it('are pruned as planned, a denial only if that is allowed where somebody gains access', async () => {
    await apply(MAPS);
    // The denial concerns nobody yet.
    expect(await plan('{}', { prune: 'assignments' })).toMatchObject({ needs_allow_gain: false });
    expect((await plan('{}', { prune: 'assignments' })).changes.at(-1)).toMatchObject({
      change: 'remove_permission',
      gives_access: false,
    });
    const everybody = '/groups/anonymous/services/maps/permissions';
    await api.admin.post(everybody, { permission: 'write' }).expect(201);
    const planned = await plan('{}', { prune: 'assignments' });
    expect(planned).toMatchObject({
      set: 'default',
      needs_allow_gain: true,
      kept: [],
      counts: { remove_permission: 2, remove_membership: 1 },
    });
    expect(planned.changes.at(-1)).toEqual({
      change: 'remove_permission',
      user: 'ada',
      service: 'maps',
      resource: '/a',
      before: 'write-deny-recursive',
      pruned: true,
      gives_access: true,
    });
    const refused = await apply('{}', { prune: 'assignments', status: 409 });
    expect(refused.error_code).toBe('configuration_gain_not_allowed');
    await apply('{}', { prune: 'assignments', allow_gain: true });
    await api.admin.delete(`${everybody}/write`).expect(200);
    await apply('{}', { prune: 'objects' });
    await api.admin.get('/services/maps').expect(404);
    await api.admin.get('/users/ada').expect(404);
    expect(await sets()).toEqual([]);
  });

  it('keep what others have made, unless it was adopted', async () => {
    await api.admin.post('/groups', { group_name: 'team' }).expect(201);
    await apply(MAPS);
    const { kept, changes } = await plan('{}', { prune: 'objects' });
    // The group is that of somebody else: only its membership and permission are removed.
    expect(kept).toEqual([]);
    expect(changes.map(({ change }: { change: string }) => change)).toEqual([
      'delete_user',
      'delete_service',
    ]);
    const adopting = await plan(MAPS, { adopt: true });
    expect(adopting.changes).toEqual([{ change: 'adopt', group: 'team' }]);
    await apply(MAPS, { adopt: true });
    expect((await api.admin.get('/groups/team')).body.group.managed_by).toEqual(['default']);
    await api.admin.post('/groups', { group_name: 'others' }).expect(201);
    await api.admin.post('/users/ada/groups', { group_name: 'others' }).expect(201);
    expect((await plan('{}', { prune: 'objects' })).kept).toEqual([{ reason: 'other_origin', user: 'ada' }]);
  });

  it('have names of small letters and digits, and know three extents of prune', async () => {
    const files = [{ name: 'a.yml', content: '{}' }];
    for (const set of [
      '',
      ' ',
      'A',
      'a b',
      '../a',
      'a/b',
      "'; DROP TABLE users",
      'é',
      'a'.repeat(65),
      5,
      {},
    ]) {
      const planned = await api.admin.post('/configuration/plan', { files, set });
      const applied = await api.admin.post('/configuration/apply', { files, set, plan_hash: 'x' });
      expect([set, planned.status, applied.status]).toEqual([set, 422, 422]);
    }
    await api.admin.post('/configuration/plan', { files, prune: 'all' }).expect(422);
  });
});
