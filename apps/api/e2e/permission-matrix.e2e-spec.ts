import { type RandomTree, effectiveOf, randomTree } from './harness/random-tree';
import { type TestApi, startApi } from './harness/start-api';

interface Decided {
  readonly access: string;
  readonly reason: string;
  readonly resource_id: number | null;
  readonly principal: string | null;
}

interface Row {
  readonly resource_id: number;
  readonly parent_id: number | null;
  readonly path: string;
  readonly level: number;
  readonly child_count: number;
  readonly assigned_below: number;
  readonly cells: Record<
    string,
    {
      explicit: { access: string; scope: string } | null;
      effective: Decided;
      member?: Decided;
    }
  >;
}

interface Explained {
  readonly permission: string;
  readonly access: string;
  readonly reason: string;
  readonly rules: { readonly used: boolean; readonly resource_id: number; readonly holder: string }[];
}

describe('the permission matrix', () => {
  let api: TestApi;
  let tree: RandomTree;
  beforeAll(async () => {
    api = await startApi();
    tree = await randomTree(api, 7, 8, 16);
  });
  afterAll(() => api.close());

  const read = async (query: string): Promise<{ total: number; rows: Row[]; permission_names: string[] }> =>
    (await api.admin.get(`/services/${tree.service}/matrix?${query}`).expect(200)).body as never;

  const explicitOf = async (principal: string, resource: number) => {
    const reply = await api.admin.get(`/${principal}/resources/${resource}/permissions`).expect(200);
    return reply.body['permissions'] as { name: string; access: string; scope: string }[];
  };

  it('shows of a user what the operations of the contract return for each resource', async () => {
    for (const user of [tree.users[0]!, 'anonymous', 'chief']) {
      const rows = [
        ...(await read(`user_name=${user}`)).rows,
        ...(await read(`user_name=${user}&parent_id=${tree.resources[1]}`)).rows,
      ];
      expect(rows[0]).toMatchObject({
        resource_id: tree.serviceId,
        parent_id: null,
        level: 0,
        path: tree.service,
      });
      for (const { resource_id, cells } of rows) {
        const effective = await effectiveOf(api, user, resource_id);
        expect(Object.keys(cells)).toEqual(effective.map(({ name }) => name));
        const explicit = await explicitOf(`users/${user}`, resource_id);
        for (const { name, access, reason } of effective) {
          const cell = cells[name]!;
          expect([name, cell.effective.access, cell.effective.reason]).toEqual([name, access, reason]);
          const set = explicit.find((one) => one.name === name);
          expect(cell.explicit).toEqual(set ? { access: set.access, scope: set.scope } : null);
          const path = `/users/${user}/resources/${resource_id}/permissions/explain?permission=${name}`;
          const { rules } = (await api.admin.get(path).expect(200)).body as unknown as {
            rules: { used: boolean; resource_id: number; holder: string }[];
          };
          const used = rules.filter((rule) => rule.used);
          expect(cell.effective.resource_id).toBe(used[0]?.resource_id ?? null);
          expect(cell.effective.principal).toBe(used.length === 1 ? used[0]?.holder : null);
        }
      }
    }
  });

  it('shows of a group its own assignments and what they allow', async () => {
    for (const group of [...tree.groups, 'anonymous']) {
      const { rows } = await read(`group_name=${group}`);
      for (const { resource_id, cells } of rows) {
        const path = `/groups/${group}/resources/${resource_id}/permissions`;
        const { permissions } = (await api.admin.get(`${path}?effective=true`).expect(200))
          .body as unknown as {
          permissions: { name: string; access: string; reason: string }[];
        };
        for (const { name, access, reason } of permissions)
          expect(cells[name]!.effective).toMatchObject({ access, reason });
      }
    }
  });

  it('shows of a group, in the access list and in explanations too, what the contract decides for a new member without other assignments', async () => {
    let byEveryone = 0;
    for (const group of [...tree.groups, 'anonymous', 'administrators']) {
      const user = await api.make.user();
      if (group !== 'anonymous')
        await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
      const { body } = await api.admin.get(`/users/${user}/groups`).expect(200);
      expect(new Set(body['group_names'] as string[])).toEqual(new Set(['anonymous', group]));
      const rows = [
        ...(await read(`group_name=${group}`)).rows,
        ...(await read(`group_name=${group}&assigned=true`)).rows,
      ];
      for (const { resource_id, cells } of rows) {
        const listed = (
          await api.admin.get(`/resources/${resource_id}/access?kind=group&q=${group}`).expect(200)
        ).body as unknown as { entries: { group_name: string; permission_name: string; member: Decided }[] };
        for (const { name, access, reason } of await effectiveOf(api, user, resource_id)) {
          const query = `resources/${resource_id}/permissions/explain?permission=${name}`;
          const ofUser = (await api.admin.get(`/users/${user}/${query}`).expect(200))
            .body as never as Explained;
          const ofMember = (await api.admin.get(`/groups/${group}/${query}`).expect(200))
            .body as never as Explained;
          const used = ofUser.rules.filter((rule) => rule.used);
          const expected: Decided = {
            access,
            reason,
            resource_id: used[0]?.resource_id ?? null,
            principal: used[0]?.holder ?? null,
          };
          expect(cells[name]!.member).toEqual(expected);
          const inList = listed.entries.find(
            (one) => one.group_name === group && one.permission_name === name,
          );
          expect(inList?.member).toEqual(expected);
          expect(ofMember).toMatchObject({ permission: name, access, reason, rules: ofUser.rules });
          if (cells[name]!.effective.reason === 'no-permission' && reason.endsWith(':anonymous'))
            byEveryone += 1;
        }
      }
    }
    expect(byEveryone).toBeGreaterThan(0);
    const { rows } = await read(`user_name=${tree.users[0]}`);
    expect(rows.flatMap(({ cells }) => Object.values(cells)).some((cell) => 'member' in cell)).toBe(false);
  });

  it('has the same rows in pages of any size', async () => {
    const whole = await read(`user_name=${tree.users[0]}&limit=200`);
    expect(whole.permission_names).toEqual(['read', 'write']);
    expect(whole.rows).toHaveLength(whole.total);
    const pages: Row[] = [];
    while (pages.length < whole.total)
      pages.push(...(await read(`user_name=${tree.users[0]}&limit=2&offset=${pages.length}`)).rows);
    expect(pages).toEqual(whole.rows);
    expect((await read(`user_name=${tree.users[0]}&offset=2147483647`)).rows).toEqual([]);
  });

  it('lists resources with an assignment only, at any level, and counts those below each', async () => {
    for (const principal of [`user_name=${tree.users[1]}`, 'group_name=anonymous']) {
      const { rows, total } = await read(`${principal}&assigned=true`);
      expect(rows).toHaveLength(total);
      const path = principal.replace('user_name=', 'users/').replace('group_name=', 'groups/');
      const assigned: number[] = [];
      for (const id of tree.resources) if ((await explicitOf(path, id)).length > 0) assigned.push(id);
      expect(rows.map(({ resource_id }) => resource_id).sort()).toEqual(assigned.sort());
      const service = (await read(principal)).rows[0]!;
      expect(service.assigned_below).toBe(assigned.filter((id) => id !== tree.serviceId).length);
      for (const row of rows) {
        const below = rows.filter(({ path }) => path.startsWith(`${row.path}/`));
        expect(row.assigned_below).toBe(below.length);
      }
    }
  });

  it('shows a write in the next read', async () => {
    const group = await api.make.group();
    const resource = tree.resources[1]!;
    await api.admin
      .post(`/groups/${group}/resources/${resource}/permissions`, { permission: 'read-match' })
      .expect(201);
    const [row] = (await read(`group_name=${group}&assigned=true`)).rows;
    expect(row?.cells['read']?.explicit).toEqual({ access: 'allow', scope: 'match' });
  });

  it.each([
    ['neither a user nor a group', '', 400, 'principal_required'],
    ['a user and a group', 'user_name=chief&group_name=users', 400, 'principal_required'],
    ['an unknown user', 'user_name=nobody-here', 404, 'user_not_found'],
    ['an unknown group', 'group_name=nobody-here', 404, 'group_not_found'],
    ['an unknown parent', 'user_name=chief&parent_id=2147483647', 404, 'resource_not_found'],
    ['a malformed parent', 'user_name=chief&parent_id=x', 422, 'value_wrong_type'],
    ['too many rows', 'user_name=chief&limit=201', 422, 'value_out_of_range'],
    ['no rows', 'user_name=chief&limit=0', 422, 'value_out_of_range'],
    ['a negative offset', 'user_name=chief&offset=-1', 422, 'value_wrong_type'],
  ])('is refused for %s', async (_what, query, status, error_code) => {
    const reply = await api.admin.get(`/services/${tree.service}/matrix?${query}`);
    expect([reply.status, reply.body['error_code']]).toEqual([status, error_code]);
  });

  it('is refused for a parent in another service', async () => {
    const other = await api.make.serviceId(await api.make.service());
    const reply = await api.admin.get(`/services/${tree.service}/matrix?user_name=chief&parent_id=${other}`);
    expect([reply.status, reply.body['error_code']]).toEqual([404, 'resource_not_in_service']);
  });

  it('has each resource at the offset that its location names', async () => {
    for (const id of tree.resources) {
      const { resource_path, service_name, ancestors } = (
        await api.admin.get(`/resources/${id}/location`).expect(200)
      ).body as unknown as {
        resource_path: string;
        service_name: string;
        ancestors: { resource_id: number; offset: number; level: number }[];
      };
      expect([service_name, ancestors[0]?.resource_id]).toEqual([tree.service, tree.serviceId]);
      expect(ancestors.at(-1)?.resource_id).toBe(id);
      for (const [index, { resource_id, offset, level }] of ancestors.entries()) {
        expect(level).toBe(index);
        const parent = ancestors[index - 1];
        if (!parent) continue;
        const { rows } = await read(
          `user_name=chief&parent_id=${parent.resource_id}&offset=${offset}&limit=1`,
        );
        expect(rows[0]?.resource_id).toBe(resource_id);
        if (resource_id === id) expect(rows[0]?.path).toBe(resource_path);
      }
    }
  });
});
