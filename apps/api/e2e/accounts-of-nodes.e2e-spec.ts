import { UnitOfWork } from '@gatehouse/database';
import { HostileIssuer } from '@gatehouse/testing';
import { OneTimeLinks } from '@gatehouse/directory';
import { type Client, cookieOf } from './harness/client';
import { type NetworkInstance, connect, startInstance } from './harness/network';
import { startApi } from './harness/start-api';

const SHARED = 'gatehouse_network_node-a';
const MAIL = { SVC_SMTP_HOST: 'smtp.invalid', SVC_SMTP_FROM: 'gate@example.org' };

/** A visitor of node-b: a user of node-a with a token and a session there. */
interface Visitor {
  readonly name: string;
  readonly client: Client;
  readonly token: string;
  readonly cookie: string;
}

/** Reference: sessions#accounts-of-nodes, network-protocol#remote-users. */
describe('users of other instances', () => {
  let a: NetworkInstance;
  let b: NetworkInstance;
  let issuer: HostileIssuer;
  beforeAll(async () => {
    issuer = await HostileIssuer.start();
    a = await startInstance('node-a');
    b = await startInstance('node-b', MAIL);
    await connect(a, b);
    const lab = { name: 'lab', protocol: 'openid-connect', issuer: issuer.url, client_id: 'client' };
    await b.admin.post('/providers', { definition: lab }).expect(201);
  });
  afterAll(async () => {
    await Promise.all([a.close(), b.close()]);
    await issuer.stop();
  });

  const tokenOf = async (client: Client): Promise<string> =>
    (await client.get('/network/nodes/node-b/token').expect(200)).body.token;
  const signIn = (token: string, instance = b) =>
    instance.anonymous
      .get('/providers/gatehouse_network/signin')
      .set('Authorization', `Bearer ${token}`)
      .redirects(0);
  const sessionWith = async (token: string, instance = b) =>
    cookieOf(await signIn(token, instance).expect(302)) ?? '';
  const userOf = async (cookie: string, instance = b) =>
    (await instance.anonymous.get('/session').set('Cookie', cookie).expect(200)).body.user?.user_name;
  const sessionsOf = async (cookie: string) =>
    (await b.anonymous.get('/users/current/sessions').set('Cookie', cookie).expect(200)).body.sessions as {
      session_id: string;
      current: boolean;
    }[];
  async function visit(name?: string): Promise<Visitor> {
    const user = await a.make.user(name === undefined ? {} : { user_name: name });
    const client = await a.signIn(user);
    const token = await tokenOf(client);
    return { name: user, client, token, cookie: await sessionWith(token) };
  }
  const write = (instance: NetworkInstance, sql: string, values: unknown[]) => {
    const unitOfWork = instance.app.get(UnitOfWork);
    return unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  };
  const remoteUsers = async (): Promise<Record<string, string>> => {
    const { remote_users: all } = (await b.admin.get('/network/remote_users').expect(200)).body;
    return Object.fromEntries(
      all.map((one: { remote_user_name: string; user_name: string }) => [
        one.remote_user_name,
        one.user_name,
      ]),
    );
  };
  /** Links a user of node-a, who consents, with one of node-b: up to the path that completes the link. */
  async function consented(onB: Client, onA: Client): Promise<string> {
    const begun = await onB.post('/network/nodes/node-a/link').expect(302);
    const { search } = new URL(begun.headers['location'] ?? '');
    const { request_token } = (await onA.get(`/network/authorize${search}`).expect(200)).body.request;
    const back = await onA.post('/network/authorize', { request_token }).expect(303);
    const { pathname, search: token } = new URL(back.headers['location'] ?? '');
    return pathname + token;
  }

  describe('that share an account', () => {
    it('see and end only their own sessions', async () => {
      const [one, other] = [await visit(), await visit()];
      const second = await sessionWith(one.token);
      expect(await userOf(one.cookie)).toBe(SHARED);
      expect(await userOf(other.cookie)).toBe(SHARED);
      const own = await sessionsOf(one.cookie);
      expect(own.map(({ current }) => current).sort()).toEqual([false, true]);
      const [foreign] = await sessionsOf(other.cookie);
      expect(own.map(({ session_id }) => session_id)).not.toContain(foreign?.session_id);
      for (const named of ['current', SHARED]) {
        const path = `/users/${named}/sessions/${foreign?.session_id}`;
        const refused = await b.anonymous.delete(path).set('Cookie', one.cookie).expect(404);
        expect(refused.body.error_code).toBe('session_not_found');
      }
      await b.anonymous.delete('/users/current/sessions').set('Cookie', one.cookie).expect(200);
      expect(await userOf(second)).toBeUndefined();
      expect(await userOf(other.cookie)).toBe(SHARED);
      await b.anonymous.delete(`/users/${SHARED}/sessions`).set('Cookie', one.cookie).expect(200);
      expect(await userOf(other.cookie)).toBe(SHARED);
      // Administrators see and end all of them.
      const all = (await b.admin.get(`/users/${SHARED}/sessions`).expect(200)).body.sessions;
      expect(all.map((session: { session_id: string }) => session.session_id)).toEqual(
        expect.arrayContaining([own.find(({ current }) => current)?.session_id, foreign?.session_id]),
      );
      await b.admin.delete(`/users/${SHARED}/sessions`).expect(200);
      expect([await userOf(one.cookie), await userOf(other.cookie)]).toEqual([undefined, undefined]);
    });

    it('see only their own sessions after their token was renewed', async () => {
      const [one, other] = [await visit(), await visit()];
      const renewed = await sessionWith(await tokenOf(one.client));
      expect(await userOf(one.cookie)).toBeUndefined();
      expect((await sessionsOf(renewed)).map(({ current }) => current)).toEqual([true]);
      expect((await sessionsOf(other.cookie)).map(({ current }) => current)).toEqual([true]);
    });

    it('see only their own sessions as members of the group of administrators', async () => {
      const [one, other] = [await visit(), await visit()];
      await write(
        b,
        'INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.name = $1 AND g.name = $2',
        [SHARED, b.settings.adminGroup],
      );
      expect((await sessionsOf(one.cookie)).map(({ current }) => current)).toEqual([true]);
      await b.anonymous.delete('/users/current/sessions').set('Cookie', one.cookie).expect(200);
      expect(await userOf(other.cookie)).toBe(SHARED);
      await write(
        b,
        'DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE name = $1) AND group_id = (SELECT id FROM groups WHERE name = $2)',
        [SHARED, b.settings.adminGroup],
      );
    });

    it('cannot change it, join or leave groups, or link identities', async () => {
      const { cookie } = await visit();
      const open = await b.make.group({ discoverable: true });
      const node = await b.make.group({ discoverable: true });
      await write(
        b,
        'INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.name = $1 AND g.name = $2',
        [SHARED, node],
      );
      const requests = [
        ...['current', SHARED].flatMap((user) => [
          b.anonymous.patch(`/users/${user}`, { locale: 'fr' }),
          b.anonymous.patch(`/users/${user}`, { email: 'visitor@example.org' }),
          b.anonymous.patch(`/users/${user}`, { password: 'a password of visitors' }),
          b.anonymous.delete(`/users/${user}`),
          b.anonymous.post(`/users/${user}/identities`, { provider_name: 'lab' }),
        ]),
        b.anonymous.post(`/register/groups/${open}`),
        b.anonymous.delete(`/register/groups/${node}`),
        b.anonymous.post('/network/nodes/node-a/link'),
        b.anonymous.get('/network/nodes/node-a/token'),
      ];
      for (const request of requests) {
        const { status, req } = (await request.set('Cookie', cookie)) as unknown as {
          status: number;
          req: { method: string; path: string };
        };
        expect([req.method, req.path, status]).toEqual([req.method, req.path, 403]);
      }
    });

    it('cannot accept terms', async () => {
      const group = await b.make.group({ terms: 'Be kind.' });
      const [ids] = await b.dataSource.query(
        'SELECT u.id AS user_id, g.id AS group_id FROM users u, groups g WHERE u.name = $1 AND g.name = $2',
        [SHARED, group],
      );
      const unitOfWork = b.app.get(UnitOfWork);
      const links = b.app.get(OneTimeLinks);
      const id = await unitOfWork.run(() =>
        links.create({
          operation: 'group-accept-terms',
          userId: ids.user_id,
          groupId: ids.group_id,
          data: { version: 1 },
        }),
      );
      const reply = await b.anonymous.post(new URL(links.addressOf(id)).pathname).expect(403);
      expect(reply.body.error_code).toBe('anonymous_user_protected');
      expect((await b.admin.get(`/users/${SHARED}`).expect(200)).body.user.group_names).not.toContain(group);
    });
  });

  it('with a session from before network mode was switched off cannot change the account', async () => {
    const { cookie } = await visit();
    const open = await b.make.group({ discoverable: true });
    const off = await startApi({ ...MAIL, SVC_URL: b.settings.publicUrl }, undefined, b.database);
    try {
      const send = (method: 'patch' | 'post' | 'delete', path: string, body?: object) =>
        off.anonymous[method](path, body).set('Cookie', cookie);
      expect((await send('patch', '/users/current', { locale: 'fr' })).status).toBe(403);
      expect((await send('post', `/register/groups/${open}`)).status).toBe(403);
      expect((await send('delete', '/users/current')).status).toBe(403);
    } finally {
      await off.app.close();
    }
  });

  it('who get the name of a deleted user do not inherit the link of that user', async () => {
    const billy = await b.make.user();
    const first = await visit();
    const onB = await b.signIn(billy);
    await onB.get(await consented(onB, first.client)).expect(200);
    expect(await remoteUsers()).toMatchObject({ [first.name]: billy });
    const linked = await sessionWith(await tokenOf(first.client));
    expect(await userOf(linked)).toBe(billy);

    await a.admin.delete(`/users/${first.name}`).expect(200);
    const second = await visit(first.name);
    expect(await userOf(second.cookie)).toBe(SHARED);
    expect(await remoteUsers()).toMatchObject({ [first.name]: SHARED });
    expect((await onB.get('/network/remote_users/current').expect(200)).body.remote_users).toEqual([]);
    // What the former user had opened has ended.
    expect(await userOf(linked)).toBeUndefined();
  });

  it('keep their link when they are renamed, and whoever gets the former name does not', async () => {
    const billy = await b.make.user();
    const first = await visit();
    const onB = await b.signIn(billy);
    await onB.get(await consented(onB, first.client)).expect(200);
    const renamed = `${first.name}-renamed`;
    await a.admin
      .patch(`/users/${first.name}`, { user_name: renamed, email: `${renamed}@example.org` })
      .expect(200);
    expect(await userOf(await sessionWith(await tokenOf(first.client)))).toBe(billy);
    expect(await remoteUsers()).toMatchObject({ [renamed]: billy });
    const second = await visit(first.name);
    expect(await userOf(second.cookie)).toBe(SHARED);
    expect(await remoteUsers()).toMatchObject({ [renamed]: billy, [first.name]: SHARED });
  });

  it('cannot cancel the token of the user who had their name before', async () => {
    const first = await visit();
    await a.admin.delete(`/users/${first.name}`).expect(200);
    const second = await a.signIn(await a.make.user({ user_name: first.name }));
    await second.delete('/network/nodes/node-b/token').expect(404);
  });

  it('are for strangers like users that do not exist', async () => {
    const { name } = await visit();
    const stranger = await b.signIn(await b.make.user());
    const path = (user: string) => `/network/nodes/node-a/remote_users/${user}`;
    for (const method of ['get', 'delete'] as const) {
      const [known, unknown] = await Promise.all(
        [name, 'nobody'].map(async (user) => {
          const { status, text } = await stranger[method](path(user));
          return { status, text: text.replaceAll(user, 'NAME') };
        }),
      );
      expect(known).toEqual(unknown);
      expect(known?.status).toBe(404);
    }
    await b.admin.get(path(name)).expect(200);
  });

  it('are linked by the session that has started the link, although others have opened it before', async () => {
    const [billy, toto] = [await b.make.user(), await a.make.user()];
    const [onB, onA] = [await b.signIn(billy), await a.signIn(toto)];
    const link = await consented(onB, onA);
    const elsewhere = await (await b.signIn(billy)).get(link).expect(403);
    expect(elsewhere.body.error_code).toBe('network_link_not_started');
    const other = await (await b.signIn(await b.make.user())).get(link).expect(403);
    expect(other.body.error_code).toBe('network_link_user_mismatch');
    await b.anonymous.get(link).expect(401);
    await onB.get(link).expect(200);
    expect(await remoteUsers()).toMatchObject({ [toto]: billy });
    await onB.get(link).expect(400);
  });
});
