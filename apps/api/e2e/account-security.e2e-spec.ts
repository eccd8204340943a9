import supertest from 'supertest';
import { OneTimeLinks } from '@gatehouse/directory';
import { PasswordResets } from '@gatehouse/sign-in';
import { Builders } from './harness/builders';
import { signInFrom } from './harness/sign-in-from';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

const MAIL = { SVC_SMTP_HOST: 'smtp.invalid', SVC_SMTP_FROM: 'gate@example.org' };
const NEW_PASSWORD = 'tractor under the bridge';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface QueuedMail {
  readonly template: string;
  readonly to: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string>>;
}

/** The mails to addresses, in the order in which they were queued. */
async function mailsTo(api: TestApi, ...addresses: string[]): Promise<QueuedMail[]> {
  const rows = await api.dataSource.query<{ payload: QueuedMail }[]>(
    `SELECT payload FROM outbox_messages WHERE kind = 'mail' AND payload ->> 'to' = ANY ($1)
      ORDER BY payload ->> 'queuedAt'`,
    [addresses],
  );
  return rows.map(({ payload }) => payload);
}

function linkOf(api: TestApi, mail: QueuedMail | undefined): string {
  const [id = ''] = Object.values(mail?.links ?? {});
  return new URL(api.app.get(OneTimeLinks).addressOf(id)).pathname;
}

const templatesOf = (mails: readonly QueuedMail[]) => mails.map(({ template }) => template);

describe('with a mail server, a new email address', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(MAIL);
  });
  afterAll(() => api.close());

  const emailOf = async (user: string) => (await api.admin.get(`/users/${user}`).expect(200)).body.user.email;

  it('applies when its owner confirms it, and is announced to the old one', async () => {
    const user = await api.make.user();
    const [before, after] = [`${user}@example.org`, `${user}@new.example.org`];
    const client = await api.signIn(user);
    const reply = await client.patch('/users/current', { email: after }).expect(202);
    expect(reply.body).toMatchObject({ code: 202, detail: expect.stringContaining('link') });
    expect(await emailOf(user)).toBe(before);
    const [notice] = await mailsTo(api, before);
    expect(notice).toMatchObject({
      template: 'email_change_notice',
      variables: { new_email: after, completed: false },
    });
    const [confirmation] = await mailsTo(api, after);
    expect(confirmation).toMatchObject({ template: 'email_change_confirm', variables: { new_email: after } });
    const link = linkOf(api, confirmation);
    // A scanner that opens the link changes nothing, regardless of its `Accept`.
    await api.anonymous.head(link);
    await api.anonymous.get(link).expect(200);
    await api.anonymous.get(link).set('Accept', 'application/json').expect(200);
    expect(await emailOf(user)).toBe(before);
    await api.anonymous.post(link).expect(200);
    expect(await emailOf(user)).toBe(after);
    await api.anonymous.post(link).expect(404);
    expect((await mailsTo(api, before)).at(-1)?.variables).toEqual({ new_email: after, completed: true });
    await api.signIn(after);
  });

  it('is confirmed on a page that names the account', async () => {
    const user = await api.make.user();
    const after = `${user}@page.example.org`;
    await (await api.signIn(user)).patch('/users/current', { email: after }).expect(202);
    const link = linkOf(api, (await mailsTo(api, after))[0]);
    const page = await api.anonymous.get(link).set('Accept', 'text/html').expect(200);
    expect(page.text).toContain(`<div><dt>User name</dt><dd>${user}</dd></div>`);
    expect((await api.anonymous.get(`${link}/details`).expect(200)).body.link.facts).toEqual([
      { label: 'User name', value: user },
      { label: 'New address', value: after },
    ]);
  });

  it('of another account is answered like any other, and its owner gets a mail instead of a link', async () => {
    const [user, owner] = [await api.make.user(), await api.make.user()];
    const client = await api.signIn(user);
    const [taken, free] = [`${owner.toUpperCase()}@Example.org`, `${user}@free.example.org`];
    const replies = [
      await client.patch('/users/current', { email: taken }),
      await client.patch('/users/current', { email: free }),
    ];
    const [one, other] = replies.map(({ status, text, headers }) => ({
      status,
      text,
      headers: Object.entries(headers).filter(
        ([name]) => !['date', 'x-access-revision', 'x-request-id'].includes(name),
      ),
    }));
    expect(one).toEqual(other);
    expect(one?.status).toBe(202);
    expect(templatesOf(await mailsTo(api, `${owner}@example.org`))).toEqual(['registration_email_taken']);
    expect(templatesOf(await mailsTo(api, taken))).toEqual([]);
    expect(templatesOf(await mailsTo(api, `${user}@example.org`))).toEqual([
      'email_change_notice',
      'email_change_notice',
    ]);
  });

  it('that was taken before its confirmation is rejected, and its link remains valid', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    const wanted = `wanted-by-${user}@example.org`;
    await client.patch('/users/current', { email: wanted }).expect(202);
    const other = await api.make.user();
    await api.admin.patch(`/users/${other}`, { email: wanted }).expect(200);
    const link = linkOf(api, (await mailsTo(api, wanted))[0]);
    expect((await api.anonymous.post(link).expect(409)).body.error_code).toBe('user_email_taken');
    await api.admin.delete(`/users/${other}`).expect(200);
    await api.anonymous.post(link).expect(200);
    expect(await emailOf(user)).toBe(wanted);
  });

  it('is confirmed by one of two concurrent requests', async () => {
    const user = await api.make.user();
    const after = `${user}@both.example.org`;
    await (await api.signIn(user)).patch('/users/current', { email: after }).expect(202);
    const link = linkOf(api, (await mailsTo(api, after))[0]);
    const replies = await Promise.all([1, 2, 3].map(() => api.anonymous.post(link)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  it('can be confirmed no longer after the password was changed', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    const after = `${user}@late.example.org`;
    await client.patch('/users/current', { email: after }).expect(202);
    await client.patch('/users/current', { password: NEW_PASSWORD }).expect(200);
    await api.anonymous.post(linkOf(api, (await mailsTo(api, after))[0])).expect(404);
    expect(templatesOf(await mailsTo(api, `${user}@example.org`)).at(-1)).toBe('password_changed');
  });

  it('can be requested five times without confirming one', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    for (let count = 0; count < 5; count++) {
      await client.patch('/users/current', { email: `${user}-${count}@example.org` }).expect(202);
    }
    const reply = await client.patch('/users/current', { email: `${user}-6@example.org` }).expect(429);
    expect(reply.body.error_code).toBe('email_change_rate_limited');
  });

  it('that an administrator assigns takes effect immediately, is refused with 409 if taken, and the old address is notified', async () => {
    const [user, other] = [await api.make.user(), await api.make.user()];
    await api.admin.patch(`/users/${user}`, { email: `${other}@example.org` }).expect(409);
    await api.admin.patch(`/users/${user}`, { email: `${user}@assigned.example.org` }).expect(200);
    expect(await emailOf(user)).toBe(`${user}@assigned.example.org`);
    const [notice] = await mailsTo(api, `${user}@example.org`);
    expect(notice?.variables).toEqual({ new_email: `${user}@assigned.example.org`, completed: true });
  });

  it('does not hold up a new password in the same request', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    const change = { email: `${user}@two.example.org`, password: NEW_PASSWORD };
    await client.patch('/users/current', change).expect(202);
    await api.signIn(user, NEW_PASSWORD);
  });
});

describe('without a mail server,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('a new email address applies immediately, and a taken one is 409', async () => {
    const [user, other] = [await api.make.user(), await api.make.user()];
    const client = await api.signIn(user);
    await client.patch('/users/current', { email: `${other}@example.org` }).expect(409);
    await client.patch('/users/current', { email: `${user}@new.example.org` }).expect(200);
    await api.signIn(`${user}@new.example.org`);
  });

  it('passwords cannot be reset', async () => {
    const user = await api.make.user();
    const reply = await api.anonymous.post('/register/password-reset', { user_name: user }).expect(404);
    expect(reply.body.error_code).toBe('password_reset_disabled');
  });
});

describe('self-chosen passwords', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it.each([
    ['password_too_common', '1qaz2wsx3edc'],
    ['password_like_user_name', 'Gatehouse-2026'],
    ['password_too_short', 'elevenchars'],
  ])('are refused with %s when users change their own, administrators among them', async (code, password) => {
    const user = await api.make.user({ group_name: 'administrators' });
    const client = await api.signIn(user);
    for (const path of ['/users/current', `/users/${user}`]) {
      const reply = await client.patch(path, { password }).expect(400);
      expect(reply.body.error_code).toBe(code);
      expect(reply.text).not.toContain(password);
    }
    await api.signIn(user);
  });

  it('are other than those that administrators assign, which only have a minimum length', async () => {
    const user = api.make.name('batch');
    const email = `${user}@example.org`;
    await api.admin.post('/users', { user_name: user, email, password: '1qaz2wsx3edc' }).expect(201);
    await api.signIn(user, '1qaz2wsx3edc');
    await api.admin.patch(`/users/${user}`, { password: 'administrator' }).expect(200);
    await api.signIn(user, 'administrator');
    await api.admin.patch(`/users/${user}`, { password: 'too short' }).expect(400);
  });
});

describe('a password reset', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ ...MAIL, SVC_PASSWORD_RESET_REQUESTS: '20', SVC_SIGNIN_ACCOUNT_FAILURES: '3' });
  });
  afterAll(() => api.close());

  let hosts = 0;
  const newAddress = () => `198.19.0.${++hosts}`;
  const request = (login: string, address = newAddress()) =>
    api.anonymous.post('/register/password-reset', { user_name: login }).set('X-Forwarded-For', address);
  /** Until no request waits: the job of the API may have taken some of them. */
  const sendMails = async () => {
    let waiting = 1;
    while (waiting > 0) {
      await api.app.get(PasswordResets, { strict: false }).sendMails();
      [{ waiting }] = await api.dataSource.query(
        'SELECT count(*)::int AS waiting FROM password_reset_requests',
      );
    }
  };
  const resetsOf = async (email: string) =>
    (await mailsTo(api, email)).filter(({ template }) => template === 'password_reset');

  it('is answered the same for existing, missing, unrecoverable accounts and for emails', async () => {
    const user = await api.make.user();
    const logins = [
      user,
      `${user.toUpperCase()}@example.org`,
      'nobody-at-all',
      'nobody@example.org',
      ADMIN.name,
    ];
    const replies = [];
    for (const login of [...logins, 'anonymous']) replies.push(await request(login).expect(202));
    const [first, ...others] = replies.map(({ status, text, headers }) => ({
      status,
      text,
      headers: Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name)),
    }));
    for (const other of others) expect(other).toEqual(first);
    expect(first?.headers.map(([name]) => name)).not.toContain('x-access-revision');
    await sendMails();
    expect(await resetsOf(`${user}@example.org`)).toHaveLength(2);
    const [{ count }] = await api.dataSource.query(
      `SELECT count(*)::int FROM outbox_messages WHERE payload ->> 'template' = 'password_reset'`,
    );
    expect(count).toBe(2);
  });

  it('accepts a new password once, ends all sessions and informs the owner', async () => {
    const user = await api.make.user();
    const email = `${user}@example.org`;
    const client = await api.signIn(user);
    await request(user).expect(202);
    await sendMails();
    const [mail] = await resetsOf(email);
    expect(mail?.variables).toEqual({ expires_in: 3600 });
    const link = linkOf(api, mail);
    const page = await api.anonymous.get(link).set('Accept', 'text/html').expect(200);
    expect(page.text).toContain('type="password"');
    await api.anonymous.get(link).set('Accept', 'application/json').expect(200);
    for (const body of [
      {},
      { password: 'short' },
      { password: 'administrator' },
      { password: `${user}-${user}` },
    ]) {
      expect((await api.anonymous.post(link, body).expect(400)).body.code).toBe(400);
    }
    await client.get('/users/current').expect(200);
    await api.anonymous.post(link, { password: NEW_PASSWORD }).expect(200);
    await api.anonymous.post(link, { password: 'another good password' }).expect(404);
    expect((await client.get('/session')).body.authenticated).toBe(false);
    await supertest(api.anonymous.url)
      .post('/signin')
      .send({ user_name: user, password: Builders.PASSWORD })
      .expect(401);
    await api.signIn(user, NEW_PASSWORD);
    expect(templatesOf(await mailsTo(api, email)).filter((name) => name === 'password_changed')).toHaveLength(
      1,
    );
  });

  it('is carried out by one of concurrent requests', async () => {
    const user = await api.make.user();
    await request(user).expect(202);
    await sendMails();
    const link = linkOf(api, (await resetsOf(`${user}@example.org`))[0]);
    const passwords = ['one tractor and a bridge', 'two tractors and a bridge', 'three tractors on a bridge'];
    const replies = await Promise.all(passwords.map((password) => api.anonymous.post(link, { password })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const winner = passwords[replies.findIndex(({ status }) => status === 200)];
    await api.signIn(user, winner);
  });

  it('invalidates the other links of the account, and expired ones are 410', async () => {
    const user = await api.make.user();
    const email = `${user}@example.org`;
    await request(user);
    await request(email);
    await sendMails();
    const [one, other] = (await resetsOf(email)).map((mail) => linkOf(api, mail));
    await api.anonymous.post(one ?? '', { password: NEW_PASSWORD }).expect(200);
    await api.anonymous.post(other ?? '', { password: 'another good password' }).expect(404);
    await request(user);
    await sendMails();
    const last = linkOf(api, (await resetsOf(email)).at(-1));
    await api.dataSource.query('UPDATE one_time_links SET expires_at = now() WHERE operation = $1', [
      'user-password-reset',
    ]);
    await api.anonymous.post(last, { password: 'another good password' }).expect(410);
    await api.signIn(user, NEW_PASSWORD);
  });

  it('sends at most three mails per account, and limits each network, regardless of the accounts that it names', async () => {
    const user = await api.make.user();
    for (let count = 0; count < 5; count++) await request(user).expect(202);
    await sendMails();
    expect(await resetsOf(`${user}@example.org`)).toHaveLength(3);
    const address = newAddress();
    for (let count = 0; count < 20; count++) await request(`nobody${count}`, address).expect(202);
    const refused = await request(user, address).expect(429);
    expect(refused.body.error_code).toBe('password_reset_rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await request('nobody', address).expect(429)).body.detail).toBe(refused.body.detail);
    await request(user).expect(202);
  });

  it('allows the owner to sign in from the network of the reset after others have used up the attempts', async () => {
    const user = await api.make.user();
    const home = newAddress();
    for (let count = 0; count < 6; count++) await signInFrom(api.anonymous.url, newAddress(), user, 'wrong');
    expect((await signInFrom(api.anonymous.url, home, user, Builders.PASSWORD)).status).toBe(429);
    await request(user, home).expect(202);
    await sendMails();
    const link = linkOf(api, (await resetsOf(`${user}@example.org`))[0]);
    await api.anonymous.post(link, { password: NEW_PASSWORD }).set('X-Forwarded-For', home).expect(200);
    expect((await signInFrom(api.anonymous.url, home, user, NEW_PASSWORD)).status).toBe(200);
    expect((await signInFrom(api.anonymous.url, newAddress(), user, NEW_PASSWORD)).status).toBe(429);
  });

  it.each([
    [400, {}],
    [422, { user_name: 5 }],
    [422, { user_name: 'no!body' }],
    [422, { user_name: '' }],
    [422, { user_name: 'x'.repeat(257) }],
  ])('answers %d to %j', async (status, body) => {
    await api.anonymous
      .post('/register/password-reset', body)
      .set('X-Forwarded-For', newAddress())
      .expect(status);
  });
});

describe('a sign-in', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(MAIL);
  });
  afterAll(() => api.close());

  const signIn = (user: string, address: string, userAgent: string, password = Builders.PASSWORD) =>
    supertest(api.anonymous.url)
      .post('/signin')
      .set({ 'X-Forwarded-For': address, 'User-Agent': userAgent })
      .send({ user_name: user, password });

  it('from a new combination of network and program is announced, the first one of an account is not', async () => {
    const user = await api.make.user();
    const email = `${user}@example.org`;
    await signIn(user, '198.18.7.1', FIREFOX).expect(200);
    await signIn(user, '198.18.7.1', FIREFOX.replaceAll('140', '141')).expect(200);
    expect(await mailsTo(api, email)).toEqual([]);
    await signIn(user, '198.18.7.1', 'curl/8.5.0', 'wrong').expect(401);
    expect(await mailsTo(api, email)).toEqual([]);
    await signIn(user, '198.18.7.1', 'curl/8.5.0').expect(200);
    await signIn(user, '198.18.7.1', 'curl/8.6.0').expect(200);
    await signIn(user, '198.18.7.2', FIREFOX).expect(200);
    const mails = await mailsTo(api, email);
    expect(mails.map(({ template, variables }) => ({ template, variables }))).toEqual([
      { template: 'new_device', variables: { device: 'curl 8', address: '198.18.7.1' } },
      { template: 'new_device', variables: { device: 'Firefox 140 on Linux', address: '198.18.7.2' } },
    ]);
  });

  it('of the configured administrator is not: the address of that account is a placeholder', async () => {
    await signIn(ADMIN.name, '198.18.7.3', FIREFOX, ADMIN.password).expect(200);
    await signIn(ADMIN.name, '198.18.7.4', FIREFOX, ADMIN.password).expect(200);
    const [{ count }] = await api.dataSource.query(
      `SELECT count(*)::int FROM outbox_messages WHERE payload -> 'user' ->> 'user_name' = $1`,
      [ADMIN.name],
    );
    expect(count).toBe(0);
  });
});

describe('a change of the own account', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

  it('accepts no column of the database, no membership and no privilege, under any name', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    const stored = async () => {
      const [{ account }] = await api.dataSource.query(
        `SELECT jsonb_build_object('user', to_jsonb(u) - 'email',
           'groups', (SELECT jsonb_agg(m ORDER BY m.group_id) FROM memberships m WHERE m.user_id = u.id),
           'permissions', (SELECT count(*) FROM user_permissions p WHERE p.user_id = u.id),
           'sessions', (SELECT jsonb_agg(s ORDER BY s.id) FROM sessions s WHERE s.user_id = u.id)) AS account
         FROM users u WHERE u.name = $1`,
        [user],
      );
      return account;
    };
    const before = await stored();
    const columns = await api.dataSource.query<{ name: string; type: string }[]>(
      `SELECT DISTINCT column_name AS name, data_type AS type FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name <> 'gatehouse_migrations'
          AND column_name NOT IN ('email', 'status', 'locale', 'user_name')`,
    );
    expect(columns.length).toBeGreaterThan(40);
    const fields: Record<string, unknown> = {
      group_name: 'administrators',
      group_names: ['administrators'],
      groups: ['administrators'],
      is_administrator: true,
      isAdministrator: true,
      has_pending_group: false,
      permissions: ['read'],
      permission_names: ['read'],
    };
    for (const { name, type } of columns) {
      const value = /int|numeric/.test(type) ? 1 : /time/.test(type) ? '2001-01-01T00:00:00Z' : 'taken over';
      fields[name] = value;
      fields[camelCase(name)] = value;
    }
    await client.patch('/users/current', fields).expect(400);
    await client.patch('/users/current', { ...fields, email: `${user}@new.example.org` }).expect(200);
    expect(await stored()).toEqual(before);
    await client.get('/users').expect(403);
  });

  it.each([
    ['the name', { user_name: 'somebody-else' }],
    ['the status', { status: 'WebhookError' }],
  ])(
    'does not include %s, which only administrators change, nor the rest of such a request',
    async (_, field) => {
      const user = await api.make.user();
      const client = await api.signIn(user);
      const change = { ...field, email: `${user}@new.example.org`, password: NEW_PASSWORD };
      expect((await client.patch('/users/current', change).expect(403)).body.error_code).toBe(
        'administrator_required',
      );
      await api.signIn(`${user}@example.org`);
    },
  );
});
