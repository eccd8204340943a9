import { type TestApi, startApi } from './harness/start-api';

const PLATFORM = `
providers: {maps: {url: "http://maps:8080", type: api}}
groups: [{name: readers}, {name: writers}]
users:
  - {username: ada, groups: [readers], create: always}
  - {username: bob, groups: [writers], create: always}
permissions:
  - {service: maps, resource: /rivers, permission: read, group: readers}
`;

describe('a plan of configuration files', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi();
    await applied(PLATFORM);
  });
  afterEach(() => api.close());

  const filesOf = (content: string) => [{ name: 'a.yml', content }];
  const planOf = async (content: string, more: object = {}) =>
    (await api.admin.post('/configuration/plan', { files: filesOf(content), ...more }).expect(200)).body;
  const apply = (content: string, more: object) =>
    api.admin.post('/configuration/apply', { files: filesOf(content), ...more });
  const applied = async (content: string) => {
    const { plan_hash } = await planOf(content);
    await apply(content, { plan_hash }).expect(200);
  };
  const savedOf = ({ plan_hash, revision, history, effect_hash }: Record<string, unknown>) => ({
    ...{ plan_hash, revision, history, effect_hash },
  });
  const effective = async (user: string, path: string): Promise<string[]> => {
    const { body } = await api.admin.get(`/users/${user}${path}?effective=true`).expect(200);
    const permissions: { name: string; access: string }[] = body.permissions;
    return permissions.filter(({ access }) => access === 'allow').map(({ name }) => name);
  };

  const WRITE = 'permissions: [{service: maps, permission: write, group: writers}]';

  it('says who gains which permission by which group, and lists the decisions on request', async () => {
    const plan = await planOf(WRITE, { effect_limit: 1 });
    expect(plan.effect).toMatchObject({
      is_complete: true,
      gains: {
        ...{
          administrator_count: 0,
          administrators: [],
          anonymous: false,
          users: 1,
          decisions: 2,
          row_count: 1,
        },
        summary: [
          {
            ...{ group: 'writers', everybody: false, service: 'maps', permission: 'write' },
            ...{ users: 1, resources: 2, decisions: 2, example: '' },
          },
        ],
        entries: [
          {
            user: 'bob',
            service: 'maps',
            resource: '',
            permission: 'write',
            reach: 'both',
            group: 'writers',
          },
        ],
      },
      losses: { users: 0, decisions: 0, summary: [], entries: [] },
      reconfigured_services: [],
    });
    const next = (await planOf(WRITE, { effect_limit: 1, effect_offset: 1 })).effect.gains.entries;
    expect(next.map(({ resource }: { resource: string }) => resource)).toEqual(['/rivers']);
    expect((await planOf(WRITE)).effect.gains.entries).toEqual([]);
    expect(await effective('bob', '/services/maps/permissions')).toEqual([]);
    await apply(WRITE, savedOf(plan)).expect(200);
    expect(await effective('bob', '/services/maps/permissions')).toEqual(['write']);
  });

  it('names new administrators, and callers without a session', async () => {
    const content = `users: [{username: ada, groups: [administrators]}]
permissions: [{service: maps, permission: read, group: anonymous}]`;
    const { gains } = (await planOf(content)).effect;
    expect(gains).toMatchObject({ administrator_count: 1, administrators: ['ada'], anonymous: true });
    expect(gains.summary[0]).toMatchObject({ group: 'anonymous', everybody: true, permission: 'read' });
  });

  it('is refused if its assignments have changed since, with who has changed what', async () => {
    const content =
      'permissions: [{service: maps, resource: /rivers, permission: read, group: readers, action: remove}]';
    const plan = await planOf(content);
    const { body: service } = await api.admin.get('/services/maps/resources');
    const [rivers] = Object.values(service.maps.resources) as { resource_id: number }[];
    const path = `/groups/readers/resources/${rivers!.resource_id}/permissions`;
    await api.admin.put(path, { permission: 'read-deny' });
    const { body } = await apply(content, savedOf(plan)).expect(409);
    expect(body).toMatchObject({
      error_code: 'configuration_plan_outdated',
      later_changes: [
        {
          ...{
            object: 'permission',
            operation: 'update',
            service: 'maps',
            resource: '/rivers',
            group: 'readers',
          },
          ...{ permission: 'read', revision: plan.revision + 1, changed_by: api.settings.adminUser },
        },
      ],
    });
  });

  it('is refused if a group has another member since, unless any effect is accepted', async () => {
    const plan = await planOf(WRITE);
    await api.admin.post('/users/ada/groups', { group_name: 'writers' }).expect(201);
    const { body } = await apply(WRITE, savedOf(plan)).expect(409);
    expect(body).toMatchObject({
      error_code: 'configuration_effect_differs',
      effect: { gains: { users: 2, decisions: 4 } },
      later_changes: [{ object: 'membership', operation: 'insert', group: 'writers' }],
    });
    expect(await effective('ada', '/services/maps/permissions')).toEqual([]);
    await apply(WRITE, { ...savedOf(plan), accept_effect: true }).expect(200);
    expect(await effective('ada', '/services/maps/permissions')).toEqual(['write']);
  });

  it('is applied although others have changed what it does not depend on', async () => {
    const plan = await planOf(WRITE);
    await api.admin.post('/groups', { group_name: 'elsewhere' }).expect(201);
    await apply(WRITE, savedOf(plan)).expect(200);
  });

  it('is refused by a database with another history', async () => {
    const plan = await planOf(WRITE);
    const other = await startApi();
    try {
      const body = { files: filesOf(WRITE), ...savedOf(plan) };
      const refused = (await other.admin.post('/configuration/apply', body).expect(409)).body;
      expect(refused.error_code).toBe('configuration_history_differs');
    } finally {
      await other.close();
    }
    for (const history of ['', 'x', '999999999-1', `${plan.revision}-`])
      await apply(WRITE, { ...savedOf(plan), history }).expect(history === '' ? 422 : 409);
  });

  it('does not tell which password a file has', async () => {
    const withPassword = (password: string) =>
      `users: [{username: eve, create: always, password: "${password}"}]`;
    const plan = await planOf(withPassword('correct horse battery'));
    expect(JSON.stringify(plan)).not.toContain('correct horse');
    expect(plan.changes).toEqual([{ change: 'create_user', user: 'eve', groups: [], has_password: true }]);
    const { body } = await apply(withPassword('another long password'), savedOf(plan)).expect(409);
    expect(body.error_code).toBe('configuration_plan_outdated');
    await apply(withPassword('correct horse battery'), savedOf(plan)).expect(200);
  });

  it('is applied once if several callers apply it at the same time', async () => {
    const plan = await planOf(WRITE);
    const replies = await Promise.all(Array.from({ length: 4 }, () => apply(WRITE, savedOf(plan))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = replies.find(({ status }) => status === 409)!.body;
    expect(refused.later_changes).toMatchObject([
      { object: 'permission', operation: 'insert', group: 'writers', permission: 'write' },
    ]);
  });

  it('and another one that are applied at the same time both take effect, or one of them is refused', async () => {
    const other = WRITE.replace('writers', 'readers');
    const plans = [await planOf(WRITE), await planOf(other)];
    const replies = await Promise.all([apply(WRITE, savedOf(plans[0])), apply(other, savedOf(plans[1]))]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const revisions = replies.flatMap(({ body }) => body.revisions);
    expect(new Set(revisions).size).toBe(2);
    expect(await effective('ada', '/services/maps/permissions')).toEqual(['write']);
    expect(await effective('bob', '/services/maps/permissions')).toEqual(['write']);
  });

  it('is applied during changes in the console, none of which is lost', async () => {
    const content = `permissions:
${Array.from({ length: 200 }, (_, index) => `  - {service: maps, resource: /r${index}, permission: read, group: readers}`).join('\n')}`;
    const plan = await planOf(content);
    const names = Array.from({ length: 20 }, (_, index) => `console${index}`);
    const changes = async () => {
      for (const group_name of names) await api.admin.post('/groups', { group_name }).expect(201);
    };
    const [reply] = await Promise.all([apply(content, savedOf(plan)), changes()]);
    expect([200, 409]).toContain(reply.status);
    if (reply.status === 409) expect(reply.body.error_code).toBe('configuration_changed_meanwhile');
    const { body } = await api.admin.get('/groups').expect(200);
    expect(body.group_names).toEqual(expect.arrayContaining(names));
    const resources = Object.keys((await api.admin.get('/services/maps/resources')).body.maps.resources);
    expect(resources).toHaveLength(reply.status === 200 ? 201 : 1);
  });
});
