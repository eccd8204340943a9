import { Builders } from './harness/builders';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

const PASSWORD = Builders.PASSWORD;

describe('in the API for users,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const userBody = (fields: object = {}) => {
    const name = api.make.name('someone');
    return { user_name: name, email: `${name}@example.org`, password: PASSWORD, ...fields };
  };

  describe('creation', () => {
    it('returns the user, who belongs to the anonymous group and the requested one', async () => {
      const group_name = await api.make.group();
      const body = userBody({ group_name });
      const reply = await api.admin.post('/users', body).expect(201);
      expect(reply.body).toMatchObject({
        user: {
          user_name: body.user_name,
          email: body.email,
          status: 'OK',
          group_names: ['anonymous', group_name],
          has_pending_group: false,
          locale: 'en',
          user_id: expect.any(Number),
        },
        code: 201,
        type: 'application/json',
        path: '/users',
        method: 'POST',
      });
      expect(reply.text).not.toContain(PASSWORD);
    });

    it.each([
      ['an absent name', { user_name: null }, { name: 'user_name', value: null }],
      ['a name of another type', { user_name: 5 }, { name: 'user_name', value: '5' }],
      ['an empty name', { user_name: '' }, { name: 'user_name', value: '' }],
      ['upper case', { user_name: 'Bob' }, { name: 'user_name', value: 'Bob' }],
      ['a trailing newline', { user_name: 'bob\n' }, { name: 'user_name' }],
      ['a NUL', { user_name: 'bo\0b' }, { name: 'user_name' }],
      ['a name that is too long', { user_name: 'x'.repeat(65) }, { name: 'user_name', value: '65' }],
      ['the keyword of the signed-in user', { user_name: 'current' }, { name: 'user_name' }],
      ['the name of the administrator', { user_name: ADMIN.name }, { name: 'user_name' }],
      ['the name of the anonymous user', { user_name: 'anonymous' }, { name: 'user_name' }],
      ['an absent email', { email: undefined }, { name: 'email' }],
      ['a malformed email', { email: 'no at' }, { name: 'email', value: 'no at' }],
      ['a long email', { email: `${'x'.repeat(95)}@a.org` }, { name: 'email', value: '101' }],
      ['a reserved email', { email: 'anonymous@mail.com' }, { name: 'email' }],
      ['an absent password', { password: undefined }, { name: 'password', value: null }],
      ['a password of another type', { password: 123456789012 }, { name: 'password', value: null }],
      ['a short password', { password: 'elevenchars' }, { name: 'password', value: '11' }],
      ['a malformed group', { group_name: '-x' }, { name: 'group_name', value: '-x' }],
    ])('refuses %s with 400 and creates no user', async (_, fields, param) => {
      const before = await api.admin.get('/users');
      const reply = await api.admin.post('/users', userBody(fields)).expect(400);
      expect(reply.body).toMatchObject({ code: 400, route_name: '/users', method: 'POST', param });
      expect((await api.admin.get('/users')).body.user_names).toEqual(before.body.user_names);
    });

    it('rejects a reserved name with the text that clients match', async () => {
      for (const user_name of ['current', ADMIN.name, 'anonymous']) {
        const reply = await api.admin.post('/users', userBody({ user_name })).expect(400);
        expect(reply.body['detail']).toContain('reserved keyword');
      }
    });

    it('refuses a group that does not exist', async () => {
      await api.admin.post('/users', userBody({ group_name: 'nowhere' })).expect(404);
    });

    it('refuses a name or email that is taken, in any case of its letters', async () => {
      const body = userBody();
      await api.admin.post('/users', body).expect(201);
      const byName = await api.admin.post('/users', { ...userBody(), user_name: body.user_name }).expect(409);
      expect(byName.body['param']).toMatchObject({ name: 'user_name', conditions: { not_in: false } });
      const byEmail = await api.admin
        .post('/users', userBody({ email: body.email.toUpperCase() }))
        .expect(409);
      expect(byEmail.body['param']).toMatchObject({ name: 'user_email' });
    });

    it('accepts one of two concurrent requests for the same name', async () => {
      const body = userBody();
      const replies = await Promise.all([1, 2, 3].map(() => api.admin.post('/users', body)));
      expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409]);
    });

    it('reads forms as it reads JSON', async () => {
      const body = userBody();
      await api.admin.post('/users').type('form').send(body).expect(201);
      const other = userBody();
      const multipart = api.admin.post('/users');
      for (const [key, value] of Object.entries(other)) multipart.field(key, value);
      await multipart.expect(201);
      expect((await api.admin.get(`/users/${other.user_name}`)).status).toBe(200);
    });
  });

  describe('reading', () => {
    it('finds a user regardless of the case of the name', async () => {
      const name = await api.make.user();
      expect((await api.admin.get(`/users/${name.toUpperCase()}`).expect(200)).body.user.user_name).toBe(
        name,
      );
    });

    it('returns the anonymous user without a session', async () => {
      for (const path of ['/users/current', '/users/anonymous']) {
        const reply = await api.anonymous.get(path).expect(200);
        expect(reply.body.user).toMatchObject({ user_name: 'anonymous', group_names: ['anonymous'] });
        expect(reply.body.user).not.toHaveProperty('user_id');
      }
    });

    it('does not disclose who exists: without session existing, unknown and malformed names are all 401', async () => {
      const name = await api.make.user();
      const replies = await Promise.all(
        [name, 'nobody', 'no!body'].map((one) => api.anonymous.get(`/users/${one}`)),
      );
      expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401]);
    });

    it('is open to oneself and closed to others', async () => {
      const name = await api.make.user();
      const client = await api.signIn(name);
      expect((await client.get('/users/current').expect(200)).body.user.user_name).toBe(name);
      await client.get(`/users/${name}`).expect(200);
      for (const other of [ADMIN.name, 'anonymous', 'nobody'])
        await client.get(`/users/${other}`).expect(403);
    });

    it('reports to an administrator why a name is invalid', async () => {
      expect((await api.admin.get('/users/no!body').expect(422)).body['param']).toMatchObject({
        name: 'user_name',
      });
      await api.admin.get('/users/nobody').expect(404);
    });
  });

  describe('listing', () => {
    it('returns sorted names, or users with detail', async () => {
      const { user_names } = (await api.admin.get('/users').expect(200)).body;
      expect(user_names).toEqual([...user_names].sort());
      const { users } = (await api.admin.get('/users?detail=true').expect(200)).body;
      expect(users.map((user: { user_name: string }) => user.user_name)).toEqual(user_names);
      const anonymous = users.find((user: { user_name: string }) => user.user_name === 'anonymous');
      expect(anonymous).toEqual({
        user_name: 'anonymous',
        email: 'anonymous@mail.com',
        status: 'OK',
        kind: 'person',
      });
    });

    it('returns pages that together are the whole list', async () => {
      const all: string[] = (await api.admin.get('/users')).body.user_names;
      const paged: string[] = [];
      for (let after = ''; ;) {
        const page: string[] = (await api.admin.get(`/users?limit=3&after=${after}`).expect(200)).body
          .user_names;
        if (page.length === 0) break;
        paged.push(...page);
        after = page.at(-1) ?? '';
      }
      expect(paged).toEqual(all);
    });

    it.each(['0', '-1', 'x', '10001'])('refuses the limit %s', async (limit) => {
      await api.admin.get(`/users?limit=${limit}`).expect(422);
    });

    it.each(['1', 'ok', 'OK', 'all', 'OK,nonsense', 'WebhookError,1'])(
      'filters by the status %s',
      async (status) => {
        await api.admin.get(`/users?status=${status}`).expect(200);
      },
    );

    it.each(['', '0', '7', 'nonsense', 'Ok'])('refuses the status "%s"', async (status) => {
      const reply = await api.admin.get(`/users?status=${status}`).expect(400);
      expect(reply.body['param']).toEqual({
        name: 'status',
        value: null,
        compare: "['OK', 'WebhookError', 'Pending', 1, 2, 4, 'all']",
        conditions: { not_none: false },
      });
    });

    it('returns no pending users while registration is off, and rejects requests for them', async () => {
      await api.admin.get('/users?status=pending').expect(404);
    });
  });

  describe('a change', () => {
    it('of name, email and status is for administrators', async () => {
      const name = await api.make.user();
      const renamed = api.make.name('renamed');
      await api.admin
        .patch(`/users/${name}`, {
          user_name: renamed,
          email: `${renamed}@example.org`,
          status: 'WebhookError',
        })
        .expect(200);
      expect((await api.admin.get(`/users/${renamed}`)).body.user).toMatchObject({
        email: `${renamed}@example.org`,
        status: 'WebhookError',
      });
      await api.admin.get(`/users/${name}`).expect(404);
    });

    it('of one’s own email and password is allowed, of one’s own name and status is not', async () => {
      const name = await api.make.user();
      const client = await api.signIn(name);
      await client.patch('/users/current', { email: `${name}@elsewhere.org` }).expect(200);
      await client.patch('/users/current', { user_name: `${name}2` }).expect(403);
      await client.patch('/users/current', { user_name: 'BAD NAME' }).expect(403);
      await client.patch('/users/current', { status: 2 }).expect(403);
      await client.patch(`/users/${ADMIN.name}`, { email: 'x@example.org' }).expect(403);
    });

    it('ignores the fields that the server maintains', async () => {
      const name = await api.make.user();
      const client = await api.signIn(name);
      const before = (await client.get('/users/current')).body.user;
      const fields = {
        user_id: 1,
        id: 1,
        group_names: ['administrators'],
        is_administrator: true,
        passwordHash: 'x',
      };
      await client.patch('/users/current', fields).expect(400);
      await client.patch('/users/current', { ...fields, email: `${name}@third.org` }).expect(200);
      expect((await client.get('/users/current')).body.user).toEqual({
        ...before,
        email: `${name}@third.org`,
      });
      await client.get('/users').expect(403);
    });

    it('without fields returns 400', async () => {
      const name = await api.make.user();
      for (const body of [
        {},
        { user_name: name },
        { user_name: null },
        { status: 'nonsense' },
        { status: 'OK' },
      ]) {
        const reply = await api.admin.patch(`/users/${name}`, body).expect(400);
        expect(reply.body).toMatchObject({ user_name: name });
      }
      await api.admin.patch(`/users/${name}`, { status: 'Pending' }).expect(400);
    });

    it('refuses what a creation refuses, and names that belong to others', async () => {
      const name = await api.make.user();
      const other = await api.make.user();
      await api.admin.patch(`/users/${name}`, { user_name: 'BAD' }).expect(400);
      await api.admin.patch(`/users/${name}`, { user_name: 7 }).expect(400);
      await api.admin.patch(`/users/${name}`, { email: 'bad' }).expect(400);
      await api.admin.patch(`/users/${name}`, { password: 'short' }).expect(400);
      await api.admin.patch(`/users/${name}`, { user_name: other }).expect(409);
      await api.admin.patch(`/users/${name}`, { email: `${other}@example.org` }).expect(409);
      for (const reserved of [ADMIN.name, 'anonymous', 'current']) {
        const reply = await api.admin.patch(`/users/${name}`, { user_name: reserved }).expect(403);
        expect(reply.body).toMatchObject({ user_name: reserved });
        expect(reply.body['detail']).toContain('reserved keyword');
      }
    });

    it('of the administrator or the anonymous user is refused to all callers', async () => {
      for (const name of [ADMIN.name, 'anonymous', 'current']) {
        await api.admin.patch(`/users/${name}`, { email: 'new@example.org' }).expect(403);
        await api.admin.delete(`/users/${name}`).expect(403);
      }
      for (const more of [{ user_name: 'other' }, { email: 'new@example.org' }, { status: 2 }]) {
        const body = { password: 'another good one', ...more };
        await api.admin.patch(`/users/${ADMIN.name}`, body).expect(403);
      }
      await api.admin.patch('/users/anonymous', { password: 'another good one' }).expect(403);
      await api.signIn(ADMIN.name, ADMIN.password);
    });

    it('of the configured administrator’s password is refused to other administrators', async () => {
      const name = await api.make.user({ group_name: 'administrators' });
      const other = await api.signIn(name);
      await other.patch(`/users/${ADMIN.name}`, { password: 'another good one' }).expect(403);
      await other.patch('/users/current', { password: 'another good one' }).expect(200);
    });

    it('of the password ends all sessions except the current one', async () => {
      const name = await api.make.user();
      const [own, stolen] = await Promise.all([api.signIn(name), api.signIn(name)]);
      await own.patch('/users/current', { password: 'another good one' }).expect(200);
      expect((await own.get('/session')).body.authenticated).toBe(true);
      expect((await stolen.get('/session')).body.authenticated).toBe(false);
      await expect(api.signIn(name)).rejects.toThrow('401');
      await api.signIn(name, 'another good one');
    });
  });

  describe('language of mails', () => {
    it('is changed by its user and by administrators, with immediate effect', async () => {
      const name = await api.make.user();
      const client = await api.signIn(name);
      await client.patch('/users/current', { locale: 'fr' }).expect(200);
      expect((await client.get('/users/current').expect(200)).body.user).toMatchObject({ locale: 'fr' });
      await api.admin.patch(`/users/${name}`, { locale: 'en' }).expect(200);
      expect((await api.admin.get(`/users/${name}`).expect(200)).body.user).toMatchObject({ locale: 'en' });
      await api.admin.patch(`/users/${ADMIN.name}`, { locale: 'fr' }).expect(200);
    });

    it.each(['de', 'EN', 'fr\n', '', 5, ['fr']])('is not %j', async (locale) => {
      const name = await api.make.user();
      await api.admin.patch(`/users/${name}`, { locale }).expect(400);
    });

    it('that is the stored one is no change', async () => {
      const name = await api.make.user();
      const reply = await api.admin.patch(`/users/${name}`, { locale: 'en' }).expect(400);
      expect(reply.body.error_code).toBe('user_unchanged');
      await api.admin.patch(`/users/${name}`, { locale: null }).expect(400);
    });

    it('is not changed by other users', async () => {
      const client = await api.signIn(await api.make.user());
      await client.patch(`/users/${await api.make.user()}`, { locale: 'fr' }).expect(403);
    });
  });

  describe('deletion', () => {
    it('ends the sessions of the user, and a new user with the same name inherits nothing', async () => {
      const group = await api.make.group();
      const name = await api.make.user({ group_name: group });
      const client = await api.signIn(name);
      const { user_id } = (await client.get('/users/current')).body.user;
      await client.delete('/users/current').expect(200);
      expect((await client.get('/session')).body).toMatchObject({ authenticated: false });
      await api.admin.get(`/users/${name}`).expect(404);
      await api.make.user({ user_name: name });
      const namesake = (await api.admin.get(`/users/${name}`)).body.user;
      expect(namesake.group_names).toEqual(['anonymous']);
      expect(namesake.user_id).not.toBe(user_id);
      expect((await client.get('/session')).body.authenticated).toBe(false);
    });
  });

  describe('membership', () => {
    it('is created, shown and ended by administrators', async () => {
      const group_name = await api.make.group();
      const user_name = await api.make.user();
      const reply = await api.admin.post(`/users/${user_name}/groups`, { group_name }).expect(201);
      expect(reply.body).toMatchObject({ user_name, group_name });
      expect((await api.admin.get(`/users/${user_name}/groups`)).body.group_names).toEqual([
        'anonymous',
        group_name,
      ]);
      expect((await api.admin.get(`/groups/${group_name}/users`)).body.user_names).toEqual([user_name]);
      await api.admin.delete(`/users/${user_name}/groups/${group_name}`).expect(200);
      const missing = await api.admin.delete(`/users/${user_name}/groups/${group_name}`).expect(404);
      // A refused request takes no revision: followers have nothing to read.
      expect(missing.headers).not.toHaveProperty('x-access-revision');
      expect(missing.body).toMatchObject({ user_name, group_name });
    });

    it('twice is 409 with what it was about', async () => {
      const group_name = await api.make.group();
      const user_name = await api.make.user({ group_name });
      const reply = await api.admin.post(`/users/${user_name}/groups`, { group_name }).expect(409);
      expect(reply.body).toMatchObject({
        user_name,
        group_name,
        param: { name: 'group_name', value: group_name },
      });
    });

    it('requires an existing group', async () => {
      const user = await api.make.user();
      await api.admin.post(`/users/${user}/groups`, { group_name: 'nowhere' }).expect(404);
      await api.admin.post(`/users/${user}/groups`, {}).expect(400);
      await api.admin.post(`/users/${user}/groups`, { group_name: 5 }).expect(422);
      await api.admin.post(`/users/${user}/groups`, { group_name: '!' }).expect(400);
      await api.admin.delete(`/users/${user}/groups/nowhere`).expect(404);
    });

    it("in the anonymous group cannot be ended, nor that of the configured administrator in the administrators' group", async () => {
      const user = await api.make.user();
      await api.admin.delete(`/users/${user}/groups/anonymous`).expect(403);
      await api.admin.delete(`/users/${ADMIN.name}/groups/administrators`).expect(403);
      await api.admin.post('/users/anonymous/groups', { group_name: 'users' }).expect(403);
      await api.admin.delete('/users/anonymous/groups/anonymous').expect(403);
    });

    it('in the group of administrators makes the user an administrator until it ends', async () => {
      const name = await api.make.user();
      const client = await api.signIn(name);
      await client.get('/users').expect(403);
      await api.admin.post(`/users/${name}/groups`, { group_name: 'administrators' }).expect(201);
      await client.get('/users').expect(200);
      await api.admin.delete(`/users/${name}/groups/administrators`).expect(200);
      await client.get('/users').expect(403);
    });

    it('is listed by status, and only by one that exists', async () => {
      const user = await api.make.user();
      expect((await api.admin.get(`/users/${user}/groups?status=all`)).body.group_names).toEqual([
        'anonymous',
      ]);
      expect((await api.admin.get(`/users/${user}/groups?status=pending`)).body.group_names).toEqual([]);
      const reply = await api.admin.get(`/users/${user}/groups?status=Active`).expect(400);
      expect(reply.body['param']).toMatchObject({ name: 'status', conditions: { is_in: false } });
    });
  });
});
