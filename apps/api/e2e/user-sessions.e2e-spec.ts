import supertest from 'supertest';
import { Builders } from './harness/builders';
import { type Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const UNKNOWN = '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21';

interface Listed {
  readonly session_id: string;
  readonly current: boolean;
}

describe('the sessions of a user', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const listOf = async (client: Client, user = 'current'): Promise<Listed[]> =>
    (await client.get(`/users/${user}/sessions`).expect(200)).body.sessions;
  const ownOf = async (client: Client) => (await listOf(client)).find(({ current }) => current)?.session_id;

  it('are listed with device, address and times, and the one of the request is marked', async () => {
    const user = await api.make.user();
    const browser = await supertest(api.anonymous.url)
      .post('/signin')
      .set({ 'User-Agent': FIREFOX, 'X-Forwarded-For': '198.18.9.1' })
      .send({ user_name: user, password: Builders.PASSWORD })
      .expect(200);
    expect(browser.body.code).toBe(200);
    const client = await api.signIn(user);
    const sessions = await listOf(client);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(sessions.find(({ current }) => !current)).toEqual({
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'Firefox 140 on Linux',
      address: '198.18.9.1',
      created: time,
      last_used: time,
      expires: time,
      current: false,
    });
    expect(await listOf(client, user)).toEqual(sessions);
    expect(await listOf(api.admin, user)).toEqual(sessions.map((one) => ({ ...one, current: false })));
  });

  it('can be ended individually by the user and by administrators, with immediate effect', async () => {
    const user = await api.make.user();
    const [one, other, third] = [await api.signIn(user), await api.signIn(user), await api.signIn(user)];
    await one.delete(`/users/current/sessions/${await ownOf(other)}`).expect(200);
    await other.get(`/users/${user}`).expect(401);
    await api.admin.delete(`/users/${user}/sessions/${await ownOf(third)}`).expect(200);
    await third.get(`/users/${user}`).expect(401);
    expect((await listOf(one)).map(({ current }) => current)).toEqual([true]);
    const reply = await one.delete(`/users/${user}/sessions/${await ownOf(one)}`).expect(200);
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^auth_tkt=;.*Max-Age=0/);
    await one.get(`/users/${user}`).expect(401);
  });

  it('are ended together, except the session of the request', async () => {
    const user = await api.make.user();
    const clients = [await api.signIn(user), await api.signIn(user), await api.signIn(user)] as const;
    await clients[0].delete('/users/current/sessions').expect(200);
    await clients[0].get(`/users/${user}`).expect(200);
    await clients[1].get(`/users/${user}`).expect(401);
    await clients[2].get(`/users/${user}`).expect(401);
    await api.admin.delete(`/users/${user}/sessions`).expect(200);
    await clients[0].get(`/users/${user}`).expect(401);
    await api.admin.get('/users').expect(200);
  });

  it('are neither shown to other users nor ended by them, and their identifiers are like unknown ones', async () => {
    const [user, otherUser] = [await api.make.user(), await api.make.user()];
    const [client, other] = [await api.signIn(user), await api.signIn(otherUser)];
    const foreign = await ownOf(other);
    for (const path of [`/users/${otherUser}/sessions`, '/users/admin/sessions']) {
      await client.get(path).expect(403);
      await client.delete(path).expect(403);
      await api.anonymous.get(path).expect(401);
    }
    await client.delete(`/users/${otherUser}/sessions/${foreign}`).expect(403);
    const replies = await Promise.all(
      [foreign, UNKNOWN].map((id) => client.delete(`/users/current/sessions/${id}`).expect(404)),
    );
    const [one, unknown] = replies.map(({ text }, at) => text.replaceAll([foreign, UNKNOWN][at] ?? '', 'ID'));
    expect(one).toBe(unknown);
    expect(replies[0]?.body.error_code).toBe('session_not_found');
    // An administrator, too, names the owner.
    await api.admin.delete(`/users/${user}/sessions/${foreign}`).expect(404);
    await other.get(`/users/${otherUser}`).expect(200);
  });

  it('have identifiers that are not tokens, and malformed ones are refused', async () => {
    const user = await api.make.user();
    const client = await api.signIn(user);
    const reply = await client.get('/users/current/sessions').expect(200);
    expect(reply.text).not.toContain(client.sessionCookie.slice('auth_tkt='.length, 40));
    await client.delete('/users/current/sessions/1').expect(422);
    await client.delete(`/users/current/sessions/${UNKNOWN.replace('-', '')}`).expect(422);
    await client.get(`/users/current/sessions/${UNKNOWN}`).expect(405);
    await client.get(`/users/${user}`).expect(200);
  });

  it('are empty for the anonymous user, whom only administrators may name', async () => {
    expect(await listOf(api.admin, 'anonymous')).toEqual([]);
    await api.anonymous.get('/users/anonymous/sessions').expect(401);
    await api.anonymous.get('/users/current/sessions').expect(401);
  });
});
