import { ADMIN, type TestApi, startApi } from './harness/start-api';

describe('undoing a change', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const undo = (revision: number) => api.admin.post(`/changes/${revision}/undo`);
  const revisionOf = (reply: { headers: Record<string, string> }) =>
    Number(reply.headers['x-access-revision']);
  const permissionsOf = async (path: string): Promise<string[]> =>
    (await api.admin.get(path).expect(200)).body.permission_names.sort();

  /** A resource with the paths of the permissions of a group and of a user on it. */
  const setting = async () => {
    const [group, user] = [await api.make.group(), await api.make.user()];
    const service = await api.make.service({ service_type: 'api' });
    const resource = await api.make.resource(await api.make.serviceId(service));
    const ofGroup = `/groups/${group}/resources/${resource}/permissions`;
    const ofUser = `/users/${user}/resources/${resource}/permissions`;
    return { group, user, resource, ofGroup, ofUser };
  };

  it('removes what was assigned, restores what was removed, and can be undone itself', async () => {
    const { ofGroup } = await setting();
    const granted = revisionOf(await api.admin.post(ofGroup, { permission: 'read-deny-match' }).expect(201));
    const undone = await undo(granted).expect(200);
    expect(undone.body).toMatchObject({ revision: granted + 1, changed: 1 });
    expect(revisionOf(undone)).toBe(granted + 1);
    expect(await permissionsOf(ofGroup)).toEqual([]);
    await undo(granted + 1).expect(200);
    expect(await permissionsOf(ofGroup)).toEqual(['read-deny-match']);
    const removed = revisionOf(await api.admin.delete(`${ofGroup}/read`).expect(200));
    await undo(removed).expect(200);
    expect(await permissionsOf(ofGroup)).toEqual(['read-deny-match']);
  });

  it('restores replaced permissions, and is recorded as an undo of the revision', async () => {
    const { user, ofUser } = await setting();
    await api.admin.post(ofUser, { permission: 'read' }).expect(201);
    const replaced = revisionOf(await api.admin.put(ofUser, { permission: 'read-deny-match' }).expect(200));
    await undo(replaced).expect(200);
    expect(await permissionsOf(ofUser)).toContain('read');
    expect(await permissionsOf(ofUser)).not.toContain('read-deny-match');
    const [entry] = (await api.admin.get(`/audit?object=user:${user}&kind=user_permission`).expect(200)).body
      .entries;
    expect(entry).toMatchObject({
      kind: 'user_permission.changed',
      actor: { role: `undo:${replaced}` },
      changes: expect.arrayContaining([
        { field: 'scope', before: 'match', after: 'recursive', concealed: false },
        { field: 'access', before: 'deny', after: 'allow', concealed: false },
      ]),
    });
  });

  it('is announced in the audit log where it is possible, and shown with its author afterwards', async () => {
    const { group, ofGroup } = await setting();
    const granted = revisionOf(await api.admin.post(ofGroup, { permission: 'read' }).expect(201));
    const summaryOf = async (revision: number): Promise<unknown> => {
      const query = `by_revision=true&revision=${revision}`;
      return (await api.admin.get(`/audit?${query}`).expect(200)).body.entries[0].summary;
    };
    const now = { kinds: [{ kind: 'group_permission.created', count: 1 }], provider: null, undoable: true };
    expect(await summaryOf(granted)).toEqual(now);
    const undone = revisionOf(await undo(granted).expect(200));
    const by = { revision: undone, time: expect.any(String), user_name: ADMIN.name };
    expect(await summaryOf(granted)).toEqual({ ...now, undoable: false, undone_by: by });
    // An undo of the undo grants it again.
    const again = revisionOf(await undo(undone).expect(200));
    expect(await summaryOf(granted)).toEqual(now);
    expect(await summaryOf(undone)).toMatchObject({ undoable: false, undone_by: { revision: again } });
    await undo(again).expect(200);
    expect(await summaryOf(granted)).toMatchObject({ undoable: false, undone_by: { revision: undone } });
    const later = revisionOf(await api.admin.post(ofGroup, { permission: 'read-deny' }).expect(201));
    expect(await summaryOf(granted)).toMatchObject({ undoable: false });
    expect(await summaryOf(later)).toMatchObject({ undoable: true });
    await api.admin.delete(`/groups/${group}`).expect(200);
    expect(await summaryOf(later)).toMatchObject({ undoable: false });
    expect(await summaryOf(again)).toMatchObject({ undoable: false });
  });

  it('reverts all assignments of a revision in one change', async () => {
    const { group, user, resource, ofGroup, ofUser } = await setting();
    const changed = await api.dataSource.transaction(async (manager) => {
      const [begun] = await manager.query<{ revision: string }[]>(
        `SELECT begin_revision('system', NULL, NULL, NULL, NULL) AS revision`,
      );
      const ids = `SELECT u.id AS user_id, g.id AS group_id FROM users u, groups g WHERE u.name = $1 AND g.name = $2`;
      const [{ user_id, group_id } = { user_id: 0, group_id: 0 }] = await manager.query<
        { user_id: number; group_id: number }[]
      >(ids, [user, group]);
      await manager.query(`INSERT INTO user_permissions VALUES ($1, $2, 'read', 'allow', 'recursive')`, [
        user_id,
        resource,
      ]);
      await manager.query(`INSERT INTO group_permissions VALUES ($1, $2, 'write', 'deny', 'match')`, [
        group_id,
        resource,
      ]);
      return Number(begun?.revision);
    });
    expect((await undo(changed).expect(200)).body.changed).toBe(2);
    expect([await permissionsOf(ofUser), await permissionsOf(ofGroup)]).toEqual([[], []]);
  });

  it('is refused with the differences if an assignment was changed since, and changes nothing', async () => {
    const { group, resource, ofGroup, ofUser } = await setting();
    const granted = revisionOf(await api.admin.post(ofGroup, { permission: 'read' }).expect(201));
    const later = revisionOf(await api.admin.put(ofGroup, { permission: 'read-deny' }).expect(200));
    const refused = await undo(granted).expect(409);
    expect(refused.body).toMatchObject({
      error_code: 'revision_changed_since',
      conflicts: [
        {
          resource_id: resource,
          group_name: group,
          permission_name: 'read',
          current: { access: 'deny', scope: 'recursive' },
          deleted: false,
          revision: later,
          changed_by: 'chief',
          changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
    });
    expect(refused.headers['x-access-revision']).toBeUndefined();
    expect(await permissionsOf(ofGroup)).toContain('read-deny-recursive');
    const assigned = revisionOf(await api.admin.post(ofUser, { permission: 'read' }).expect(201));
    await undo(assigned).expect(200);
    await undo(assigned).expect(409);
  });

  it('is refused if the principal or the resource no longer exists', async () => {
    const { user, ofUser } = await setting();
    await api.admin.post(ofUser, { permission: 'read' }).expect(201);
    const removed = revisionOf(await api.admin.delete(`${ofUser}/read`).expect(200));
    await api.admin.delete(`/users/${user}`).expect(200);
    expect((await undo(removed).expect(409)).body.conflicts).toHaveLength(1);
  });

  it('is refused for other changes, and for revisions that do not exist', async () => {
    const { user, ofUser } = await setting();
    await api.admin.post(ofUser, { permission: 'read' }).expect(201);
    // Removes the permission along with the user.
    const deleted = revisionOf(await api.admin.delete(`/users/${user}`).expect(200));
    expect((await undo(deleted).expect(409)).body.error_code).toBe('revision_not_undoable');
    await undo(deleted + 1000).expect(404);
    await api.admin.post('/changes/99999999999999999999/undo').expect(404);
    await api.admin.post('/changes/x/undo').expect(422);
  });

  it('is done once by requests side by side', async () => {
    const { ofGroup } = await setting();
    const granted = revisionOf(await api.admin.post(ofGroup, { permission: 'read' }).expect(201));
    const replies = await Promise.all([1, 2, 3, 4].map(() => undo(granted)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is for administrators only', async () => {
    await api.anonymous.post('/changes/1/undo').expect(401);
    await (await api.signIn(await api.make.user())).post('/changes/1/undo').expect(403);
  });
});
