import { createHmac } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { type LogFields, silentLogger } from '@gatehouse/logging';
import { Builders } from './harness/builders';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

/** What no reply, log or export may have: the form of a token, and longer parts of one. */
const TOKEN_LIKE = /gth_[0-9A-Za-z]{8}/;
const MAX_TOKENS = 10_000;

describe('API tokens in the hands of others', () => {
  let api: TestApi;
  const logged: string[] = [];

  beforeAll(async () => {
    const log = (fields: LogFields, message: string) => void logged.push(JSON.stringify([fields, message]));
    const logger = { ...silentLogger, debug: log, info: log, warn: log, error: log };
    api = await startApi({ SVC_LOG_REQUEST: 'true' }, logger);
  });
  afterAll(() => api.close());

  async function owner(): Promise<{ name: string; client: Client; value: string; id: string }> {
    const name = await api.make.user();
    const client = await api.signIn(name);
    const { body } = await client.post('/users/current/tokens', { token_name: 'one' }).expect(201);
    return { name, client, value: body.value, id: body.token.token_id };
  }

  const bearer = (token: string, method: 'get' | 'post' | 'patch' | 'delete', path: string): Test =>
    supertest(api.anonymous.url)[method](path).set('Authorization', `Bearer ${token}`);

  it('authenticate nobody in a query, a form, a cookie or a referrer', async () => {
    const { name, value } = await owner();
    const { url } = api.anonymous;
    const requests = [
      supertest(url).get(`/session?access_token=${value}`),
      supertest(url).get(`/session?token=${value}`),
      supertest(url)
        .get('/session')
        .set('Referer', `https://gatehouse.example/session?access_token=${value}`),
      supertest(url)
        .get('/session')
        .set('Cookie', `auth_tkt=${value}!userid_type:int; access_token=${value}`),
    ];
    for (const request of requests) {
      const reply = await request;
      expect(reply.body.authenticated ?? false).toBe(false);
      expect(reply.text).not.toMatch(TOKEN_LIKE);
    }
    const form = supertest(url)
      .patch('/users/current')
      .type('form')
      .send({ email: 'a@example.org', access_token: value });
    expect((await form).status).toBe(401);
    expect((await api.anonymous.get(`/users/${name}`)).status).toBe(401);
  });

  it('link and remove no identities, also with the current password', async () => {
    const { value } = await owner();
    const body = { provider_name: 'github', current_password: Builders.PASSWORD };
    const reply = await bearer(value, 'post', '/users/current/identities').send(body).expect(403);
    expect(reply.text).toContain('token_not_sufficient');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('are never accepted as a password, wherever one is asked for', async () => {
    const { name, client, value } = await owner();
    await api.anonymous.post('/signin', { user_name: name, password: value }).expect(401);
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query("UPDATE sessions SET signed_in_at = now() - interval '1 day'");
    });
    await client.patch('/users/current', { email: 'new@example.org', current_password: value }).expect(403);
  });

  it('of an administrator give the owner what the owner has, and not the role', async () => {
    const administrator = await owner();
    await api.admin.post(`/users/${administrator.name}/groups`, { group_name: 'administrators' }).expect(201);
    const other = await api.make.user();
    const { value } = administrator;
    await bearer(value, 'get', '/session').expect(200);
    for (const [method, path, body] of [
      ['get', '/users', undefined],
      ['get', `/users/${other}`, undefined],
      ['get', `/users/${other}/tokens`, undefined],
      ['delete', `/users/${other}`, undefined],
      ['post', '/groups', { group_name: 'mine' }],
      ['post', `/users/${administrator.name}/groups`, { group_name: 'administrators' }],
      ['get', '/audit', undefined],
    ] as const)
      expect([path, (await bearer(value, method, path).send(body)).status]).toEqual([path, 403]);
    await api.admin.get(`/users/${other}`).expect(200);
  });

  it.each([
    ['a feature', "features = '{networks}'"],
    [
      'a field in an entry',
      `restriction = '[{"resource_id":1,"scope":"match","names":["read"],"until":"noon"}]'`,
    ],
    ['a scope in an entry', `restriction = '[{"resource_id":1,"scope":"children","names":["read"]}]'`],
  ])('are refused with %s that only a later version knows', async (_what, change) => {
    const { value, id } = await owner();
    await bearer(value, 'get', '/session').expect(200);
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query(`UPDATE api_tokens SET ${change} WHERE id = $1`, [id]);
    });
    await bearer(value, 'get', '/session').expect(401);
  });

  it('are looked up by their keyed digest, so that a near miss is compared with nothing', async () => {
    const { id, value } = await owner();
    const [row] = await api.dataSource.query<{ token_hmac: Buffer }[]>(
      'SELECT token_hmac FROM api_tokens WHERE id = $1',
      [id],
    );
    expect(row?.token_hmac).toHaveLength(32);
    for (const unkeyed of [value, value.slice(4), Buffer.from(value).toString('base64')])
      expect(createHmac('sha256', '').update(unkeyed).digest().equals(row!.token_hmac)).toBe(false);
    const plan = await api.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      return JSON.stringify(
        await manager.query('EXPLAIN SELECT id FROM api_tokens WHERE token_hmac = $1', [row?.token_hmac]),
      );
    });
    expect(plan).toContain('api_tokens_token');
  });

  it('of a user are at most ten thousand, which are listed and do not delay a request with one of them', async () => {
    const { name, client, value } = await owner();
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query(
        `INSERT INTO api_tokens (user_id, name, token_hmac, expires_at)
           SELECT u.id, 'token ' || n, sha256(convert_to(u.id || ' ' || n, 'UTF8')), now() + interval '1 day'
             FROM users u, generate_series(2, ${MAX_TOKENS}) n WHERE u.name = $1`,
        [name],
      );
    });
    const reply = await client.post('/users/current/tokens', { token_name: 'one too many' }).expect(409);
    expect(reply.text).toContain('too_many_tokens');
    expect((await client.get('/users/current/tokens').expect(200)).body.tokens).toHaveLength(MAX_TOKENS);
    await bearer(value, 'get', '/session').expect(200);
    await client
      .delete(`/users/current/tokens/${(await tokenNamed(client, 'token 77')).token_id}`)
      .expect(200);
    await client.post('/users/current/tokens', { token_name: 'the last one' }).expect(201);
  });

  const tokenNamed = async (client: Client, name: string): Promise<{ token_id: string }> =>
    (await client.get('/users/current/tokens')).body.tokens.find(
      (token: { token_name: string }) => token.token_name === name,
    );

  it('appear in no reply but that of their creation, in no log, metric, audit entry or change', async () => {
    const { name, client, value, id } = await owner();
    await bearer(value, 'get', '/session').expect(200);
    await bearer(value, 'get', '/no/such/path').expect(404);
    await bearer(`${value.slice(0, -1)}!`, 'get', '/session').expect(401);
    await client.patch(`/users/current/tokens/${id}`, { token_name: 'renamed' }).expect(200);
    await client.delete(`/users/current/tokens/${id}`).expect(200);
    await bearer(value, 'get', '/session').expect(401);
    const texts = await Promise.all(
      [
        '/audit?limit=1000',
        '/audit/export.csv',
        '/audit/export.jsonl',
        '/changes?limit=1000',
        '/metrics',
        `/users/${name}`,
      ].map(async (path) => (await api.admin.get(path).buffer(true)).text),
    );
    expect(texts[0]).toContain(id);
    expect(logged.length).toBeGreaterThan(0);
    for (const text of [...texts, ...logged]) {
      expect(text).not.toMatch(TOKEN_LIKE);
      expect(text).not.toContain(value.slice(4, 20));
    }
  });
});
