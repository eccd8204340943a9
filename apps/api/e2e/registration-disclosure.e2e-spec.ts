import { REGISTRATION, RegistrationApi } from './harness/registration';

describe('registration discloses nothing about email addresses:', () => {
  let registration: RegistrationApi;
  beforeAll(async () => {
    registration = await RegistrationApi.start({ ...REGISTRATION, SVC_ADMIN_EMAIL: 'chief@example.org' });
  });
  afterAll(() => registration.close());
  const anonymous = () => registration.api.anonymous;
  const admin = () => registration.api.admin;

  /** Everything of a reply that a client sees, without what differs between any two replies. */
  const seen = (reply: { status: number; headers: object; body: object }) => {
    const headers = Object.entries(reply.headers as Record<string, string>)
      .filter(([name]) => !['date', 'x-request-id'].includes(name))
      // Every write has a separate revision.
      .map(([name, value]) => [name, name === 'x-access-revision' ? 'a revision' : value]);
    const body = JSON.stringify(reply.body, (name, value: unknown) =>
      name === 'submitted_at' ? 'a time' : value,
    );
    return { status: reply.status, headers: Object.fromEntries(headers), body: JSON.parse(body) as unknown };
  };

  it('the reply for a taken address equals that for a new one', async () => {
    const { body } = await admin().get(`/users/${await registration.api.make.user()}`);
    const taken = body.user.email as string;
    const reply = await registration.register('frank', taken).expect(201);
    const other = await registration.register('fritz', taken.replace(/^./, 'z')).expect(201);
    const text = JSON.stringify(seen(other))
      .replaceAll('fritz', 'frank')
      .replaceAll(taken.replace(/^./, 'z'), taken);
    expect(JSON.parse(text)).toEqual(seen(reply));
  });

  it.each(['chief@example.org', 'CHIEF@example.org'])(
    '%s of the administrator is like any',
    async (email) => {
      const name = `of.${email.slice(0, 5).toLowerCase()}${email === email.toLowerCase() ? 1 : 2}`;
      await registration.register(name, email).expect(201);
      await registration.register(name, email).expect(409);
      await registration.register(name, 'somebody.else@example.org').expect(409);
      expect(await registration.templates(name)).toEqual([]);
      const mails = await registration.mails('chief@example.org');
      expect(mails.at(-1)).toMatchObject({ template: 'registration_email_taken', links: {} });
      expect(mails.at(-1)?.user.user_name).toBe('chief');
    },
  );

  it('a second registration with the address of a pending one gets a separate mail', async () => {
    await registration.register('gina', 'shared@example.org').expect(201);
    await registration.register('gus', 'shared@example.org').expect(201);
    const [gina, gus] = [await registration.path('gina'), await registration.path('gus')];
    await anonymous().post(gus).expect(200);
    const reply = await anonymous().post(gina).expect(409);
    expect(reply.body.error_code).toBe('registration_conflict');
    expect(reply.body.param).toBeUndefined();
    expect(await registration.templates('gina')).toEqual(['registration_submission']);
  });

  it('a request for the mail again gets the same reply for all names and addresses', async () => {
    await registration.register('hugo').expect(201);
    const replies = [];
    for (const [name, email] of [
      ['hugo', 'hugo@example.org'],
      ['hugo', 'wrong@example.org'],
      ['unko', 'hugo@example.org'],
      [await registration.api.make.user({ user_name: 'otto' }), 'otto@example.org'],
    ]) {
      replies.push(await anonymous().post(`/register/users/${name}/resend`, { email }));
    }
    for (const reply of replies) {
      const text = JSON.stringify(seen(reply)).replaceAll(/\/users\/\w+\//g, '/users/x/');
      const first = JSON.stringify(seen(replies[0] ?? reply)).replaceAll(/\/users\/\w+\//g, '/users/x/');
      expect(text).toBe(first);
      expect(reply.status).toBe(202);
    }
    expect(await registration.templates('hugo')).toEqual([
      'registration_submission',
      'registration_submission',
    ]);
  });
});
