import { APPROVAL, PASSWORD, REGISTRATION, RegistrationApi } from './harness/registration';

describe('registration with approval', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start(APPROVAL);
  });
  afterAll(() => registration.close());
  const anonymous = () => registration.api.anonymous;
  const admin = () => registration.api.admin;

  /** A registration whose address is confirmed. */
  async function confirmed(name: string): Promise<void> {
    await registration.register(name).expect(201);
    await anonymous()
      .post(await registration.path(name))
      .expect(200);
  }

  it('requests approval after the confirmation of the address, and creates the user on approval', async () => {
    await confirmed('ann');
    await admin().get('/users/ann').expect(404);
    const { body } = await admin().get('/register/users/ann');
    const { publicUrl } = registration.api.settings;
    expect(body.registration).toMatchObject({
      confirm_url: null,
      approve_url: `${publicUrl}${await registration.path('ann', 'approve_url')}`,
      decline_url: `${publicUrl}${await registration.path('ann', 'decline_url')}`,
    });
    await admin()
      .post(await registration.path('ann', 'approve_url'))
      .expect(200);
    await admin().get('/users/ann').expect(200);
    await anonymous().post('/signin', { user_name: 'ann', password: PASSWORD }).expect(200);
    expect((await registration.mails('ann')).map(({ template, to }) => [template, to])).toEqual([
      ['registration_submission', 'ann@example.org'],
      ['registration_approval', 'office@example.org'],
      ['registration_approved', 'ann@example.org'],
      ['registration_notify', 'news@example.org'],
    ]);
    await admin()
      .post(await registration.path('ann', 'decline_url'))
      .expect(404);
  });

  it('removes a declined registration and notifies the user by mail', async () => {
    await confirmed('ben');
    await admin()
      .post(await registration.path('ben', 'decline_url'))
      .expect(200);
    await admin().get('/register/users/ben').expect(404);
    await admin().get('/users/ben').expect(404);
    expect((await registration.templates('ben')).at(-1)).toBe('registration_declined');
    await admin()
      .post(await registration.path('ben', 'approve_url'))
      .expect(404);
  });

  it.each(['approve_url', 'decline_url'])('keeps the %s from others than administrators', async (link) => {
    const name = `cleo.${link.slice(0, 2)}`;
    await confirmed(name);
    const path = await registration.path(name, link);
    const user = await registration.api.signIn(await registration.api.make.user());
    for (const target of [path, `${path}/details`]) {
      expect((await anonymous().get(target)).text).not.toContain(name);
      await anonymous().get(target).expect(401);
      await user.get(target).expect(403);
    }
    await anonymous().post(path).expect(401);
    await user.post(path).expect(403);
    await admin().post(path).set('Origin', 'https://evil.example').expect(403);
    await admin()
      .get('/register/users/' + name)
      .expect(200);
    await admin().post(path).expect(200);
  });

  it('executes one of a concurrent approval and decline', async () => {
    await confirmed('dora');
    const paths = [
      await registration.path('dora', 'approve_url'),
      await registration.path('dora', 'decline_url'),
    ];
    const replies = await Promise.all(paths.map((path) => admin().post(path)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    const isUser = (await admin().get('/users/dora')).status === 200;
    expect(isUser).toBe(replies[0]?.status === 200);
    expect((await registration.templates('dora')).includes('registration_approved')).toBe(isUser);
    expect((await registration.templates('dora')).includes('registration_declined')).toBe(!isUser);
  });

  it('reports the value in use to the administrator, and keeps the link', async () => {
    await confirmed('emma');
    await admin()
      .post('/users', { user_name: 'other', email: 'emma@example.org', password: PASSWORD })
      .expect(201);
    const path = await registration.path('emma', 'approve_url');
    expect((await admin().post(path).expect(409)).body.error_code).toBe('user_email_taken');
    await admin().delete('/users/other').expect(200);
    await admin().post(path).expect(200);
  });

  it('sends the request for approval again on request of administrators, not of the registrant', async () => {
    await confirmed('finn');
    await anonymous().post('/register/users/finn/resend', { email: 'finn@example.org' }).expect(202);
    expect(
      (await registration.templates('finn')).filter((one) => one === 'registration_approval'),
    ).toHaveLength(1);
    await admin().post('/register/users/finn/resend').expect(202);
    expect(
      (await registration.templates('finn')).filter((one) => one === 'registration_approval'),
    ).toHaveLength(2);
  });
});

describe('registration that is switched off', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start({});
  });
  afterAll(() => registration.close());

  it('returns 404 on all of its routes, to all callers', async () => {
    const { anonymous, admin } = registration.api;
    for (const client of [anonymous, admin]) {
      for (const reply of [
        await client.post('/register/users', {}),
        await client.get('/register/users'),
        await client.get('/register/users/ann'),
        await client.delete('/register/users/ann'),
        await client.post('/register/users/ann/resend', {}),
      ]) {
        expect([reply.status, reply.body.error_code]).toEqual([404, 'registration_disabled']);
      }
    }
    await admin.get('/users?status=pending').expect(404);
    await admin.get('/users?status=all').expect(200);
  });

  it('returns 404 by every method', async () => {
    const { anonymous, admin } = registration.api;
    const paths = [
      '/register/users',
      '/register/users/ann',
      '/register/users/ann/resend',
      '/register/users/a/b',
    ];
    for (const client of [anonymous, admin]) {
      for (const path of paths) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const { status, headers } = await client.method(method, path);
          expect([method, path, status, headers['allow']]).toEqual([method, path, 404, undefined]);
        }
      }
    }
  });
});

describe('the limits of registration', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start({
      ...REGISTRATION,
      SVC_USER_REGISTRATION_ADDRESS_LIMIT: '4',
      SVC_USER_REGISTRATION_EMAIL_LIMIT: '2',
    });
  });
  afterAll(() => registration.close());
  const from = (address: string) => ({ 'X-Forwarded-For': address });

  it('reject further requests of a client network with 429, regardless of the account', async () => {
    for (const name of ['ann', 'ben', 'cleo', 'dora']) {
      await registration.register(name, undefined, from('192.0.2.1')).expect(201);
    }
    const reply = await registration.register('emma', undefined, from('192.0.2.1')).expect(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    expect(reply.body.error_code).toBe('registration_rate_limited');
    await registration.api.anonymous
      .post('/register/users/ann/resend', { email: 'ann@example.org' })
      .set(from('192.0.2.1'))
      .expect(429);
    await registration.register('emma', undefined, from('192.0.2.2')).expect(201);
    const inOneNetwork = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4', '2001:db8::5'];
    const statuses = [];
    for (const [index, address] of inOneNetwork.entries()) {
      statuses.push((await registration.register(`six${index}`, undefined, from(address))).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
  });

  it('bound the mails to one address, which the reply does not disclose', async () => {
    const replies = [];
    for (const index of [1, 2, 3, 4]) {
      replies.push(
        await registration.register(`many${index}`, 'victim@example.org', from(`192.0.2.${10 + index}`)),
      );
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await registration.mails('victim@example.org')).toHaveLength(2);
  });
});
