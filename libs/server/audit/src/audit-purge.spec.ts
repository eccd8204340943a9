import { Group, UnitOfWork } from '@gatehouse/database';
import { type TestDatabase, alterHistory, createTestDatabase, withAlteredHistory } from '@gatehouse/testing';
import { AuditLog, AuditPurge, verifyAuditLog } from './index';

const DAY = 86_400;

describe('the retention of the audit log', () => {
  let database: TestDatabase;
  let newest: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const unitOfWork = new UnitOfWork(database.dataSource);
    for (let count = 0; count < 20; count += 1) {
      await unitOfWork.run(() => unitOfWork.manager.insert(Group, { name: `group ${count}` }));
    }
    const [row] = await database.dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
    newest = Number(row?.value);
    // Sealed again, as if they had been recorded then.
    await alterHistory(database.dataSource, [
      [`UPDATE revisions SET begun_at = begun_at - interval '10 days' WHERE revision <= $1`, [newest - 5]],
      ['DELETE FROM audit_chain'],
      ['SELECT seal(revision) FROM (SELECT revision FROM revisions ORDER BY revision) AS all_revisions'],
    ]);
  });
  afterAll(() => database.drop());

  const purge = async (changes: number) => {
    await new AuditPurge(database.dataSource, { changes, events: 0, maxEvents: 1_000 }).run();
  };

  it('removes nothing if there is no retention, or if nothing is old enough', async () => {
    await purge(0);
    await purge(30 * DAY);
    expect(await verifyAuditLog(database.dataSource)).toMatchObject({
      checked: { changes: newest },
      removedThrough: { changes: 0 },
      problems: [],
    });
  });

  it('removes old changes, records that, and leaves a chain that can be verified', async () => {
    await purge(5 * DAY);
    expect(await verifyAuditLog(database.dataSource)).toMatchObject({
      checked: { changes: 5 },
      removedThrough: { changes: newest - 5 },
      problems: [],
    });
    const [removal] = await new AuditLog(database.dataSource).page({ kind: 'audit.purged' }, 10);
    expect(removal).toMatchObject({
      actor: { kind: 'system', role: 'job:purge_audit' },
      details: {
        ...{ chain: 'changes', first: 1, removed_through: newest - 5, number: newest - 5, reason: 'age' },
        last_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  it('writes the anchor and the event of a removal in the transaction of the removal', async () => {
    const written = (table: string, where: string) =>
      database.dataSource.query<{ transaction: string }[]>(
        `SELECT xmin::text AS transaction FROM ${table} WHERE ${where}`,
      );
    const [anchor] = await written('audit_anchors', "chain = 'changes'");
    expect(anchor).toBeDefined();
    expect(await written('audit_events', "kind = 'audit.purged'")).toEqual([anchor]);
  });

  it('does not hide other removals that are disguised as retention', async () => {
    const first = newest - 4;
    const verified = (...statements: readonly (readonly [string, (readonly unknown[])?])[]) =>
      withAlteredHistory(database.dataSource, statements, async (manager) => {
        return (await verifyAuditLog(manager)).problems;
      });
    const deletions = ['changes', 'audit_chain', 'revisions'].map(
      (table) => [`DELETE FROM ${table} WHERE revision = $1`, [first]] as const,
    );
    expect(await verified(...deletions)).toEqual([
      { chain: 'changes', position: first, problem: 'missing', through: first },
    ]);
    const forged = `INSERT INTO audit_anchors
      (chain, first_position, removed_through, removed_number, hash, last_link_at, reason)
      VALUES ('changes', $1, $1, 1, sha256('x'), now(), 'age')`;
    expect(await verified(...deletions, [forged, [first]])).toContainEqual({
      chain: 'changes',
      position: first + 1,
      problem: 'changed',
    });
    expect(await verified(['DELETE FROM audit_anchors'])).toEqual([
      { chain: 'changes', position: 1, problem: 'missing', through: newest - 5 },
    ]);
  });

  it('keeps the newest revision, however old it is', async () => {
    await alterHistory(database.dataSource, [
      [`UPDATE revisions SET begun_at = begun_at - interval '10 days'`],
    ]);
    await purge(1);
    const rows = await database.dataSource.query<{ revision: string }[]>('SELECT revision FROM revisions');
    expect(rows.map(({ revision }) => Number(revision))).toEqual([newest]);
  });
});
