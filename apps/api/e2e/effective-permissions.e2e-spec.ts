import { type TestApi, startApi } from './harness/start-api';

/** `r-A-R`: initial of the name, then allow or deny, then recursive or match. */
const WORDS: Readonly<Record<string, string>> = { r: 'read', w: 'write', a: 'access', A: 'allow', D: 'deny' };

const permissionOf = (code: string): string => {
  const [name = '', access = '', scope = ''] = code.split('-');
  return `${WORDS[name]}-${WORDS[access]}-${scope === 'R' ? 'recursive' : 'match'}`;
};

interface Entry {
  name: string;
  access: string;
  scope: string;
  type: string;
  reason?: string;
}

describe('effective permissions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const set = (principal: string, resource: number, code: string) =>
    api.admin
      .put(`/${principal}/resources/${resource}/permissions`, { permission: permissionOf(code) })
      .expect((reply) => expect([200, 201]).toContain(reply.status));

  const entries = async (principal: string, resource: number, query: string): Promise<Entry[]> => {
    const reply = await api.admin.get(`/${principal}/resources/${resource}/permissions?${query}`).expect(200);
    return reply.body['permissions'];
  };

  /** `{ read: 'allow', write: 'deny' }` */
  const accesses = async (principal: string, resource: number): Promise<Record<string, string>> => {
    const effective = await entries(principal, resource, 'effective=true');
    return Object.fromEntries(effective.map(({ name, access }) => [name, access]));
  };

  const newService = async (service_type = 'api'): Promise<number> =>
    api.make.serviceId(await api.make.service({ service_type }));

  /** Resources below each other, the service first. */
  async function newChain(length: number): Promise<number[]> {
    const chain = [await newService()];
    while (chain.length < length) chain.push(await api.make.resource(chain.at(-1) ?? 0));
    return chain;
  }

  const member = async (...groups: string[]): Promise<string> => {
    const user = await api.make.user();
    for (const group_name of groups)
      await api.admin.post(`/users/${user}/groups`, { group_name }).expect(201);
    return user;
  };

  it('have one entry for each applicable permission, including denied ones', async () => {
    const user = await api.make.user();
    const [service = 0, route = 0] = await newChain(2);
    await set(`users/${user}`, service, 'r-A-R');
    const list = await api.admin.get(`/users/${user}/resources/${route}/permissions?effective=1`).expect(200);
    expect(list.body).toMatchObject({
      permission_names: ['read-match', 'read-allow-match', 'write-deny-match'],
      permissions: [
        {
          name: 'read',
          access: 'allow',
          scope: 'match',
          type: 'effective',
          reason: expect.stringMatching(/^user:/),
        },
        { name: 'write', access: 'deny', scope: 'match', type: 'effective', reason: 'no-permission' },
      ],
    });
  });

  it('are listed for every combination of queries as in the example of the contract', async () => {
    const [one, other] = [await api.make.group(), await api.make.group()];
    const user = await member(one, other);
    const [service = 0, first = 0, second = 0] = await newChain(3);
    await set(`users/${user}`, service, 'w-D-M');
    for (const group of [one, other]) {
      await set(`groups/${group}`, service, 'r-A-R');
      await set(`groups/${group}`, first, 'w-A-M');
    }
    await set('groups/anonymous', service, 'w-A-R');
    await set('groups/anonymous', first, 'r-D-M');
    const show = async (resource: number, query: string) =>
      (await entries(`users/${user}`, resource, query)).map(
        ({ name, access, scope, reason = '' }) =>
          `${name}-${access}-${scope} ${reason === 'multiple' ? reason : reason.split(':').at(-1)}`,
      );
    expect(await show(service, '')).toEqual([`write-deny-match ${user}`]);
    expect(await show(first, '')).toEqual([]);
    expect(await show(service, 'inherited=true')).toEqual([
      `read-allow-recursive ${one}`,
      `read-allow-recursive ${other}`,
      'write-allow-recursive anonymous',
      `write-deny-match ${user}`,
    ]);
    expect(await show(first, 'inherit=true')).toEqual([
      'read-deny-match anonymous',
      `write-allow-match ${one}`,
      `write-allow-match ${other}`,
    ]);
    expect(await show(service, 'resolve=true')).toEqual([
      'read-allow-recursive multiple',
      `write-deny-match ${user}`,
    ]);
    expect(await show(first, 'resolved=true&inherited=true')).toEqual([
      'read-deny-match anonymous',
      'write-allow-match multiple',
    ]);
    expect(await show(second, 'inherited=true')).toEqual([]);
    expect(await show(service, 'effective=true&inherited=true')).toEqual([
      'read-allow-match multiple',
      `write-deny-match ${user}`,
    ]);
    expect(await show(first, 'effective=true')).toEqual([
      'read-allow-match multiple',
      'write-allow-match multiple',
    ]);
    expect(await show(second, 'effective=true')).toEqual([
      'read-allow-match multiple',
      'write-allow-match anonymous',
    ]);
  });

  it('on a tree with assignments of a user and its group are those of the mixed example', async () => {
    const group = await api.make.group();
    const user = await member(group);
    // Columns: assignment of the user, assignment of the group, read, write.
    const trees = [
      [
        ['r-A-M', '', 'allow', 'deny'],
        ['w-A-M', 'r-A-R', 'allow', 'allow'],
        ['r-D-M', 'r-D-R', 'deny', 'deny'],
        ['w-A-M', '', 'deny', 'allow'],
      ],
      [
        ['', '', 'deny', 'deny'],
        ['w-A-M', 'w-D-R', 'deny', 'allow'],
        ['r-A-R', 'r-D-M', 'allow', 'deny'],
        ['w-A-M', '', 'allow', 'allow'],
      ],
      [
        ['w-D-M', 'w-A-R', 'deny', 'deny'],
        ['', '', 'deny', 'allow'],
        ['', 'w-D-R', 'deny', 'deny'],
        ['w-A-R', '', 'deny', 'allow'],
      ],
    ];
    for (const tree of trees) {
      const chain = await newChain(tree.length);
      for (const [level, [own = '', groups = '']] of tree.entries()) {
        if (own) await set(`users/${user}`, chain[level] ?? 0, own);
        if (groups) await set(`groups/${group}`, chain[level] ?? 0, groups);
      }
      for (const [level, [, , read, write]] of tree.entries()) {
        expect([level, await accesses(`users/${user}`, chain[level] ?? 0)]).toEqual([level, { read, write }]);
      }
    }
  });

  it('prefer a group to the anonymous group, and the user to both, regardless of the resources of the assignments', async () => {
    const group = await api.make.group();
    const user = await member(group);
    const [service = 0, route = 0] = await newChain(2);
    await set('groups/anonymous', route, 'r-D-M');
    expect(await accesses(`users/${user}`, route)).toMatchObject({ read: 'deny' });
    await set(`groups/${group}`, service, 'r-A-R');
    expect(await accesses(`users/${user}`, route)).toMatchObject({ read: 'allow' });
    await set(`users/${user}`, service, 'r-D-R');
    expect(await accesses(`users/${user}`, route)).toMatchObject({ read: 'deny' });
  });

  it('change immediately with the membership and with the assignment', async () => {
    const group = await api.make.group();
    const user = await member(group);
    const service = await newService('access');
    await set(`groups/${group}`, service, 'a-A-M');
    expect(await accesses(`users/${user}`, service)).toEqual({ access: 'allow' });
    await api.admin.delete(`/users/${user}/groups/${group}`).expect(200);
    expect(await accesses(`users/${user}`, service)).toEqual({ access: 'deny' });
    await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(201);
    await set(`groups/${group}`, service, 'a-D-M');
    expect(await accesses(`users/${user}`, service)).toEqual({ access: 'deny' });
  });

  it('of a group consider only its own assignments', async () => {
    const [group, other] = [await api.make.group(), await api.make.group()];
    const [service = 0, route = 0] = await newChain(2);
    await set(`groups/${group}`, service, 'r-A-R');
    await set(`groups/${other}`, route, 'w-A-M');
    await set('groups/anonymous', route, 'w-A-M');
    const [read, write] = await entries(`groups/${group}`, route, 'effective=true');
    expect(read).toMatchObject({
      access: 'allow',
      type: 'effective',
      reason: expect.stringContaining(group),
    });
    expect(write).toMatchObject({ access: 'deny', reason: 'no-permission' });
  });

  it('of administrators are all permissions, regardless of assignments', async () => {
    const administrator = await member('administrators');
    const service = await newService();
    await set(`users/${administrator}`, service, 'r-D-R');
    const effective = await entries(`users/${administrator}`, service, 'effective=true');
    expect(effective).toMatchObject([
      { name: 'read', access: 'allow', reason: 'administrator' },
      { name: 'write', access: 'allow', reason: 'administrator' },
    ]);
    const [own] = await entries(`users/${administrator}`, service, 'resolve=true');
    expect(own).toMatchObject({ name: 'read', access: 'deny', type: 'direct' });
  });

  it('are the same for the name of a service and for its id', async () => {
    const user = await api.make.user();
    const name = await api.make.service();
    const id = await api.make.serviceId(name);
    await set(`users/${user}`, id, 'a-A-R');
    for (const query of ['', 'inherited=true', 'resolve=true', 'effective=true']) {
      const byName = await api.admin.get(`/users/${user}/services/${name}/permissions?${query}`).expect(200);
      expect(byName.body['permissions']).toEqual(await entries(`users/${user}`, id, query));
    }
  });

  describe('explained', () => {
    const explain = async (user: string, resource: number, permission: string) =>
      (
        await api.admin
          .get(`/users/${user}/resources/${resource}/permissions/explain?permission=${permission}`)
          .expect(200)
      ).body;

    it('list every assignment in the order of evaluation, and mark the one that decides', async () => {
      const group = await api.make.group();
      const user = await member(group);
      const [service = 0, route = 0] = await newChain(2);
      await set(`groups/${group}`, service, 'r-A-R');
      await set(`groups/${group}`, route, 'r-D-M');
      await set('groups/anonymous', route, 'r-A-R');
      await set(`users/${user}`, service, 'r-A-M');
      const explanation = await explain(user, route, 'read');
      const principal = expect.stringMatching(new RegExp(`^group:\\d+:${group}$`));
      expect(explanation).toMatchObject({ permission: 'read', access: 'deny', reason: principal });
      expect(explanation['rules']).toEqual([
        {
          holder: expect.stringMatching(new RegExp(`^user:\\d+:${user}$`)),
          resource_id: service,
          resource_name: expect.any(String),
          distance: 1,
          access: 'allow',
          scope: 'match',
          used: false,
          because: 'a match assignment applies only to the resource on which it is set',
          because_code: 'match-elsewhere',
        },
        expect.objectContaining({
          holder: principal,
          resource_id: route,
          distance: 0,
          access: 'deny',
          used: true,
        }),
        expect.objectContaining({
          holder: principal,
          resource_id: service,
          distance: 1,
          access: 'allow',
          used: false,
        }),
        expect.objectContaining({ holder: expect.stringContaining('anonymous'), distance: 0, used: false }),
      ]);
    });

    it('state whether the permission is granted everywhere in the service, and which assignment prevents it', async () => {
      const group = await api.make.group();
      const user = await member(group);
      const [service = 0, route = 0, leaf = 0] = await newChain(3);
      const everywhere = async (resource: number) => (await explain(user, resource, 'read'))['everywhere'];

      expect(await everywhere(leaf)).toEqual({
        granted: false,
        kept_by: {
          resource_id: service,
          resource_name: expect.any(String),
          exact: true,
          reason: 'no-permission',
        },
      });

      await set(`groups/${group}`, service, 'r-A-R');
      await set('groups/anonymous', leaf, 'r-D-R');
      expect(await everywhere(leaf)).toEqual({ granted: true, kept_by: null });

      await set(`groups/${group}`, leaf, 'r-D-M');
      const principal = expect.stringMatching(new RegExp(`^group:\\d+:${group}$`));
      const position = { resource_id: leaf, resource_name: expect.any(String) };
      for (const resource of [service, route, leaf]) {
        expect(await everywhere(resource)).toEqual({
          granted: false,
          kept_by: {
            ...position,
            exact: true,
            reason: principal,
            rule: {
              ...position,
              holder: principal,
              distance: 0,
              access: 'deny',
              scope: 'match',
              used: true,
              because: 'this assignment decides',
              because_code: 'decides',
            },
          },
        });
      }

      await set(`users/${user}`, service, 'r-A-R');
      expect(await everywhere(leaf)).toEqual({ granted: true, kept_by: null });
    });

    it('agree with the effective permissions where no assignment applies, and for administrators', async () => {
      const user = await api.make.user();
      const service = await newService();
      expect(await explain(user, service, 'write')).toMatchObject({
        access: 'deny',
        reason: 'no-permission',
        rules: [],
      });
      expect(await explain(await member('administrators'), service, 'write')).toMatchObject({
        access: 'allow',
        reason: 'administrator',
        everywhere: { granted: true, kept_by: null },
      });
    });

    it('are shown to the user, but not to other users', async () => {
      const user = await api.make.user();
      const service = await newService();
      await set('groups/anonymous', service, 'r-D-M');
      const path = `resources/${service}/permissions/explain?permission=read`;
      const client = await api.signIn(user);
      await client.get(`/users/current/${path}`).expect(200);
      await client.get(`/users/${await api.make.user()}/${path}`).expect(403);
      await api.anonymous.get(`/users/current/${path}`).expect(200);
      await api.anonymous.get(`/users/${user}/${path}`).expect(401);
    });

    it.each([
      ['', 400],
      ['?permission=', 400],
      ['?permission=zzz', 422],
      ['?permission=re%00ad', 422],
      ['?permission=access', 400],
    ])('are refused for the query %j', async (query, status) => {
      const service = await newService();
      await api.admin.get(`/users/current/resources/${service}/permissions/explain${query}`).expect(status);
    });
  });
});
