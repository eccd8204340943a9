import { UnitOfWork, User } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { SessionStore, deriveKeys } from './index';

const HOUR = 3600_000;

describe('sessions', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let userId: number;
  const storeWith = (cookieExpire: number, sessionMaxAge: number, secret = 'a secret') =>
    new SessionStore(database.dataSource, unitOfWork, deriveKeys(secret), { cookieExpire, sessionMaxAge });

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    userId = await unitOfWork.run(async () => {
      const { identifiers } = await unitOfWork.manager.insert(User, {
        name: 'ann',
        email: 'ann@example.org',
      });
      return Number(identifiers[0]?.['id']);
    });
  });
  afterAll(() => database.drop());

  it('are found by their token until it expires', async () => {
    const store = storeWith(3600, 86400);
    const now = new Date();
    const { token, maxAge } = await store.start(userId, {}, now);
    expect(maxAge).toBe(3600);
    expect(await store.find(token, now)).toMatchObject({ userId });
    expect(await store.find(token, new Date(now.getTime() + HOUR))).toBeUndefined();
  });

  it('continue under a reissued token, while the old one keeps its own end', async () => {
    const store = storeWith(3600, 86400);
    const start = new Date();
    const { token } = await store.start(userId, {}, start);
    const session = await store.find(token, start);
    if (!session) throw new Error('no session');
    expect(store.isDueForReissue(session, new Date(start.getTime() + 359_000))).toBe(false);
    const later = new Date(start.getTime() + 360_000);
    expect(store.isDueForReissue(session, later)).toBe(true);
    const fresh = await store.reissue(session, later);
    expect(await store.find(fresh.token, later)).toMatchObject({ sessionId: session.sessionId });
    const afterTheFirst = new Date(start.getTime() + HOUR + 1000);
    expect(await store.find(token, afterTheFirst)).toBeUndefined();
    expect(await store.find(fresh.token, afterTheFirst)).toBeDefined();
  });

  it('get one new token per tenth of their lifetime, however many requests have the old one', async () => {
    const store = storeWith(3600, 86400);
    const start = new Date();
    const { token } = await store.start(userId, {}, start);
    const due = async (after: number): Promise<boolean> => {
      const now = new Date(start.getTime() + after * 1000);
      const session = await store.find(token, now);
      return session !== undefined && store.isDueForReissue(session, now);
    };
    expect(await due(400)).toBe(true);
    const session = await store.find(token, start);
    if (!session) throw new Error('no session');
    await store.reissue(session, new Date(start.getTime() + 400_000));
    expect(await due(401)).toBe(false);
    expect(await due(761)).toBe(true);
  });

  it('end at their maximum age however often they are reissued', async () => {
    const store = storeWith(3600, 5400);
    const start = new Date();
    const { token } = await store.start(userId, {}, start);
    const session = await store.find(token, start);
    if (!session) throw new Error('no session');
    const later = new Date(start.getTime() + 3000_000);
    const fresh = await store.reissue(session, later);
    expect(fresh.maxAge).toBe(2400);
    const last = await store.find(fresh.token, later);
    expect(last && store.isDueForReissue(last, new Date(later.getTime() + 1000_000))).toBe(false);
    expect(await store.find(fresh.token, new Date(start.getTime() + 5400_000))).toBeUndefined();
  });

  it('with a cookie without expiry last as long as the session', async () => {
    const store = storeWith(0, 86400);
    const { token, maxAge } = await store.start(userId);
    expect(maxAge).toBeUndefined();
    expect(await store.find(token)).toBeDefined();
  });

  it('are removed when they end, with every token', async () => {
    const store = storeWith(3600, 86400);
    const { token } = await store.start(userId);
    const session = await store.find(token);
    if (!session) throw new Error('no session');
    const { token: second } = await store.reissue(session);
    await store.end(session.sessionId);
    expect(await store.find(token)).toBeUndefined();
    expect(await store.find(second)).toBeUndefined();
  });

  it('of a user are ended except one', async () => {
    const store = storeWith(3600, 86400);
    const kept = await store.start(userId);
    const ended = await store.start(userId);
    await store.endAllOf(userId, (await store.find(kept.token))?.sessionId);
    expect(await store.find(kept.token)).toBeDefined();
    expect(await store.find(ended.token)).toBeUndefined();
  });

  it('end together with what opened them', async () => {
    const store = storeWith(3600, 86400);
    const start = (origin?: string) => store.start(userId, { origin });
    const [one, another, third, password] = [
      await start('network-token:1'),
      await start('network-token:11'),
      await start('provider:example:sid'),
      await start(),
    ];
    await store.endByOrigin('network-token:1', 'provider:example:sid');
    expect(await store.find(one.token)).toBeUndefined();
    expect(await store.find(third.token)).toBeUndefined();
    expect(await store.find(another.token)).toMatchObject({ userId });
    expect(await store.find(password.token)).toMatchObject({ userId });
  });

  it('cannot be found with a forged user id or under another secret', async () => {
    const store = storeWith(3600, 86400);
    const { token } = await store.start(userId);
    expect(await store.find(`${token}1`)).toBeUndefined();
    expect(await storeWith(3600, 86400, 'another secret').find(token)).toBeUndefined();
  });

  it('leave neither token nor digest in the change log', async () => {
    const store = storeWith(3600, 86400);
    const { token } = await store.start(userId);
    const log = JSON.stringify(await database.dataSource.query('SELECT before, after FROM changes'));
    expect(log).not.toContain(token.slice(0, 32));
    expect(log).not.toContain(store.digest(token).toString('hex'));
    expect(log).not.toContain('token_hmac');
  });

  it('are removed if they have ended, and only then', async () => {
    const store = storeWith(3600, 86400);
    const old = await store.start(userId, {}, new Date(Date.now() - 2 * 86_400_000));
    const live = await store.start(userId);
    await store.removeExpired();
    const left = await database.dataSource.query<{ digest: Buffer }[]>(
      'SELECT token_hmac AS digest FROM session_tokens',
    );
    const digests = left.map(({ digest }) => digest.toString('hex'));
    expect(digests).toContain(store.digest(live.token).toString('hex'));
    expect(digests).not.toContain(store.digest(old.token).toString('hex'));
  });

  it('are removed with their last token, in as many revisions as are needed, and none is made for nothing', async () => {
    const store = storeWith(3600, 86400);
    const manager = new UnitOfWork(database.dataSource);
    // 2,300 sessions whose cookie has expired though the session has not, one of them with a newer cookie.
    await manager.run(() =>
      manager.manager.query(
        `WITH opened AS (
           INSERT INTO sessions (user_id, expires_at, address) SELECT $1, now() + interval '1 day', 'stale'
           FROM generate_series(1, 2300) RETURNING id
         ) INSERT INTO session_tokens (token_hmac, session_id, issued_at, expires_at)
           SELECT sha256(id::text::bytea), id, now() - interval '2 hours', now() - interval '1 hour' FROM opened`,
        [userId],
      ),
    );
    const [kept] = await database.dataSource.query<{ id: string }[]>(
      "SELECT id FROM sessions WHERE address = 'stale' LIMIT 1",
    );
    await manager.run(() =>
      manager.manager.query(
        `INSERT INTO session_tokens (token_hmac, session_id, issued_at) VALUES (sha256('newer'), $1, now())`,
        [kept?.id],
      ),
    );
    const newest = async () =>
      Number(
        (await database.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision'))[0]?.value,
      );
    const before = await newest();
    await store.removeExpired();
    const left = await database.dataSource.query("SELECT id FROM sessions WHERE address = 'stale'");
    expect(left).toEqual([kept]);
    expect(await newest()).toBe(before + 3);
    await store.removeExpired();
    expect(await newest()).toBe(before + 3);
  });
});
