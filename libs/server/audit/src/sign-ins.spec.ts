import fc from 'fast-check';
import { RecordedStatements, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { AuditFilter } from './audit-entry';
import { AuditLog } from './audit-log';

/** In the middle of the log, as many that failed and as many revisions that did not; before and after them are others. */
const SIGN_INS = 20_000;
const OTHERS = 250;
/** Pages of the database that a listing may read. The sign-ins alone have more than a thousand. */
const MAX_PAGES = 500;

/** An entry as it is stored: of a change or of an event. */
interface Stored {
  readonly id: number;
  readonly revision: number | null;
  readonly time: Date;
  readonly actor: string;
  readonly kind: string;
  readonly user: number | null;
  readonly resource: number | null;
}

const WORDS: Readonly<Record<string, string>> = {
  insert: 'created',
  update: 'changed',
  delete: 'deleted',
  user_rule: 'user_permission',
};
const word = (text: string): string => WORDS[text] ?? text;

const KINDS = [
  ...['session', 'session.created', 'session.deleted', 'user', 'user.changed', 'user_permission', 'resource'],
  ...['resource.deleted', 'session_token', 'sign_in', 'sign_in.failed', 'access.refused', 'nothing'],
];

/** Whether an entry is of a kind: `user.created` is one, `user` all of them. */
const isOf = ({ kind }: Stored, wanted: string): boolean =>
  kind === wanted || kind.split('.', 1)[0] === wanted;

/** Which of all entries a filter selects, one by one. */
function isSelected(entry: Stored, { kind, excludedKinds, object, actor, from, to }: AuditFilter): boolean {
  return (
    !isOf(entry, 'session_token') &&
    (kind === undefined || isOf(entry, kind)) &&
    !excludedKinds?.some((excluded) => isOf(entry, excluded)) &&
    (actor === undefined || entry.actor === actor.toLowerCase()) &&
    (object === undefined || (object.kind === 'user' ? entry.user : entry.resource) === object.id) &&
    (from === undefined || entry.time >= from) &&
    (to === undefined || entry.time < to)
  );
}

describe('the audit log of which nearly all are sign-ins', () => {
  let database: TestDatabase;
  let statements: RecordedStatements;
  let log: AuditLog;
  /** Everything that is stored, the newest first. */
  let stored: Stored[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const { dataSource } = database;
    // The times of revisions that waited for each other are not in the order of their numbers.
    await dataSource.query(
      `INSERT INTO revisions (revision, begun_at, actor_kind, actor_name)
       SELECT n, '2026-01-01Z'::timestamptz + n * interval '10 seconds' - n * 7919 % 60 * interval '1 second', 'user', 'user' || n % 5
       FROM generate_series(1, ${SIGN_INS + 2 * OTHERS}) n`,
    );
    const others = (first: number): Promise<unknown> =>
      dataSource.query(
        `INSERT INTO changes (revision, entity, operation, before, after, user_id, resource_id)
         SELECT n, e, (ARRAY['insert', 'update', 'delete'])[1 + (n * 31 + m * 17) / 5 % 3],
           jsonb_build_object('id', n, 'name', 'name' || n, 'type', 'service'), '{}',
           CASE WHEN e <> 'resource' THEN n % 7 END, CASE WHEN e IN ('resource', 'user_rule') THEN n % 11 END
         FROM generate_series($1::integer, $2) n CROSS JOIN generate_series(0, n % 4) m
         CROSS JOIN LATERAL (SELECT (ARRAY['user', 'resource', 'user_rule', 'session', 'session_token'])[1 + (n * 13 + m * 7) % 5] AS e) k
         ORDER BY n, m`,
        [first, first + OTHERS - 1],
      );
    const events = (count: number): Promise<unknown> =>
      dataSource.query(
        `SELECT append_audit_events(jsonb_agg(jsonb_build_object('kind',
           (ARRAY['sign_in.failed', 'access.refused', 'audit.exported'])[1 + n * n % 3], 'actor_kind', 'user', 'actor_name', 'user' || n % 5,
           'occurred_at', '2026-01-01Z'::timestamptz + n * interval '1 hour', 'user_id', n % 7, 'occurrences', 1, 'details', '{}'::jsonb)))
         FROM generate_series(1, $1::integer) n`,
        [count],
      );
    await others(1);
    await events(60);
    await dataSource.query(
      `INSERT INTO audit_events (position, occurred_at, kind, actor_kind, actor_name, user_id, hash)
       SELECT -n, '2026-01-02Z', 'sign_in.failed', 'user', 'user' || n % 5, n % 7, '' FROM generate_series(1, ${SIGN_INS}) n`,
    );
    await dataSource.query(
      `INSERT INTO changes (revision, entity, operation, after, user_id)
       SELECT n, e, 'insert', jsonb_build_object('user_agent', repeat('x', 100)), CASE e WHEN 'session' THEN n % 7 END
       FROM generate_series(${OTHERS + 1}, ${OTHERS + SIGN_INS}) n
       CROSS JOIN unnest(ARRAY['session', 'session_token']) WITH ORDINALITY AS k (e, place) ORDER BY n, place`,
    );
    await events(60);
    await others(OTHERS + SIGN_INS + 1);
    await dataSource.query('VACUUM ANALYZE changes, revisions, audit_events');
    statements = new RecordedStatements(dataSource);
    log = new AuditLog(statements);
    const changes = await dataSource.query<(Omit<Stored, 'kind'> & Record<'entity' | 'operation', string>)[]>(
      `SELECT c.id::integer, c.revision::integer, begun_at AS time, actor_name AS actor, entity, operation, user_id AS user,
         resource_id AS resource FROM changes c JOIN revisions USING (revision)`,
    );
    const noted = await dataSource.query<Stored[]>(
      `SELECT id::integer, NULL AS revision, occurred_at AS time, actor_name AS actor, kind, user_id AS user, resource_id AS resource
         FROM audit_events`,
    );
    stored = [
      ...changes.map(({ entity, operation, ...rest }) => ({
        ...rest,
        kind: `${word(entity)}.${word(operation)}`,
      })),
      ...noted,
    ].sort((a, b) => b.id - a.id);
  });
  afterAll(() => database.drop());

  const instant = fc
    .integer({ min: 0, max: SIGN_INS + 2 * OTHERS })
    .map((n) => new Date(Date.UTC(2026, 0, 1) + n * 10_000));
  const kind = fc.constantFrom(...KINDS);
  const filters = fc.record(
    {
      kind,
      excludedKinds: fc.array(kind, { minLength: 1, maxLength: 5 }),
      actor: fc.constantFrom('user1', 'USER3', 'nobody'),
      object: fc.record({ kind: fc.constantFrom('user', 'resource'), id: fc.integer({ min: 0, max: 11 }) }),
      from: instant,
      to: instant,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<AuditFilter>;

  it('lists exactly the entries that a filter selects, in pages', async () => {
    const listings = fc.asyncProperty(filters, fc.integer({ min: 1, max: 300 }), async (filter, length) => {
      const all = stored.filter((entry) => isSelected(entry, filter));
      let after: number | undefined;
      for (let number = 0; number < 4; number += 1) {
        const page = await log.page({ ...filter, after }, length);
        const expected = all.slice(number * length, (number + 1) * length);
        expect(page.map(({ id, kind: of }) => [id, of])).toEqual(
          expected.map(({ id, kind: of }) => [id, of]),
        );
        after = page.at(-1)?.id;
        if (page.length < length) return;
      }
    });
    await fc.assert(listings, { numRuns: 150 });
  });

  it('has one entry for each revision with an entry that a filter selects', async () => {
    const listings = fc.asyncProperty(filters, fc.integer({ min: 1, max: 30 }), async (filter, length) => {
      const seen = new Set<number>();
      const all = stored.filter((entry) => {
        if (!isSelected(entry, filter) || (entry.revision !== null && seen.has(entry.revision))) return false;
        if (entry.revision !== null) seen.add(entry.revision);
        return true;
      });
      let after: number | undefined;
      for (let number = 0; number < 3; number += 1) {
        const page = await log.page({ ...filter, byRevision: true, after }, length);
        const expected = all.slice(number * length, (number + 1) * length);
        expect(page.map(({ id, revision }) => [id, revision])).toEqual(
          expected.map(({ id, revision }) => [id, revision]),
        );
        after = page.at(-1)?.id;
        if (page.length < length) return;
      }
    });
    await fc.assert(listings, { numRuns: 50 });
  });

  const pagesOf = async (filter: AuditFilter, length: number): Promise<number> => {
    // What was sent before is not counted.
    await statements.pagesRead(() => false);
    const { length: found } = await log.page(filter, length);
    expect(found).toBeGreaterThan(0);
    const [listing = Number.NaN] = await statements.pagesRead();
    return listing;
  };

  it.each([
    { excludedKinds: ['session.created'] },
    { excludedKinds: ['session', 'sign_in', 'access', 'audit'] },
    { excludedKinds: ['session', 'sign_in'] },
    { kind: 'access' },
    { kind: 'session.deleted' },
    { kind: 'user.changed', excludedKinds: ['session'] },
  ])('is listed with %j without reading the sign-ins', async (filter) => {
    const oldest = stored.filter(({ id, revision }) => revision !== null && id > 0).at(-1)!.id;
    const before = stored.find(({ revision }) => revision !== null && revision <= OTHERS + SIGN_INS)!.id + 1;
    expect(before - oldest).toBeGreaterThan(2 * SIGN_INS);
    // The page begins with the newest sign-in, so that all of them are before its first entry.
    expect(await pagesOf({ ...filter, after: before }, 20)).toBeLessThan(MAX_PAGES);
    expect(await pagesOf({ ...filter, after: before, byRevision: true }, 5)).toBeLessThan(MAX_PAGES);
  });
});
