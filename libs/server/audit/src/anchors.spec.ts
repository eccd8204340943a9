import { Group, UnitOfWork } from '@gatehouse/database';
import {
  type Statements,
  type TestDatabase,
  alterHistory,
  createTestDatabase,
  withAlteredHistory,
} from '@gatehouse/testing';
import { REMOVAL_DETAILS } from './anchor';
import { AuditPurge, type ChainHead, verifyAuditLog } from './index';

const COMPLETE = 'ALTER TABLE audit_anchors DROP CONSTRAINT audit_anchors_complete';

/** SQL that removes revisions as retention does; through the first value. */
const deletions = (through: number): Statements =>
  ['changes', 'audit_chain', 'revisions'].map(
    (table) => [`DELETE FROM ${table} WHERE revision <= $1`, [through]] as const,
  );

/** SQL for an anchor with the right last link, the right numbers and times, but without its event. */
const anchored = (first: number, through: number, removedAt = 'now()'): Statements => [
  [
    `INSERT INTO audit_anchors
        (chain, first_position, removed_through, removed_number, hash, last_link_at, reason, removed_at)
      SELECT 'changes', $1::bigint, $2::bigint, $2::bigint - $1::bigint + 1, hash, begun_at, 'age', ${removedAt}
        FROM audit_chain JOIN revisions USING (revision) WHERE revision = $2`,
    [first, through],
  ],
];

/** A log of some revisions. */
async function newLog(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const unitOfWork = new UnitOfWork(database.dataSource);
  for (let count = 0; count < 30; count += 1)
    await unitOfWork.run(() => unitOfWork.manager.insert(Group, { name: `group ${count}` }));
  return database;
}

async function newestOf({ dataSource }: TestDatabase): Promise<number> {
  const [row] = await dataSource.query<{ value: string }[]>('SELECT value FROM access_revision');
  return Number(row?.value);
}

async function headAt({ dataSource }: TestDatabase, position: number): Promise<ChainHead> {
  const [row] = await dataSource.query<{ hash: Buffer }[]>(
    'SELECT hash FROM audit_chain WHERE revision = $1',
    [position],
  );
  return { chain: 'changes', position, hash: row?.hash.toString('hex') ?? '' };
}

const withZeros = (head: ChainHead): ChainHead => ({ ...head, hash: '0'.repeat(64) });

describe('the verification of a log whose oldest part was removed without retention', () => {
  let database: TestDatabase;
  let newest: number;

  beforeAll(async () => {
    database = await newLog();
    newest = await newestOf(database);
  });
  afterAll(() => database.drop());

  const verified = (statements: Statements, expected: readonly ChainHead[] = []) =>
    withAlteredHistory(database.dataSource, statements, (manager) => verifyAuditLog(manager, expected));

  it('reports a removal behind an anchor with the right hash, if the log has no event about it', async () => {
    const through = newest - 2;
    const { problems } = await verified([...anchored(1, through), ...deletions(through)]);
    expect(problems).toEqual([{ chain: 'changes', position: through, problem: 'unrecorded-removal' }]);
  });

  it.each([
    ['an earlier time', `"removed_at" - interval '1 hour'`],
    ['an earlier time than that of the last removed link', `timestamp '2020-01-01'`],
  ])('reports such a removal with %s', async (_, time) => {
    const through = newest - 2;
    const removedAt = time.replace('"removed_at"', 'now()');
    const { problems } = await verified([...anchored(1, through, removedAt), ...deletions(through)]);
    expect(problems).toEqual([
      { chain: 'changes', position: through, problem: expect.stringMatching(/^(?:unrecorded|wrong)-/) },
    ]);
  });

  it('reports removals that do not follow each other', async () => {
    const { problems } = await verified([
      ...anchored(1, 5),
      ...anchored(7, 10),
      ...anchored(9, 12),
      ...deletions(12),
    ]);
    expect(problems.filter(({ problem }) => problem === 'wrong-anchor')).toEqual([
      { chain: 'changes', position: 10, problem: 'wrong-anchor' },
      { chain: 'changes', position: 12, problem: 'wrong-anchor' },
    ]);
  });

  it('reports anchors of earlier versions as unproven, and no such anchor after one of this version', async () => {
    const old = (through: number): Statements => [
      [
        "INSERT INTO audit_anchors (chain, removed_through, hash) SELECT 'changes', revision, hash FROM audit_chain WHERE revision = $1",
        [through],
      ],
    ];
    const upgraded = await verified([[COMPLETE], ...old(5), ...old(9), ...deletions(9)]);
    expect(upgraded.unproven).toEqual({ changes: [5, 9], events: [] });
    expect(upgraded.problems).toEqual([]);

    const after = await verified([[COMPLETE], ...old(5), ...anchored(6, 9), ...old(12), ...deletions(12)]);
    expect(after.unproven.changes).toEqual([5]);
    expect(after.problems).toContainEqual({ chain: 'changes', position: 12, problem: 'wrong-anchor' });
    await expect(verified(old(5))).rejects.toThrow('audit_anchors_complete');
  });

  it('compares each of several heads that are expected at one position', async () => {
    const head = await headAt(database, newest - 1);
    const wrong = withZeros(head);
    for (const heads of [
      [head, wrong],
      [wrong, head],
    ]) {
      expect((await verified([], heads)).problems).toEqual([
        { chain: 'changes', position: head.position, problem: 'unexpected-head' },
      ]);
    }
  });
});

describe('the verification of a log from which retention has removed a part', () => {
  let database: TestDatabase;
  /** The heads at the last removed revision and at the one before it. */
  let at: ChainHead;
  let before: ChainHead;

  beforeAll(async () => {
    database = await newLog();
    const last = (await newestOf(database)) - 2;
    await alterHistory(database.dataSource, [
      [`UPDATE revisions SET begun_at = begun_at - interval '10 days' WHERE revision <= $1`, [last]],
      ['DELETE FROM audit_chain'],
      ['SELECT seal(revision) FROM (SELECT revision FROM revisions ORDER BY revision) AS all_revisions'],
    ]);
    [at, before] = [await headAt(database, last), await headAt(database, last - 1)];
    await new AuditPurge(database.dataSource, { changes: 86_400, events: 0, maxEvents: 1_000 }).run();
  });
  afterAll(() => database.drop());

  const verified = (statements: Statements, expected: readonly ChainHead[] = []) =>
    withAlteredHistory(database.dataSource, statements, (manager) => verifyAuditLog(manager, expected));

  it('finds no problem', async () => {
    expect(await verified([])).toMatchObject({
      checked: { changes: 2, events: 1 },
      removedThrough: { changes: at.position, events: 0 },
      unproven: { changes: [], events: [] },
      problems: [],
    });
  });

  it.each([
    ['the first position', 'first_position = 2'],
    ['the number', 'removed_number = removed_number - 1'],
    ['the time of the last link', `last_link_at = last_link_at - interval '1 s'`],
    ['the time of the removal', `removed_at = removed_at + interval '1 s'`],
    ['the reason', "reason = 'number'"],
    ['the last link', 'hash = sha256(hash)'],
  ])('reports an anchor of which %s was altered', async (_, change) => {
    const seen = await verified([[`UPDATE audit_anchors SET ${change}`]]);
    expect(seen.problems.map(({ problem }) => problem)).toContainEqual(
      expect.stringMatching(/^(?:wrong-anchor|unrecorded-removal)$/),
    );
  });

  it('compares an expected head with the anchor at its position, and calls one before it unverifiable', async () => {
    const expectations = async (...heads: ChainHead[]) => {
      const { problems, unverifiable } = await verified([], heads);
      return { problems, unverifiable };
    };
    expect(await expectations(at)).toEqual({ problems: [], unverifiable: [] });
    expect(await expectations(withZeros(at))).toEqual({
      problems: [{ chain: 'changes', position: at.position, problem: 'unexpected-head' }],
      unverifiable: [],
    });
    expect(await expectations(before, withZeros(before))).toEqual({
      problems: [],
      unverifiable: [before, withZeros(before)],
    });
  });

  it('needs the event about a removal only if events of that time are retained', async () => {
    const aged: Statements = [
      [
        `UPDATE audit_anchors SET removed_at = now() - interval '60 days', last_link_at = now() - interval '90 days'`,
      ],
      ['DELETE FROM audit_events'],
    ];
    const event = (days: number): Statements[number] => [
      `SELECT append_audit_events(jsonb_build_array(jsonb_build_object('kind', 'audit.exported', 'occurred_at',
        now() - make_interval(days => $1), 'actor_kind', 'system', 'occurrences', 1, 'details', '{}'::jsonb)))`,
      [days],
    ];
    const problemsWith = async (days: number) => {
      const { problems } = await verified([
        ...aged,
        [
          `INSERT INTO audit_anchors
            (chain, first_position, removed_through, removed_number, hash, last_link_at, reason, removed_at)
          SELECT 'events', 1, position, position, hash, now() - interval '59 days', 'age', now()
            FROM audit_event_head`,
        ],
        event(days),
        [
          `SELECT append_audit_events(jsonb_build_array(jsonb_build_object('kind', 'audit.purged', 'occurred_at', a.removed_at,
            'actor_kind', 'system', 'occurrences', 1, 'details', ${REMOVAL_DETAILS}))) FROM audit_anchors a
          WHERE a.chain = 'events'`,
        ],
      ]);
      return problems;
    };
    expect(await problemsWith(59)).toEqual([]);
    expect(await problemsWith(61)).toEqual([
      { chain: 'changes', position: at.position, problem: 'unrecorded-removal' },
    ]);
  });

  it('finds no problem in what retention removed by age and by number, in several transactions', async () => {
    const other = await createTestDatabase();
    const note = (count: number) =>
      other.dataSource.query(
        `SELECT append_audit_events(jsonb_agg(jsonb_build_object('kind', 'access.refused', 'occurred_at',
            now() - interval '2 days', 'actor_kind', 'anonymous', 'occurrences', 1, 'details', '{}'::jsonb)))
          FROM generate_series(1, $1::integer)`,
        [count],
      );
    const purge = (events: number, maxEvents: number) =>
      new AuditPurge(other.dataSource, { changes: 0, events, maxEvents }).run();
    await note(2_500);
    await purge(0, 300);
    await purge(0, 300);
    expect(await verifyAuditLog(other.dataSource)).toMatchObject({
      checked: { events: 300 },
      problems: [],
      unproven: { events: [] },
    });
    const before = await verifyAuditLog(other.dataSource);
    await purge(0, 300);
    expect(await verifyAuditLog(other.dataSource)).toEqual(before);
    await note(1);
    await purge(86_400, 300);
    const { checked, problems } = await verifyAuditLog(other.dataSource);
    expect({ events: checked.events < 10, problems }).toEqual({ events: true, problems: [] });
    await other.drop();
  });
});
