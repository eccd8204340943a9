import { UnitOfWork } from '@gatehouse/database';
import { type TestApi, startApi } from './harness/start-api';

const REFUSED: [string, string, RegExp][] = [
  ['a tab', 'a\tb', /control characters/],
  ['a newline at its end', 'ab\n', /control characters/],
  ['a control character of C1', 'a\u0085b', /control characters/],
  ['a zero-width space', 'a\u200bb', /format characters/],
  ['a byte order mark', 'a\ufeffb', /format characters/],
  ['a turn of the direction of writing', 'a\u202eb', /format characters/],
  ['a line separator', 'a\u2028b', /line or paragraph separators/],
  ['a paragraph separator', 'a\u2029b', /line or paragraph separators/],
  ['a no-break space', 'a\u00a0b', /U\+0020/],
  ['an em space', 'a\u2003b', /U\+0020/],
  ['an ideographic space', 'a\u3000b', /U\+0020/],
  ['a space at its beginning', ' ab', /begin or end with a space/],
  ['a space at its end', 'ab ', /begin or end with a space/],
  ['a letter apart from its accent', 'cafe\u0301', /NFC|normalization form C/],
  ['a sign that is another one in NFC', 'a\u212b', /NFC|normalization form C/],
];

/** All that could be stored before names had these rules. */
const ODD = ['a\tb', 'a\nb', 'a\u00a0b', 'a\u2003b', 'a\u2028b', 'a\ufeffb'];

describe('names', () => {
  let api: TestApi;
  let existing: { group: string; service: string; id: number; resource: number };
  beforeAll(async () => {
    api = await startApi();
    const [group, service] = [await api.make.group(), await api.make.service({ service_type: 'api' })];
    const id = await api.make.serviceId(service);
    existing = { group, service, id, resource: await api.make.resource(id) };
  });
  afterAll(() => api.close());

  it.each(REFUSED)(
    'are rejected with %s on every operation that gives one, and the error names the rule',
    async (_, name, rule) => {
      const user = await api.make.user();
      const service = { service_type: 'api', service_url: 'http://localhost:9000' };
      const account = { email: `${user}@elsewhere.org`, password: 'a good password' };
      const entries = [
        {
          resource_name: existing.service,
          resource_type: 'service',
          permission: 'read',
          group: existing.group,
        },
        { resource_name: name, resource_type: 'route' },
      ];
      const replies = await Promise.all([
        api.admin.post('/users', { user_name: name, ...account }),
        api.admin.patch(`/users/${user}`, { user_name: name }),
        api.admin.post('/groups', { group_name: name }),
        api.admin.patch(`/groups/${existing.group}`, { group_name: name }),
        api.admin.post('/services', { service_name: name, ...service }),
        api.admin.patch(`/services/${existing.service}`, { service_name: name }),
        api.admin.patch(`/resources/${existing.id}`, { resource_name: name }),
        api.admin.post('/resources', { resource_name: name, resource_type: 'route', parent_id: existing.id }),
        api.admin.post(`/services/${existing.service}/resources`, {
          resource_name: name,
          resource_type: 'route',
        }),
        api.admin.patch(`/resources/${existing.resource}`, { resource_name: name }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 422, 400, 422, 422, 422, 422]);
      for (const { body, headers } of replies) {
        expect(body['detail']).toMatch(rule);
        expect(body['param']).toMatchObject({ value: name, compare: expect.any(String) });
        expect(body['param'].conditions).toMatchObject({ matches: false });
        expect(headers).not.toHaveProperty('x-access-revision');
      }
      await api.admin.patch('/permissions', { permissions: entries }).expect(400);
    },
  );

  it('with single spaces inside are returned unchanged', async () => {
    await api.admin.post('/groups', { group_name: 'two words' }).expect(201);
    await api.admin
      .post('/resources', { resource_name: 'ns:two words', resource_type: 'route', parent_id: existing.id })
      .expect(201);
    await api.admin.get('/groups/two%20words').expect(200);
  });

  describe('that are stored from earlier', () => {
    /** Names that requests can no longer create. */
    async function store(name: string): Promise<{ resource: number }> {
      const unitOfWork = api.app.get(UnitOfWork, { strict: false });
      return unitOfWork.run(async () => {
        const { manager } = unitOfWork;
        await manager.query('INSERT INTO groups (name) VALUES ($1)', [name]);
        const [root] = await manager.query<{ id: number }[]>(
          "INSERT INTO resources (name, display_name, type) VALUES ($1, $1, 'service') RETURNING id",
          [name],
        );
        await manager.query(
          "INSERT INTO services (resource_id, type, url) VALUES ($1, 'api', 'http://localhost')",
          [root?.id],
        );
        const [child] = await manager.query<{ id: number }[]>(
          `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
           VALUES ($1, $1, 'route', $2, $2, 1) RETURNING id`,
          [name, root?.id],
        );
        return { resource: child?.id ?? 0 };
      });
    }

    it.each(ODD.map((name) => [name]))('are read, used, renamed and deleted: %j', async (name) => {
      const { resource } = await store(name);
      const [group, service] = ['groups', 'services'].map((kind) => `/${kind}/${encodeURIComponent(name)}`);
      const user = await api.make.user();
      expect((await api.admin.get(`${group}`).expect(200)).body['group'].group_name).toBe(name);
      expect((await api.admin.get(`${service}`).expect(200)).body['service'].service_name).toBe(name);
      expect((await api.admin.get(`${service}/resources`).expect(200)).body).toHaveProperty([
        name,
        'resources',
      ]);
      await api.admin.post(`/users/${user}/groups`, { group_name: name }).expect(201);
      await api.admin.delete(`/users/${user}${group}`).expect(200);
      const entry = { resource_name: name, permission: 'read', group: name };
      await api.admin
        .patch('/permissions', {
          permissions: [
            { ...entry, resource_type: 'service' },
            { ...entry, resource_type: 'route' },
          ],
        })
        .expect(200);
      await api.admin.patch(`${group}`, { description: 'still there' }).expect(200);
      await api.admin.patch(`/resources/${resource}`, { resource_name: api.make.name('sound') }).expect(200);
      await api.admin.delete(`/resources/${resource}`).expect(200);
      await api.admin.delete(`${service}`).expect(200);
      await api.admin.delete(`${group}`).expect(200);
      await api.admin.get(`${group}`).expect(404);
    });
  });
});
