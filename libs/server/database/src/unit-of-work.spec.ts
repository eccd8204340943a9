import type { PoolClient } from 'pg';
import { type DataSource, In, type QueryRunner } from 'typeorm';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { DatabaseUnavailable, Group, UnitOfWork, User, committedRevision, runAs, withinTime } from './index';

describe('a unit of work', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = database.dataSource;
    unitOfWork = new UnitOfWork(dataSource);
  });
  afterAll(() => database.drop());

  const addGroup = (name: string) => unitOfWork.run(() => unitOfWork.manager.insert(Group, { name }));
  const newest = async () =>
    Number((await dataSource.query<{ value: string }[]>('SELECT value FROM access_revision'))[0]?.value);
  const changesOf = (revision: number) =>
    dataSource.query<{ entity: string; operation: string; before: object; after: object }[]>(
      'SELECT entity, operation, before, after FROM changes WHERE revision = $1 ORDER BY id',
      [revision],
    );

  it('commits its writes as the next revision, with their actor', async () => {
    const before = await newest();
    const actor = { kind: 'user', id: 7, name: 'ada', address: '192.0.2.1', requestId: 'r1' } as const;
    const revision = await runAs(actor, async () => {
      await addGroup('with-actor');
      return committedRevision();
    });
    expect(revision).toBe(before + 1);
    expect(await changesOf(before + 1)).toEqual([
      expect.objectContaining({ entity: 'group', operation: 'insert', before: null }),
    ]);
    const [header] = await dataSource.query('SELECT * FROM revisions WHERE revision = $1', [revision]);
    expect(header).toMatchObject({ actor_kind: 'user', actor_id: 7, actor_name: 'ada', request_id: 'r1' });
  });

  it('leaves no revision and no row when it fails', async () => {
    const before = await newest();
    const failing = unitOfWork.run(async () => {
      await unitOfWork.manager.insert(Group, { name: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await newest()).toBe(before);
    expect(await dataSource.manager.countBy(Group, { name: 'never' })).toBe(0);
  });

  it('is joined by one that runs inside it', async () => {
    const before = await newest();
    await unitOfWork.run(async () => {
      await addGroup('outer');
      await addGroup('inner');
    });
    expect(await newest()).toBe(before + 1);
    expect(await changesOf(before + 1)).toHaveLength(2);
  });

  it('reads and writes in its own transaction, also around one of another database', async () => {
    const other = await createTestDatabase();
    const inner = new UnitOfWork(other.dataSource);
    try {
      const outer = await newest();
      const revisions = await unitOfWork.run(async () => {
        await unitOfWork.manager.insert(Group, { name: 'outside' });
        const within = await inner.run(async () => {
          expect(await inner.manager.countBy(Group, { name: 'outside' })).toBe(0);
          expect(await unitOfWork.manager.countBy(Group, { name: 'outside' })).toBe(1);
          return [unitOfWork.revision, inner.revision];
        });
        expect(inner.revision).toBeUndefined();
        return within;
      });
      expect(revisions).toEqual([outer + 1, 1]);
      expect(unitOfWork.revision).toBeUndefined();
    } finally {
      await other.drop();
    }
  });

  it('is the only way to write: a recorded table refuses everything else', async () => {
    await expect(dataSource.manager.insert(Group, { name: 'beside' })).rejects.toThrow('inside a revision');
  });

  it('writes nothing to the change log for statements that change no row, and needs no revision for them', async () => {
    const statements = ['DELETE FROM groups WHERE false', 'UPDATE groups SET name = name WHERE false'];
    for (const statement of statements) await dataSource.query(statement);
    const before = await newest();
    await unitOfWork.run(async () => {
      for (const statement of statements) await unitOfWork.manager.query(statement);
    });
    expect(await changesOf(before + 1)).toEqual([]);
  });

  it('records the rows of a statement in its order, each update with its own row before', async () => {
    const before = await newest();
    await unitOfWork.run(async () => {
      await unitOfWork.manager.query(
        "INSERT INTO groups (name) SELECT 'many-' || i FROM generate_series(1, 3) i",
      );
      await unitOfWork.manager.query(
        "UPDATE groups SET description = 'of ' || name WHERE name LIKE 'many-%'",
      );
      await unitOfWork.manager.query("DELETE FROM groups WHERE name LIKE 'many-%'");
    });
    const names = ['many-1', 'many-2', 'many-3'];
    const row = (name: string, description: string) => expect.objectContaining({ name, description });
    expect(await changesOf(before + 1)).toEqual([
      ...names.map((name) => ({ entity: 'group', operation: 'insert', before: null, after: row(name, '') })),
      ...names.map((name) => ({
        entity: 'group',
        operation: 'update',
        before: row(name, ''),
        after: row(name, `of ${name}`),
      })),
      ...names.map((name) => ({
        entity: 'group',
        operation: 'delete',
        before: row(name, `of ${name}`),
        after: null,
      })),
    ]);
  });

  it('refuses changes for a revision that does not exist', async () => {
    const forged = unitOfWork.run(async () => {
      await unitOfWork.manager.query("SELECT set_config('gatehouse.revision', '999999', true)");
      await unitOfWork.manager.query("INSERT INTO groups (name) VALUES ('forged')");
    });
    await expect(forged).rejects.toThrow('"changes_revision_fkey"');
  });

  it('records a header for a revision without changes, so that gaps are detected', async () => {
    const before = await newest();
    await unitOfWork.run(() => Promise.resolve());
    const headers = await dataSource.query('SELECT 1 FROM revisions WHERE revision = $1', [before + 1]);
    expect(headers).toHaveLength(1);
  });

  it('excludes secret columns from the change log', async () => {
    const before = await newest();
    await unitOfWork.run(() =>
      unitOfWork.manager.insert(User, {
        name: 'sec',
        email: 'sec@example.org',
        passwordHash: 'a-canary-hash',
      }),
    );
    const changes = await changesOf(before + 1);
    expect(changes[0]?.after).toMatchObject({ name: 'sec' });
    expect(JSON.stringify(changes)).not.toMatch(/password_hash|a-canary-hash/);
  });

  it('assigns consecutive revisions to parallel writers in the order of their commits, without deadlock', async () => {
    const before = await newest();
    const revisions = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        runAs({ kind: 'system' }, async () => {
          await addGroup(`parallel-${index}`);
          return committedRevision() ?? 0;
        }),
      ),
    );
    const sorted = [...revisions].sort((a, b) => a - b);
    expect(sorted).toEqual(Array.from({ length: 40 }, (_, index) => before + 1 + index));
  });

  it('announces each revision to listeners, at the commit', async () => {
    const runner = dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const payloads: string[] = [];
    client.on('notification', (message) => payloads.push(message.payload ?? ''));
    await client.query('LISTEN gatehouse_revision');
    await addGroup('announced');
    await client.query('SELECT 1');
    await client.query('UNLISTEN gatehouse_revision');
    await runner.release();
    expect(payloads).toEqual([String(await newest())]);
  });

  describe('that meets another transaction', () => {
    let functionOf: string;
    beforeAll(async () => {
      const [{ source }] = await dataSource.query(
        "SELECT pg_get_functiondef('begin_revision'::regproc) AS source",
      );
      functionOf = source;
      await dataSource.query('CREATE SEQUENCE attempts');
    });
    afterEach(() => dataSource.query(functionOf));

    /** The first statement fails so many times. */
    const failAtFirst = async (sqlState: string, times: number): Promise<void> => {
      await dataSource.query('ALTER SEQUENCE attempts RESTART');
      const failing = functionOf.replace(
        /BEGIN\n/,
        `BEGIN IF nextval('attempts') <= ${times} THEN RAISE 'a conflict' USING ERRCODE = '${sqlState}'; END IF;\n`,
      );
      await dataSource.query(failing);
    };

    it.each(['40001', '40P01'])(
      'begins again, three times, if its first statement fails with %s',
      async (state) => {
        const before = await newest();
        await failAtFirst(state, 3);
        await addGroup(`after-${state.toLowerCase()}`);
        expect(await newest()).toBe(before + 1);
        await failAtFirst(state, 4);
        await expect(addGroup(`not-after-${state.toLowerCase()}`)).rejects.toBeInstanceOf(
          DatabaseUnavailable,
        );
        expect(await newest()).toBe(before + 1);
      },
    );

    it('does not begin again for another error of its first statement', async () => {
      await failAtFirst('22023', 1);
      await expect(addGroup('other-error')).rejects.toMatchObject({ code: '22023' });
    });

    it('is not repeated after a later conflict, and changes nothing', async () => {
      const before = await newest();
      let times = 0;
      const writing = unitOfWork.run(async () => {
        times += 1;
        await unitOfWork.manager.insert(Group, { name: 'before-the-conflict' });
        await unitOfWork.manager.query(`DO $$ BEGIN RAISE 'a conflict' USING ERRCODE = '40001'; END $$`);
      });
      await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect(times).toBe(1);
      expect(await newest()).toBe(before);
      expect(await dataSource.manager.countBy(Group, { name: 'before-the-conflict' })).toBe(0);
    });

    it('begins again after a deadlock, of which the other transaction knows nothing', async () => {
      // The first attempt stops when it has the row of the revision.
      await dataSource.query(
        functionOf.replace(
          /(RETURNING value INTO taken;)/,
          "$1 IF nextval('attempts') = 1 THEN PERFORM pg_advisory_xact_lock(7, 7); END IF;",
        ),
      );
      const waitsFor = async (milliseconds: number, kind: string): Promise<void> => {
        // Of this database: tests of other files wait for locks of theirs on the same server.
        const sql = `SELECT EXISTS (
            SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
            WHERE a.datname = current_database() AND NOT l.granted AND l.locktype = '${kind}'
              AND clock_timestamp() - l.waitstart > make_interval(secs => ${milliseconds} / 1000.0)
          ) AS waits`;
        while (!(await dataSource.query(sql))[0].waits);
      };
      /** @returns the error of the other transaction, if PostgreSQL ended that one */
      const deadlockWith = async (other: QueryRunner, name: string): Promise<unknown> => {
        await dataSource.query('ALTER SEQUENCE attempts RESTART');
        const gate = dataSource.createQueryRunner();
        await gate.query('SELECT pg_advisory_lock(7, 7)');
        await other.startTransaction();
        await other.query('LOCK TABLE revisions IN ACCESS EXCLUSIVE MODE');
        const writing = addGroup(name);
        await waitsFor(0, 'advisory');
        const updated = other.query('UPDATE access_revision SET value = value').then(
          () => other.commitTransaction(),
          async (error: unknown) => {
            await other.rollbackTransaction();
            return error;
          },
        );
        await waitsFor(1_500, 'transactionid');
        await gate.query('SELECT pg_advisory_unlock(7, 7)');
        await gate.release();
        const [error] = await Promise.all([updated, writing]);
        return error;
      };
      const other = dataSource.createQueryRunner();
      // PostgreSQL ends the transaction that looks for deadlocks while there is one. Each looks once, when it has waited
      // for a second: the other one has looked by then, but for a busy machine on which it looks late.
      let name = 'after-a-deadlock';
      let error = await deadlockWith(other, name);
      while (error) {
        expect(error).toMatchObject({ driverError: { cause: { code: '40P01' } } });
        name += '-again';
        error = await deadlockWith(other, name);
      }
      await other.release();
      expect(await dataSource.manager.countBy(Group, { name })).toBe(1);
      const [{ count }] = await dataSource.query('SELECT last_value::int AS count FROM attempts');
      // A new attempt that has the row before the other transaction has woken up meets it once more.
      expect(count).toBeGreaterThan(1);
    });
  });

  describe('while another process holds the revision lock', () => {
    let blocker: QueryRunner;

    beforeEach(async () => {
      blocker = dataSource.createQueryRunner();
      await blocker.startTransaction();
      await blocker.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
    });
    afterEach(async () => {
      if (blocker.isTransactionActive) await blocker.rollbackTransaction();
      await blocker.release();
    });

    /** Until the connections that may wait for the lock do. */
    async function writersWait(): Promise<void> {
      let waiting = -1;
      while (waiting !== 5) {
        const [row] = await dataSource.query<{ waiting: number }[]>(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        waiting = row?.waiting ?? -1;
      }
    }

    it('leaves half of the connections to reads, and all writers commit afterwards', async () => {
      const before = await newest();
      const names = Array.from({ length: 30 }, (_, index) => `behind-lock-${index}`);
      const writers = names.map((name) => addGroup(name));
      await writersWait();
      // The pool has ten connections: five wait, one blocks; these reads have the others.
      expect(await Promise.all([newest(), newest(), newest(), newest(), newest()])).toEqual(
        Array(5).fill(before),
      );
      await blocker.rollbackTransaction();
      await Promise.all(writers);
      expect(await dataSource.manager.countBy(Group, { name: In(names) })).toBe(names.length);
    });

    it('gives up after the time limit of the request, in memory as at the database, and changes nothing', async () => {
      const before = await newest();
      const writers = Array.from({ length: 12 }, (_, index) =>
        withinTime(200, () => addGroup(`too-late-${index}`)),
      );
      const outcomes = await Promise.allSettled(writers);
      expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
      for (const outcome of outcomes)
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable);
      await blocker.rollbackTransaction();
      expect(await newest()).toBe(before);
      await addGroup('in-time');
      expect(await newest()).toBe(before + 1);
    });
  });
});
