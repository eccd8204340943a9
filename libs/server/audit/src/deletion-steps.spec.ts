import { UnitOfWork, runAs } from '@gatehouse/database';
import { RecordedStatements, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import type { AuditEntry, AuditFilter } from './audit-entry';
import { AuditLog } from './audit-log';

/** Rows that one revision removes. */
const MOST = 5;
const MEMBERS = 23;

interface Logged {
  readonly id: number;
  readonly revision: number;
  readonly role: string;
  readonly entity: string;
  readonly operation: string;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly resource_id: number | null;
}

describe('steps that remove rows after large deletions', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let statements: RecordedStatements;
  let log: AuditLog;
  /** The whole log, the newest change first. */
  let logged: readonly Logged[];
  let ofGroup: number;
  let ofService: number;
  let ofSessions: number;
  let ids: {
    readonly group: number;
    readonly service: number;
    readonly resource: number;
    readonly users: readonly number[];
  };

  const write = <Row = { id: number }>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  const readLog = async (): Promise<Logged[]> =>
    (
      await database.dataSource.query<Record<string, never>[]>(
        `SELECT c.*, coalesce(r.actor_role, '') AS role FROM changes c JOIN revisions r USING (revision) ORDER BY c.id DESC`,
      )
    ).map(
      (row) => ({ ...row, id: Number(row['id']), revision: Number(row['revision']) }) as unknown as Logged,
    );
  const deleted = (table: string, id: number): Promise<number> =>
    runAs({ kind: 'user', id: 1, name: 'admin', role: 'administrator' }, () =>
      unitOfWork.run(async () => {
        await unitOfWork.manager.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
        await unitOfWork.removal.removeFirst();
        return unitOfWork.revision!;
      }),
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    const { removal } = unitOfWork;
    removal.most = MOST;
    const users = await write(
      `INSERT INTO users (name, email) SELECT 'u' || n, n || '@example.org' FROM generate_series(1, ${MEMBERS}) n RETURNING id`,
    );
    const [group] = await write(
      "INSERT INTO groups (name, description) VALUES ('hydrologists', '') RETURNING id",
    );
    await write('INSERT INTO memberships (user_id, group_id) SELECT id, $1 FROM users', [group!.id]);
    const [service] = await write(
      `WITH root AS (INSERT INTO resources (name, display_name, type) VALUES ('rivers', '', 'service') RETURNING id)
       INSERT INTO services (resource_id, type, url) SELECT id, 'api', 'http://localhost' FROM root RETURNING resource_id AS id`,
    );
    const resources = await write(
      `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
       SELECT 'r' || n, '', 'route', $1, $1 FROM generate_series(1, 17) n RETURNING id`,
      [service!.id],
    );
    await write(
      `INSERT INTO user_permissions (user_id, resource_id, name, access, scope)
       SELECT $1, id, 'read', 'allow', 'match' FROM resources WHERE root_service_id = $2`,
      [users[0]!.id, service!.id],
    );
    await write(
      `INSERT INTO sessions (user_id, expires_at) SELECT $1, now() + interval '1 day' FROM generate_series(1, 12)`,
      [users[1]!.id],
    );
    ids = {
      group: group!.id,
      service: service!.id,
      resource: resources.at(-1)!.id,
      users: users.map(({ id }) => id),
    };
    // Others write between the steps, as in operation.
    const steps = Reflect.get(removal, 'step') as (first: number, rows: number) => Promise<number>;
    let number = 0;
    Reflect.set(removal, 'step', async (first: number, rows: number) => {
      const took = await steps.call(removal, first, rows);
      if (++number % 3 === 0)
        await write(`INSERT INTO groups (name, description) VALUES ('beside ${number}', '')`);
      return took;
    });
    ofGroup = await deleted('groups', ids.group);
    await write("INSERT INTO groups (name, description) VALUES ('between', '')");
    ofService = await deleted('resources', ids.service);
    ofSessions = await unitOfWork.run(async () => {
      await removal.endSessions({ userId: ids.users[1] });
      return unitOfWork.revision!;
    });
    await removal.removeLeft();
    await write("INSERT INTO groups (name, description) VALUES ('after', '')");
    await database.dataSource.query('ANALYZE');
    logged = await readLog();
    statements = new RecordedStatements(database.dataSource);
    log = new AuditLog(statements);
  });
  afterAll(() => database.drop());

  const isStep = ({ role }: Logged) => role.startsWith('job:delete_rows:');
  const deletionOf = ({ role }: Logged) => Number(role.split(':')[2]);
  const isListed = ({ entity, operation }: Logged) =>
    entity !== 'session_token' && !(entity === 'session_cutoff' && operation === 'delete');
  const stepsOf = (revision: number) =>
    logged.filter((change) => isListed(change) && isStep(change) && deletionOf(change) === revision);

  async function allOf(filter: AuditFilter, length: number): Promise<AuditEntry[]> {
    const found: AuditEntry[] = [];
    for (;;) {
      const page = await log.page({ ...filter, after: found.at(-1)?.id }, length);
      found.push(...page);
      if (page.length < length) return found;
    }
  }

  it('are many, and not all of one deletion follow each other', () => {
    for (const revision of [ofGroup, ofService, ofSessions])
      expect(stepsOf(revision).length).toBeGreaterThan(6);
    const roles = [...new Map(logged.map(({ revision, role }) => [revision, role])).values()];
    const runs = roles.filter((role, at) => role.startsWith('job:') && role !== roles[at - 1]);
    expect(runs.length).toBeGreaterThan(4);
  });

  const FILTERS: readonly (readonly [string, AuditFilter, (change: Logged) => boolean])[] = [
    ['no filter', {}, () => true],
    ['a kind', { kind: 'group' }, ({ entity }) => entity === 'group'],
    [
      'a kind that steps are of',
      { kind: 'membership.deleted' },
      ({ entity, operation }) => entity === 'membership' && operation === 'delete',
    ],
    [
      'kinds left out',
      { excludedKinds: ['session', 'group'] },
      ({ entity }) => !['session', 'session_cutoff', 'group'].includes(entity),
    ],
    ['a period', { from: new Date(0), to: new Date(Date.now() + 86_400_000) }, () => true],
  ];

  it.each(FILTERS)(
    'are left out of the listing with %s, in pages of any length',
    async (_name, filter, isWanted) => {
      const expected = logged.filter((change) => isListed(change) && !isStep(change) && isWanted(change));
      expect(expected.length).toBeGreaterThan(0);
      for (const length of [1, 2, 7, 500]) {
        expect((await allOf(filter, length)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        const revisions = [...new Set(expected.map(({ revision }) => revision))];
        const byRevision = await allOf({ ...filter, byRevision: true }, length);
        expect(byRevision.map(({ revision }) => revision)).toEqual(revisions);
      }
    },
  );

  it.each([
    ['the deleted group', () => ({ kind: 'group', id: ids.group }) as const],
    ['the deleted service', () => ({ kind: 'resource', id: ids.service }) as const],
    ['a resource below the deleted service', () => ({ kind: 'resource', id: ids.resource }) as const],
    ['a member of the deleted group', () => ({ kind: 'user', id: ids.users.at(-1)! }) as const],
    ['a user whose sessions were ended', () => ({ kind: 'user', id: ids.users[1]! }) as const],
  ])('are in the history of %s only without the deletion itself', async (_name, objectOf) => {
    const object = objectOf();
    const isAbout = (change: Logged) => change[`${object.kind}_id`] === object.id;
    const deletions = new Set(
      logged.filter((change) => !isStep(change) && isAbout(change)).map(({ revision }) => revision),
    );
    const expected = logged.filter(
      (change) =>
        isListed(change) && isAbout(change) && !(isStep(change) && deletions.has(deletionOf(change))),
    );
    for (const length of [1, 3, 500]) {
      expect((await allOf({ object }, length)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect((await allOf({ object, byRevision: true }, length)).map(({ revision }) => revision)).toEqual([
        ...new Set(expected.map(({ revision }) => revision)),
      ]);
    }
  });

  it('end the membership of a user in the history of the user, once', async () => {
    const found = await allOf({ object: { kind: 'user', id: ids.users.at(-1)! } }, 10);
    expect(found.map(({ kind }) => kind)).toEqual([
      'membership.deleted',
      'membership.created',
      'user.created',
    ]);
    expect(found[0]?.actor.role).toBe(`job:delete_rows:${ofGroup}`);
  });

  it('are listed with their deletion by its revision, and by their own', async () => {
    for (const revision of [ofGroup, ofService, ofSessions]) {
      const steps = stepsOf(revision);
      const own = logged.filter((change) => isListed(change) && change.revision === revision);
      const expected = [...steps, ...own];
      for (const length of [1, 4, 500]) {
        expect((await allOf({ revision }, length)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        const byRevision = await allOf({ revision, byRevision: true }, length);
        expect(byRevision.map((entry) => entry.revision)).toEqual([
          ...new Set(expected.map((change) => change.revision)),
        ]);
      }
      const step = steps[0]!.revision;
      const ofStep = logged.filter((change) => isListed(change) && change.revision === step);
      expect((await allOf({ revision: step }, 2)).map(({ id }) => id)).toEqual(ofStep.map(({ id }) => id));
    }
    const ofKind = stepsOf(ofService).filter(({ entity }) => entity === 'user_rule');
    const found = await allOf({ revision: ofService, kind: 'user_permission' }, 3);
    expect(found.map(({ id }) => id).slice(0, ofKind.length)).toEqual(ofKind.map(({ id }) => id));
  });

  it('are counted by the entry of their deletion', async () => {
    for (const revision of [ofGroup, ofService, ofSessions]) {
      const [last] = await allOf({ byRevision: true, revision }, 1_000).then((found) => found.slice(-1));
      expect(last).toMatchObject({
        revision,
        removal: { rows: stepsOf(revision).length, isInProgress: false },
      });
    }
    const newest = await log.page({}, 1);
    expect(newest[0]?.removal).toBeNull();
  });

  it('say while they go on that there are more to come', async () => {
    const own = await createTestDatabase();
    const { dataSource } = own;
    const work = new UnitOfWork(dataSource);
    work.removal.most = 2;
    await work.run(async () => {
      await work.manager.query("INSERT INTO groups (name, description) VALUES ('g', '')");
      await work.manager.query(
        "INSERT INTO users (name, email) SELECT 'u' || n, n || '@x' FROM generate_series(1, 7) n",
      );
      await work.manager.query(
        'INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g',
      );
    });
    await work.run(async () => {
      await work.manager.query('DELETE FROM groups');
      await work.removal.removeFirst();
    });
    const [entry] = await new AuditLog(dataSource).page({ byRevision: true }, 1);
    expect(entry?.removal).toEqual({ rows: 0, isInProgress: true });
    await own.drop();
  });

  it('are all in exports', async () => {
    const found: number[] = [];
    for await (const page of log.pages({})) found.push(...page.map(({ id }) => id));
    expect(found).toEqual(logged.filter(isListed).map(({ id }) => id));
  });

  it('that remove sessions follow an entry about the sessions that have ended', async () => {
    const [entry] = await log.page({ revision: ofSessions, kind: 'session.ended' }, 5);
    expect(entry).toMatchObject({
      kind: 'session.ended',
      objects: [{ kind: 'user', id: ids.users[1], name: 'u2' }],
    });
    expect((await log.page({ kind: 'session.ended' }, 5)).map(({ id }) => id)).toEqual([entry?.id]);
    expect((await log.page({ kind: 'session' }, 1)).map(({ id }) => id)).toEqual([entry?.id]);
    expect(await log.page({ kind: 'session_cutoff' }, 1)).toEqual([]);
  });
});
