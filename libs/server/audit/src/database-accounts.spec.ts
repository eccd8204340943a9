import type { EntityManager } from 'typeorm';
import { Group, UnitOfWork } from '@gatehouse/database';
import { type Statements, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { AuditLog, verifyAuditLog } from './index';

/** What docs/audit.md says about accounts of the database. */
describe('an account of the database that reads and writes all tables, without the rights of their owner', () => {
  let database: TestDatabase;
  let newest: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const unitOfWork = new UnitOfWork(database.dataSource);
    for (let count = 0; count < 10; count += 1)
      await unitOfWork.run(() => unitOfWork.manager.insert(Group, { name: `group ${count}` }));
    const [row] = await database.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
    newest = Number(row?.value);
  });
  afterAll(() => database.drop());

  /** What `look` sees after statements that need no rights of an owner; all of that is rolled back. */
  async function afterwards<T>(statements: Statements, look: (manager: EntityManager) => Promise<T>) {
    const runner = database.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      for (const [sql, values = []] of statements) await runner.query(sql, [...values]);
      return await look(runner.manager);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  const declared = (condition: string): Statements => [
    ["SELECT set_config('gatehouse.audit_retention', 'on', true)"],
    ...['changes', 'audit_chain', 'revisions'].map(
      (table) => [`DELETE FROM ${table} WHERE revision ${condition}`] as const,
    ),
  ];
  const nothing = () => Promise.resolve();
  const heads = async () => (await verifyAuditLog(database.dataSource)).heads;

  it.each([
    ['change rows', "UPDATE revisions SET actor_name = 'eve'", 'are never changed'],
    ['delete rows outside retention', 'DELETE FROM changes', 'only retention deletes them'],
    [
      'write an anchor as earlier versions did',
      "INSERT INTO audit_anchors (chain, removed_through, hash) VALUES ('changes', 1, '')",
      'audit_anchors_complete',
    ],
  ])('cannot %s', async (_, statement, message) => {
    await expect(afterwards([[statement]], nothing)).rejects.toThrow(message);
  });

  it('cannot delete changes in the middle unnoticed', async () => {
    const { problems } = await afterwards(declared('= 3'), (manager) => verifyAuditLog(manager));
    expect(problems).toEqual([{ chain: 'changes', position: 3, problem: 'missing', through: 3 }]);
  });

  it('can delete the newest changes unnoticed, which heads that are kept elsewhere reveal', async () => {
    const kept = await heads();
    const statements: Statements = [
      ...declared(`> ${newest - 3}`),
      ['UPDATE access_revision SET value = $1', [newest - 3]],
    ];
    const [alone, compared] = await afterwards(statements, async (manager) => [
      await verifyAuditLog(manager),
      await verifyAuditLog(manager, kept),
    ]);
    expect(alone?.problems).toEqual([]);
    expect(compared?.problems).toEqual([{ chain: 'changes', position: newest, problem: 'unexpected-head' }]);
  });

  it('can delete the oldest changes as if retention did, which the log shows, and heads that are kept elsewhere', async () => {
    const kept = await heads();
    const details = `jsonb_build_object('chain', 'changes', 'first', 1, 'removed_through', a.removed_through,
      'number', a.removed_number, 'hash', encode(a.hash, 'hex'), 'reason', a.reason,
      'last_at', to_char(a.last_link_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`;
    const statements: Statements = [
      [
        `INSERT INTO audit_anchors
            (chain, first_position, removed_through, removed_number, hash, last_link_at, reason)
          SELECT 'changes', 1, revision, revision, hash, begun_at, 'age'
            FROM audit_chain JOIN revisions USING (revision) WHERE revision = $1`,
        [newest],
      ],
      [
        `SELECT append_audit_events(jsonb_build_array(jsonb_build_object('kind', 'audit.purged',
            'occurred_at', a.removed_at, 'actor_kind', 'system', 'occurrences', 1, 'details', ${details})))
          FROM audit_anchors a`,
      ],
      ...declared(`<= ${newest}`),
    ];
    const seen = await afterwards(statements, async (manager) => ({
      alone: await verifyAuditLog(manager),
      earlier: await verifyAuditLog(manager, [{ chain: 'changes', position: 2, hash: '0'.repeat(64) }]),
      compared: await verifyAuditLog(
        manager,
        kept.map((head) => ({ ...head, hash: 'f'.repeat(64) })),
      ),
      shown: await new AuditLog(manager as never).page({ kind: 'audit.purged' }, 10),
    }));
    expect(seen.alone.problems).toEqual([]);
    expect(seen.earlier.unverifiable).toHaveLength(1);
    expect(seen.compared.problems).toContainEqual({
      chain: 'changes',
      position: newest,
      problem: 'unexpected-head',
    });
    expect(seen.shown).toHaveLength(1);
  });
});
