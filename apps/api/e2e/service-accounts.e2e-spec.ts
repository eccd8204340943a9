import supertest, { type Test } from 'supertest';
import { PasswordResets } from '@gatehouse/sign-in';
import { Builders } from './harness/builders';
import { type NetworkInstance, nodeOf, startInstance } from './harness/network';
import { PlainPeer } from './harness/plain-peer';
import { ADMIN } from './harness/start-api';

const ENVIRONMENT = {
  SVC_SMTP_HOST: 'smtp.invalid',
  SVC_SMTP_FROM: 'gate@example.org',
  SVC_USER_REGISTRATION_ENABLED: 'true',
};
const NOT_ALLOWED = 'service_account_not_allowed';

describe('service accounts', () => {
  let api: NetworkInstance;
  let node: PlainPeer;
  beforeAll(async () => {
    node = await PlainPeer.start('elsewhere');
    api = await startInstance('here', ENVIRONMENT);
    await api.admin.post('/network/nodes', nodeOf(node)).expect(201);
  });
  afterAll(async () => {
    await api.close();
    await node.close();
  });

  async function account(fields: object = {}): Promise<string> {
    const user_name = api.make.name('robot');
    await api.admin.post('/service_accounts', { user_name, ...fields }).expect(201);
    return user_name;
  }

  async function tokenOf(user_name: string, fields: object = {}): Promise<string> {
    const body = { token_name: api.make.name('token'), ...fields };
    return (await api.admin.post(`/users/${user_name}/tokens`, body).expect(201)).body.value;
  }

  const bearer = (token: string, path: string, method: 'get' | 'post' | 'patch' | 'delete' = 'get'): Test =>
    supertest(api.anonymous.url)[method](path).set('Authorization', `Bearer ${token}`);

  const mailsAbout = (address: string): Promise<unknown[]> =>
    api.dataSource.query(`SELECT id FROM outbox_messages WHERE payload ->> 'to' = $1`, [address]);

  it('are users of their own kind, created and listed by administrators', async () => {
    const group = await api.make.group();
    const user_name = api.make.name('robot');
    const { body } = await api.admin
      .post('/service_accounts', { user_name, email: `${user_name}@example.org`, group_name: group })
      .expect(201);
    expect(body.user).toEqual({
      user_name,
      email: `${user_name}@example.org`,
      status: 'OK',
      kind: 'service',
      group_names: ['anonymous', group].sort(),
      has_pending_group: false,
      locale: 'en',
      user_id: expect.any(Number),
    });
    expect((await api.admin.get(`/users/${user_name}`).expect(200)).body.user.kind).toBe('service');
    const person = await api.make.user();
    expect((await api.admin.get(`/users/${person}`).expect(200)).body.user.kind).toBe('person');
    const listed = (await api.admin.get('/service_accounts').expect(200)).body.user_names;
    expect(listed).toContain(user_name);
    expect(listed).not.toContain(person);
    const detailed = (await api.admin.get('/service_accounts?detail=true').expect(200)).body.users;
    expect(detailed).toContainEqual({
      user_name,
      email: `${user_name}@example.org`,
      status: 'OK',
      kind: 'service',
      user_id: body.user.user_id,
    });
    const users = (await api.admin.get('/users?detail=true').expect(200)).body.users;
    const kinds = new Map(users.map((one: { user_name: string; kind: string }) => [one.user_name, one.kind]));
    expect([kinds.get(user_name), kinds.get(person)]).toEqual(['service', 'person']);
    const client = await api.signIn(person);
    await client.get('/service_accounts').expect(403);
    await client.post('/service_accounts', { user_name: 'mine' }).expect(403);
    await api.anonymous.get('/service_accounts').expect(401);
  });

  it('are listed by pages, sorted by name', async () => {
    const names = [await account(), await account(), await account()].sort();
    const all: string[] = (await api.admin.get('/service_accounts').expect(200)).body.user_names;
    expect(all).toEqual([...all].sort());
    const [first = '', second = ''] = names;
    const page = await api.admin.get(`/service_accounts?after=${first}&limit=1`).expect(200);
    expect(page.body.user_names).toEqual([all[all.indexOf(first) + 1]]);
    expect(all.indexOf(second)).toBeGreaterThan(all.indexOf(first));
  });

  it.each([
    ['without a name', {}, 400, 'value_missing'],
    ['with a malformed name', { user_name: 'No' }, 400, 'user_name_invalid'],
    ['with the name of a user', { user_name: ADMIN.name.toUpperCase() }, 400, 'user_name_invalid'],
    ['with the name of the administrator', { user_name: ADMIN.name }, 400, 'user_name_reserved'],
    ['with an address that is none', { user_name: 'robot', email: 'no at' }, 400, 'email_invalid'],
    ['with a group that does not exist', { user_name: 'robot', group_name: 'none' }, 404, 'group_not_found'],
  ])('are refused %s', async (_, body, status, code) => {
    const reply = await api.admin.post('/service_accounts', body).expect(status);
    expect(['value_invalid', code]).toContain(reply.body.error_code);
    await api.admin.get('/users/robot').expect(404);
  });

  it('share the names of users', async () => {
    const [user, robot] = [await api.make.user(), await account()];
    await api.admin.post('/service_accounts', { user_name: user }).expect(409);
    const body = { user_name: robot, email: 'someone@example.org', password: Builders.PASSWORD };
    await api.admin.post('/users', body).expect(409);
  });

  it('authenticate with tokens that administrators create, and have the permissions assigned to them', async () => {
    const robot = await account();
    const service = await api.make.service({ service_type: 'api' });
    const id = await api.make.serviceId(service);
    const resource = await api.make.resource(id);
    const permission = { permission: 'read-allow-recursive' };
    await api.admin.post(`/users/${robot}/resources/${resource}/permissions`, permission).expect(201);
    const token = await tokenOf(robot);
    expect((await bearer(token, '/session').expect(200)).body).toMatchObject({
      user: { user_name: robot, kind: 'service' },
    });
    const access = async (on: number): Promise<string> => {
      const path = `/users/current/resources/${on}/permissions?effective=true`;
      const { permissions } = (await bearer(token, path).expect(200)).body;
      return permissions.find((one: { name: string }) => one.name === 'read').access;
    };
    expect([await access(resource), await access(id)]).toEqual(['allow', 'deny']);
  });

  it('have tokens that neither they nor users change, and nobody by a token', async () => {
    const robot = await account();
    const token = await tokenOf(robot);
    const [{ token_id: id }] = (await api.admin.get(`/users/${robot}/tokens`).expect(200)).body.tokens;
    const refused = async (request: Test, code: string) =>
      expect((await request.expect(403)).body.error_code).toBe(code);
    const more = { token_name: 'more' };
    await refused(bearer(token, '/users/current/tokens', 'post').send(more), 'token_not_sufficient');
    await refused(bearer(token, `/users/current/tokens/${id}`, 'patch').send(more), 'token_not_sufficient');
    await api.admin.post(`/users/${ADMIN.name}/tokens`, { token_name: 'powerful', administrator: true });
    const powerful = await api.admin
      .post(`/users/${ADMIN.name}/tokens`, { token_name: 'powerful too', administrator: true })
      .expect(201);
    const { value } = powerful.body;
    await refused(bearer(value, `/users/${robot}/tokens`, 'post').send(more), 'token_not_sufficient');
    await refused(bearer(value, `/users/${robot}/tokens/${id}`, 'patch').send(more), 'token_not_sufficient');
    const stranger = await api.signIn(await api.make.user());
    await stranger.post(`/users/${robot}/tokens`, more).expect(403);
    await api.admin.patch(`/users/${robot}/tokens/${id}`, { token_name: 'renamed' }).expect(200);
    await bearer(token, `/users/current/tokens/${id}`, 'delete').expect(200);
    await bearer(token, '/session').expect(401);
  });

  it('need a recent sign-in of the administrator, or the password of the administrator, for a token', async () => {
    const robot = await account();
    await api.admin.post(`/users/${await api.make.user()}/groups`, { group_name: 'administrators' });
    const name = await api.make.user({ group_name: 'administrators' });
    const client = await api.signIn(name);
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query(
        "UPDATE sessions SET signed_in_at = now() - interval '1 day' WHERE user_id = (SELECT id FROM users WHERE name = $1)",
        [name],
      );
    });
    const body = { token_name: 'later' };
    expect((await client.post(`/users/${robot}/tokens`, body).expect(403)).body.error_code).toBe(
      'recent_sign_in_required',
    );
    await client.post(`/users/${robot}/tokens`, { ...body, current_password: Builders.PASSWORD }).expect(201);
  });

  it('in the group of administrators act as one with a token that says so', async () => {
    const robot = await account();
    const body = { token_name: 'powerful', administrator: true };
    await api.admin.post(`/users/${robot}/tokens`, body).expect(403);
    await api.admin.post(`/users/${robot}/groups`, { group_name: 'administrators' }).expect(201);
    const [plain, powerful] = [await tokenOf(robot), await tokenOf(robot, { administrator: true })];
    await bearer(plain, '/users').expect(403);
    await bearer(powerful, '/users').expect(200);
    await api.admin.delete(`/users/${robot}/groups/administrators`).expect(200);
    await bearer(powerful, '/users').expect(403);
  });

  it('cannot sign in, whatever the password, and are answered like a user that does not exist', async () => {
    const robot = await account({ email: 'signing-in@example.org' });
    const token = await tokenOf(robot);
    const [missing, ...replies] = [
      await api.anonymous.post('/signin', { user_name: 'nobody-here', password: Builders.PASSWORD }),
      await api.anonymous.post('/signin', { user_name: robot, password: Builders.PASSWORD }),
      await api.anonymous.post('/signin', { user_name: 'signing-in@example.org', password: 'x' }),
      await api.anonymous.post('/signin', { user_name: robot, password: token }),
    ];
    for (const { status, body } of replies) {
      expect([status, body.error_code, body.detail]).toEqual([
        401,
        missing?.body.error_code,
        missing?.body.detail,
      ]);
    }
  });

  it('get no password: neither from administrators nor by a mail', async () => {
    const robot = await account({ email: 'no-password@example.org' });
    const password = 'tractor under the bridge';
    const reply = await api.admin
      .patch(`/users/${robot}`, { password, email: 'other@example.org' })
      .expect(403);
    expect(reply.body.error_code).toBe(NOT_ALLOWED);
    expect((await api.admin.get(`/users/${robot}`)).body.user.email).toBe('no-password@example.org');
    await api.anonymous.post('/register/password-reset', { user_name: robot }).expect(202);
    await api.anonymous
      .post('/register/password-reset', { user_name: 'no-password@example.org' })
      .expect(202);
    await api.app.get(PasswordResets).sendMails();
    expect(await mailsAbout('no-password@example.org')).toEqual([]);
    const stored = api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
      await manager.query("UPDATE users SET password_hash = 'x' WHERE name = $1", [robot]);
    });
    await expect(stored).rejects.toThrow('users_password_check');
  });

  it('have an address to which nothing is sent when others request it', async () => {
    const address = 'of-a-robot@example.org';
    await account({ email: address });
    const user = await api.make.user();
    const client = await api.signIn(user);
    await client.patch('/users/current', { email: address }).expect(202);
    const registration = { user_name: 'registrant', email: address, password: 'tractor under the bridge' };
    const { status } = await api.anonymous.post('/register/users', registration);
    expect([201, 202]).toContain(status);
    expect(await mailsAbout(address)).toEqual([]);
  });

  it('have no identities or sessions, also in the database', async () => {
    const robot = await account();
    const [{ id }] = await api.dataSource.query('SELECT id FROM users WHERE name = $1', [robot]);
    const write = (sql: string) =>
      api.dataSource.transaction(async (manager) => {
        await manager.query("SELECT begin_revision('system', NULL, 'test', NULL, NULL)");
        await manager.query(sql, [id]);
      });
    await expect(
      write("INSERT INTO external_identities (user_id, provider, subject) VALUES ($1, 'lab', 'robot')"),
    ).rejects.toThrow('external_identities_user_id_fkey');
    await expect(
      write("INSERT INTO sessions (user_id, expires_at) VALUES ($1, now() + interval '1 day')"),
    ).rejects.toThrow('sessions_user_id_fkey');
  });

  it('are not linked with accounts at other instances, and obtain no tokens there', async () => {
    const robot = await account();
    const linked = { remote_user_name: 'robot', node_name: node.name, user_name: robot };
    const reply = await api.admin.post('/network/remote_users', linked).expect(403);
    expect(reply.body.error_code).toBe(NOT_ALLOWED);
    const unlinked = { remote_user_name: 'robot', node_name: node.name };
    await api.admin.post('/network/remote_users', unlinked).expect(201);
    const path = `/network/nodes/${node.name}/remote_users/robot`;
    await api.admin.patch(path, { user_name: robot }).expect(403);
    const token = await tokenOf(robot);
    for (const request of [
      bearer(token, `/network/nodes/${node.name}/token`),
      bearer(token, `/network/nodes/${node.name}/token`, 'delete'),
      bearer(token, `/network/nodes/${node.name}/link`, 'post'),
      bearer(token, '/network/authorize', 'post').send({ request_token: 'x' }),
    ])
      expect((await request.expect(403)).body.error_code).toBe(NOT_ALLOWED);
    expect(node.received).toEqual([]);
  });

  it('obtain no session at identity providers', async () => {
    const token = await tokenOf(await account());
    const reply = await bearer(token, '/providers/gatehouse/signin').expect(403);
    expect(reply.body.error_code).toBe('token_not_sufficient');
  });

  it('do not change themselves, and join only what administrators add them to', async () => {
    const robot = await account();
    const token = await tokenOf(robot);
    const group = await api.make.group({ discoverable: true });
    const refused = [
      bearer(token, '/users/current', 'patch').send({ locale: 'fr' }),
      bearer(token, '/users/current', 'delete'),
      bearer(token, `/register/groups/${group}`, 'post'),
      bearer(token, `/register/groups/${group}`, 'delete'),
    ];
    for (const request of refused) expect((await request.expect(403)).body.error_code).toBe(NOT_ALLOWED);
    await api.admin.post(`/users/${robot}/groups`, { group_name: group }).expect(201);
    await api.admin.patch(`/users/${robot}`, { locale: 'fr', email: 'new@robots.example.org' }).expect(200);
    expect(await mailsAbout('new@robots.example.org')).toEqual([]);
  });

  it('are not added to groups with terms, which only persons accept', async () => {
    const group_name = await api.make.group({ terms: 'Be kind.' });
    const robot = await account();
    const reply = await api.admin.post(`/users/${robot}/groups`, { group_name }).expect(403);
    expect(reply.body.error_code).toBe(NOT_ALLOWED);
    const user_name = api.make.name('robot');
    await api.admin.post('/service_accounts', { user_name, group_name }).expect(403);
    await api.admin.get(`/users/${user_name}`).expect(404);
  });

  it('are refused everywhere with their account, and a person of the same name has none of their tokens', async () => {
    const robot = await account();
    const token = await tokenOf(robot);
    await bearer(token, '/session').expect(200);
    await api.admin.delete(`/users/${robot}`).expect(200);
    await bearer(token, '/session').expect(401);
    await api.make.user({ user_name: robot });
    await bearer(token, '/session').expect(401);
    expect((await api.admin.get(`/users/${robot}`)).body.user.kind).toBe('person');
  });
});
