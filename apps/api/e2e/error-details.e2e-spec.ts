import { CONDITIONS } from '@gatehouse/problems';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Reference: http#failed-parameter. */
describe('the parameter that an error names', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('has a text as its value, also if a length, a number or a truth value failed, and null for secrets', async () => {
    const user = { user_name: 'x'.repeat(65), email: 'x@example.org', password: 'a good password' };
    const service = { service_name: 'numbered', service_url: 'http://localhost:9000' };
    const asked: [string, object][] = [
      ['/users', user],
      ['/users', { ...user, user_name: 7 }],
      ['/users', { ...user, user_name: ['a', 'b'] }],
      ['/users', { ...user, user_name: { a: 1 } }],
      ['/users', { ...user, password: 12 }],
      ['/services', { ...service, service_type: true }],
    ];
    const values = [];
    for (const [path, body] of asked) values.push((await api.admin.post(path, body)).body.param.value);
    expect(values).toEqual(['65', '7', '["a","b"]', '{"a":1}', null, 'true']);
  });

  it('has only conditions of the contract, as the description states', async () => {
    const { schemas } = JSON.parse((await api.anonymous.get('/json').expect(200)).text).components;
    const { value, conditions } = schemas.ProblemParamDto.properties;
    expect(value).toMatchObject({ type: 'string', nullable: true });
    expect(conditions).toMatchObject({ allOf: [{ $ref: '#/components/schemas/CheckedConditions' }] });
    expect(Object.keys(schemas.CheckedConditions.properties).sort()).toEqual(
      // Of the interface; independent of the list that the product has.
      'not_none not_empty not_in not_equal is_none is_empty is_in is_equal is_true is_false is_type matches'
        .split(' ')
        .sort(),
    );
    expect([...CONDITIONS].sort()).toEqual(Object.keys(schemas.CheckedConditions.properties).sort());
  });

  it('fails a condition of the contract for a webhook to a private address, and for a taken or reserved name', async () => {
    const webhook = {
      name: 'private',
      action: 'create_user',
      method: 'POST',
      url: 'http://10.0.0.1/',
      payload: {},
    };
    const user = { user_name: 'anonymous', email: 'a@example.org', password: 'a good password' };
    const taken = await api.make.user();
    const conditions = [];
    for (const [path, body] of [
      ['/webhooks', webhook],
      ['/users', user],
      ['/users', { ...user, user_name: taken }],
    ] as const) {
      conditions.push((await api.admin.post(path, body)).body.param.conditions);
    }
    expect(conditions).toEqual([{ is_in: false }, { not_in: false }, { not_in: false }]);
  });
});

describe('an id in a path', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const IDS = ['resource_id', 'webhook_id', 'identity_id', 'revision', 'synchronization_id', 'import_id'];

  it.each(['2147483648', '999999999999999', '1'.repeat(16), '1'.repeat(400)])(
    'that no object can have, such as %s, is not found by any operation',
    async (id) => {
      const routes = routesOf(api).filter(({ params }) => params.some((name) => IDS.includes(name)));
      expect(routes.length).toBe(35);
      const service = await api.make.service();
      const group = await api.make.group();
      const values: Record<string, string> = {
        user_name: 'current',
        group_name: group,
        service_name: service,
        permission_name: 'read',
        delivery_id: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
      };
      const failed = [];
      for (const { method, template } of routes) {
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? id);
        const { status, body } = await api.admin.method(method, path);
        // Permissions of the configured administrator cannot be changed, and its own path is looked up first.
        if (status !== 404 || body.error_code === 'route_not_found') failed.push([method, template, status]);
      }
      expect(failed).toEqual([]);
    },
  );
});

/** Reference: http#reserved-names. */
describe('a reserved name', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('is named in the error', async () => {
    const url = { service_type: 'api', service_url: 'http://localhost:9000' };
    const account = { email: 'a@example.org', password: 'a good password' };
    const user = await api.make.user();
    const replies = [
      await api.admin.post('/services', { ...url, service_name: 'types' }),
      await api.admin.post('/users', { ...account, user_name: 'anonymous' }),
      await api.admin.post('/users', { ...account, user_name: 'current' }),
      await api.admin.patch(`/users/${user}`, { user_name: 'anonymous' }),
      await api.admin.delete('/groups/administrators'),
    ];
    expect(replies.map(({ status, body }) => [status, body.detail])).toEqual([
      [403, "The name 'types' is a reserved keyword."],
      [400, "The name 'anonymous' is a reserved keyword."],
      [400, "The name 'current' is a reserved keyword."],
      [403, "The name 'anonymous' is a reserved keyword."],
      [403, "The name 'administrators' is a reserved keyword."],
    ]);
    const french = await api.admin
      .post('/services', { ...url, service_name: 'types' })
      .set('Accept-Language', 'fr');
    expect(french.body.detail).toBe('Le nom « types » est un mot réservé.');
  });
});
