import { Session, UnitOfWork, User } from '@gatehouse/database';
import { type LiveSession, SessionStore, deriveKeys } from '@gatehouse/identity';
import { type LogFields, silentLogger } from '@gatehouse/logging';
import { type TestDatabase, createTestDatabase, alterHistory } from '@gatehouse/testing';
import { SessionDirectory, SessionsUnavailable, SnapshotFollower } from './index';

const LONG = 20_000;
const settings = { cookieExpire: 3600, sessionMaxAge: 86_400 };

describe('a session directory', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let store: SessionStore;
  let follower: SnapshotFollower;
  let users = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    store = new SessionStore(database.dataSource, unitOfWork, deriveKeys('a secret of the tests'), settings);
    follower = new SnapshotFollower({
      databaseUrl: database.url,
      database: database.dataSource,
      adminGroup: 'administrators',
      anonymousUser: 'anonymous',
      logger: silentLogger,
    });
    await follower.start();
  });
  afterAll(async () => {
    await follower.stop();
    await database.drop();
  });

  const signIn = async () => {
    const name = `user-${++users}`;
    const user = await unitOfWork.run(() =>
      unitOfWork.manager.save(unitOfWork.manager.create(User, { name, email: `${name}@example.org` })),
    );
    const { token } = await store.start(user.id);
    return { userId: user.id, token };
  };
  const caughtUp = async () => expect(await follower.confirmNewest(LONG)).toBeDefined();
  /** Counts the lookups and can delay their results. */
  const watched = () => {
    const watch = {
      lookups: 0,
      held: undefined as Promise<void> | undefined,
      find: async (token: string): Promise<LiveSession | undefined> => {
        watch.lookups++;
        const found = await store.find(token);
        await watch.held;
        return found;
      },
    };
    return watch;
  };
  const held = () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    return { until, release };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  it('looks a token up once and then answers from memory', async () => {
    const { userId, token } = await signIn();
    const watch = watched();
    const directory = new SessionDirectory(watch, follower);
    expect(await directory.find(token)).toMatchObject({ userId });
    expect(directory.find(token)).toMatchObject({ userId });
    expect(watch.lookups).toBe(1);
  });

  it('recognizes a further token of a session without another lookup', async () => {
    const { token } = await signIn();
    const watch = watched();
    const directory = new SessionDirectory(watch, follower);
    const session = await directory.find(token);
    const later = new Date(Date.now() + 600_000);
    expect(store.isDueForReissue(session!, later)).toBe(true);
    await store.reissue(session!, later);
    await caughtUp();
    const known = await directory.find(token);
    expect(known).toMatchObject({ sessionId: session!.sessionId, newestIssuedAt: later });
    expect(store.isDueForReissue(known!, later)).toBe(false);
    expect(watch.lookups).toBe(1);
  });

  it('returns a session only when the snapshot contains its user', async () => {
    const directory = new SessionDirectory(store, follower);
    const { userId, token } = await signIn();
    await directory.find(token);
    expect(follower.snapshot().user(userId)).toBeDefined();
  });

  it('shares one lookup among concurrent callers', async () => {
    const { token } = await signIn();
    const watch = watched();
    const directory = new SessionDirectory(watch, follower);
    await Promise.all(Array.from({ length: 10 }, () => directory.find(token)));
    expect(watch.lookups).toBe(1);
  });

  it.each([
    ['its session ended', async (userId: number) => store.endAllOf(userId)],
    [
      'its user was deleted',
      async (userId: number) => {
        await unitOfWork.run(() => unitOfWork.manager.delete(User, { id: userId }));
      },
    ],
  ])('forgets a token when %s', async (_event, happen) => {
    const { userId, token } = await signIn();
    const directory = new SessionDirectory(store, follower);
    expect(await directory.find(token)).toBeDefined();
    await happen(userId);
    await caughtUp();
    expect(await directory.find(token)).toBeUndefined();
  });

  it('keeps other sessions when one ends', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const watch = watched();
    const directory = new SessionDirectory(watch, follower);
    await directory.find(one.token);
    await directory.find(other.token);
    await store.endAllOf(one.userId);
    await caughtUp();
    expect(directory.find(other.token)).toMatchObject({ userId: other.userId });
    expect(watch.lookups).toBe(2);
  });

  it('does not return a session that ended during its lookup', async () => {
    const { userId, token } = await signIn();
    const watch = watched();
    const { until, release } = held();
    watch.held = until;
    const directory = new SessionDirectory(watch, follower);
    const answer = directory.find(token);
    await settled();
    await store.endAllOf(userId);
    await caughtUp();
    release();
    expect(await answer).toBeUndefined();
    expect(await directory.find(token)).toBeUndefined();
  });

  it('caches an unknown token until the next start of a session', async () => {
    const { token } = await signIn();
    await caughtUp();
    const watch = watched();
    const directory = new SessionDirectory(watch, follower);
    const unknown = `${'0'.repeat(token.length - 1)}1`;
    expect(await directory.find(unknown)).toBeUndefined();
    expect(directory.find(unknown)).toBeUndefined();
    expect(watch.lookups).toBe(1);
    await signIn();
    await caughtUp();
    expect(directory.find(unknown)).toBeInstanceOf(Promise);
    expect(await directory.find(unknown)).toBeUndefined();
    expect(watch.lookups).toBe(2);
  });

  it('does not cache a token as unknown if sessions started during its lookup', async () => {
    const watch = watched();
    const { until, release } = held();
    watch.held = until;
    const directory = new SessionDirectory(watch, follower);
    const unknown = `${'0'.repeat(136)}7`;
    const answer = directory.find(unknown);
    await settled();
    await signIn();
    await caughtUp();
    release();
    expect(await answer).toBeUndefined();
    expect(directory.find(unknown)).toBeInstanceOf(Promise);
  });

  it('repeats a lookup during which part of the change log was missed', async () => {
    const { userId, token } = await signIn();
    const watch = watched();
    const { until, release } = held();
    watch.held = until;
    const directory = new SessionDirectory(watch, follower);
    const answer = directory.find(token);
    await settled();
    // Deleted without an entry in the log, as seen by a follower that missed that part.
    await store.endAllOf(userId);
    await alterHistory(database.dataSource, [
      [
        `UPDATE revisions SET begun_at = begun_at - interval '1 second' WHERE revision >= $1`,
        [follower.revision],
      ],
    ]);
    await caughtUp();
    release();
    expect(await answer).toBeUndefined();
    expect(watch.lookups).toBe(2);
  });

  it('drops a session when its token expires', async () => {
    const { token } = await signIn();
    const directory = new SessionDirectory(store, follower);
    const session = await directory.find(token);
    const end = session?.expiresAt.getTime() ?? 0;
    expect(directory.find(token, end - 1)).toBeDefined();
    expect(await directory.find(token, end)).toBeUndefined();
  });

  it('returns cached sessions and rejects other lookups while the database is unavailable', async () => {
    const { userId, token } = await signIn();
    const unseen = await signIn();
    let isAway = false;
    const away = {
      digest: (text: string) => store.digest(text),
      find: (text: string) => (isAway ? Promise.reject(new Error('refused')) : store.find(text)),
    };
    const reports: unknown[] = [];
    const warn = ({ error }: LogFields, message: string): void =>
      void reports.push([message, (error as Error).message]);
    const directory = new SessionDirectory(away, follower, { logger: { ...silentLogger, warn } });
    await directory.find(token);
    isAway = true;
    expect(directory.find(token)).toMatchObject({ userId });
    await expect(directory.find(unseen.token)).rejects.toBeInstanceOf(SessionsUnavailable);
    isAway = false;
    expect(await directory.find(unseen.token)).toMatchObject({ userId: unseen.userId });
    expect(reports).toEqual([
      ['sessions cannot be looked up: requests with unknown ones are refused', 'refused'],
    ]);
  });

  it('cancels a lookup that takes too long, and rejects lookups above its limit', async () => {
    const silent = {
      digest: (text: string) => store.digest(text),
      find: () => new Promise<undefined>(() => undefined),
    };
    const directory = new SessionDirectory(silent, follower, { maxLookups: 1, lookupTimeout: 50 });
    const first = directory.find(`${'1'.repeat(136)}1`);
    await expect(directory.find(`${'2'.repeat(136)}1`)).rejects.toBeInstanceOf(SessionsUnavailable);
    await expect(first).rejects.toBeInstanceOf(SessionsUnavailable);
  });

  it('caches a bounded number of sessions, the most recently used ones', async () => {
    const watch = watched();
    const directory = new SessionDirectory(watch, follower, { maxKnown: 2 });
    const [a, b, c, d] = [await signIn(), await signIn(), await signIn(), await signIn()];
    await caughtUp();
    await directory.find(a.token);
    await directory.find(b.token);
    await directory.find(c.token);
    expect(directory.find(c.token)).toMatchObject({ userId: c.userId });
    await directory.find(d.token);
    const before = watch.lookups;
    expect(directory.find(c.token)).toMatchObject({ userId: c.userId });
    expect(directory.find(d.token)).toMatchObject({ userId: d.userId });
    expect(await directory.find(a.token)).toMatchObject({ userId: a.userId });
    expect(watch.lookups).toBe(before + 1);
    expect(await database.dataSource.manager.count(Session)).toBeGreaterThan(2);
  });
});
