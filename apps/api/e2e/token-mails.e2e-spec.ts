import { silentLogger } from '@gatehouse/logging';
import { MailServer } from '@gatehouse/testing';
import { TokenReminderJob } from '../src/tokens/token-reminder-job';
import type { Client } from './harness/client';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

const DAY_MS = 86_400_000;

interface QueuedMail {
  readonly template: string;
  readonly to: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const inDays = (days: number, from = new Date()): Date => new Date(from.getTime() + days * DAY_MS);

describe('mails about API tokens', () => {
  let api: TestApi;
  let second: TestApi;
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start();
    api = await startApi(server.environment);
    // Another process of the same installation.
    second = await startApi(server.environment, silentLogger, api.database);
  });
  afterAll(async () => {
    await second.app.close();
    await api.close();
    await server.close();
  });

  async function person(fields: object = {}): Promise<{ name: string; client: Client; email: string }> {
    const name = await api.make.user(fields);
    return { name, client: await api.signIn(name), email: `${name}@example.org` };
  }

  async function create(client: Client, user = 'current', fields: object = {}) {
    const body = { token_name: api.make.name('token'), ...fields };
    const reply = await client.post(`/users/${user}/tokens`, body).expect(201);
    return {
      value: reply.body.value as string,
      id: reply.body.token.token_id as string,
      name: body.token_name,
    };
  }

  /** The mails of a template to an address, in the order in which they were queued. */
  async function queued(template: string, to: string): Promise<QueuedMail[]> {
    const rows = await api.dataSource.query<{ payload: QueuedMail }[]>(
      `SELECT payload FROM outbox_messages WHERE kind = 'mail' AND payload ->> 'to' = $1 AND payload ->> 'template' = $2
        ORDER BY sequence`,
      [to, template],
    );
    return rows.map(({ payload }) => payload);
  }

  const run = (now: Date, of = api): Promise<void> => of.app.get(TokenReminderJob).run(now);
  const remindersOf = async (email: string) =>
    (await queued('token_expiry', email)).map(({ variables }) => variables['token_name']);

  it('announce a new token to its owner, without the token', async () => {
    const { name, client, email } = await person();
    const token = await create(client, 'current', { token_name: 'nightly\u2028https://evil.example' });
    const { parsed, raw } = await server.mailTo(email, /new API token/);
    expect(parsed.text).toContain('nightly https://evil.example');
    expect(parsed.text).toContain(name);
    expect(parsed.html).toContain('nightly https://evil.example');
    expect(raw).not.toContain(token.value);
    const stored = await api.dataSource.query('SELECT m::text AS text FROM outbox_messages m');
    expect(JSON.stringify(stored)).not.toContain(token.value);
  });

  it('are in the language of their recipient', async () => {
    const { client, email } = await person();
    await client.patch('/users/current', { locale: 'fr' }).expect(200);
    await create(client);
    const { parsed } = await server.mailTo(email, /nouveau jeton/);
    expect(parsed.text).toContain('a été créé');
  });

  it('say what the token may be used for', async () => {
    const { client, email } = await person();
    await create(client, 'current', { restriction: [] });
    expect((await queued('token_created', email))[0]?.variables).toMatchObject({
      restricted: true,
      administrator: false,
      service_account: false,
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    });
  });

  it('of a service account go to the administrator who has created it, and not to its own address', async () => {
    const [creator, other] = [
      await person({ group_name: 'administrators' }),
      await person({ group_name: 'administrators' }),
    ];
    const robot = api.make.name('robot');
    const body = { user_name: robot, email: `${robot}@example.org` };
    await creator.client.post('/service_accounts', body).expect(201);
    await create(other.client, robot);
    const [mail, ...further] = await queued('token_created', creator.email);
    expect(further).toEqual([]);
    expect(mail?.variables).toMatchObject({
      account_name: robot,
      author_name: other.name,
      service_account: true,
    });
    expect(await queued('token_created', other.email)).toEqual([]);
    expect(await queued('token_created', `${robot}@example.org`)).toEqual([]);

    // When that user is no administrator any more: to all.
    await api.admin.delete(`/users/${creator.name}/groups/administrators`).expect(200);
    await create(other.client, robot);
    expect(await queued('token_created', creator.email)).toHaveLength(1);
    expect(await queued('token_created', other.email)).toHaveLength(1);
    await api.admin.delete(`/users/${creator.name}`).expect(200);
    await create(other.client, robot);
    expect(await queued('token_created', other.email)).toHaveLength(2);
    // The address of the configured administrator is a placeholder.
    expect(await queued('token_created', `${ADMIN.name}@mail.com`)).toEqual([]);
    await api.admin.delete(`/users/${other.name}`).expect(200);
  });

  it('remind of the end of a token 7 days and 1 day before, once each, whichever process sends them', async () => {
    const { client, email } = await person();
    const now = new Date();
    const token = await create(client, 'current', { expires: inDays(30, now).toISOString() });
    await run(inDays(22.9, now));
    expect(await remindersOf(email)).toEqual([]);
    await Promise.all([run(inDays(23.1, now)), run(inDays(23.1, now), second)]);
    expect(await remindersOf(email)).toEqual([token.name]);
    await run(inDays(24, now));
    expect(await remindersOf(email)).toHaveLength(1);
    await Promise.all([run(inDays(29.1, now), second), run(inDays(29.1, now))]);
    expect(await remindersOf(email)).toHaveLength(2);
    await run(inDays(29.5, now));
    await run(inDays(31, now));
    expect(await remindersOf(email)).toHaveLength(2);
    const { parsed } = await server.mailTo(email, /expires soon/);
    expect(parsed.text).toContain(token.name);
    expect(parsed.text).not.toContain(token.value);
  });

  it('remind once if no process has run when both reminders were due', async () => {
    const { client, email } = await person();
    const now = new Date();
    await create(client, 'current', { expires: inDays(30, now).toISOString() });
    await run(inDays(29.5, now));
    await run(inDays(29.6, now));
    expect(await remindersOf(email)).toHaveLength(1);
  });

  it('remind of the nearer time only if the token is valid for less than a week, and of none below a day', async () => {
    const [days, hours] = [await person(), await person()];
    const now = new Date();
    await create(days.client, 'current', { expires: inDays(3, now).toISOString() });
    await create(hours.client, 'current', { expires: inDays(0.5, now).toISOString() });
    await run(inDays(0.4, now));
    expect([await remindersOf(days.email), await remindersOf(hours.email)]).toEqual([[], []]);
    await run(inDays(2.1, now));
    expect(await remindersOf(days.email)).toHaveLength(1);
  });

  it('remind of the end that a token has by then', async () => {
    const { client, email } = await person();
    const now = new Date();
    const { id } = await create(client, 'current', { expires: inDays(30, now).toISOString() });
    await client.patch(`/users/current/tokens/${id}`, { expires: inDays(60, now).toISOString() }).expect(200);
    await run(inDays(25, now));
    expect(await remindersOf(email)).toEqual([]);
    await run(inDays(53.5, now));
    expect(await remindersOf(email)).toHaveLength(1);
  });

  it('remind of no token that was revoked, nor of one whose owner was deleted', async () => {
    const [revoking, leaving, renewing] = [await person(), await person(), await person()];
    const now = new Date();
    const fields = { expires: inDays(30, now).toISOString() };
    const { id } = await create(revoking.client, 'current', fields);
    await revoking.client.delete(`/users/current/tokens/${id}`).expect(200);
    await create(leaving.client, 'current', fields);
    await api.admin.delete(`/users/${leaving.name}`).expect(200);
    await create(renewing.client, 'current', fields);
    await renewing.client.patch('/users/current', { password: 'tractor under the bridge' }).expect(200);
    await run(inDays(23.1, now));
    for (const { email } of [revoking, leaving, renewing]) expect(await remindersOf(email)).toEqual([]);
    const left = await api.dataSource.query('SELECT 1 FROM api_token_reminders WHERE due_at <= $1', [
      inDays(23.1, now),
    ]);
    expect(left).toEqual([]);
  });
});
