import { inspect } from 'node:util';
import fc from 'fast-check';
import { Client } from 'pg';
import { UnitOfWork } from '@gatehouse/database';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { type TestDatabase, alterHistory, copyOf, createTestDatabase } from '@gatehouse/testing';
import { type FollowerOptions, SnapshotFollower } from './snapshot-follower';
import type { DetailColumns } from './row-details';
import { perform, randomWrites } from './fixtures/random-writes';

const LONG = 20_000;

const plain = { implied: null, isPresence: false };
const DETAILS: DetailColumns = {
  user: [
    { ...plain, property: 'email', column: 'email' },
    { ...plain, property: 'status', column: 'status', implied: 1 },
    { ...plain, property: 'locale', column: 'locale', implied: 'en' },
    { ...plain, property: 'kind', column: 'kind', implied: 'person' },
  ],
  group: [{ ...plain, property: 'terms', column: 'terms', isPresence: true }],
  resource: [{ ...plain, property: 'displayName', column: 'display_name', like: 'name' }],
  service: [
    { ...plain, property: 'syncType', column: 'sync_type' },
    { ...plain, property: 'synchronization', column: 'synchronization' },
  ],
};

describe('a snapshot follower', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  const followers: SnapshotFollower[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
  });
  afterEach(async () => {
    await Promise.all(followers.splice(0).map((follower) => follower.stop()));
  });
  afterAll(() => database.drop());

  const newFollower = (options: Partial<FollowerOptions>) => {
    const follower = new SnapshotFollower({
      databaseUrl: database.url,
      database: database.dataSource,
      adminGroup: 'administrators',
      anonymousUser: 'anonymous',
      details: DETAILS,
      logger: silentLogger,
      reconnectDelay: { first: 5, most: 50 },
      ...options,
    });
    followers.push(follower);
    return follower;
  };
  const following = async (pollInterval = 60_000, options: Partial<FollowerOptions> = {}) => {
    const follower = newFollower({ pollInterval, ...options });
    await follower.start();
    return follower;
  };
  const addGroup = async (name: string) => {
    await unitOfWork.run(() => unitOfWork.manager.query('INSERT INTO groups (name) VALUES ($1)', [name]));
    const [row] = await database.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
    return Number(row?.value);
  };
  /** A revision that is not announced. */
  const addGroupSilently = (name: string) =>
    database.dataSource.transaction(async (manager) => {
      const [row] = await manager.query<{ revision: string }[]>(
        `WITH taken AS (UPDATE access_revision SET value = value + 1 RETURNING value)
         INSERT INTO revisions (revision, actor_kind) SELECT value, 'system' FROM taken RETURNING revision`,
      );
      await manager.query(`SELECT set_config('gatehouse.revision', $1, true)`, [row?.revision]);
      await manager.query('INSERT INTO groups (name) VALUES ($1)', [name]);
      return Number(row?.revision);
    });
  const feedBackends = () =>
    database.dataSource.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'gatehouse feed' AND datname = current_database()`,
    );
  const loadedAfresh = async () => {
    const fresh = await following();
    const loaded = { ...fresh.snapshot().canonical(), details: fresh.details() };
    await fresh.stop();
    return loaded;
  };
  const followed = (follower: SnapshotFollower) => ({
    ...follower.snapshot().canonical(),
    details: follower.details(),
  });

  it('that followed random writes equals one that is newly loaded', async () => {
    // It follows change by change: why it would not is what it logs.
    const warnings: string[] = [];
    const noted = (...args: unknown[]) => void warnings.push(inspect(args, { depth: 4 }));
    const follower = await following(60_000, { logger: { ...silentLogger, warn: noted, error: noted } });
    const snapshot = follower.snapshot();
    await fc.assert(
      fc.asyncProperty(randomWrites, fc.nat(3), async (writes, rows) => {
        for (const write of writes) await perform(unitOfWork, write);
        // In the database, rows below and of deleted objects are left, unless the job removes them.
        unitOfWork.removal.most = rows;
        if (rows > 1) await unitOfWork.removal.removeLeft();
        const newest = await follower.confirmNewest(LONG);
        expect(newest).toBeDefined();
        expect(followed(follower)).toEqual(await loadedAfresh());
        expect(warnings.splice(0)).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(follower.snapshot() === snapshot).toBe(true);
  });

  it('has followed every kind of change in those writes', async () => {
    const follower = await following();
    for (const writes of fc.sample(randomWrites, { seed: 3, numRuns: 40 })) {
      for (const write of writes) await perform(unitOfWork, write);
    }
    await follower.confirmNewest(LONG);
    expect(followed(follower)).toEqual(await loadedAfresh());
    const kinds = await database.dataSource.query<{ kind: string }[]>(
      `SELECT DISTINCT entity || ' ' || operation AS kind FROM changes`,
    );
    const entities = ['user', 'group', 'membership', 'resource', 'service', 'user_rule', 'group_rule'];
    const expected = entities.flatMap((entity) => [`${entity} insert`, `${entity} delete`]);
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(expected));
  });

  it('keeps displayed fields of users, resources and services equal to the database', async () => {
    const follower = await following();
    const write = async (statement: string) => {
      const [row] = await unitOfWork.run(() => unitOfWork.manager.query<{ id: number }[]>(statement));
      await follower.confirmNewest(LONG);
      expect(followed(follower)).toEqual(await loadedAfresh());
      return Number(row?.id);
    };
    const detailsOf = (entity: 'user' | 'resource' | 'service', id: number) =>
      follower.details().of(entity, id, follower.snapshot().resource(id) ?? {});
    const user = await write(
      `INSERT INTO users (name, email) VALUES ('ann', 'ann@example.org') RETURNING id`,
    );
    expect(detailsOf('user', user)).toEqual({
      email: 'ann@example.org',
      status: 1,
      locale: 'en',
      kind: 'person',
    });
    await write(`UPDATE users SET email = 'other@example.org', status = 2, locale = 'fr' WHERE id = ${user}`);
    expect(detailsOf('user', user)).toEqual({
      email: 'other@example.org',
      status: 2,
      locale: 'fr',
      kind: 'person',
    });
    await write(`DELETE FROM users WHERE id = ${user}`);
    expect(follower.details().column('user', 'email').has(user)).toBe(false);

    const service = await write(
      `WITH root AS (INSERT INTO resources (name, display_name, type) VALUES ('shown', 'Shown', 'service') RETURNING id)
       INSERT INTO services (resource_id, type, url, sync_type) SELECT id, 'api', 'http://localhost', 'sync' FROM root
       RETURNING resource_id AS id`,
    );
    expect(detailsOf('resource', service)).toEqual({ displayName: 'Shown' });
    expect(detailsOf('service', service)).toEqual({ syncType: 'sync', synchronization: null });
    await write(`UPDATE resources SET display_name = name WHERE id = ${service}`);
    expect(detailsOf('resource', service)).toEqual({ displayName: 'shown' });
    expect(follower.details().column('resource', 'displayName').has(service)).toBe(false);
    await write(`UPDATE services SET sync_type = NULL WHERE resource_id = ${service}`);
    expect(detailsOf('service', service)).toEqual({ syncType: null, synchronization: null });
  });

  it('reads the log once for all calls of one turn of the event loop, and again for later calls', async () => {
    const follower = await following();
    await follower.confirmNewest(LONG);
    const query = jest.spyOn(Client.prototype, 'query');
    try {
      await Promise.all(Array.from({ length: 50 }, () => follower.confirmNewest(LONG)));
      expect(query).toHaveBeenCalledTimes(1);
      await follower.confirmNewest(LONG);
      expect(query).toHaveBeenCalledTimes(2);
    } finally {
      query.mockRestore();
    }
  });

  it('reads the log again for calls during a read', async () => {
    const follower = await following();
    const early = follower.confirmNewest(LONG);
    const query = jest.spyOn(Client.prototype, 'query');
    try {
      const whileAway: Promise<number | undefined>[] = [];
      await new Promise<void>((resolve) => {
        query.mockImplementationOnce(function (this: Client, ...args: unknown[]) {
          whileAway.push(...Array.from({ length: 50 }, () => follower.confirmNewest(LONG)));
          resolve();
          return Client.prototype.query.apply(this, args as never);
        } as never);
      });
      await Promise.all([early, ...whileAway]);
      expect(query).toHaveBeenCalledTimes(3);
    } finally {
      query.mockRestore();
    }
  });

  it('reports the age of its snapshot from the start', async () => {
    const before = performance.now();
    const follower = await following();
    expect(follower.ageMs()).toBeLessThanOrEqual(performance.now() - before);
  });

  it('shows a write as soon as it is announced, without polling', async () => {
    const follower = await following();
    expect(await follower.waitFor(await addGroup('announced'), LONG)).toBe(true);
    expect(follower.snapshot().groupByName('announced')).toBeDefined();
  });

  it('catches a missed announcement by its poll', async () => {
    const follower = await following(20);
    expect(await follower.waitFor(await addGroupSilently('unannounced'), LONG)).toBe(true);
    expect(follower.snapshot().groupByName('unannounced')).toBeDefined();
  });

  it('reconnects after its connection was killed, and has the writes made meanwhile', async () => {
    const follower = await following();
    const [backend] = await feedBackends();
    await database.dataSource.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
    const revision = await addGroup('while-away');
    expect(await follower.waitFor(revision, LONG)).toBe(true);
    expect(followed(follower)).toEqual(await loadedAfresh());
  });

  it('reconnects when its connection hangs, serves its snapshot until then, and says so', async () => {
    const warnings: string[] = [];
    let warned: () => void = () => undefined;
    const isWarned = new Promise<void>((resolve) => (warned = resolve));
    const warn = ({ error }: { error?: Error }, text: string): void => {
      warnings.push(`${text}: ${error?.message}`);
      warned();
    };
    const follower = await following(50, { silence: 500, logger: { ...silentLogger, warn } as Logger });
    const before = follower.revision;
    const [backend] = await feedBackends();
    process.kill(backend?.pid ?? 0, 'SIGSTOP');
    try {
      const revision = await addGroup('while-it-hangs');
      expect(follower.revision).toBe(before);
      expect(follower.snapshot().groupByName('while-it-hangs')).toBeUndefined();
      const age = follower.ageMs();
      await isWarned;
      expect(follower.ageMs()).toBeGreaterThan(age);
      expect(warnings).toEqual([expect.stringMatching(/^lost the change feed: .*timeout/i)]);
      // Its old connection still hangs.
      expect(await follower.waitFor(revision, LONG)).toBe(true);
      expect(follower.snapshot().groupByName('while-it-hangs')).toBeDefined();
      expect(followed(follower)).toEqual(await loadedAfresh());
    } finally {
      process.kill(backend?.pid ?? 0, 'SIGCONT');
    }
  });

  it('says how far it is behind while it applies what it has read', async () => {
    const follower = await following();
    const lags: number[] = [];
    follower.onRevision(() => lags.push(follower.lag().newest - follower.lag().revision));
    for (let number = 0; number < 5; number++) await addGroupSilently(`behind-${number}`);
    const newest = await follower.confirmNewest(LONG);
    expect(lags).toEqual([4, 3, 2, 1, 0]);
    expect(follower.lag()).toEqual({ revision: newest, newest, sinceMs: 0, isInterrupted: false });
  });

  it('lets nobody wait for it while its connection is lost, says since when, and follows again', async () => {
    const lines: (readonly [object, string])[] = [];
    const note = (fields: object, text: string): void => void lines.push([fields, text]);
    const follower = await following(60_000, { logger: { ...silentLogger, warn: note } as Logger });
    const admit = (connections: number) =>
      database.dataSource.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${connections}', current_database()); END $$`,
      );
    await admit(0);
    try {
      const [backend] = await feedBackends();
      await database.dataSource.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
      // It would not be resolved in time if it waited for its time limit.
      expect(await follower.confirmNewest(3_600_000)).toBeUndefined();
      expect(await follower.confirmNewest(3_600_000)).toBeUndefined();
      const { isInterrupted, sinceMs } = follower.lag();
      expect(isInterrupted).toBe(true);
      expect(sinceMs).toBeGreaterThan(1_000);
    } finally {
      await admit(-1);
    }
    const revision = await addGroup('after-the-interruption');
    while ((await follower.confirmNewest(LONG)) === undefined);
    expect(follower.lag()).toEqual({ revision, newest: revision, sinceMs: 0, isInterrupted: false });
    const [fields, text] = lines.at(-1)!;
    expect(text).toMatch(/^lost the change feed/);
    expect(fields).toMatchObject({
      revision: revision - 1,
      newest: revision - 1,
      behindMs: expect.any(Number),
    });
  });

  it('returns no revision at once after it was stopped', async () => {
    const follower = await following();
    await follower.stop();
    expect(await follower.confirmNewest(3_600_000)).toBeUndefined();
  });

  describe('whose database is another one than that of the pool', () => {
    let copy: TestDatabase;
    beforeAll(async () => {
      copy = await copyOf(database);
    });
    afterAll(() => copy.drop());

    it('counts as stale as soon as that is noticed, and as fresh again when both are the same', async () => {
      let pool = database.dataSource;
      const warnings: (string | undefined)[] = [];
      const follower = await following(20, {
        database: { query: (sql, values) => pool.query(sql, values) },
        comparisonMs: 20,
        logger: {
          ...silentLogger,
          warn: ({ error }) => void warnings.push((error as Error | undefined)?.message),
        },
      });
      expect(follower.ageMs()).toBeLessThan(LONG);
      pool = copy.dataSource;
      await eventually(() => follower.ageMs() === Infinity);
      expect(warnings[0]).toBe('connections do not all lead to the same database of the same server');
      expect(await follower.confirmNewest(200)).toBeUndefined();
      pool = database.dataSource;
      await eventually(() => follower.ageMs() < LONG);
      expect(await follower.waitFor(await addGroup('after-both-are-the-same'), LONG)).toBe(true);
    });

    it('does not follow it at all', async () => {
      const follower = newFollower({ database: copy.dataSource });
      void follower.start().catch(() => undefined);
      expect(await follower.waitFor(0, 500)).toBe(false);
      expect(follower.isReady).toBe(false);
    });

    it('follows while the pool does not answer, unless the two have URLs of their own', async () => {
      const database = { query: () => Promise.reject(new Error('no connection is free')) };
      await following(20, { database });
      const separate = newFollower({ database, isSeparate: true });
      void separate.start().catch(() => undefined);
      expect(await separate.waitFor(0, 500)).toBe(false);
    });

    const eventually = async (holds: () => boolean): Promise<void> => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
  });

  it('reloads when the log has a gap', async () => {
    const follower = await following();
    // It reads once more after it has loaded: it must not read the revisions before one of them is removed.
    await follower.confirmNewest(LONG);
    const before = follower.snapshot();
    const lost = await addGroupSilently('in-the-gap');
    await addGroupSilently('after-the-gap');
    await alterHistory(database.dataSource, [
      ['DELETE FROM changes WHERE revision = $1', [lost]],
      ['DELETE FROM audit_chain WHERE revision = $1', [lost]],
      ['DELETE FROM revisions WHERE revision = $1', [lost]],
    ]);
    await follower.confirmNewest(LONG);
    expect(await follower.waitFor(lost + 1, LONG)).toBe(true);
    expect(follower.snapshot()).not.toBe(before);
    expect(follower.snapshot().groupByName('in-the-gap')).toBeDefined();
    expect(follower.snapshot().groupByName('after-the-gap')).toBeDefined();
  });

  it('reloads when the database has a different history', async () => {
    const follower = await following();
    const before = follower.snapshot();
    await alterHistory(database.dataSource, [
      [
        `UPDATE revisions SET begun_at = begun_at - interval '1 second' WHERE revision = $1`,
        [follower.revision],
      ],
    ]);
    expect(await follower.confirmNewest(LONG)).toBe(follower.revision);
    expect(follower.snapshot()).not.toBe(before);
  });

  it('applies a change without replacing the snapshot', async () => {
    const follower = await following();
    const before = follower.snapshot();
    expect(await follower.waitFor(await addGroup('incremental'), LONG)).toBe(true);
    expect(follower.snapshot()).toBe(before);
  });

  it('confirms at least what was committed at the time of the call, for any number of concurrent callers', async () => {
    const follower = await following();
    for (let round = 0; round < 5; round++) {
      const committed = await addGroup(`confirmed-${round}`);
      const answers = await Promise.all(Array.from({ length: 20 }, () => follower.confirmNewest(LONG)));
      for (const answer of answers) expect(answer).toBeGreaterThanOrEqual(committed);
    }
  });

  it('reports a growing age while the database is unreachable, and a low one afterwards', async () => {
    const follower = await following(10);
    const admin = database.url.replace(/\/test_\w+/, '/postgres');
    const name = /\/(test_\w+)/.exec(database.url)?.[1];
    const client = new Client({ connectionString: admin });
    await client.connect();
    try {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      const [backend] = await feedBackends();
      await client.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
      expect(await follower.confirmNewest(200)).toBeUndefined();
      expect(follower.ageMs()).toBeGreaterThanOrEqual(150);
      expect(follower.snapshot().revision).toBe(follower.revision);
    } finally {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await client.end();
    }
    expect(await follower.confirmNewest(LONG)).toBe(follower.revision);
    expect(follower.ageMs()).toBeLessThan(5_000);
  });

  it('returns false after the timeout when a revision is not reached', async () => {
    const follower = await following();
    expect(await follower.waitFor(follower.revision + 1, 20)).toBe(false);
  });

  it('ignores assignments of permission names that this version does not know', async () => {
    const follower = await following();
    await unitOfWork.run(() =>
      unitOfWork.manager.query(`
        WITH g AS (INSERT INTO groups (name) VALUES ('future') RETURNING id),
             r AS (INSERT INTO resources (name, display_name, type) VALUES ('future', 'future', 'service') RETURNING id),
             s AS (INSERT INTO services (resource_id, type, url) SELECT id, 'access', 'http://localhost' FROM r)
        INSERT INTO group_permissions SELECT g.id, r.id, 'teleport', 'allow', 'match' FROM g, r`),
    );
    await follower.confirmNewest(LONG);
    expect(follower.snapshot().serviceByName('future')).toBeDefined();
    expect(followed(follower)).toEqual(await loadedAfresh());
  });

  it('can be stopped and started again', async () => {
    const follower = await following();
    await follower.stop();
    const revision = await addGroup('while-stopped');
    await follower.start();
    expect(await follower.waitFor(revision, LONG)).toBe(true);
    expect(await feedBackends()).toHaveLength(1);
  });
});
