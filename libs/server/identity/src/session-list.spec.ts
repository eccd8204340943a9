import { UnitOfWork, User } from '@gatehouse/database';
import { silentLogger } from '@gatehouse/logging';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type LiveSession, SessionList, SessionStore, SessionUses, deriveKeys } from './index';

const MINUTE = 60_000;

describe('the list of sessions', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let list: SessionList;
  let users = 0;
  const store = (cookieExpire = 3600) =>
    new SessionStore(database.dataSource, unitOfWork, deriveKeys('a secret'), {
      cookieExpire,
      sessionMaxAge: 86_400,
    });
  const uses = () => new SessionUses(database.dataSource, silentLogger);

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    list = new SessionList(unitOfWork);
  });
  afterAll(() => database.drop());

  const newUser = () =>
    unitOfWork.run(async () => {
      const name = `user-${++users}`;
      const { id } = await unitOfWork.manager.save(
        unitOfWork.manager.create(User, { name, email: `${name}@example.org` }),
      );
      return id;
    });
  const start = async (userId: number, now = new Date()): Promise<LiveSession> => {
    const { token } = await store().start(userId, { address: '192.0.2.7', userAgent: 'curl/8.5.0' }, now);
    const session = await store().find(token, now);
    if (!session) throw new Error('no session');
    return session;
  };
  const revision = async () => {
    const [row] = await database.dataSource.query('SELECT max(revision) AS newest FROM revisions');
    return row.newest;
  };

  it('has the sessions of one user, with address, user agent and times', async () => {
    const [ann, bob] = [await newUser(), await newUser()];
    const now = new Date();
    const session = await start(ann, now);
    await start(bob);
    expect(await list.of({ userId: ann })).toEqual([
      {
        id: session.sessionId,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: session.sessionExpiresAt,
        address: '192.0.2.7',
        userAgent: 'curl/8.5.0',
      },
    ]);
  });

  it('excludes sessions whose cookies have expired, and sessions that have ended', async () => {
    const user = await newUser();
    await start(user, new Date(Date.now() - 61 * MINUTE));
    await start(user, new Date(Date.now() - 2 * 86_400_000));
    const unlimited = await store(0).start(user, {}, new Date(Date.now() - 61 * MINUTE));
    const kept = await store(0).find(unlimited.token);
    expect((await list.of({ userId: user })).map(({ id }) => id)).toEqual([kept?.sessionId]);
  });

  it('shows the last use to within five minutes, the last used first, without a revision', async () => {
    const user = await newUser();
    const begun = Date.now() - 30 * MINUTE;
    const [used, idle] = [await start(user, new Date(begun)), await start(user, new Date(begun + MINUTE))];
    const recorder = uses();
    const before = await revision();
    const lastUses = async () => {
      await recorder.flush();
      const sessions = await list.of({ userId: user });
      return sessions.map(({ id, lastUsedAt }) => [id, (lastUsedAt.getTime() - begun) / MINUTE]);
    };
    recorder.note(used, begun + 4.9 * MINUTE);
    expect(await lastUses()).toEqual([
      [idle.sessionId, 1],
      [used.sessionId, 0],
    ]);
    recorder.note(used, begun + 5 * MINUTE);
    recorder.note(used, begun + 9 * MINUTE);
    expect(await lastUses()).toEqual([
      [used.sessionId, 5],
      [idle.sessionId, 1],
    ]);
    recorder.note(used, begun + 10 * MINUTE);
    expect(await lastUses()).toEqual([
      [used.sessionId, 10],
      [idle.sessionId, 1],
    ]);
    // Another process that has seen an earlier use does not set the time back.
    const other = uses();
    other.note(used, begun + 7 * MINUTE);
    await other.flush();
    expect(await lastUses()).toEqual([
      [used.sessionId, 10],
      [idle.sessionId, 1],
    ]);
    expect(await revision()).toBe(before);
  });

  it('writes the uses of many sessions together, and no request fails while the database is unavailable', async () => {
    const statements: unknown[][] = [];
    const recorder = new SessionUses(
      {
        query: async (_text: string, values: unknown[] = []) => {
          statements.push(values);
          throw new Error('the database is unavailable');
        },
      } as unknown as ConstructorParameters<typeof SessionUses>[0],
      silentLogger,
    );
    const user = await newUser();
    const sessions = [await start(user), await start(user), await start(user)];
    const later = Date.now() + 6 * MINUTE;
    for (const session of [...sessions, ...sessions]) recorder.note(session, later);
    await recorder.flush();
    await recorder.flush();
    expect(statements).toEqual([
      [sessions.map(({ sessionId }) => sessionId), sessions.map(() => new Date(later))],
    ]);
  });

  it('finds and ends sessions of their own user only', async () => {
    const [ann, bob] = [await newUser(), await newUser()];
    const { sessionId } = await start(ann);
    expect(await list.find({ userId: bob }, sessionId)).toBeUndefined();
    expect(await list.end({ userId: bob }, sessionId)).toBe(false);
    expect(await list.find({ userId: ann }, sessionId)).toMatchObject({ id: sessionId });
    expect(await list.end({ userId: ann }, sessionId)).toBe(true);
    expect(await list.end({ userId: ann }, sessionId)).toBe(false);
    expect(await list.of({ userId: ann })).toEqual([]);
  });
});
