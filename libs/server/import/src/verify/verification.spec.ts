import { Client } from 'pg';
import { loadSnapshot } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { stagedName } from '../source/source-tables';
import { SHIFT, SMALL_WORLD, importWorld } from './fixtures/imported-world';
import { ANONYMOUS } from './fixtures/random-world';
import { NAMES, fillTables } from './fixtures/world-tables';
import { readImportRecord } from './import-record';
import { Resolver } from './resolver';
import { sampleOf } from './sample';
import { type Verification, verifyImport } from './verification';

const LATER = new Date('2100-01-01');

describe('a verification', () => {
  let database: TestDatabase;
  let client: Client;
  let unitOfWork: UnitOfWork;
  const session = {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [...parameters])).rows as Row[],
  };
  const resolver = new Resolver(session, stagedName, NAMES);

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    client = new Client({ connectionString: database.url });
    await client.connect();
    await importWorld(unitOfWork, SMALL_WORLD, LATER);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Its own transaction is that of the test. */
  const withinTransaction = {
    query: async (sql: string) => (/^(?:BEGIN|ROLLBACK)\b/.test(sql) ? { rows: [] } : client.query(sql)),
  } as unknown as Client;

  /**
   * Verifies after a change here and one in the source, in a transaction that is rolled back. `after`: whether the change here is later than
   * the import.
   */
  const verified = async (
    planted: { readonly here?: string; readonly source?: string; readonly report?: string },
    { after = false, anonymousGroup = ANONYMOUS } = {},
  ): Promise<Verification> => {
    await session.query('BEGIN');
    try {
      await session.query(
        `UPDATE imports SET finished_at = now() + ${after ? "'-1 second'" : "'1 hour'"}::interval, report = $1`,
        [planted.report ?? '{}'],
      );
      await fillTables(session, SMALL_WORLD);
      if (planted.source !== undefined) await session.query(planted.source);
      await session.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      if (planted.here !== undefined) await session.query(planted.here);
      const names = { adminGroup: NAMES.administrators, anonymousUser: ANONYMOUS, anonymousGroup };
      const { snapshot } = await loadSnapshot(withinTransaction, names);
      const record = await readImportRecord(session);
      if (!record) throw new Error('no import is recorded');
      return await verifyImport({
        ...{ resolver, snapshot, record, names: NAMES, maxExamples: 10 },
        users: await resolver.users(),
        progress: () => undefined,
        signal: new AbortController().signal,
      });
    } finally {
      await session.query('ROLLBACK');
    }
  };

  const id = (source: number) => source + SHIFT;
  const causesOf = ({ explained }: Verification) => Object.keys(explained).sort();

  it('of an import without differences finds none, and says how much was compared', async () => {
    const result = await verified({});
    // Four users, and a caller who is not signed in: eight names on the first service and its resources, five on the second.
    expect(result).toMatchObject({ answers: 65, answersBelow: 65, users: 5, resources: 6, explained: {} });
    expect(result.unexplained).toEqual({ count: 0, examples: [] });
  });

  it.each([
    [
      'a missing allowance',
      `DELETE FROM group_permissions WHERE resource_id = ${id(1000)}`,
      `group ${id(102)} on resource ${id(1000)}: allow-recursive in the source, none here`,
    ],
    [
      'a missing denial',
      `DELETE FROM group_permissions WHERE resource_id = ${id(1003)}`,
      `group ${id(102)} on resource ${id(1003)}: deny-match in the source, none here`,
    ],
    [
      'an additional assignment',
      `INSERT INTO user_permissions VALUES (${id(4)}, ${id(1003)}, 'write', 'allow', 'match')`,
      `user ${id(4)} on resource ${id(1003)}: none in the source, allow-match here`,
    ],
    [
      'an allowance for a denial',
      `UPDATE group_permissions SET access = 'allow' WHERE resource_id = ${id(1003)}`,
      `group ${id(102)} on resource ${id(1003)}: deny-match in the source, allow-match here`,
    ],
    [
      'another scope',
      `UPDATE group_permissions SET scope = 'recursive' WHERE resource_id = ${id(1010)} AND group_id = ${id(100)}`,
      `group ${id(100)} on resource ${id(1010)}: allow-match in the source, allow-recursive here`,
    ],
    [
      'a missing membership',
      `DELETE FROM memberships WHERE user_id = ${id(3)} AND group_id = ${id(102)}`,
      `is no member of group ${id(102)} here`,
    ],
    [
      'an additional membership',
      `INSERT INTO memberships VALUES (${id(4)}, ${id(103)})`,
      `is a member of group ${id(103)} here`,
    ],
    [
      'an additional administrator',
      `INSERT INTO memberships VALUES (${id(4)}, ${id(101)})`,
      'is an administrator here',
    ],
    [
      'a resource at another place',
      `UPDATE resources SET parent_id = ${id(1001)} WHERE id = ${id(1003)}`,
      'resource 1003 is at another place',
    ],
    ['a missing resource', `DELETE FROM resources WHERE id = ${id(1002)}`, 'resource 1002 is not here'],
    ['a missing user', `DELETE FROM users WHERE id = ${id(3)}`, 'user 3 is not here'],
    ['a missing group', `DELETE FROM groups WHERE id = ${id(102)}`, 'group 102 is not here'],
    [
      'another type of a service',
      `UPDATE services SET type = 'thredds' WHERE resource_id = ${id(1000)}`,
      'the permission exists on one side alone',
    ],
  ])('finds %s, which is explained only if it is later than the import', async (_, here, fact) => {
    const { unexplained } = await verified({ here });
    expect(unexplained.count).toBeGreaterThan(0);
    expect(unexplained.examples.flatMap(({ facts }) => facts.map(({ text }) => text))).toContain(fact);
    const later = await verified({ here }, { after: true });
    if (fact.startsWith('the permission exists')) expect(later.unexplained.count).toBeGreaterThan(0);
    else {
      expect(later.unexplained).toEqual({ count: 0, examples: [] });
      const absent = Object.values(later.usersNotHere).some((count) => count > 0);
      expect(absent ? Object.keys(later.usersNotHere) : causesOf(later)).toEqual(['changed_here']);
    }
  });

  it('shows both answers with the assignments that decide, and why', async () => {
    const { unexplained } = await verified({
      here: `DELETE FROM group_permissions WHERE resource_id = ${id(1000)}`,
    });
    const example = unexplained.examples.find(
      ({ resource, target }) => resource === 'atlas' && target === 'resource',
    );
    expect(example).toEqual({
      user: 'ada',
      resource: 'atlas',
      resourceId: 1000,
      permission: 'read',
      target: 'resource',
      source: {
        access: 'allow',
        reason: 'group:102:sailors',
        assignment: 'group sailors: read-allow-recursive on atlas',
      },
      here: { access: 'deny', reason: 'no-permission', assignment: null },
      facts: [
        {
          text: `group ${id(102)} on resource ${id(1000)}: allow-recursive in the source, none here`,
          cause: null,
        },
      ],
    });
  });

  it('finds that the same assignments are decided differently', async () => {
    // As if the engine took the anonymous group for any other.
    const { unexplained } = await verified({}, { anonymousGroup: 'nobody' });
    expect(unexplained.count).toBeGreaterThan(0);
    expect(unexplained.examples.some(({ facts }) => facts.length === 0)).toBe(true);
  });

  it.each([
    ['an assignment that was removed', `DELETE FROM staged_users_resources_permissions`],
    [
      'an assignment that was changed',
      `UPDATE staged_users_resources_permissions SET perm_name = 'write-deny-match'`,
    ],
  ])('explains %s in the source since', async (_, source) => {
    const result = await verified({ source });
    expect(result.unexplained).toEqual({ count: 0, examples: [] });
    expect(causesOf(result)).toEqual(['changed_in_source']);
  });

  it.each([
    [
      'permission_repeated',
      `INSERT INTO staged_users_resources_permissions VALUES (3, 1002, 'write-allow-recursive')`,
    ],
    [
      'permission_malformed',
      `INSERT INTO staged_groups_resources_permissions VALUES (100, 1003, 'write-alow')`,
    ],
    [
      'permission_of_anonymous',
      `INSERT INTO staged_users_resources_permissions VALUES (1, 1003, 'write-allow-match')`,
    ],
  ])('explains by %s that less is allowed', async (cause, source) => {
    const result = await verified({ source });
    expect(result.unexplained).toEqual({ count: 0, examples: [] });
    expect(causesOf(result)).toEqual([cause]);
  });

  it('does not explain in this way that more is allowed', async () => {
    // Callers who are not signed in are denied what the anonymous group is allowed, and the import has left the denial out.
    const { unexplained } = await verified({
      source: `INSERT INTO staged_users_resources_permissions VALUES (1, 1001, 'read-deny-match')`,
    });
    expect(unexplained.examples.map(({ user, source, here }) => [user, source.access, here.access])).toEqual([
      ['not signed in', 'deny', 'allow'],
      ['anonymous', 'deny', 'allow'],
    ]);
  });

  it('explains objects that the import has left out, as many as its report counts, if nobody gains', async () => {
    const added = (name: string) =>
      `INSERT INTO staged_resources VALUES (1004, '${name}', 'route', 1003, 1000), (1005, 'below', 'route', 1004, 1000)`;
    const report = (skip: number) => JSON.stringify({ counts: [{ kind: 'resource', skip }] });
    const source = added('new');
    expect((await verified({ source })).unexplained.count).toBeGreaterThan(0);
    expect((await verified({ source, report: report(1) })).unexplained.count).toBeGreaterThan(0);
    const result = await verified({ source, report: report(2) });
    expect(result.unexplained).toEqual({ count: 0, examples: [] });
    expect(causesOf(result)).toEqual(['resource_not_imported']);
    // What is denied there would be allowed here.
    const denial =
      "INSERT INTO staged_groups_resources_permissions VALUES (102, 1004, 'read-deny-recursive')";
    const denied = await verified({ source: `${source}; ${denial}`, report: report(2) });
    expect(denied.unexplained.examples.map(({ user, resource }) => [user, resource])).toEqual([
      ['ada', 'atlas/harbours/new'],
      ['ada', 'atlas/harbours/new/below'],
    ]);
  });

  it('of a sample has administrators, the anonymous user and who is denied something', async () => {
    await fillTables(session, SMALL_WORLD);
    const users = await resolver.users();
    const denyingGroups = await resolver.denyingGroups();
    expect([...denyingGroups].sort()).toEqual([100, 102]);
    const names = (size: number, seed: number) =>
      sampleOf(users, { size, seed, denyingGroups: new Set([102]) }).map(({ name }) => name);
    expect(names(0, 1)).toEqual(['anonymous', 'keeper', 'ada']);
    expect(names(1, 1)).toEqual(['anonymous', 'keeper', 'ada', 'bob']);
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...{ id: index, name: `u${index}`, groups: [100], isAdministrator: false, isAnonymous: false },
      ...{ hasOwn: false, hasOwnDenials: false },
    }));
    const chosen = (seed: number) =>
      sampleOf(many, { size: 20, seed, denyingGroups: new Set() })
        .map(({ id: one }) => one)
        .join();
    expect(chosen(7)).toBe(chosen(7));
    expect(chosen(7)).not.toBe(chosen(8));
    expect(chosen(7).split(',')).toHaveLength(20);
  });
});
