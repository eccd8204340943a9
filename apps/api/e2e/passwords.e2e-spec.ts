import supertest from 'supertest';
import { silentLogger } from '@gatehouse/logging';
import { loadSettings } from '@gatehouse/settings';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { createApplication } from '../src/application';
import { Client } from './harness/client';
import { ADMIN, type TestApi, startApi } from './harness/start-api';

describe('the password of the configured administrator', () => {
  const CHANGED = 'changed by the API';
  const NEXT = 'the next one of the settings';
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Runs the API with a password in its settings, from start to stop. */
  const run = async (password: string, work: (url: string) => Promise<void>) => {
    const settings = loadSettings({
      SVC_DB_URL: database.url,
      SVC_SECRET: 'a secret for tests that is long enough',
      SVC_ADMIN_USER: ADMIN.name,
      SVC_ADMIN_PASSWORD: password,
      SVC_BCRYPT_COST: '4',
    });
    const app = await createApplication(settings, silentLogger);
    await app.listen(0, '127.0.0.1');
    try {
      await work(await app.getUrl());
    } finally {
      await app.close();
    }
  };
  const statusOf = async (url: string, password: string) =>
    (await supertest(url).post('/signin').send({ user_name: ADMIN.name, password })).status;
  const signedIn = async (url: string, password: string) => {
    const client = new Client(url);
    await client.signIn(ADMIN.name, password);
    return client;
  };
  const isLive = async (client: Client, url = client.url) => {
    const reply = await supertest(url).get('/session').set('Cookie', client.sessionCookie);
    return (reply.body as { authenticated: boolean }).authenticated;
  };

  it('is changed by the API, persists over restarts with the same setting, and is replaced by a changed setting', async () => {
    let kept: Client | undefined;
    await run(ADMIN.password, async (url) => {
      const [own, elsewhere] = [await signedIn(url, ADMIN.password), await signedIn(url, ADMIN.password)];
      await own.patch(`/users/${ADMIN.name}`, { password: CHANGED }).expect(200);
      expect([await isLive(own), await isLive(elsewhere)]).toEqual([true, false]);
      expect([await statusOf(url, ADMIN.password), await statusOf(url, CHANGED)]).toEqual([401, 200]);
      kept = own;
    });
    for (let restart = 0; restart < 2; restart++) {
      await run(ADMIN.password, async (url) => {
        expect([await statusOf(url, ADMIN.password), await statusOf(url, CHANGED)]).toEqual([401, 200]);
        expect(kept && (await isLive(kept, url))).toBe(true);
      });
    }
    await run(NEXT, async (url) => {
      expect([await statusOf(url, CHANGED), await statusOf(url, NEXT)]).toEqual([401, 200]);
      expect(kept && (await isLive(kept, url))).toBe(false);
      const own = await signedIn(url, NEXT);
      await own.patch('/users/current', { password: CHANGED }).expect(200);
    });
    await run(NEXT, async (url) => {
      expect([await statusOf(url, NEXT), await statusOf(url, CHANGED)]).toEqual([401, 200]);
    });
    // Back to a setting that was applied before, but not last.
    await run(ADMIN.password, async (url) => {
      expect([await statusOf(url, CHANGED), await statusOf(url, ADMIN.password)]).toEqual([401, 200]);
    });
  });
});

describe('a password that can be set', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const signIn = () => supertest(api.anonymous.url).post('/signin');

  it.each([
    ['of 100 kB', 'x'.repeat(100_000)],
    ['of 72 bytes', 'é'.repeat(36)],
    ['of 73 bytes', `${'é'.repeat(36)}x`],
    ['of 100,000 characters beyond Latin', '鍵🗝️'.repeat(25_000)],
    ['with NUL bytes', 'nul\0in\0the middle'],
    ['with nothing but NUL bytes', '\0'.repeat(12)],
    ['with spaces at its ends', '   spaces at both ends   '],
    ['with line ends and tabs', 'a line\r\nand\tanother\n'],
    ['in a decomposed form', 'e\u0301'.repeat(12)],
    ['with format characters', '\ufeff\u200b\u202e\u2066 and more text'],
    ['that looks like JSON', '{"password": null}'],
    ['with characters of queries and forms', 'a+b=c&d%20%00;e?f#g'],
  ])('%s signs in, from JSON and forms', async (_, password) => {
    const user_name = await api.make.user();
    await api.admin.patch(`/users/${user_name}`, { password }).expect(200);
    await signIn().send({ user_name, password }).expect(200);
    await signIn().type('form').send(new URLSearchParams({ user_name, password }).toString()).expect(200);
    const query = new URLSearchParams({ user_name, password }).toString();
    if (query.length < 8_000) await supertest(api.anonymous.url).get(`/signin?${query}`).expect(200);
    await signIn()
      .send({ user_name, password: `${password}x` })
      .expect(401);
    await signIn()
      .send({ user_name, password: password.slice(0, -1) })
      .expect(401);
  });

  it('is set at creation as well, from JSON and forms', async () => {
    for (const password of ['x'.repeat(100_000), 'nul\0in\0the middle']) {
      const [one, other] = [api.make.name('user'), api.make.name('user')];
      await api.admin.post('/users', { user_name: one, email: `${one}@x.org`, password }).expect(201);
      const form = new URLSearchParams({ user_name: other, email: `${other}@x.org`, password }).toString();
      await api.admin.post('/users').type('form').send(form).expect(201);
      for (const user_name of [one, other]) await signIn().send({ user_name, password }).expect(200);
    }
  });

  it('is not another one that is equivalent in Unicode', async () => {
    const user_name = await api.make.user();
    await api.admin.patch(`/users/${user_name}`, { password: '\u00e9'.repeat(12) }).expect(200);
    await signIn()
      .send({ user_name, password: 'e\u0301'.repeat(12) })
      .expect(401);
  });

  it('has halves of surrogate pairs nowhere', async () => {
    const user_name = await api.make.user();
    const password = '\ud83d is half a character';
    const reply = await api.admin.patch(`/users/${user_name}`, { password }).expect(400);
    expect(reply.text).not.toContain('half a character');
    await signIn().send({ user_name, password }).expect(422);
  });

  it('is limited only by the body limit', async () => {
    const user_name = await api.make.user();
    await signIn()
      .send({ user_name, password: 'x'.repeat(990_000) })
      .expect(401);
    await signIn()
      .send({ user_name, password: 'x'.repeat(1_100_000) })
      .expect(413);
  });
});
