import supertest from 'supertest';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const UNKNOWN = '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21';
const PASSWORD = 'tractor under the bridge';

describe('a new password of the own account', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_SMTP_HOST: 'smtp.invalid', SVC_SMTP_FROM: 'gate@example.org' });
  });
  afterAll(() => api.close());

  interface Token {
    readonly id: string;
    readonly value: string;
  }

  async function owner(): Promise<{ name: string; client: Client; tokens: [Token, Token] }> {
    const name = await api.make.user();
    const client = await api.signIn(name);
    const create = async (token_name: string): Promise<Token> => {
      const { body } = await client.post('/users/current/tokens', { token_name }).expect(201);
      return { id: body.token.token_id, value: body.value };
    };
    return { name, client, tokens: [await create('first'), await create('second')] };
  }

  const isValid = async ({ value }: Token): Promise<boolean> =>
    (await supertest(api.anonymous.url).get('/session').set('Authorization', `Bearer ${value}`)).status ===
    200;

  const noticeTo = async (name: string) => {
    const [row] = await api.dataSource.query<{ variables: Record<string, string> }[]>(
      `SELECT payload -> 'variables' AS variables FROM outbox_messages
        WHERE payload ->> 'template' = 'password_changed' AND payload ->> 'to' = $1`,
      [`${name}@example.org`],
    );
    return row?.variables;
  };

  it('revokes all API tokens but those that the request names, which the mail lists', async () => {
    const { name, client, tokens } = await owner();
    const [kept, revoked] = tokens;
    await client
      .patch('/users/current', { password: PASSWORD, keep_tokens: [kept.id.toUpperCase()] })
      .expect(200);
    expect([await isValid(kept), await isValid(revoked)]).toEqual([true, false]);
    expect(await noticeTo(name)).toEqual({ linked_identities: '', kept_tokens: 'first' });
    expect((await client.get('/users/current/tokens')).body.tokens).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['no tokens', { keep_tokens: [] }],
    ['null', { keep_tokens: null }],
    ['nothing', {}],
  ])('revokes all API tokens if the request names %s', async (_, fields) => {
    const { name, client, tokens } = await owner();
    await client.patch('/users/current', { password: PASSWORD, ...fields }).expect(200);
    expect([await isValid(tokens[0]), await isValid(tokens[1])]).toEqual([false, false]);
    expect(await noticeTo(name)).toEqual({ linked_identities: '', kept_tokens: '' });
  });

  it.each<[string, (own: Token, other: Token) => unknown]>([
    ['an identifier of no token', (own) => [own.id, UNKNOWN]],
    ['a token of another user', (own, other) => [own.id, other.id]],
    ['what is no identifier', (own) => [own.id, 'first']],
    ['numbers', () => [1]],
    ['a text', (own) => own.id],
    ['an object', (own) => ({ 0: own.id })],
  ])('is refused with %s, and nothing is changed', async (_, keep) => {
    const { name, client, tokens } = await owner();
    const { tokens: others } = await owner();
    const body = { password: PASSWORD, keep_tokens: keep(tokens[0], others[0]) };
    const reply = await client.patch('/users/current', body).expect(422);
    expect(reply.body.error_code).toBe('keep_tokens_invalid');
    for (const token of [...tokens, ...others]) expect(await isValid(token)).toBe(true);
    await api.signIn(name);
    expect(await noticeTo(name)).toBeUndefined();
  });

  it('revokes also the token that a session is creating which it ends', async () => {
    const { name, client } = await owner();
    const runner = api.dataSource.createQueryRunner();
    await runner.startTransaction();
    // As a new password does, before it is committed.
    await runner.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
    await runner.query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = $1)', [name]);
    const creation = client.post('/users/current/tokens', { token_name: 'third' }).then((reply) => reply);
    const isWaiting = async (): Promise<boolean> => {
      const [{ waiting }] = await runner.query(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting > 0;
    };
    while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    await runner.commitTransaction();
    await runner.release();
    expect((await creation).status).toBe(401);
    expect((await api.admin.get(`/users/${name}/tokens`).expect(200)).body.tokens).toHaveLength(2);
  });

  it('is what tokens are kept with: neither other changes nor changes of other accounts accept them', async () => {
    const { name, client, tokens } = await owner();
    const keep_tokens = [tokens[0].id];
    const replies = [
      await client.patch('/users/current', { locale: 'fr', keep_tokens }),
      await api.admin.patch(`/users/${name}`, { password: PASSWORD, keep_tokens }),
    ];
    for (const { status, body } of replies)
      expect([status, body.error_code]).toEqual([422, 'keep_tokens_invalid']);
    expect((await client.get('/users/current').expect(200)).body.user.locale).toBe('en');
    await api.admin.patch(`/users/${name}`, { password: PASSWORD }).expect(200);
    expect([await isValid(tokens[0]), await isValid(tokens[1])]).toEqual([false, false]);
  });
});
