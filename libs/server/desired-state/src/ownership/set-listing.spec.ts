import { type StateFixture, openState, stateOf } from '../state.fixture';
import { FileSets } from './file-sets';

const SET = { name: 'a', prune: 'none', adopt: false } as const;
const ALL = { offset: 0, limit: 10_000 };

/** 4 users in 4 groups, 3 services with 4 resources each, and assignments of all of them. */
function platform(): string {
  const numbers = [0, 1, 2, 3];
  const services = ['s0', 's1', 's2'];
  return [
    `providers: {${services.map((name) => `${name}: {url: "http://${name}", type: api}`).join(', ')}}`,
    `groups: [${numbers.map((n) => `{name: g${n}, create: always}`).join(', ')}]`,
    `users: [${numbers.map((n) => `{username: u${n}, create: always, groups: [g0, g${n}]}`).join(', ')}]`,
    'permissions:',
    ...services.flatMap((service) =>
      numbers.flatMap((n) => [
        `  - {service: ${service}, resource: /r${n}, permission: read, user: u${n}}`,
        `  - {service: ${service}, resource: /r${n}, permission: write, group: g${n}}`,
      ]),
    ),
  ].join('\n');
}

describe('the list of file sets', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  /** With pages of two rows; `fileSets` of the fixture has one page of all. */
  const inPages = (): FileSets => {
    const { bulkLookups, users, groups } = fixture.directory;
    return new FileSets(fixture.unitOfWork, bulkLookups, { users: users.rules, groups: groups.rules }, 2);
  };
  const apply = async (text: string) =>
    fixture.application().apply(stateOf(text).state, { isStrict: true, set: SET });
  const expected = async (): Promise<number> => {
    const [row] = await fixture.database.dataSource.query<[{ count: number }]>(DRIFT_COUNT);
    return row.count;
  };

  it('has all that was changed since the last comparison, whatever was changed', async () => {
    await apply(platform());
    const listing = inPages();
    expect(await listing.list(ALL)).toMatchObject([
      { owned: { services: 3, resources: 12, users: 4, groups: 4, memberships: 7, permissions: 24 } },
    ]);
    const { services, groups, users, memberships, permissions, resources } = fixture.directory;
    const serviceOf = (name: string) => services.byName(name);
    const resourceOf = async (service: string, name: string) => {
      const [resource] = await resources.alongPath(await serviceOf(service), [name]);
      const { name: serviceName, type: serviceType, ...found } = await serviceOf(service);
      return { ...resource!, serviceType, service: { ...found, name: serviceName, type: serviceType } };
    };
    const user = async (name: string) => ({ kind: 'user', id: (await users.byName(name)).id, name }) as const;
    const read = { name: 'read', access: 'allow', scope: 'recursive' } as const;
    const steps: Record<string, () => Promise<unknown>> = {
      'another modifier': async () =>
        permissions.set(await user('u1'), await resourceOf('s0', 'r1'), {
          permission: { ...read, access: 'deny' },
        }),
      'a removed assignment': async () =>
        permissions.revoke(await user('u2'), await resourceOf('s1', 'r2'), read),
      'an assignment that is made again': async () =>
        permissions.grant(await user('u2'), await resourceOf('s1', 'r2'), { permission: read }),
      'a removed membership': async () =>
        memberships.leave(await users.byName('u3'), await groups.byName('g3')),
      'a changed group': async () => groups.update(await groups.byName('g1'), { description: 'Other' }),
      'a changed service': async () =>
        services.update(await serviceOf('s2'), { url: 'http://localhost:9/other' }),
      'a renamed resource': async () => resources.rename(await resourceOf('s2', 'r0'), 'renamed'),
      'nothing that is stated': async () => groups.createAll([{ name: 'other' }]),
      'a deleted resource': async () => resources.delete(await resourceOf('s1', 'r0')),
      'a deleted group': async () => groups.delete(await groups.byName('g0')),
      'a deleted user': async () => users.delete(await users.byName('u0'), { byKeyword: false }),
      'a deleted service': async () => services.delete(await serviceOf('s0')),
    };
    let before = 0;
    for (const [name, change] of Object.entries(steps)) {
      await change();
      const count = await expected();
      if (name !== 'nothing that is stated' && name !== 'an assignment that is made again')
        expect([name, count > before]).toEqual([name, true]);
      const [set] = await listing.list(ALL);
      expect([name, set?.driftCount, set?.drift.length]).toEqual([name, count, count]);
      // A process that knows nothing yet has the same.
      expect([set]).toEqual(await fixture.fileSets.list(ALL));
      before = count;
    }
    await apply(platform());
    expect(await listing.list(ALL)).toEqual(await inPages().list(ALL));
    expect(await expected()).toBe((await listing.list(ALL))[0]?.driftCount);
  });

  it('counts at once what is below an object that was deleted, although its rows are removed later', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `r${index}`);
    await apply(
      `providers: {api: {url: "http://api", type: api}}
resources: [${names.map((name) => `{service: api, path: /${name}}`).join(', ')}]`,
    );
    const listing = inPages();
    expect((await listing.list(ALL))[0]?.driftCount).toBe(0);
    await fixture.directory.services.delete(await fixture.directory.services.byName('api'));
    const [left] = await fixture.database.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM resources',
    );
    expect(left.count).toBeGreaterThan(0);
    expect((await listing.list(ALL))[0]?.driftCount).toBe(451);
    await fixture.unitOfWork.removal.removeLeft();
    expect((await listing.list(ALL))[0]?.driftCount).toBe(451);
  });

  it('lists differences in pages of any size', async () => {
    await apply(platform());
    const { services } = fixture.directory;
    for (const name of ['s0', 's1', 's2']) await services.delete(await services.byName(name));
    const listing = inPages();
    const [all] = await listing.list(ALL);
    expect(all?.drift).toHaveLength(39);
    for (const limit of [1, 3, 7]) {
      const drift: unknown[] = [];
      while (drift.length < 39)
        drift.push(...(await listing.list({ offset: drift.length, limit }))[0]!.drift);
      expect(drift).toEqual(all?.drift);
    }
    // One page has more than are kept of it.
    expect((await fixture.fileSets.list({ offset: 30, limit: 5 }))[0]?.drift).toEqual(
      all?.drift.slice(30, 35),
    );
    expect(await listing.list({ offset: 39, limit: 5 })).toMatchObject([{ driftCount: 39, drift: [] }]);
    expect(await listing.list({ ...ALL, set: 'b' })).toEqual([]);
  });

  it('is that of the moment of each request, also of many at the same time', async () => {
    await apply(platform());
    const listing = inPages();
    const { groups } = fixture.directory;
    const counts = await Promise.all(
      ['g1', 'g2', 'g3'].map(async (name, index) => {
        await groups.update(await groups.byName(name), { description: `changed ${index}` });
        const [set] = await listing.list(ALL);
        return set?.drift.some(({ group }) => group === name);
      }),
    );
    expect(counts).toEqual([true, true, true]);
  });
});

/** Written for this test alone: what is stated and not there as it is stated. */
const DRIFT_COUNT = `SELECT (
  (SELECT count(*) FROM configured_memberships c LEFT JOIN (memberships m JOIN users u ON u.id = m.user_id JOIN groups g ON g.id = m.group_id)
     ON m.user_id = c.user_id AND m.group_id = c.group_id WHERE c.is_stated AND (c.state = 'ended' OR m.user_id IS NULL))
  + (SELECT count(*) FROM configured_assignments c LEFT JOIN (
       SELECT 'user' AS kind, user_id AS holder, resource_id, name, access, scope FROM user_permissions WHERE user_id IN (SELECT id FROM users)
       UNION ALL SELECT 'group', group_id, resource_id, name, access, scope FROM group_permissions WHERE group_id IN (SELECT id FROM groups)) p
     ON p.kind = c.principal_kind AND p.holder = c.principal_id AND p.resource_id = c.resource_id AND p.name = c.name
     WHERE c.is_stated AND (c.state = 'ended' OR p.access IS NULL OR p.access <> c.access OR p.scope <> c.scope))
  + (SELECT count(*) FROM configured_objects c LEFT JOIN users u ON u.id = c.object_id WHERE c.kind = 'user' AND c.is_stated
     AND (u.id IS NULL OR u.name <> c.value ->> 'username' OR u.email <> c.value ->> 'email'))
  + (SELECT count(*) FROM configured_objects c LEFT JOIN groups g ON g.id = c.object_id WHERE c.kind = 'group' AND c.is_stated
     AND (g.id IS NULL OR g.name <> c.value ->> 'name' OR g.description <> c.value ->> 'description'))
  + (SELECT count(*) FROM configured_objects c LEFT JOIN resources r ON r.id = c.object_id LEFT JOIN services s ON s.resource_id = r.id
     WHERE c.kind = 'resource' AND c.is_stated AND (r.id IS NULL OR r.name <> c.value ->> 'name' OR s.url <> c.value ->> 'url'))
  )::integer AS count`;
