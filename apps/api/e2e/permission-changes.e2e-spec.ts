import { type TestApi, startApi } from './harness/start-api';

interface Conflict {
  readonly resource_id: number;
  readonly group_name?: string;
  readonly user_name?: string;
  readonly permission_name: string;
  readonly current: { access: string; scope: string } | null;
  readonly deleted: boolean;
  readonly revision: number;
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

describe('changes of permissions', () => {
  let api: TestApi;
  let service: string;
  let other: number;
  let resource: number;
  let user: string;
  let group: string;
  beforeAll(async () => {
    api = await startApi();
    service = await api.make.service({ service_type: 'api' });
    resource = await api.make.resource(await api.make.serviceId(service));
    other = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
  });
  beforeEach(async () => {
    [user, group] = [await api.make.user(), await api.make.group()];
  });
  afterAll(() => api.close());

  const send = (changes: unknown, ifMatch?: string) => {
    const request = api.admin.post('/permissions/changes', { changes } as object);
    return ifMatch === undefined ? request : request.set('If-Match', ifMatch);
  };
  const ofGroup = (resource_id: number, access: string | null, more: object = {}) => ({
    resource_id,
    group_name: group,
    permission_name: 'read',
    access,
    ...more,
  });
  const namesOf = async (principal: string, id: number): Promise<string[]> =>
    (await api.admin.get(`/${principal}/resources/${id}/permissions`).expect(200)).body['permission_names'];
  const newest = async (): Promise<number> =>
    Number((await api.dataSource.query('SELECT value FROM access_revision'))[0].value);
  const timeOf = async (revision: number): Promise<string> => {
    const rows = await api.dataSource.query('SELECT begun_at FROM revisions WHERE revision = $1', [revision]);
    return (rows[0].begun_at as Date).toISOString();
  };
  const assignments = () =>
    Promise.all(
      ['user', 'group'].map((kind) =>
        api.dataSource.query(`SELECT * FROM ${kind}_permissions ORDER BY 1, 2, 3`),
      ),
    );

  it('set, replace and remove assignments of users and groups in several services, in one revision', async () => {
    await send([ofGroup(resource, 'allow', { scope: 'match' }), ofGroup(other, 'deny')]).expect(200);
    const before = await newest();
    const reply = await send([
      ofGroup(resource, 'deny'),
      ofGroup(other, null),
      {
        resource_id: String(resource),
        user_name: user.toUpperCase(),
        permission_name: 'write',
        access: 'allow',
      },
      { resource_id: other, user_name: user, permission_name: 'read', access: null },
    ]).expect(200);
    expect(reply.body).toMatchObject({ revision: before + 1, changed: 3 });
    expect(reply.headers['x-access-revision']).toBe(String(before + 1));
    expect(await newest()).toBe(before + 1);
    expect(await namesOf(`groups/${group}`, resource)).toEqual(['read-deny-recursive']);
    expect(await namesOf(`groups/${group}`, other)).toEqual([]);
    expect(await namesOf(`users/${user}`, resource)).toEqual(['write', 'write-allow-recursive']);
    const { revisions } = (await api.admin.get(`/changes?after=${before}`).expect(200)).body as unknown as {
      revisions: { changes: { entity: string; operation: string }[] }[];
    };
    expect(
      revisions.map(({ changes }) => changes.map((one) => `${one.operation} ${one.entity}`).sort()),
    ).toEqual([['delete group_rule', 'insert user_rule', 'update group_rule']]);
  });

  it('take no revision if everything is set as requested, regardless of If-Match', async () => {
    const changes = [ofGroup(resource, 'allow'), ofGroup(other, null)];
    const { revision } = (await send(changes).expect(200)).body as unknown as { revision: number };
    expect((await send(changes, `"${revision - 1}"`).expect(200)).body).toMatchObject({
      revision,
      changed: 0,
    });
    expect(await newest()).toBe(revision);
  });

  it('conflict only with later changes of the same assignments, whose current state the reply lists', async () => {
    await send([ofGroup(resource, 'allow')]).expect(200);
    const read = await newest();
    await send([ofGroup(other, 'allow')]).expect(200);
    await send([ofGroup(resource, 'allow', { permission_name: 'write' })]).expect(200);
    const mine = [ofGroup(resource, 'deny'), ofGroup(other, 'deny', { permission_name: 'write' })];
    expect((await send(mine, `"${read}"`).expect(200)).body).toMatchObject({ changed: 2 });
    const changedAt = await newest();
    const stored = await assignments();
    const conflict = await send(
      [ofGroup(resource, null), { ...ofGroup(resource, 'allow'), group_name: undefined, user_name: user }],
      `"${read}"`,
    );
    expect([conflict.status, conflict.body['error_code']]).toEqual([412, 'permissions_changed_meanwhile']);
    expect(conflict.body['conflicts'] as Conflict[]).toEqual([
      {
        resource_id: resource,
        group_name: group,
        permission_name: 'read',
        current: { access: 'deny', scope: 'recursive' },
        deleted: false,
        revision: changedAt,
        changed_by: 'chief',
        changed_at: await timeOf(changedAt),
      },
    ]);
    expect(await assignments()).toEqual(stored);
    await send([ofGroup(resource, null)], `"${changedAt}"`).expect(200);
    const removed = await send([ofGroup(resource, 'allow')], `"${changedAt}"`).expect(412);
    expect((removed.body['conflicts'] as Conflict[])[0]?.current).toBeNull();
    for (const none of ['*', undefined]) await send([ofGroup(resource, 'allow')], none).expect(200);
  });

  it('are compared with the revision of their own entry, or with that of If-Match', async () => {
    await send([ofGroup(resource, 'allow'), ofGroup(other, 'allow')]).expect(200);
    const read = await newest();
    await send([ofGroup(resource, 'deny'), ofGroup(other, 'deny')]).expect(200);
    const seen = await newest();
    const mine = (revisions: readonly (number | undefined)[]) => [
      ofGroup(resource, null, { revision: revisions[0] }),
      ofGroup(other, null, { revision: revisions[1] }),
    ];
    const conflicting = async (revisions: readonly (number | undefined)[], ifMatch?: string) => {
      const { status, body } = await send(mine(revisions), ifMatch);
      expect(status).toBe(412);
      return (body['conflicts'] as Conflict[]).map(({ resource_id }) => resource_id);
    };
    expect(await conflicting([seen, undefined], `"${read}"`)).toEqual([other]);
    expect(await conflicting([undefined, seen], `"${read}"`)).toEqual([resource]);
    expect(await conflicting([read, seen])).toEqual([resource]);
    expect(await conflicting([seen, seen + 5], `"${read}"`)).toEqual([other]);
    const reply = await send(mine([seen, seen]), `"${read}"`).expect(200);
    expect(reply.body).toMatchObject({ changed: 2 });
  });

  describe('that others have made since', () => {
    const compare = async (changes: object[]) => {
      const { body } = await api.admin.post('/permissions/changed_since', { changes }).expect(200);
      expect(body['revision']).toBe(await newest());
      return body['assignments'] as unknown as Conflict[];
    };

    it('are listed with who made them and when, also if they are what is requested', async () => {
      await send([ofGroup(resource, 'allow'), ofGroup(other, 'allow')]).expect(200);
      const revision = await newest();
      expect(await compare([ofGroup(resource, 'deny', { revision })])).toEqual([]);
      await send([ofGroup(resource, 'deny')]).expect(200);
      const changed = await newest();
      await send([ofGroup(other, null)]).expect(200);
      const before = await newest();
      const expected = {
        resource_id: resource,
        group_name: group,
        permission_name: 'read',
        current: { access: 'deny', scope: 'recursive' },
        deleted: false,
        revision: changed,
        changed_by: 'chief',
        changed_at: await timeOf(changed),
      };
      for (const requested of ['allow', 'deny', null])
        expect(await compare([ofGroup(resource, requested, { revision })])).toEqual([expected]);
      expect(await compare([ofGroup(other, 'deny', { revision }), ofGroup(resource, 'allow')])).toEqual([
        expect.objectContaining({ resource_id: other, current: null }),
      ]);
      expect(await compare([ofGroup(resource, 'allow', { revision: changed })])).toEqual([]);
      expect(await newest()).toBe(before);
    });

    it('are all listed, without a name, if the change log no longer contains the revision', async () => {
      await send([ofGroup(resource, 'allow')]).expect(200);
      const revision = (await newest()) + 10;
      expect(await compare([ofGroup(resource, 'deny', { revision })])).toMatchObject([
        { current: { access: 'allow', scope: 'recursive' }, changed_by: null, changed_at: null },
      ]);
    });

    it('include the deletion of the resource, with who deleted it, and of the user or group', async () => {
      const removed = await api.make.resource(await api.make.serviceId(service));
      const revision = await newest();
      await api.admin.delete(`/resources/${removed}`).expect(200);
      const deleted = await newest();
      const lost = { ...ofGroup(resource, 'allow', { revision }), group_name: 'no-such-group' };
      expect(await compare([ofGroup(removed, 'allow', { revision }), lost])).toMatchObject([
        {
          resource_id: removed,
          current: null,
          deleted: true,
          revision: deleted,
          changed_by: 'chief',
          changed_at: await timeOf(deleted),
        },
        { group_name: 'no-such-group', deleted: true, changed_by: null, changed_at: null },
      ]);
    });

    it('are for administrators, and are refused with malformed entries', async () => {
      const changes = [ofGroup(resource, 'allow', { revision: 1 })];
      const repeated = await api.admin.post('/permissions/changed_since', {
        changes: [...changes, ...changes],
      });
      expect([repeated.status, repeated.body['error_code']]).toEqual([400, 'permission_change_repeated']);
      const malformed = await api.admin.post('/permissions/changed_since', {
        changes: [ofGroup(resource, 'allow', { revision: -1 })],
      });
      expect([malformed.status, malformed.body['error_code']]).toEqual([422, 'permission_change_invalid']);
      await api.anonymous.post('/permissions/changed_since', { changes }).expect(401);
    });
  });

  it('are applied by one of several concurrent requests that are based on the same revision', async () => {
    await send([ofGroup(resource, 'allow')]).expect(200);
    const read = await newest();
    const replies = await Promise.all(
      ['deny', null, 'deny', null].map((access, index) =>
        send([ofGroup(resource, access, index > 1 ? { scope: 'match' } : {})], `"${read}"`),
      ),
    );
    const applied = replies.filter(({ body }) => body['changed'] === 1);
    expect(applied).toHaveLength(1);
    for (const { status, body } of replies)
      expect(status === 412 || body['changed'] !== undefined).toBe(true);
  });

  it('are all applied or none', async () => {
    const stored = await assignments();
    const before = await newest();
    const good = ofGroup(resource, 'allow');
    const bad: [object, number, string][] = [
      [ofGroup(2147483647, 'allow'), 404, 'resource_not_found'],
      [{ ...good, group_name: 'no-such-group' }, 404, 'group_not_found'],
      [{ ...good, group_name: null, user_name: 'no-such-user' }, 404, 'user_not_found'],
      [{ ...good, group_name: undefined, user_name: 'anonymous' }, 403, 'anonymous_user_permissions'],
      [ofGroup(resource, 'allow', { permission_name: 'getmap' }), 400, 'permission_not_applicable'],
      [{ ...good, access: 'deny' }, 400, 'permission_change_repeated'],
    ];
    for (const [entry, status, error_code] of bad) {
      const reply = await send([good, entry]);
      expect([reply.status, reply.body['error_code']]).toEqual([status, error_code]);
    }
    expect([await assignments(), await newest()]).toEqual([stored, before]);
  });

  it('are refused with a malformed entry, whose field the error names', async () => {
    const good = ofGroup(resource, 'allow');
    const cases: [unknown, number, string, string?][] = [
      [undefined, 400, 'permission_changes_missing', 'changes'],
      [[], 400, 'permission_changes_missing', 'changes'],
      [{}, 422, 'permission_changes_not_a_list', 'changes'],
      ['x', 422, 'permission_changes_not_a_list', 'changes'],
      [Array.from({ length: 1001 }, () => good), 400, 'permission_changes_too_many', 'changes'],
      [[good, 5], 422, 'permission_change_invalid', 'changes.1'],
      [[null], 422, 'permission_change_invalid', 'changes.0'],
      [[{ ...good, user_name: user }], 400, 'principal_required', 'changes.0'],
      [[{ ...good, group_name: null }], 400, 'principal_required', 'changes.0'],
      [[{ ...good, group_name: 7 }], 422, 'permission_change_invalid', 'changes.0.group_name'],
      [[{ ...good, group_name: 'a\u0000' }], 422, 'permission_change_invalid', 'changes.0.group_name'],
      [[{ ...good, resource_id: 1.5 }], 422, 'permission_change_invalid', 'changes.0.resource_id'],
      [[{ ...good, resource_id: -1 }], 422, 'permission_change_invalid', 'changes.0.resource_id'],
      [[{ ...good, resource_id: 2 ** 31 }], 422, 'permission_change_invalid', 'changes.0.resource_id'],
      [
        [{ ...good, permission_name: 'read-match' }],
        422,
        'permission_change_invalid',
        'changes.0.permission_name',
      ],
      [[{ ...good, access: 'Allow' }], 422, 'permission_change_invalid', 'changes.0.access'],
      [[{ ...good, access: 'yes' }], 422, 'permission_change_invalid', 'changes.0.access'],
      [[{ ...good, access: undefined }], 422, 'permission_change_invalid', 'changes.0.access'],
      [[{ ...good, revision: 1.5 }], 422, 'permission_change_invalid', 'changes.0.revision'],
      [[{ ...good, scope: 'all' }], 422, 'permission_change_invalid', 'changes.0.scope'],
    ];
    for (const [changes, status, error_code, name] of cases) {
      const reply = await send(changes);
      const param = reply.body['param'] as { name: string } | undefined;
      expect([changes, reply.status, reply.body['error_code'] ?? '', param?.name]).toEqual([
        changes,
        status,
        error_code,
        name,
      ]);
    }
  });

  it.each(['5', 'W/"5"', '"x"', '"1", "2"', '"99999999999"', '""', '"-1"'])(
    'are refused with If-Match: %s',
    async (ifMatch) => {
      const reply = await send([ofGroup(resource, 'allow')], ifMatch);
      expect([reply.status, reply.body['error_code']]).toEqual([400, 'malformed_if_match']);
    },
  );

  it('of many resources are applied together', async () => {
    const parent = await api.make.resource(await api.make.serviceId(service));
    await api.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT begin_revision('system', null, null, null, null)`);
      await manager.query(
        `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
         SELECT 'many' || n, 'many' || n, 'route', $1, (SELECT root_service_id FROM resources WHERE id = $1), n
         FROM generate_series(1, 50) n`,
        [parent],
      );
    });
    const rows = await api.dataSource.query('SELECT id FROM resources WHERE parent_id = $1', [parent]);
    const ids = rows.map(({ id }: { id: number }) => id) as number[];
    const changes = ids.flatMap((id) => [
      ofGroup(id, 'allow'),
      ofGroup(id, 'deny', { permission_name: 'write' }),
    ]);
    expect((await send(changes).expect(200)).body).toMatchObject({ changed: 100 });
  });
});
