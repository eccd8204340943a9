import { Client } from 'pg';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { stagedName } from '../source/source-tables';
import { ADMINISTRATORS, type World, randomWorld } from './fixtures/random-world';
import { NAMES, fillTables, snapshotOf } from './fixtures/world-tables';
import { bitOf, namesOf, sizeOf } from './permission-names';
import { Resolver, type ResourceAnswers, type SourceUser } from './resolver';

/** Random worlds; `npm run test:long` uses more. */
const WORLDS = Number(process.env['SVC_TEST_RESOLVER_WORLDS'] ?? 4);
const SIZE = { users: 20, groups: 8, services: 12, resources: 250, assignments: 700 };
/** Resources of each world on which the reasons of a user are compared as well. */
const REASONS = 30;

describe('on random worlds,', () => {
  let database: TestDatabase;
  let client: Client;
  const session = {
    query: async <Row>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [...parameters])).rows as Row[],
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** A world in both implementations. */
  const inBoth = async (world: World) => {
    await session.query('BEGIN');
    await fillTables(session, world);
    return { resolver: new Resolver(session, stagedName, NAMES), snapshot: snapshotOf(world) };
  };
  const answersOf = async (resolver: Resolver, user: SourceUser) => {
    const all: ResourceAnswers[] = [];
    for await (const some of resolver.answers(user)) all.push(...some);
    return all;
  };
  afterEach(async () => {
    await session.query('ROLLBACK');
  });

  const seeds = Array.from({ length: WORLDS }, (_, index) => index + 1);

  it('the engine gives the answers of the resolver', async () => {
    let compared = 0;
    const allowed = { here: 0, below: 0 };
    for (const seed of seeds) {
      const world = randomWorld(seed, SIZE);
      const { resolver, snapshot } = await inBoth(world);
      for (const user of await resolver.users()) {
        const answers = await answersOf(resolver, user);
        expect(answers.map(({ resourceId }) => resourceId).sort()).toEqual(
          world.resources.map(({ id }) => id).sort(),
        );
        const differences = answers.flatMap((answer) => differencesOf(snapshot, user, answer));
        expect({ seed, user: user.name, differences }).toEqual({ seed, user: user.name, differences: [] });
        for (const { names, here, below } of answers) {
          compared += 2 * sizeOf(names);
          allowed.here += sizeOf(here.allowed);
          allowed.below += sizeOf(below.allowed);
        }
      }
      await session.query('ROLLBACK');
    }
    expect(compared).toBeGreaterThanOrEqual(25_000 * WORLDS);
    // Neither answer is rare.
    for (const count of [allowed.here, allowed.below]) {
      expect(count).toBeGreaterThan(compared / 10);
      expect(count).toBeLessThan((compared / 2) * 0.9);
    }
  });

  it('the engine gives the reasons of the resolver', async () => {
    const reasons = new Set<string>();
    for (const seed of seeds) {
      const world = randomWorld(seed + 1_000, SIZE);
      const { resolver, snapshot } = await inBoth(world);
      const users = await resolver.users();
      for (let index = 0; index < REASONS; index++) {
        const user = users[index % users.length] as SourceUser;
        const { id } = world.resources[(index * 37) % world.resources.length] ?? { id: 0 };
        for (const name of snapshot.allowedPermissions(id))
          for (const isExact of [true, false]) {
            const { access, reason } = await resolver.explain(user, id, name, isExact);
            const decided = snapshot.decide(user.id, id, name, isExact);
            expect({ seed, user: user.name, id, name, access, reason }).toEqual({
              ...{ seed, user: user.name, id, name },
              ...{ access: decided.access, reason: decided.reason },
            });
            reasons.add(reason.split(':')[0] ?? '');
          }
      }
      await session.query('ROLLBACK');
    }
    expect([...reasons].sort()).toEqual(['administrator', 'group', 'multiple', 'no-permission', 'user']);
  });

  it('resources below no service, and of types that the service does not have, are known to have no answers', async () => {
    const world = randomWorld(1, { ...SIZE, resources: 40 });
    await inBoth(world);
    await session.query(
      `INSERT INTO staged_resources VALUES (1, 'orphan', 'route', NULL, 1000), (2, 'child', 'route', 1, 1000), (3, 'odd', 'layer', 1001, 1001)`,
    );
    const resolver = new Resolver(session, stagedName, NAMES);
    expect([...(await resolver.unreachable())].sort()).toEqual([1, 2, 3]);
    const [user] = await resolver.users();
    const answers = await answersOf(resolver, user as SourceUser);
    expect(answers.map(({ resourceId }) => resourceId).filter((id) => id < 1000)).toEqual([]);
  });

  it('users are known with their groups, and who is special', async () => {
    const world = randomWorld(2, SIZE);
    const { resolver } = await inBoth(world);
    const users = await resolver.users();
    expect(users.filter(({ isAnonymous }) => isAnonymous).map(({ id }) => id)).toEqual([1]);
    expect(users.filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id)).toEqual([2]);
    const admins = world.groups.find(({ name }) => name === ADMINISTRATORS);
    expect(users.find(({ id }) => id === 2)?.groups).toContain(admins?.id);
    for (const { id, groups, hasOwn, hasOwnDenials } of users) {
      const own = world.assignments.filter(({ holder }) => 'user' in holder && holder.user === id);
      expect(groups).toEqual(
        world.memberships
          .filter(({ user }) => user === id)
          .map(({ group }) => group)
          .sort((a, b) => a - b),
      );
      expect({ id, hasOwn, hasOwnDenials }).toEqual({
        id,
        hasOwn: own.length > 0,
        hasOwnDenials: own.some(({ access }) => access === 'deny'),
      });
    }
  });

  const differencesOf = (snapshot: AccessSnapshot, user: SourceUser, answer: ResourceAnswers) => {
    const effective = snapshot.effective(user.id, answer.resourceId);
    const found: string[] = [];
    const names = effective.map(({ name }) => name).sort();
    if (names.join() !== [...namesOf(answer.names)].sort().join())
      found.push(`${answer.resourceId} has the names ${names}`);
    for (const { name, access, reason = '' } of effective) {
      const bit = bitOf(name);
      const below = snapshot.decide(user.id, answer.resourceId, name, false);
      const engine = [access, tierOf(reason), below.access, tierOf(below.reason)].filter(Boolean).join();
      const resolver = [answer.here, answer.below]
        .flatMap((outcome) => [
          outcome.allowed & bit ? 'allow' : 'deny',
          outcome.byUser & bit ? 'user' : '',
          outcome.byGroups & bit ? 'group' : '',
          outcome.byAnonymousGroup & bit ? 'anonymous' : '',
        ])
        .filter((part) => part !== '')
        .join();
      if (engine !== resolver) found.push(`${name} on ${answer.resourceId}: ${engine}, not ${resolver}`);
    }
    return found;
  };
});

function tierOf(reason: string): string {
  if (reason.startsWith('user:')) return 'user';
  if (reason.endsWith(':anonymous')) return 'anonymous';
  return reason.startsWith('group:') || reason === 'multiple' ? 'group' : '';
}
