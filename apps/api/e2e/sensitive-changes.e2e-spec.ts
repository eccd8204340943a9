import { EventJournal } from '@gatehouse/audit';
import { UnitOfWork } from '@gatehouse/database';
import { HostileIssuer } from '@gatehouse/testing';
import { Builders } from './harness/builders';
import { type Client, cookieOf } from './harness/client';
import { nodeOf, startInstance, type NetworkInstance } from './harness/network';
import { ADMIN } from './harness/start-api';

const { PASSWORD } = Builders;
const NEW_PASSWORD = 'tractor under the bridge';
const MAIL = { SVC_SMTP_HOST: 'smtp.invalid', SVC_SMTP_FROM: 'gate@example.org' };

/** Reference: sessions#sensitive-changes. */
describe("a change of one's own account", () => {
  let issuer: HostileIssuer;
  let api: NetworkInstance;
  beforeAll(async () => {
    issuer = await HostileIssuer.start();
    api = await startInstance('node-a', { ...MAIL, SVC_SIGNIN_ACCOUNT_FAILURES: '4' });
    const lab = { name: 'lab', protocol: 'openid-connect', issuer: issuer.url, client_id: 'client' };
    await api.admin.post('/providers', { definition: lab }).expect(201);
    const other = { name: 'node-b', url: 'http://127.0.0.1:9' };
    await api.admin.post('/network/nodes', nodeOf(other as NetworkInstance)).expect(201);
  });
  afterAll(async () => {
    await api.close();
    await issuer.stop();
  });

  const write = (sql: string, values: unknown[]) => {
    const unitOfWork = api.app.get(UnitOfWork);
    return unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  };
  /** Moves the sign-ins of a user into the past. */
  const age = (user: string, minutes = 16) =>
    write(
      `UPDATE sessions SET signed_in_at = now() - make_interval(mins => $2)
        WHERE user_id = (SELECT id FROM users WHERE name = $1)`,
      [user, minutes],
    );
  const identify = (user: string, subject: string) =>
    write(
      `INSERT INTO external_identities (user_id, provider, subject)
       SELECT id, 'lab', $2 FROM users WHERE name = $1`,
      [user, subject],
    );
  const remote = (user: string) =>
    api.admin
      .post('/network/remote_users', { remote_user_name: user, node_name: 'node-b', user_name: user })
      .expect(201);
  /** A session whose sign-in is not recent. */
  const old = async (): Promise<{ user: string; client: Client }> => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    await age(user);
    return { user, client };
  };
  const identityOf = async (client: Client) =>
    (await client.get('/users/current/identities').expect(200)).body.identities[0].identity_id;
  const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [
    status,
    body.error_code,
  ];
  const REFUSED = [403, 'recent_sign_in_required'];

  interface Change {
    readonly prepare?: (user: string) => Promise<unknown>;
    readonly send: (client: Client, user: string, confirmation: object) => Promise<unknown> | unknown;
    readonly accepted: number;
  }
  const changes: Record<string, Change> = {
    'the password': {
      send: (client, _, confirmation) =>
        client.patch('/users/current', { password: NEW_PASSWORD, ...confirmation }),
      accepted: 200,
    },
    'the email address': {
      send: (client, user, confirmation) =>
        client.patch(`/users/${user}`, { email: `${user}@new.example.org`, ...confirmation }),
      accepted: 202,
    },
    'the identities, by adding one': {
      send: (client, _, confirmation) =>
        client.post('/users/current/identities', { provider_name: 'lab', ...confirmation }),
      accepted: 200,
    },
    'the identities, by removing one': {
      prepare: (user) => identify(user, user),
      send: async (client, _, confirmation) =>
        client.delete(`/users/current/identities/${await identityOf(client)}`, confirmation),
      accepted: 200,
    },
    'the users of other instances, by adding one': {
      send: (client, _, confirmation) => client.post('/network/nodes/node-b/link', confirmation),
      accepted: 302,
    },
    'the users of other instances, by removing one': {
      prepare: remote,
      send: (client, user, confirmation) =>
        client.delete(`/network/nodes/node-b/remote_users/${user}`, confirmation),
      accepted: 200,
    },
  };

  it.each(Object.entries(changes))(
    'of %s needs a recent sign-in, or the current password',
    async (_, { prepare, send, accepted }) => {
      const { user, client } = await old();
      await prepare?.(user);
      type Reply = { status: number; body: { error_code?: string; param?: object } };
      const missing = (await send(client, user, {})) as Reply;
      expect(codeOf(missing)).toEqual(REFUSED);
      expect(missing.body.param).toEqual({
        name: 'current_password',
        value: null,
        conditions: { not_none: false },
      });
      const wrong = (await send(client, user, { current_password: 'not this one' })) as Reply;
      expect(codeOf(wrong)).toEqual(REFUSED);
      expect(wrong.body.param).toMatchObject({ value: null, conditions: { matches: false } });
      const right = (await send(client, user, { current_password: PASSWORD })) as Reply;
      expect(right.status).toBe(accepted);
    },
  );

  it.each(Object.entries(changes))(
    'of %s needs no password within 15 minutes of the sign-in',
    async (_, { prepare, send, accepted }) => {
      const { user, client } = await old();
      await prepare?.(user);
      await age(user, 14);
      expect(((await send(client, user, {})) as { status: number }).status).toBe(accepted);
    },
  );

  it('is not recent because its cookie was reissued', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    await age(user, 100);
    await write(
      `UPDATE session_tokens SET issued_at = issued_at - interval '100 minutes' WHERE session_id IN
        (SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.name = $1)`,
      [user],
    );
    const reissued = cookieOf(await client.get('/session').expect(200)) ?? '';
    expect(reissued).toMatch(/^auth_tkt=./);
    const reply = await api.anonymous
      .patch('/users/current', { password: NEW_PASSWORD })
      .set('Cookie', reissued);
    expect(codeOf(reply)).toEqual(REFUSED);
  });

  it('is never recent in a session that a token has opened, where the current password is enough', async () => {
    const user = await api.make.user();
    await identify(user, `token-of-${user}`);
    const token = issuer.idToken({ nonce: undefined, sub: `token-of-${user}` });
    const cookie =
      cookieOf(await api.anonymous.get('/providers/lab/signin').set('Authorization', `Bearer ${token}`)) ??
      '';
    const change = (confirmation: object) =>
      api.anonymous
        .patch('/users/current', { password: NEW_PASSWORD, ...confirmation })
        .set('Cookie', cookie);
    expect(codeOf(await change({}))).toEqual(REFUSED);
    expect((await change({ current_password: PASSWORD })).status).toBe(200);
    await api.signIn(user, NEW_PASSWORD);
  });

  it('of an account without a password needs another sign-in', async () => {
    const token = issuer.idToken({ nonce: undefined, sub: 'nina', preferred_username: 'nina' });
    const cookie =
      cookieOf(await api.anonymous.get('/providers/lab/signin').set('Authorization', `Bearer ${token}`)) ??
      '';
    const change = (confirmation: object) =>
      api.anonymous
        .patch('/users/current', { password: NEW_PASSWORD, ...confirmation })
        .set('Cookie', cookie);
    for (const confirmation of [{}, { current_password: '' }, { current_password: NEW_PASSWORD }])
      expect((await change(confirmation)).status).toBeGreaterThanOrEqual(400);
    await write(
      `UPDATE sessions SET signed_in_at = now() WHERE user_id = (SELECT user_id FROM external_identities WHERE subject = $1)`,
      ['nina'],
    );
    expect((await change({})).status).toBe(200);
  });

  it('with wrong current passwords counts as failed sign-ins, although the session is live', async () => {
    const { user, client } = await old();
    const guess = (current_password: string) =>
      client.patch('/users/current', { password: NEW_PASSWORD, current_password });
    const replies: unknown[] = [];
    for (let count = 0; count < 6; count++) replies.push(codeOf(await guess(`guess ${count}`)));
    expect(replies.slice(0, 4)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED]);
    expect(replies.slice(4)).toEqual(Array(2).fill([429, 'sign_in_rate_limited']));
    // Counted with those at the sign-in, from another address.
    const signIn = api.anonymous
      .post('/signin', { user_name: user, password: PASSWORD })
      .set('X-Forwarded-For', '198.18.44.1');
    expect((await signIn).status).toBe(429);
  });

  it('cannot be prepared by guessing the password at the sign-in, with a session that is not recent', async () => {
    const { user, client } = await old();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await client.post('/signin', { user_name: user, password: `guess ${count}` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    await client.post('/signin', { user_name: user, password: PASSWORD }).expect(200);
  });

  it('is not one that an administrator makes to another account, unlike to the own one', async () => {
    const user = await api.make.user();
    const administrator = await api.make.user({ group_name: api.settings.adminGroup });
    const client = await api.signIn(administrator);
    await age(administrator);
    await client.patch(`/users/${user}`, { password: NEW_PASSWORD }).expect(200);
    await client.patch(`/users/${user}`, { email: `${user}@else.example.org` }).expect(200);
    const own = { password: 'another tractor passes' };
    expect(codeOf(await client.patch(`/users/${administrator}`, own))).toEqual(REFUSED);
    const link = { remote_user_name: 'x', node_name: 'node-b', user_name: administrator };
    expect(codeOf(await client.post('/network/remote_users', link))).toEqual(REFUSED);
    await client.post('/network/remote_users', { ...link, user_name: user }).expect(201);
    await age(ADMIN.name);
    const configured = await api.admin.patch(`/users/${ADMIN.name}`, { password: 'the chief changes it' });
    expect(codeOf(configured)).toEqual(REFUSED);
    await api.admin
      .patch(`/users/${ADMIN.name}`, { password: ADMIN.password, current_password: ADMIN.password })
      .expect(200);
  });

  it('to the language, or to the address that it has already, needs no confirmation', async () => {
    const { user, client } = await old();
    const same = { email: `${user}@example.org` };
    await client.patch('/users/current', { ...same, locale: 'fr' }).expect(200);
    expect((await client.patch('/users/current', same).expect(400)).body.error_code).toBe('user_unchanged');
  });

  it('never repeats the current password, not in replies, nor in the audit log', async () => {
    const { client } = await old();
    const secret = 'canary in the coal mine';
    const replies = [
      await client.patch('/users/current', { password: NEW_PASSWORD, current_password: secret }),
      await client.patch('/users/current', { password: 'short', current_password: secret }),
      await client.patch('/users/current', { locale: 'xx', current_password: secret }),
      await client.patch('/users/current', { password: NEW_PASSWORD, current_password: [secret] }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 400, 400, 400]);
    expect(replies.map(({ text }) => text).join()).not.toContain('canary');
    await api.app.get(EventJournal).flush();
    const stored = await api.dataSource.query(
      'SELECT (SELECT json_agg(e) FROM audit_events e) AS events, (SELECT json_agg(m) FROM outbox_messages m) AS sent',
    );
    expect(JSON.stringify(stored)).not.toContain('canary');
  });

  it('of the password in two sessions at the same time is made by one of them, which ends the other', async () => {
    const user = await api.make.user();
    const clients = [await api.signIn(user), await api.signIn(user), await api.signIn(user)];
    const passwords = clients.map((_, index) => `${NEW_PASSWORD} ${index}`);
    const replies = await Promise.all(
      clients.map((client, index) => client.patch('/users/current', { password: passwords[index] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await api.signIn(user, passwords[replies.findIndex(({ status }) => status === 200)]);
  });

  it('to the identities is completed by the session that has begun it, not by another one of the account', async () => {
    const user = await api.make.user();
    const [stolen, owner] = [await api.signIn(user), await api.signIn(user)];
    const begun = await stolen.post('/users/current/identities', { provider_name: 'lab' }).expect(200);
    const returned = issuer.returned(begun.body.location);
    const sub = `attacker of ${user}`;
    issuer.claims = { sub };
    issuer.answers.set('/userinfo', { sub });
    const complete = ({ sessionCookie }: Client) =>
      api.anonymous
        .get(`/providers/lab/signin?${returned}`)
        .redirects(0)
        .set('Cookie', `${cookieOf(begun)}; ${sessionCookie}`);
    // A cookie that a sibling host adds to those of the owner.
    const { status, body } = await complete(owner);
    expect([status, body.reason]).toEqual([401, 'login_required']);
    expect((await owner.get('/users/current/identities').expect(200)).body.identities).toEqual([]);
    await complete(stolen).expect(302);
    issuer.reset();
  });

  it('that sets a password ends a link with an identity for which the provider has not answered yet', async () => {
    const user = await api.make.user();
    const [stolen, owner] = [await api.signIn(user), await api.signIn(user)];
    const begun = await stolen.post('/users/current/identities', { provider_name: 'lab' }).expect(200);
    const returned = issuer.returned(begun.body.location);
    const asked = new Promise<() => void>((resolve) => {
      issuer.answers.set('/token', (_request, response) => {
        const tokens = { access_token: 'opaque', token_type: 'Bearer', id_token: issuer.idToken() };
        const answer = () =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
        resolve(answer);
      });
    });
    const completed = api.anonymous
      .get(`/providers/lab/signin?${returned}`)
      .redirects(0)
      .set('Cookie', `${cookieOf(begun)}; ${stolen.sessionCookie}`)
      .then((reply) => reply);
    const answer = await asked;
    await owner.patch('/users/current', { password: NEW_PASSWORD }).expect(200);
    answer();
    const reply = await completed;
    issuer.reset();
    expect([...codeOf(reply), reply.body.reason]).toEqual([
      401,
      'provider_sign_in_refused',
      'login_required',
    ]);
    expect((await owner.get('/users/current/identities').expect(200)).body.identities).toEqual([]);
  });

  it('that sets a password revokes the tokens of other instances, and its mail lists what can still sign in', async () => {
    const user = await api.make.user();
    await identify(user, `anna\nof ${user}`);
    await remote(user);
    await write(
      `INSERT INTO network_tokens (remote_user_id, token_hash) SELECT id, sha256(name::bytea) FROM remote_users WHERE name = $1`,
      [user],
    );
    const tokens = () =>
      api.dataSource.query(
        'SELECT 1 FROM network_tokens t JOIN remote_users r ON r.id = t.remote_user_id WHERE r.name = $1',
        [user],
      );
    expect(await tokens()).toHaveLength(1);
    await (await api.signIn(user)).patch('/users/current', { password: NEW_PASSWORD }).expect(200);
    expect(await tokens()).toEqual([]);
    const [mail] = await api.dataSource.query(
      `SELECT payload -> 'variables' AS variables FROM outbox_messages
        WHERE payload ->> 'to' = $1 AND payload ->> 'template' = 'password_changed'`,
      [`${user}@example.org`],
    );
    expect(mail.variables).toEqual({
      linked_identities: `anna of ${user} (lab)\n${user} (node-b)`,
      kept_tokens: '',
    });
  });
});
