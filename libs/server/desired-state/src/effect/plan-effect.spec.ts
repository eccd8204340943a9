import fc from 'fast-check';
import { AccessSnapshot } from '@gatehouse/access-engine';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { finished } from '@gatehouse/request-body';
import { stringify } from 'yaml';
import type { FileSet } from '../ownership/file-set';
import { type StateFixture, openState, stateOf } from '../state.fixture';
import { differencesOf, readAccess } from './access-rows.fixture';
import { type PlanEffect, planEffect, removalsGiveAccess } from './plan-effect';
import { effectHash } from './effect-hash';

const NAMES = { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' };

/** A snapshot of what is stored, read without the follower. */
async function snapshotOf({ database }: StateFixture): Promise<AccessSnapshot> {
  const read = <Row>(sql: string) => database.dataSource.query<Row[]>(sql);
  const rules = (kind: string) =>
    read<never>(
      `SELECT ${kind}_id AS "principalId", resource_id AS "resourceId", name, access, scope FROM ${kind}_permissions`,
    );
  const [revision] = await read<{ value: string }>('SELECT value FROM access_revision');
  return AccessSnapshot.load(
    {
      revision: Number(revision?.value),
      users: await read('SELECT id, name FROM users'),
      groups: await read('SELECT id, name FROM groups'),
      memberships: await read('SELECT user_id AS "userId", group_id AS "groupId" FROM memberships'),
      resources: await read(
        'SELECT id, name, type, parent_id AS "parentId", root_service_id AS "rootServiceId", ordering FROM resources ORDER BY id',
      ),
      services: await read(
        'SELECT resource_id AS "resourceId", type, url, configuration, proxy FROM services',
      ),
      userAssignments: await rules('user'),
      groupAssignments: await rules('group'),
    },
    NAMES,
    TYPE_CATALOGUE,
  );
}

const linesOf = ({ gains, losses }: PlanEffect): string[] =>
  [gains, losses]
    .flatMap(({ entries }, index) =>
      entries.map(
        ({ user, service, path, name, reach }) =>
          `${index === 0 ? 'gain' : 'loss'} ${user} ${service}${path} ${name} ${reach}`,
      ),
    )
    .sort();

const from = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const USERS = ['ada', 'bo', 'cy', 'di', 'ed'];
const GROUPS = ['g1', 'g2', 'g3'];
const modifiers = from('', '-match', '-deny', '-deny-match');

const permission = fc.oneof(
  fc.record({
    service: from('api', 'api2'),
    resource: from('/', '/a', '/a/b', '/a/b/c', '/d', '/d/e'),
    permission: fc.tuple(from('read', 'write'), modifiers).map((parts) => parts.join('')),
  }),
  fc.record({
    service: fc.constant('wps'),
    resource: from('/', '/p', '/q'),
    permission: fc.tuple(from('execute', 'describeprocess'), modifiers).map((parts) => parts.join('')),
  }),
  fc.record({
    service: fc.constant('wps'),
    resource: fc.constant('/'),
    permission: fc.tuple(fc.constant('getcapabilities'), modifiers).map((parts) => parts.join('')),
  }),
);

/** A file, as an object; each round of a test applies another one to what the ones before have left. */
const fileOf = fc.record({
  providers: fc.constant({
    api: { url: 'http://api', type: 'api' },
    api2: { url: 'http://api2', type: 'api' },
    wps: { url: 'http://wps', type: 'wps' },
  }),
  groups: fc.constant(GROUPS.map((name) => ({ name }))),
  users: fc.uniqueArray(
    fc.record({ username: from(...USERS), groups: fc.subarray([...GROUPS, 'administrators']) }),
    { selector: ({ username }) => username, maxLength: 3 },
  ),
  permissions: fc.array(
    fc
      .tuple(
        permission,
        fc.record({
          user: maybe(from(...USERS)),
          group: maybe(from(...GROUPS, 'anonymous')),
          action: from('create', 'create', 'remove'),
        }),
      )
      .map(([what, who]) => ({ ...what, ...((who.user ?? who.group) ? who : { ...who, group: 'g1' }) })),
    { minLength: 5, maxLength: 14 },
  ),
});
const round = fc.record({
  file: fileOf,
  prune: from('none', 'assignments', 'objects'),
  isSame: fc.boolean(),
});

describe('the effect of a plan', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  const page = { offset: 0, limit: 1_000_000 };
  const run = async <T>(steps: Generator<number, T, undefined>): Promise<T> => finished(steps);
  const effectOf = async (text: string, set?: FileSet) => {
    const plan = await fixture.application().plan(stateOf(text).state, { ...(set && { set }) });
    return (await planEffect(plan, await snapshotOf(fixture), run, page))!;
  };

  it('is the difference of all decisions before and after its application', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    let decisions = 0;
    for (const [index, { file, prune, isSame }] of fc.sample(round, { seed, numRuns: 200 }).entries()) {
      if (index >= 15 && decisions > 20) break;
      const set: FileSet = { name: 'set', prune: prune as FileSet['prune'], adopt: isSame };
      const text = stringify(file, { aliasDuplicateObjects: false });
      const before = await readAccess(fixture.database);
      const effect = await effectOf(text, set);
      await fixture.application().apply(stateOf(text).state, { isStrict: false, set, allowGain: true });
      const expected = differencesOf(before, await readAccess(fixture.database));
      expect({ seed, index, text, lines: linesOf(effect) }).toEqual({ seed, index, text, lines: expected });
      expect([effect.isComplete, effect.gains.decisions + effect.losses.decisions]).toEqual([
        true,
        expected.length,
      ]);
      decisions += expected.length;
      expect(linesOf(await effectOf(text, { ...set, prune: 'none' }))).toEqual([]);
    }
    expect(decisions).toBeGreaterThan(20);
  });

  it('says of the removals of prune whether somebody gains access by them, apart from what the files give', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const found = new Set<boolean>();
    for (const [index, { file, prune }] of fc.sample(round, { seed, numRuns: 400 }).entries()) {
      // A gain by a removal is rare.
      if (index >= 25 && found.size === 2) break;
      const text = stringify(file, { aliasDuplicateObjects: false });
      const set: FileSet = { name: 'set', prune: prune as FileSet['prune'], adopt: true };
      const plan = await fixture.application().plan(stateOf(text).state, { set });
      const isGain = await removalsGiveAccess(plan, await snapshotOf(fixture), run);
      const apply = (one: FileSet['prune']) =>
        fixture
          .application()
          .apply(stateOf(text).state, { isStrict: false, allowGain: true, set: { ...set, prune: one } });
      await apply('none');
      const before = await readAccess(fixture.database);
      await apply(set.prune);
      const gains = differencesOf(before, await readAccess(fixture.database)).filter((line) =>
        line.startsWith('gain'),
      );
      expect({ seed, index, text, prune, isGain }).toEqual({
        seed,
        index,
        text,
        prune,
        isGain: gains.length > 0,
      });
      found.add(gains.length > 0);
    }
    expect([...found].sort()).toEqual([false, true]);
  });

  const BASE = `
providers: {api: {url: "http://api", type: api}}
groups: [{name: g1}]
users: [{username: ada, groups: [g1]}, {username: bo, groups: []}]
permissions:
  - {service: api, resource: /a, permission: read, group: g1}
  - {service: api, resource: /a, permission: write, user: ada}
  - {service: api, resource: /a, permission: write-match, user: bo}
`;

  it('says who becomes an administrator, apart from everything else', async () => {
    await fixture.apply(BASE);
    const { gains, losses } = await effectOf('users: [{username: ada, groups: [administrators]}]');
    expect([gains.administrators, gains.decisions, losses.decisions]).toEqual([['ada'], 0, 0]);
  });

  it('has what somebody gains by groups and services, for everybody first', async () => {
    await fixture.apply(BASE);
    const { gains } = await effectOf(`permissions:
  - {service: api, permission: write, user: bo}
  - {service: api, permission: read, group: anonymous}
  - {service: api, resource: /a/new, permission: write, group: g1}`);
    expect(gains.rows.map(({ digest: _, ...row }) => row)).toEqual([
      {
        ...{ kind: 'group', principal: 'anonymous', isEverybody: true, service: 'api', name: 'read' },
        // The anonymous user, ada and bo; ada can read the resources /a and /a/new already.
        ...{ users: 3, resources: 3, decisions: 7, example: '' },
      },
      {
        ...{ kind: 'user', principal: 'bo', isEverybody: false, service: 'api', name: 'write' },
        ...{ users: 1, resources: 3, decisions: 3, example: '' },
      },
    ]);
    expect([gains.users, gains.anonymous]).toEqual([3, true]);
  });

  it('has another hash if other users are concerned, and the same one for the same users', async () => {
    await fixture.apply(BASE);
    const text = 'permissions: [{service: api, permission: write, group: g1}]';
    const hash = finished(effectHash(await effectOf(text), 0));
    expect(finished(effectHash(await effectOf(text), 0))).toBe(hash);
    await fixture.apply('users: [{username: bo, groups: [g1]}]');
    expect(finished(effectHash(await effectOf(text), 0))).not.toBe(hash);
  });

  it('names the services that proxies use in another way', async () => {
    await fixture.apply(BASE);
    const { reconfigured } = await effectOf(
      'providers: {api: {url: "http://other", type: api, sync_type: api, proxy: {pages: trusted}}, new: {url: "http://n", type: api}}',
    );
    expect(reconfigured).toEqual([{ service: 'api', fields: ['url', 'proxy'] }]);
  });
});
