import { ADMIN, type TestApi, startApi } from './harness/start-api';

interface Revision {
  revision: number;
  time: string;
  actor: Record<string, unknown>;
  changes: { entity: string; operation: string; before: object | null; after: object | null }[];
}

describe('the change log', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const read = async (query = ''): Promise<{ newest_revision: number; revisions: Revision[] }> =>
    (await api.admin.get(`/changes?${query}`).expect(200)).body as never;

  it('records what a request changed, who sent it and from which address', async () => {
    const group = await api.make.group();
    const service = await api.make.service();
    const reply = await api.admin
      .post(`/groups/${group}/services/${service}/permissions`, { permission: 'access' })
      .set('X-Request-Id', 'request-of-a-test')
      .expect(201);
    const revision = Number(reply.headers['x-access-revision']);
    const { revisions } = await read(`after=${revision - 1}&limit=1`);
    expect(revisions).toEqual([
      {
        revision,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        actor: {
          kind: 'user',
          user_id: expect.any(Number),
          user_name: ADMIN.name,
          role: 'administrator',
          address: '127.0.0.1',
          request_id: 'request-of-a-test',
        },
        changes: [
          {
            entity: 'group_rule',
            operation: 'insert',
            before: null,
            after: {
              group_id: expect.any(Number),
              resource_id: expect.any(Number),
              name: 'access',
              access: 'allow',
              scope: 'recursive',
            },
          },
        ],
      },
    ]);
  });

  it('can be read page by page without a gap', async () => {
    for (let time = 0; time < 3; time += 1) await api.make.group();
    const { newest_revision: newest } = await read();
    const seen: number[] = [];
    for (let after = 0; after < newest; after = seen.at(-1) ?? newest) {
      const page = await read(`after=${after}&limit=2`);
      expect(page.revisions.length).toBeLessThanOrEqual(2);
      seen.push(...page.revisions.map(({ revision }) => revision));
    }
    expect(seen.slice(0, newest)).toEqual(Array.from({ length: newest }, (_, at) => at + 1));
    expect((await read(`after=${newest + 1000}`)).revisions).toEqual([]);
  });

  it('shows the rows of a deleted branch in one revision', async () => {
    const service = await api.make.service({ service_type: 'api' });
    const top = await api.make.resource(await api.make.serviceId(service));
    const below = await api.make.resource(top);
    const reply = await api.admin.delete(`/resources/${top}`).expect(200);
    const { revisions } = await read(`after=${Number(reply.headers['x-access-revision']) - 1}&limit=1`);
    const deleted = revisions[0]?.changes.map(({ entity, operation, before }) => [entity, operation, before]);
    expect(deleted).toEqual(
      expect.arrayContaining(
        [top, below].map((id) => ['resource', 'delete', expect.objectContaining({ id })]),
      ),
    );
  });

  it('contains neither passwords nor tokens', async () => {
    const user = await api.make.user();
    await api.signIn(user);
    const text = JSON.stringify((await read('limit=1000')).revisions);
    expect(text).toContain(`"${user}"`);
    expect(text).not.toMatch(/password|hmac|session_token|\$2b\$/);
  });

  it.each(['after=x', 'after=-1', 'after=1.5', 'limit=0', 'limit=1001', 'after=99999999999999999999'])(
    'refuses %s',
    async (query) => {
      await api.admin.get(`/changes?${query}`).expect(422);
    },
  );

  it('is shown to administrators only', async () => {
    await api.anonymous.get('/changes').expect(401);
    await (await api.signIn(await api.make.user())).get('/changes').expect(403);
  });
});
