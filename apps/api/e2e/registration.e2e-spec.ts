import { RegistrationJobs } from '../src/registration/registration-jobs';
import { PASSWORD, REGISTRATION, RegistrationApi } from './harness/registration';

describe('registration with confirmation of the email address', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start({
      ...REGISTRATION,
      SVC_ADMIN_EMAIL: 'chief@example.org',
      SVC_USER_REGISTRATION_NOTIFY_ENABLED: 'true',
      SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT: 'news@example.org',
    });
  });
  afterAll(() => registration.close());
  const anonymous = () => registration.api.anonymous;
  const admin = () => registration.api.admin;

  it('answers with the registration, without its links, and mails a confirmation link', async () => {
    const reply = await registration.register('ann', 'ann@example.org', {
      'Accept-Language': 'fr-CA,fr;q=0.9',
    });
    expect([reply.status, reply.body.registration]).toEqual([
      201,
      {
        user_name: 'ann',
        email: 'ann@example.org',
        status: 'Pending',
        confirm_url: null,
        approve_url: null,
        decline_url: null,
        submitted_at: expect.any(String),
      },
    ]);
    expect(await registration.mails('ann')).toEqual([
      expect.objectContaining({
        template: 'registration_submission',
        to: 'ann@example.org',
        locale: 'fr',
        variables: { approval_required: false, expires_in: 86_400 },
      }),
    ]);
    expect(reply.text).not.toContain(await registration.path('ann'));
  });

  it('creates the user on confirmation of the address, in the anonymous group only, and mails both', async () => {
    await registration.register('ben', 'ben@example.org', { 'Accept-Language': 'fr' }).expect(201);
    await anonymous().post('/signin', { user_name: 'ben', password: PASSWORD }).expect(401);
    const path = await registration.path('ben');
    await anonymous().post(path).expect(200);
    const { body } = await admin().get('/users/ben').expect(200);
    expect(body.user).toMatchObject({ email: 'ben@example.org', status: 'OK', group_names: ['anonymous'] });
    await anonymous().post('/signin', { user_name: 'ben', password: PASSWORD }).expect(200);
    expect(await registration.templates('ben')).toEqual([
      'registration_submission',
      'registration_approved',
      'registration_notify',
    ]);
    expect((await registration.mails('ben'))[1]).toMatchObject({ locale: 'fr', to: 'ben@example.org' });
    await anonymous().post(path).expect(404);
    await admin().get('/register/users/ben').expect(404);
  });

  it('shows a pending user only in listings that request it', async () => {
    await registration.register('cleo').expect(201);
    await admin().get('/users/cleo').expect(404);
    await admin().post('/users/cleo/groups', { group_name: 'users' }).expect(404);
    expect((await admin().get('/users')).body.user_names).not.toContain('cleo');
    expect((await admin().get('/users?status=OK')).body.user_names).not.toContain('cleo');
    expect((await admin().get('/users?status=pending')).body.user_names).toContain('cleo');
    expect((await admin().get('/users?status=pending')).body.user_names).not.toContain('chief');
    const all = (await admin().get('/users?status=all')).body.user_names as string[];
    expect(all).toEqual([...all].sort());
    expect(all).toEqual(expect.arrayContaining(['chief', 'cleo']));
    const { body } = await admin().get('/users?status=pending&detail=true');
    expect(body.users).toContainEqual({
      user_name: 'cleo',
      email: 'cleo@example.org',
      kind: 'person',
      status: 'Pending',
    });
    expect((await admin().get('/users?status=all&limit=1&after=clem')).body.user_names).toEqual(['cleo']);
    expect((await admin().get('/register/users')).body.registrations).toContain('cleo');
  });

  it('shows administrators the link, and allows them to delete a registration without a mail', async () => {
    await registration.register('dora').expect(201);
    const { body } = await admin().get('/register/users/DORA').expect(200);
    expect(body.registration).toEqual({
      user_name: 'dora',
      email: 'dora@example.org',
      status: 'Pending',
      confirm_url: `${registration.api.settings.publicUrl}${await registration.path('dora')}`,
      approve_url: null,
      decline_url: null,
      submitted_at: expect.any(String),
    });
    const path = await registration.path('dora');
    await admin().delete('/register/users/dora').expect(200);
    await anonymous().post(path).expect(404);
    expect(await registration.templates('dora')).toEqual(['registration_submission']);
    await registration.register('dora').expect(201);
  });

  it.each(['/register/users', '/register/users/ann', '/users?status=pending'])(
    'does not show GET %s to others than administrators',
    async (path) => {
      await anonymous().get(path).expect(401);
      const name = await registration.api.make.user();
      await (await registration.api.signIn(name)).get(path).expect(403);
    },
  );

  it.each([
    [{ user_name: 'No Name' }, 400],
    [{ user_name: 'chief' }, 400],
    [{ user_name: undefined }, 400],
    [{ email: 'nothing' }, 400],
    [{ email: 'anonymous@mail.com' }, 400],
    [{ password: 'short' }, 400],
    [{ password: undefined }, 400],
    [{ password: 'password1234' }, 400],
  ])('rejects %j with %s', async (change, status) => {
    const body = { user_name: 'eve', email: 'eve@example.org', password: PASSWORD, ...change };
    await anonymous().post('/register/users', body).expect(status);
    await admin().get('/register/users/eve').expect(404);
  });

  it('ignores fields that only the service sets', async () => {
    const body = { user_name: 'mallory', email: 'mallory@example.org', password: PASSWORD };
    const more = {
      group_name: 'administrators',
      group_names: ['administrators'],
      status: 'OK',
      state: 'awaiting_approval',
      id: 1,
      user_id: 1,
      locale: 'xx',
      expires_at: '2099-01-01T00:00:00Z',
    };
    await anonymous()
      .post('/register/users', { ...body, ...more })
      .expect(201);
    await anonymous()
      .post(await registration.path('mallory'))
      .expect(200);
    const { body: reply } = await admin().get('/users/mallory');
    expect(reply.user).toMatchObject({ group_names: ['anonymous'], status: 'OK' });
  });

  it('rejects the name of a user or of another registration, in any case, and does not state which', async () => {
    await registration.register('ida').expect(201);
    const name = await registration.api.make.user();
    const [ofPending, ofUser] = [
      await registration.register('ida', 'other@example.org').expect(409),
      await registration.register(name, 'other@example.org').expect(409),
    ];
    expect(ofPending.body).toEqual(ofUser.body);
    expect(ofPending.body.param).toBeUndefined();
  });

  it('creates one of concurrent registrations of a name', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => registration.register('jack', `jack${index}@example.org`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('keeps registration and link at a conflict, so that the link works once the conflict is resolved', async () => {
    await registration.register('kate').expect(201);
    const path = await registration.path('kate');
    const body = { user_name: 'kate', email: 'another@example.org', password: PASSWORD };
    await admin().post('/users', body).expect(201);
    await anonymous().post(path).expect(409);
    await admin().get('/register/users/kate').expect(200);
    await admin().delete('/users/kate').expect(200);
    await anonymous().post(path).expect(200);
    expect((await admin().get('/users/kate')).body.user.email).toBe('kate@example.org');
  });

  it('sends the mail again with a new link; both links work, and only once', async () => {
    await registration.register('leo').expect(201);
    const first = await registration.path('leo');
    await anonymous().post('/register/users/leo/resend', { email: 'LEO@example.org' }).expect(202);
    await admin().post('/register/users/leo/resend').expect(202);
    const second = await registration.path('leo');
    expect(second).not.toBe(first);
    await anonymous().post(first).expect(200);
    await anonymous().post(second).expect(404);
    expect(
      (await registration.templates('leo')).filter((one) => one === 'registration_submission'),
    ).toHaveLength(3);
  });

  it('removes registrations whose time is over, and no others', async () => {
    await registration.register('mia').expect(201);
    await registration.register('max').expect(201);
    const path = await registration.path('mia');
    await registration.api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query(
        "UPDATE pending_users SET expires_at = now() - interval '1 second' WHERE name = 'mia'",
      );
    });
    await registration.api.app.get(RegistrationJobs).run();
    await admin().get('/register/users/mia').expect(404);
    await admin().get('/register/users/max').expect(200);
    await anonymous().post(path).expect(404);
    await registration.register('mia').expect(201);
  });

  it('records in the change log who registered and who completed, without the stored password', async () => {
    await registration.register('nora').expect(201);
    await anonymous()
      .post(await registration.path('nora'))
      .expect(200);
    const { body } = await admin().get('/changes?limit=1000');
    const changes = body.revisions.flatMap(({ changes: all }: { changes: object[] }) => all);
    const ofNora = changes.filter(
      ({ entity, before, after }: { entity: string; before: { name?: string }; after: { name?: string } }) =>
        ['user', 'pending_user'].includes(entity) && (before ?? after)?.name === 'nora',
    );
    expect(
      ofNora.map(({ entity, operation }: Record<string, string>) => `${entity} ${operation}`).sort(),
    ).toEqual(['pending_user delete', 'pending_user insert', 'user insert']);
    expect(JSON.stringify(ofNora)).not.toContain('$2b$');
  });
});
