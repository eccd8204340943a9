import supertest, { type Test } from 'supertest';
import { Builders } from './harness/builders';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const UNKNOWN = '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21';
const FORM = /^gth_[0-9A-Za-z]{49}$/;

interface Created {
  readonly value: string;
  readonly id: string;
}

describe('API tokens', () => {
  let api: TestApi;
  let service: string;
  let serviceId: number;
  let open: number;
  let below: number;
  let closed: number;

  beforeAll(async () => {
    api = await startApi();
    service = await api.make.service({ service_type: 'api' });
    serviceId = await api.make.serviceId(service);
    open = await api.make.resource(serviceId);
    below = await api.make.resource(open);
    closed = await api.make.resource(serviceId);
  });
  afterAll(() => api.close());

  async function create(client: Client, fields: object = {}): Promise<Created> {
    const body = { token_name: api.make.name('token'), ...fields };
    const reply = await client.post('/users/current/tokens', body).expect(201);
    return { value: reply.body.value, id: reply.body.token.token_id };
  }

  const bearer = (token: string, path: string, method: 'get' | 'post' | 'patch' | 'delete' = 'get'): Test =>
    supertest(api.anonymous.url)[method](path).set('Authorization', `Bearer ${token}`);
  const userWithRead = async (): Promise<{ name: string; client: Client }> => {
    const name = await api.make.user();
    await api.admin
      .post(`/users/${name}/services/${service}/permissions`, { permission: 'read-allow-recursive' })
      .expect(201);
    return { name, client: await api.signIn(name) };
  };

  it('identify their owners, are shown once, and are listed without their value', async () => {
    const { name, client } = await userWithRead();
    const reply = await client.post('/users/current/tokens', { token_name: 'nightly download' }).expect(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body.value).toMatch(FORM);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const token = {
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token_name: 'nightly download',
      created: time,
      expires: time,
      administrator: false,
      restriction: null,
    };
    expect(reply.body.token).toEqual({ ...token, expired: false, last_used: null });
    const session = await bearer(reply.body.value, '/session').expect(200);
    expect(session.body).toMatchObject({
      authenticated: true,
      user: { user_name: name },
      token,
    });
    expect(session.headers['set-cookie']).toBeUndefined();
    const list = await client.get(`/users/${name}/tokens`).expect(200);
    expect(list.text).not.toContain(reply.body.value.slice(4, 20));
    expect(list.body.tokens).toHaveLength(1);
    expect((await api.admin.get(`/users/${name}/tokens`).expect(200)).body.tokens).toEqual(list.body.tokens);
  });

  it('are listed with their last use', async () => {
    const { client } = await userWithRead();
    const { value } = await create(client);
    await bearer(value, '/session').set({
      'User-Agent': 'curl/8.5.0',
      'X-Forwarded-For': '2001:db8:1:2:3::4',
    });
    const lastUse = async () => (await client.get('/users/current/tokens')).body.tokens[0].last_used;
    for (let attempt = 0; attempt < 50 && !(await lastUse()); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await lastUse()).toEqual({
      time: expect.stringMatching(/^\d{4}-/),
      network: '2001:db8:1:2::/64',
      client: 'curl/8.5.0',
    });
  });

  it('that are not valid are refused, also beside a valid cookie and where no session is needed', async () => {
    const { client } = await userWithRead();
    const { value } = await create(client);
    const other = value.endsWith('0') ? `${value.slice(0, -1)}1` : `${value.slice(0, -1)}0`;
    for (const token of [other, `${value}x`, 'gth_', 'gth_short']) {
      const reply = await bearer(token, '/session').set('Cookie', client.sessionCookie).expect(401);
      expect(reply.body.error_code ?? reply.body.error?.code).toBe('api_token_invalid');
      await bearer(token, '/version').expect(401);
    }
  });

  it('take precedence over cookies', async () => {
    const { name, client } = await userWithRead();
    const { value } = await create(client);
    const reply = await bearer(value, '/session').set('Cookie', api.admin.sessionCookie).expect(200);
    expect(reply.body.user.user_name).toBe(name);
  });

  it('are refused when they were revoked, and when their owner was deleted or got a new password', async () => {
    const [first, second, third] = [
      await userWithRead(),
      await userWithRead(),
      await userWithRead(),
    ] as const;
    const revoked = await create(first.client);
    await bearer(revoked.value, '/session').expect(200);
    await first.client.delete(`/users/current/tokens/${revoked.id}`).expect(200);
    await bearer(revoked.value, '/session').expect(401);

    const withAdministrator = await create(first.client);
    await bearer(withAdministrator.value, '/session').expect(200);
    await api.admin.delete(`/users/${first.name}/tokens/${withAdministrator.id}`).expect(200);
    await bearer(withAdministrator.value, '/session').expect(401);

    const ofDeleted = await create(second.client);
    await bearer(ofDeleted.value, '/session').expect(200);
    await api.admin.delete(`/users/${second.name}`).expect(200);
    await bearer(ofDeleted.value, '/session').expect(401);
    await api.make.user({ user_name: second.name });
    await bearer(ofDeleted.value, '/session').expect(401);
    expect((await api.admin.get(`/users/${second.name}/tokens`)).body.tokens).toEqual([]);

    const beforePassword = await create(third.client);
    await bearer(beforePassword.value, '/session').expect(200);
    await third.client.patch('/users/current', { password: 'quite another phrase' }).expect(200);
    await bearer(beforePassword.value, '/session').expect(401);
  });

  it('expire', async () => {
    const { client } = await userWithRead();
    const { value, id } = await create(client);
    await bearer(value, '/session').expect(200);
    // By the clock of the database: an end in the past cannot be requested.
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query("UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [
        id,
      ]);
    });
    await bearer(value, '/session').expect(401);
    expect((await client.get('/users/current/tokens')).body.tokens[0].expired).toBe(true);
  });

  it('of administrators have the role only if they say so, and lose it with the membership', async () => {
    const name = await api.make.user();
    const client = await api.signIn(name);
    await client.post('/users/current/tokens', { token_name: 'too much', administrator: true }).expect(403);
    await api.admin.post(`/users/${name}/groups`, { group_name: 'administrators' }).expect(201);
    const plain = await create(client);
    const powerful = await create(client, { administrator: true });
    await bearer(plain.value, '/users').expect(403);
    await bearer(powerful.value, '/users').expect(200);
    await api.admin.delete(`/users/${name}/groups/administrators`).expect(200);
    await bearer(powerful.value, '/users').expect(403);
    await bearer(powerful.value, '/session').expect(200);
  });

  it('neither create tokens nor change what is sensitive, also with the current password', async () => {
    const { name, client } = await userWithRead();
    const { value, id } = await create(client);
    const current_password = Builders.PASSWORD;
    const refused = (request: Test, body: object) => request.send({ ...body, current_password }).expect(403);
    await refused(bearer(value, '/users/current/tokens', 'post'), { token_name: 'another' });
    await refused(bearer(value, `/users/current/tokens/${id}`, 'patch'), { token_name: 'renamed' });
    await refused(bearer(value, '/users/current', 'patch'), { password: 'quite another phrase' });
    await refused(bearer(value, '/users/current', 'patch'), { email: 'other@example.org' });
    await refused(bearer(value, '/users/current', 'delete'), {});
    await api.signIn(name);
    await client.post('/signin', { user_name: name, password: value }).expect(401);
  });

  it('with a restriction read their session, and effective permissions and explanations within it', async () => {
    const { name, client } = await userWithRead();
    const restriction = [{ resource_id: open, permission_names: ['read'] }];
    const { value, id } = await create(client, { restriction });
    const shown = (await bearer(value, '/session').expect(200)).body.token.restriction;
    expect(shown).toEqual([
      {
        resource_id: open,
        path: expect.stringMatching(new RegExp(`^${service}/`)),
        scope: 'recursive',
        permission_names: ['read'],
      },
    ]);
    const accessOn = async (resource: number): Promise<string> => {
      const path = `/users/current/resources/${resource}/permissions?effective=true`;
      const { permissions } = (await bearer(value, path).expect(200)).body;
      return permissions.find((one: { name: string }) => one.name === 'read').access;
    };
    expect([await accessOn(open), await accessOn(below), await accessOn(closed)]).toEqual([
      'allow',
      'allow',
      'deny',
    ]);
    const explain = `/users/${name}/resources/${closed}/permissions/explain?permission=read`;
    const refused = {
      access: 'deny',
      reason: 'token-restriction',
      restriction: { met: false, covered_by: null, public: false },
    };
    expect((await bearer(value, explain).expect(200)).body).toMatchObject(refused);
    expect((await client.get(`${explain}&token_id=${id}`).expect(200)).body).toMatchObject(refused);
    expect((await api.admin.get(`${explain}&token_id=${id}`).expect(200)).body).toMatchObject(refused);
    expect((await client.get(explain).expect(200)).body.access).toBe('allow');
    for (const path of [
      '/users/current',
      `/users/current/resources/${open}/permissions`,
      '/services',
      `/resources/${open}`,
      '/users/current/tokens',
    ])
      expect((await bearer(value, path)).status).toBe(403);
  });

  it('without an entry in their restriction are allowed what is public only', async () => {
    const { client } = await userWithRead();
    const { value } = await create(client, { restriction: [] });
    const path = `/users/current/resources/${open}/permissions?effective=true`;
    const { permissions } = (await bearer(value, path).expect(200)).body;
    expect(permissions.every((one: { access: string }) => one.access === 'deny')).toBe(true);
  });

  it('are changed by their owners; more than before needs a recent sign-in', async () => {
    const { client } = await userWithRead();
    const { id, value } = await create(client, {
      restriction: [{ resource_id: open, permission_names: ['read'] }],
    });
    const path = `/users/current/tokens/${id}`;
    await client.patch(path, { token_name: 'renamed' }).expect(200);
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query("UPDATE sessions SET signed_in_at = now() - interval '1 day'");
    });
    await client.patch(path, { restriction: [] }).expect(200);
    await client.patch(path, { token_name: 'less' }).expect(200);
    for (const more of [
      { restriction: [{ service_name: service, permission_names: ['read'] }] },
      { restriction: null },
      { expires: new Date(Date.now() + 200 * 86_400_000).toISOString() },
    ]) {
      await client.patch(path, more).expect(403);
      await client.patch(path, { ...more, current_password: Builders.PASSWORD }).expect(200);
    }
    expect(
      (await bearer(value, `/users/current/resources/${closed}/permissions?effective=true`)).status,
    ).toBe(200);
  });

  it('keep what two sessions change of them at the same time', async () => {
    const { client } = await userWithRead();
    const { id } = await create(client);
    const path = `/users/current/tokens/${id}`;
    const restriction = [{ resource_id: open, permission_names: ['read'] }];
    await Promise.all([
      client.patch(path, { restriction }).expect(200),
      ...['one', 'two', 'three'].map((token_name) => client.patch(path, { token_name }).expect(200)),
    ]);
    expect((await client.get(path).expect(200)).body.token.restriction).toHaveLength(1);
  });

  it.each([
    ['a name that another token has', { token_name: 'taken' }, 409, 'token_name_taken'],
    ['a time in the past', { expires: '2020-01-01T00:00:00Z' }, 422, 'token_expiry_invalid'],
    ['a time beyond the maximum', { expires: '2099-01-01T00:00:00Z' }, 422, 'token_expiry_invalid'],
    ['a time without an offset', { expires: '2027-01-01T00:00:00' }, 422, 'token_expiry_invalid'],
    ['a restriction that is no list', { restriction: {} }, 422, 'token_restriction_invalid'],
    [
      'an entry without a resource',
      { restriction: [{ permission_names: ['read'] }] },
      422,
      'token_restriction_invalid',
    ],
    [
      'an entry without names',
      { restriction: [{ resource_id: 1, permission_names: [] }] },
      422,
      'token_restriction_invalid',
    ],
    [
      'an unknown field',
      { restriction: [{ resource_id: 1, permission_names: ['read'], x: 1 }] },
      422,
      'token_restriction_invalid',
    ],
    [
      'a resource that does not exist',
      { restriction: [{ resource_id: 999_999, permission_names: ['read'] }] },
      404,
      'resource_not_found',
    ],
  ])('are refused with %s, and nothing is created', async (_what, fields, status, code) => {
    const { client } = await userWithRead();
    await create(client, { token_name: 'taken' });
    const reply = await client.post('/users/current/tokens', { token_name: 'new', ...fields }).expect(status);
    expect(JSON.stringify(reply.body)).toContain(code);
    expect((await client.get('/users/current/tokens')).body.tokens).toHaveLength(1);
  });

  it('of others are unknown to users, and administrators create none for them', async () => {
    const [mine, theirs] = [await userWithRead(), await userWithRead()];
    const { id } = await create(theirs.client);
    await mine.client.get(`/users/${theirs.name}/tokens`).expect(403);
    await mine.client.delete(`/users/current/tokens/${id}`).expect(404);
    await mine.client.delete(`/users/current/tokens/${UNKNOWN}`).expect(404);
    await mine.client.delete('/users/current/tokens/1').expect(422);
    await api.admin.post(`/users/${theirs.name}/tokens`, { token_name: 'for you' }).expect(403);
    await api.admin.patch(`/users/${theirs.name}/tokens/${id}`, { token_name: 'mine' }).expect(403);
  });

  it('are never sent to an identity provider', async () => {
    const { client } = await userWithRead();
    const { value } = await create(client);
    const reply = await bearer(value, '/providers/gatehouse/signin');
    expect(reply.status).toBe(403);
    expect(JSON.stringify(reply.body)).toContain('token_not_sufficient');
  });

  it('as passwords of Basic are ignored unless the setting accepts them', async () => {
    const { client } = await userWithRead();
    const { value } = await create(client);
    const basic = `Basic ${Buffer.from(`anybody:${value}`).toString('base64')}`;
    const reply = await supertest(api.anonymous.url).get('/session').set('Authorization', basic).expect(200);
    expect(reply.body.authenticated).toBe(false);
  });
});
