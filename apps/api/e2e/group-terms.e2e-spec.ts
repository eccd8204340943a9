import { Group, UnitOfWork, User } from '@gatehouse/database';
import { GroupTerms, OneTimeLinks } from '@gatehouse/directory';
import { OutboxWorker } from '@gatehouse/outbox';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

interface QueuedMail {
  readonly template: string;
  readonly to: string;
  readonly variables: Record<string, unknown>;
  readonly links: Record<string, string>;
}

const MAIL = { SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: '9', SVC_SMTP_FROM: 'gate@example.org' };
const TERMS = 'Cite the data.';

describe('a group with terms', () => {
  let api: TestApi;
  let group: string;
  let user: string;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(MAIL);
    // Mails stay in the outbox, where the tests read them.
    await api.app.get(OutboxWorker).stop();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    group = await api.make.group({ terms: TERMS, discoverable: true });
    user = await api.make.user();
    client = await api.signIn(user);
  });

  const mailsTo = async (userName: string): Promise<QueuedMail[]> => {
    const rows = await api.dataSource.query<{ payload: QueuedMail }[]>(
      `SELECT payload FROM outbox_messages WHERE kind = 'mail' AND payload->'user'->>'user_name' = $1
       ORDER BY sequence`,
      [userName],
    );
    return rows.map(({ payload }) => payload);
  };
  const linkOf = (mail: QueuedMail | undefined): string => {
    const address = api.app.get(OneTimeLinks).addressOf(mail?.links['confirm_url'] ?? '');
    return new URL(address).pathname;
  };
  const newestLink = async (userName = user): Promise<string> => {
    const mails = await mailsTo(userName);
    return linkOf(mails.filter(({ template }) => template === 'group_terms_submission').at(-1));
  };
  const groupsOf = async (status: string, userName = user): Promise<string[]> =>
    (await api.admin.get(`/users/${userName}/groups?status=${status}`).expect(200)).body.group_names as never;
  const usersOf = async (status: string): Promise<string[]> =>
    (await api.admin.get(`/groups/${group}/users?status=${status}`).expect(200)).body.user_names as never;
  const hasPending = async (userName = user): Promise<boolean> =>
    (await api.admin.get(`/users/${userName}`).expect(200)).body.user.has_pending_group as never;

  it('shows its terms, and keeps them when it is changed', async () => {
    await api.admin.patch(`/groups/${group}`, { description: 'new', terms: 'other' }).expect(200);
    const { body } = await api.admin.get(`/groups/${group}`).expect(200);
    expect(body.group).toMatchObject({ description: 'new', terms: TERMS, member_count: 0 });
    expect((await api.admin.patch(`/groups/${group}`, { terms: 'other' }).expect(400)).body.error_code).toBe(
      'group_unchanged',
    );
  });

  it('adds a user who joins as pending, and sends the terms with a link', async () => {
    const reply = await client.post(`/register/groups/${group}`, {}).expect(202);
    expect(reply.body).toMatchObject({ user_name: user, group_name: group });
    expect(await groupsOf('active')).toEqual(['anonymous']);
    expect(await groupsOf('pending')).toEqual([group]);
    expect(await groupsOf('all')).toEqual(['anonymous', group].sort());
    expect([await usersOf('active'), await usersOf('pending'), await usersOf('all')]).toEqual([
      [],
      [user],
      [user],
    ]);
    expect(await hasPending()).toBe(true);
    expect((await client.get('/users/current').expect(200)).body.user).toMatchObject({
      has_pending_group: true,
      group_names: ['anonymous'],
    });
    const [mail] = await mailsTo(user);
    expect(mail).toMatchObject({
      template: 'group_terms_submission',
      to: expect.stringContaining('@'),
      variables: { group_name: group, group_terms: TERMS },
    });
    expect(JSON.stringify(mail)).not.toContain((await newestLink()).split('/').at(-1));
  });

  it('becomes a membership when the terms are accepted by any caller with the link', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    const link = await newestLink();
    const { body } = await api.anonymous.get(`${link}/details`).expect(200);
    expect(body.link).toMatchObject({ operation: 'group-accept-terms', terms: TERMS });
    expect(await groupsOf('active')).toEqual(['anonymous']);
    await api.anonymous.post(link, {}).expect(200);
    expect(await groupsOf('active')).toEqual(['anonymous', group].sort());
    expect(await groupsOf('pending')).toEqual([]);
    expect(await hasPending()).toBe(false);
    expect((await mailsTo(user)).map(({ template }) => template)).toEqual([
      'group_terms_submission',
      'group_terms_approved',
    ]);
    const accepted = await api.admin.get(`/groups/${group}/terms/acceptances`).expect(200);
    expect(accepted.body.acceptances).toEqual([
      { acceptance_id: expect.any(Number), user_name: user, version: 1, accepted: expect.any(String) },
    ]);
  });

  it('is not joined by a GET of the link, as scanners of mails send it', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    const link = await newestLink();
    await api.anonymous.get(link).set('Accept', 'text/html').expect(200);
    await api.anonymous.get(link).set('Accept', 'application/json').expect(200);
    expect(await groupsOf('pending')).toEqual([group]);
  });

  it('sends another link at each request, all of which end with the first that is used', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(202);
    const links = (await mailsTo(user)).map(linkOf);
    expect(new Set(links).size).toBe(2);
    await api.anonymous.post(links[0] ?? '', {}).expect(200);
    await api.anonymous.post(links[1] ?? '', {}).expect(404);
  });

  it('sends at most five mails to one user while their links are valid', async () => {
    for (let count = 0; count < 7; count++) await client.post(`/register/groups/${group}`, {}).expect(202);
    expect(await mailsTo(user)).toHaveLength(5);
  });

  it.each(['the user', 'an administrator'])('answers 409 immediately when %s adds a member', async (who) => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.anonymous.post(await newestLink(), {}).expect(200);
    const before = (await mailsTo(user)).length;
    const reply =
      who === 'the user'
        ? await client.post(`/register/groups/${group}`, {}).expect(409)
        : await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(409);
    expect(reply.body).toMatchObject({
      error_code: 'membership_exists',
      user_name: user,
      group_name: group,
    });
    expect(await mailsTo(user)).toHaveLength(before);
  });

  it('requires the acceptance of a user added by an administrator', async () => {
    const reply = await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(202);
    expect(reply.body).toMatchObject({ user_name: user, group_name: group });
    expect(await groupsOf('active')).toEqual(['anonymous']);
    expect(await groupsOf('pending')).toEqual([group]);
  });

  it('requires the acceptance of a new user whose initial group it is', async () => {
    const name = `new-${user}`;
    const { body } = await api.admin
      .post('/users', {
        user_name: name,
        email: `${name}@example.org`,
        password: 'long enough to be one',
        group_name: group,
      })
      .expect(201);
    expect(body.user).toMatchObject({ group_names: ['anonymous'], has_pending_group: true });
    await api.anonymous.post(await newestLink(name), {}).expect(200);
    expect(await groupsOf('active', name)).toEqual(['anonymous', group].sort());
  });

  it('is joined with the link also when it is no longer discoverable', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.admin.patch(`/groups/${group}`, { discoverable: false }).expect(200);
    await api.anonymous.post(await newestLink(), {}).expect(200);
    expect(await usersOf('active')).toEqual([user]);
  });

  it('can be left immediately, and requires acceptance again afterwards; earlier acceptances remain recorded', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.anonymous.post(await newestLink(), {}).expect(200);
    await client.delete(`/register/groups/${group}`).expect(200);
    expect(await usersOf('all')).toEqual([]);
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.anonymous.post(await newestLink(), {}).expect(200);
    const { body } = await api.admin.get(`/groups/${group}/terms/acceptances?limit=10`).expect(200);
    expect(body.acceptances).toHaveLength(2);
  });

  it('withdraws the request when the pending user leaves', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    const link = await newestLink();
    await client.delete(`/register/groups/${group}`).expect(200);
    expect(await hasPending()).toBe(false);
    await api.anonymous.post(link, {}).expect(404);
    await client.delete(`/register/groups/${group}`).expect(404);
  });

  it('invalidates its links when it is deleted', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    const link = await newestLink();
    await api.admin.delete(`/groups/${group}`).expect(200);
    await api.anonymous.post(link, {}).expect(404);
    expect(await hasPending()).toBe(false);
  });

  it('does not count a request whose link has expired as pending', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.dataSource.query(`UPDATE one_time_links SET expires_at = now() - interval '1 second'`);
    expect([await hasPending(), await groupsOf('pending'), await usersOf('pending')]).toEqual([
      false,
      [],
      [],
    ]);
    await api.anonymous.post(await newestLink(), {}).expect(410);
  });

  it('has one member and one record after concurrent acceptances', async () => {
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await client.post(`/register/groups/${group}`, {}).expect(202);
    const links = (await mailsTo(user)).map(linkOf);
    const statuses = await Promise.all(
      [...links, ...links, ...links].map(async (link) => (await api.anonymous.post(link, {})).status),
    );
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const { body } = await api.admin.get(`/groups/${group}/terms/acceptances`).expect(200);
    expect(body.acceptances).toHaveLength(1);
  });

  describe('of which a new version is published', () => {
    const publish = (terms: unknown) => api.admin.post(`/groups/${group}/terms`, { terms });

    it('keeps all versions, and shows the newest', async () => {
      const { body } = await publish('Cite the data, and share.').expect(201);
      expect(body.terms).toMatchObject({ version: 2, text: 'Cite the data, and share.' });
      const listed = await api.admin.get(`/groups/${group}/terms`).expect(200);
      expect(listed.body.terms).toEqual([
        { version: 2, text: 'Cite the data, and share.', created: expect.any(String) },
        { version: 1, text: TERMS, created: expect.any(String) },
      ]);
      const shown = await api.admin.get(`/groups/${group}`).expect(200);
      expect(shown.body.group.terms).toBe('Cite the data, and share.');
    });

    it('keeps its members, and the version that they accepted', async () => {
      await client.post(`/register/groups/${group}`, {}).expect(202);
      await api.anonymous.post(await newestLink(), {}).expect(200);
      await publish('second').expect(201);
      expect(await usersOf('active')).toEqual([user]);
      const { body } = await api.admin.get(`/groups/${group}/terms/acceptances`).expect(200);
      expect(body.acceptances).toMatchObject([{ user_name: user, version: 1 }]);
    });

    it('sends the new text to pending users, whose former links end', async () => {
      await client.post(`/register/groups/${group}`, {}).expect(202);
      const former = await newestLink();
      await publish('second').expect(201);
      await api.anonymous.post(former, {}).expect(404);
      const mails = await mailsTo(user);
      expect(mails.map(({ variables }) => variables['group_terms'])).toEqual([TERMS, 'second']);
      await api.anonymous.post(await newestLink(), {}).expect(200);
      const { body } = await api.admin.get(`/groups/${group}/terms/acceptances`).expect(200);
      expect(body.acceptances).toMatchObject([{ user_name: user, version: 2 }]);
    });

    it('ends all former links at once, and sends the new text to many pending users after the reply', async () => {
      const names = Array.from({ length: 120 }, (_, index) => `${group}-waiting-${index}`);
      const [unitOfWork, terms] = [api.app.get(UnitOfWork), api.app.get(GroupTerms)];
      await unitOfWork.run(async () => {
        const { manager } = unitOfWork;
        const found = await manager.findOneByOrFail(Group, { name: group });
        for (const name of names) {
          const { id } = await manager.save(manager.create(User, { name, email: `${name}@example.org` }));
          await terms.request((await manager.findOneByOrFail(User, { id })) as never, found);
        }
      });
      const former = await Promise.all(names.map((name) => newestLink(name)));
      await publish('second').expect(201);
      for (const link of former) await api.anonymous.get(link).expect(404);
      expect(await usersOf('pending')).toHaveLength(names.length);
      const receivers = () =>
        api.dataSource.query<unknown[]>(
          `SELECT DISTINCT payload->'user'->>'user_name' FROM outbox_messages
           WHERE payload->'variables'->>'group_terms' = 'second' AND payload->'user'->>'user_name' = ANY ($1)`,
          [names],
        );
      expect(await receivers()).toHaveLength(100);
      const [message] = await api.dataSource.query<{ id: string; payload: { group_id: number } }[]>(
        "SELECT id, payload FROM outbox_messages WHERE kind = 'terms'",
      );
      await api.admin.get(`/notifications/${message?.id}`).expect(404);
      await terms.resend(message?.payload.group_id ?? 0);
      expect(await receivers()).toHaveLength(names.length);
      await api.anonymous.post(await newestLink(names.at(-1)), {}).expect(200);
      expect(await usersOf('active')).toEqual([names.at(-1)]);
    });

    it.each([
      [TERMS, 409, 'group_terms_unchanged'],
      ['', 400, 'value_empty'],
      [undefined, 400, 'value_missing'],
      [7, 422, 'value_wrong_type'],
    ])('refuses the text %j with %i', async (terms, status, code) => {
      const reply = await publish(terms).expect(status);
      expect(reply.body.error_code).toBe(code);
    });

    it('is allowed to administrators only', async () => {
      await client.post(`/groups/${group}/terms`, { terms: 'mine' }).expect(403);
      await client.get(`/groups/${group}/terms`).expect(403);
      await client.get(`/groups/${group}/terms/acceptances`).expect(403);
    });
  });

  it('cannot be created for a group without terms', async () => {
    const other = await api.make.group();
    const reply = await api.admin.post(`/groups/${other}/terms`, { terms: 'late' }).expect(409);
    expect(reply.body.error_code).toBe('group_terms_absent');
    expect((await api.admin.get(`/groups/${other}/terms`).expect(200)).body.terms).toEqual([]);
  });

  it('records versions and acceptances in the change log', async () => {
    const { body } = await api.admin.get('/changes?limit=1').expect(200);
    await client.post(`/register/groups/${group}`, {}).expect(202);
    await api.anonymous.post(await newestLink(), {}).expect(200);
    const changes = await api.admin.get(`/changes?after=${body.newest_revision}&limit=50`).expect(200);
    const entities = changes.body.revisions.flatMap((one: { changes: { entity: string }[] }) =>
      one.changes.map(({ entity }) => entity),
    );
    expect(entities).toEqual(expect.arrayContaining(['membership', 'terms_acceptance']));
  });
});

describe('a group with terms, without a mail server,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('rejects members, since the terms could not be accepted', async () => {
    const group = await api.make.group({ terms: TERMS, discoverable: true });
    const user = await api.make.user();
    const client = await api.signIn(user);
    const name = `new-${user}`;
    const replies = [
      await client.post(`/register/groups/${group}`, {}).expect(409),
      await api.admin.post(`/users/${user}/groups`, { group_name: group }).expect(409),
      await api.admin
        .post('/users', {
          user_name: name,
          email: `${name}@example.org`,
          password: 'long enough to be one',
          group_name: group,
        })
        .expect(409),
    ];
    for (const { body } of replies) expect(body.error_code).toBe('group_terms_mail_unavailable');
    await api.admin.get(`/users/${name}`).expect(404);
    const { body } = await api.admin.get(`/groups/${group}/users?status=all`).expect(200);
    expect(body.user_names).toEqual([]);
    // A new version is published even if no member receives it.
    await api.admin.post(`/groups/${group}/terms`, { terms: 'second' }).expect(201);
  });
});
