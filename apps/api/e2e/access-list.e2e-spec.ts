import {
  type RandomTree,
  effectiveOf,
  randomAssignment,
  randomIntegers,
  randomTree,
} from './harness/random-tree';
import { type TestApi, startApi } from './harness/start-api';

interface Entry {
  readonly user_name?: string;
  readonly group_name?: string;
  readonly permission_name: string;
  readonly access: string;
  readonly reason: string;
  readonly member?: { readonly access: string; readonly reason: string };
}

interface Effect {
  readonly user_name: string;
  readonly resource_id: number;
  readonly path: string;
  readonly permission_name: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

interface PreviewBody {
  readonly changed: number;
  readonly everybody: boolean;
  readonly total: number;
  readonly truncated: boolean;
  readonly entries: readonly Effect[];
}

describe('who has access', () => {
  let api: TestApi;
  let tree: RandomTree;
  let users: string[];
  beforeAll(async () => {
    api = await startApi();
    tree = await randomTree(api, 11, 4, 10);
    users = [...tree.users, 'anonymous', 'chief'];
  });
  afterAll(() => api.close());

  const list = async (id: number, query = ''): Promise<{ total: number; entries: Entry[] }> =>
    (await api.admin.get(`/resources/${id}/access?${query}`).expect(200)).body as never;

  /** `bob 31 read` → `allow group:4:users`, by the operation of the contract for each user and resource. */
  async function decisions(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const user of users)
      for (const id of tree.resources)
        for (const { name, access, reason } of await effectiveOf(api, user, id))
          found.set(`${user} ${id} ${name}`, `${access} ${reason}`);
    return found;
  }

  it('is listed as the operations of the contract decide for each user', async () => {
    const expected = await decisions();
    for (const id of tree.resources) {
      const { entries, total } = await list(id, 'kind=user&limit=1000');
      expect(entries).toHaveLength(total);
      const listed = entries.map((entry) => [
        `${entry.user_name} ${id} ${entry.permission_name}`,
        `${entry.access} ${entry.reason}`,
      ]);
      expect(new Map(listed as [string, string][])).toEqual(
        new Map([...expected].filter(([key]) => key.split(' ')[1] === String(id))),
      );
      const denied = await list(id, 'kind=user&permission=read&access=deny');
      expect(denied.entries).toEqual(
        entries.filter((one) => one.access === 'deny' && one.permission_name === 'read'),
      );
      const paged = await list(id, 'kind=user&limit=2&offset=3');
      expect(paged.entries).toEqual(entries.slice(3, 5));
    }
    const named = await list(tree.serviceId, 'q=ANONYM');
    expect(new Set(named.entries.map((one) => one.user_name ?? one.group_name))).toEqual(
      new Set(['anonymous']),
    );
  });

  it('selects groups by their own assignments, or by what their members may do', async () => {
    for (const id of tree.resources) {
      const all = (await list(id, 'limit=1000')).entries;
      for (const access of ['allow', 'deny']) {
        const own = await list(id, `limit=1000&access=${access}`);
        expect(own.entries).toEqual(all.filter((one) => one.access === access));
        const byMember = await list(id, `limit=1000&access=${access}&by_member=true`);
        expect(byMember.entries).toEqual(all.filter((one) => (one.member ?? one).access === access));
      }
    }
  });

  it('is previewed for changes as it is after they were applied', async () => {
    const below = randomIntegers(23);
    for (let round = 0; round < 2; round += 1) {
      const chosen = new Map<string, object>();
      for (let count = 0; count < 3; count += 1) {
        const { principal, resource_id, permission } = randomAssignment(tree, below);
        const [kind, name] = principal.split('/');
        chosen.set(`${principal} ${resource_id} ${permission.name}`, {
          resource_id,
          [kind === 'users' ? 'user_name' : 'group_name']: name,
          permission_name: permission.name,
          access: below(4) === 0 ? null : permission.access,
          scope: permission.scope,
        });
      }
      const changes = [...chosen.values()];
      const before = await decisions();
      const preview = (await api.admin.post('/permissions/preview', { changes, limit: 1000 }).expect(200))
        .body as unknown as PreviewBody;
      expect(await decisions()).toEqual(before);
      const applied = await api.admin.post('/permissions/changes', { changes }).expect(200);
      expect(applied.body['changed']).toBe(preview.changed);
      const after = await decisions();
      const expected = [...after].flatMap(([key, decision]) => {
        const [was] = before.get(key)?.split(' ') ?? [];
        const [is] = decision.split(' ');
        return was === is ? [] : [`${key} ${was} ${decision}`];
      });
      const found = preview.entries.map(
        (one) =>
          `${one.user_name} ${one.resource_id} ${one.permission_name} ${one.before} ${one.after} ${one.reason}`,
      );
      expect(found.sort()).toEqual(expected.sort());
      expect([preview.total, preview.truncated]).toEqual([expected.length, false]);
    }
  });

  it('is previewed for all users if the anonymous group is among the changes', async () => {
    const change = {
      resource_id: tree.serviceId,
      permission_name: 'read',
      access: 'allow',
      scope: 'recursive',
    };
    const fresh = await api.make.service({ service_type: 'api' });
    const id = await api.make.serviceId(fresh);
    const changes = [{ ...change, resource_id: id, group_name: 'anonymous' }];
    const { body } = await api.admin.post('/permissions/preview', { changes }).expect(200);
    const count = tree.users.length + 1;
    expect(body).toMatchObject({
      everybody: true,
      effects: [{ permission_name: 'read', gained: { users: count, pairs: count, anonymous: true } }],
    });
  });

  it.each([
    ['limit=1001', 422, 'value_out_of_range'],
    ['kind=service', 422, 'value_invalid'],
    ['access=maybe', 422, 'value_invalid'],
    ['permission=getmap', 400, 'permission_not_applicable'],
    ['permission=odd', 422, 'permission_invalid'],
    [`q=${'x'.repeat(101)}`, 422, 'value_too_long'],
  ])('is refused with %s', async (query, status, error_code) => {
    const reply = await api.admin.get(`/resources/${tree.serviceId}/access?${query}`);
    expect([reply.status, reply.body['error_code']]).toEqual([status, error_code]);
  });

  it('is not previewed for changes that cannot be applied', async () => {
    const change = {
      resource_id: tree.serviceId,
      permission_name: 'read',
      access: 'allow',
      group_name: 'users',
    };
    const cases: [object, number, string][] = [
      [{ ...change, resource_id: 2147483647 }, 404, 'resource_not_found'],
      [{ ...change, group_name: 'no-such' }, 404, 'group_not_found'],
      [{ ...change, group_name: null, user_name: 'anonymous' }, 403, 'anonymous_user_permissions'],
      [{ ...change, permission_name: 'getmap' }, 400, 'permission_not_applicable'],
      [{ ...change, access: 1 }, 422, 'permission_change_invalid'],
    ];
    for (const [entry, status, error_code] of cases) {
      const reply = await api.admin.post('/permissions/preview', { changes: [entry] });
      expect([reply.status, reply.body['error_code']]).toEqual([status, error_code]);
    }
    const twice = await api.admin.post('/permissions/preview', {
      changes: [change, { ...change, scope: 'match' }],
    });
    expect([twice.status, twice.body['error_code']]).toEqual([400, 'permission_change_repeated']);
  });
});
