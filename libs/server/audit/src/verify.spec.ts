import {
  type TestDatabase,
  type Statements,
  createTestDatabase,
  withAlteredHistory,
} from '@gatehouse/testing';
import { Group, UnitOfWork, runAs } from '@gatehouse/database';
import { type ChainHead, verifyAuditLog } from './index';

describe('the verification of the audit log', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let first: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    first = await addGroups('a', 'b');
    for (const name of ['c', 'd', 'e']) await addGroups(name);
    await addEvents(['sign_in.failed', 'access.refused', 'audit.exported', 'access.refused']);
  });
  afterAll(() => database.drop());

  const addGroups = (...names: string[]): Promise<number> =>
    runAs({ kind: 'user', id: 7, name: 'ada', role: 'administrator', address: '192.0.2.1' }, () =>
      unitOfWork.run(async () => {
        for (const name of names) await unitOfWork.manager.insert(Group, { name });
        return unitOfWork.revision ?? 0;
      }),
    );
  const addEvents = (kinds: readonly string[]) =>
    database.dataSource.query('SELECT append_audit_events($1)', [
      JSON.stringify(
        kinds.map((kind) => ({
          kind,
          occurred_at: '2026-11-22T10:00:00.123456Z',
          actor_kind: 'anonymous',
          occurrences: 1,
          details: { reason: 'é' },
        })),
      ),
    ]);
  const verified = (statements: Statements, expected: readonly ChainHead[] = []) =>
    withAlteredHistory(database.dataSource, statements, (manager) => verifyAuditLog(manager, expected));
  const problems = async (...statements: Statements) => (await verified(statements)).problems;

  it('finds no problem in an unaltered log, and reports its heads', async () => {
    const { checked, heads, problems: found } = await verifyAuditLog(database.dataSource);
    expect(found).toEqual([]);
    expect(checked).toEqual({ changes: first + 3, events: 4 });
    expect(heads).toEqual([
      { chain: 'changes', position: first + 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { chain: 'events', position: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it.each([
    ['a value', `UPDATE changes SET after = after || '{"name":"z"}' WHERE revision = $1`],
    ['who made a change', `UPDATE revisions SET actor_name = 'eve' WHERE revision = $1`],
    ['in which role it was made', `UPDATE revisions SET actor_role = NULL WHERE revision = $1`],
    ['when it was made', `UPDATE revisions SET begun_at = begun_at + interval '1 us' WHERE revision = $1`],
    ['whom a change is about', 'UPDATE changes SET group_id = 999 WHERE revision = $1'],
    ['a stored link', `UPDATE audit_chain SET hash = sha256(hash) WHERE revision = $1`],
    [
      'the order of the changes of a revision',
      'UPDATE changes SET after = other.after FROM changes other ' +
        'WHERE changes.revision = $1 AND other.revision = $1 AND changes.id <> other.id',
    ],
    [
      'the number of changes of a revision',
      'DELETE FROM changes WHERE id = (SELECT min(id) FROM changes WHERE revision = $1)',
    ],
    [
      'a revision by a change that was added to it',
      `INSERT INTO changes (revision, entity, operation) VALUES ($1, 'group', 'delete')`,
    ],
  ])('reports only the revision in which %s was altered', async (_, statement) => {
    expect(await problems([statement, [first]])).toEqual([
      { chain: 'changes', position: first, problem: 'changed' },
    ]);
  });

  it('reports revisions that are missing in the middle and at the end', async () => {
    const [gap, last] = [first + 1, first + 3];
    const deletions = ['changes', 'audit_chain', 'revisions'].map(
      (table) => [`DELETE FROM ${table} WHERE revision IN ($1, $2)`, [gap, last]] as const,
    );
    expect(await problems(...deletions)).toEqual([
      { chain: 'changes', position: gap, problem: 'missing', through: gap },
      { chain: 'changes', position: last, problem: 'missing', through: last },
    ]);
  });

  it('reports revisions that were exchanged', async () => {
    const [one, other] = [first + 1, first + 2];
    const found = await problems(
      ['ALTER TABLE audit_chain DROP CONSTRAINT audit_chain_revision_fkey'],
      ...['revisions', 'changes'].flatMap((table) =>
        [
          [one, -1],
          [other, one],
          [-1, other],
        ].map(([from, to]) => [`UPDATE ${table} SET revision = $2 WHERE revision = $1`, [from, to]] as const),
      ),
    );
    expect(found).toEqual([
      { chain: 'changes', position: one, problem: 'reordered', recordedAs: other },
      { chain: 'changes', position: other, problem: 'reordered', recordedAs: one },
    ]);
  });

  it('reports a revision without a link', async () => {
    const found = await problems(['DELETE FROM audit_chain WHERE revision = $1', [first + 1]]);
    expect(found).toContainEqual({ chain: 'changes', position: first + 1, problem: 'unsealed' });
  });

  it.each([
    ['its details', `UPDATE audit_events SET details = '{}' WHERE position = 2`],
    ['how often it occurred', 'UPDATE audit_events SET occurrences = 2 WHERE position = 2'],
    ['its address', `UPDATE audit_events SET address = '192.0.2.9' WHERE position = 2`],
  ])('reports an event if %s was altered', async (_, statement) => {
    expect(await problems([statement])).toEqual([{ chain: 'events', position: 2, problem: 'changed' }]);
  });

  it('reports events that are missing and events that were exchanged', async () => {
    const found = await problems(
      ['UPDATE audit_events SET position = -1 WHERE position = 1'],
      ['UPDATE audit_events SET position = 1 WHERE position = 2'],
      ['UPDATE audit_events SET position = 2 WHERE position = -1'],
      ['DELETE FROM audit_events WHERE position = 4'],
    );
    expect(found).toEqual([
      { chain: 'events', position: 1, problem: 'reordered', recordedAs: 2 },
      { chain: 'events', position: 2, problem: 'reordered', recordedAs: 1 },
      { chain: 'events', position: 4, problem: 'missing', through: 4 },
    ]);
  });

  it('detects a chain that was recomputed from an altered row, by a separately stored head', async () => {
    const { heads } = await verifyAuditLog(database.dataSource);
    const rewritten: Statements = [
      [`UPDATE revisions SET actor_name = 'eve' WHERE revision = $1`, [first]],
      ['DELETE FROM audit_chain WHERE revision >= $1', [first]],
      [
        'SELECT seal(revision) FROM (SELECT revision FROM revisions WHERE revision >= $1 ORDER BY revision) AS later',
        [first],
      ],
    ];
    expect(await problems(...rewritten)).toEqual([]);
    expect((await verified(rewritten, heads)).problems).toEqual([
      { chain: 'changes', position: first + 3, problem: 'unexpected-head' },
    ]);
  });

  it('is needed by administrators of the database only: others cannot alter the log', async () => {
    for (const statement of [
      "UPDATE changes SET entity = 'x'",
      'DELETE FROM revisions',
      'DELETE FROM audit_chain',
      "UPDATE audit_events SET kind = 'x'",
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
      'TRUNCATE revisions CASCADE',
    ]) {
      await expect(database.dataSource.query(statement)).rejects.toThrow('only retention deletes them');
    }
    expect(await problems()).toEqual([]);
  });
});
