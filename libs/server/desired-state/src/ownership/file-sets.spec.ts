import { type StateFixture, openState, stateOf } from '../state.fixture';
import { describeChange } from '../plan/describe-plan';
import { type FileSet, type ObjectKind, type Value, textOfObject } from './file-set';
import { ObjectOwners } from './object-owners';
import { PresentState } from './present-state';

const API = 'providers: {api: {url: "http://api", type: api}}';
const CLUB = `${API}
groups: [{name: club}]
users: [{username: ada, groups: [club]}]
permissions:
  - {service: api, resource: /a/b, permission: read, group: club}
  - {service: api, resource: /a/b, permission: write, user: ada}`;

describe('a file set', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  const apply = async (
    text: string,
    { allowGain, maxStepRows, ...set }: Partial<FileSet> & { allowGain?: boolean; maxStepRows?: number } = {},
  ) =>
    fixture.application(maxStepRows).apply(stateOf(text).state, {
      isStrict: true,
      ...(allowGain === undefined ? {} : { allowGain }),
      set: { name: 'a', prune: 'none', adopt: false, ...set },
    });
  const plan = async (text: string, set: Partial<FileSet> = {}) => {
    const planned = await fixture.application().plan(stateOf(text).state, {
      set: { name: 'a', prune: 'none', adopt: false, ...set },
    });
    return { changes: planned.changes.map(describeChange), kept: planned.kept };
  };
  const prune = (text: string, set: Partial<FileSet> & { allowGain?: boolean } = {}) =>
    apply(text, { prune: 'objects', ...set });
  const list = async (set = 'a') => (await fixture.fileSets.list({ set, offset: 0, limit: 100 }))[0];
  const directory = () => fixture.directory;
  const userOf = (name: string) => directory().users.byName(name);
  const groupOf = (name: string) => directory().groups.byName(name);
  const serviceOf = (name: string) => directory().services.byName(name);
  const reasons = (kept: readonly { readonly reason: string }[]): string[] =>
    kept.map(({ reason }) => reason);

  it.each([
    ['created', {}],
    ['found', { name: 'b' }],
  ])('states what is there, once its files say so, of a service that it has %s', async (_, first) => {
    await apply(API, first);
    await apply(API);
    await directory().services.update(await serviceOf('api'), { url: 'http://localhost/other' });
    expect((await list())?.drift).toMatchObject([{ present: { url: 'http://localhost/other' } }]);
    const changed = API.replace('http://api', 'http://localhost/other');
    expect((await plan(changed)).changes).toEqual([]);
    await apply(changed);
    expect(await list()).toMatchObject({ driftCount: 0 });
    await directory().services.update(await serviceOf('api'), { url: 'http://localhost/again' });
    expect((await list())?.drift).toMatchObject([
      { stated: { url: 'http://localhost/other' }, present: { url: 'http://localhost/again' } },
    ]);
  });

  it('removes a service that somebody has changed, once its files have stated the change', async () => {
    await apply(API);
    await directory().services.update(await serviceOf('api'), { url: 'http://localhost/other' });
    await apply(API.replace('http://api', 'http://localhost/other'));
    await prune('{}');
    expect(await fixture.contents()).toEqual([]);
  });

  it('removes nothing without prune, and then what its files no longer name', async () => {
    await apply(CLUB);
    const before = await fixture.contents();
    await apply(API);
    expect(await fixture.contents()).toEqual(before);
    expect(await list()).toMatchObject({
      owned: { services: 1, resources: 2, users: 1, groups: 1, memberships: 1, permissions: 2 },
      unnamed: { services: 0, resources: 2, users: 1, groups: 1, memberships: 1, permissions: 2 },
      driftCount: 0,
    });
    await prune(API, { prune: 'assignments' });
    expect(await fixture.contents()).toEqual([
      'group club  false',
      'member ada anonymous',
      'resource api/a route',
      'resource api/a/b route',
      'service api api http://api',
      'user ada ada@mail.com without password',
    ]);
    await prune(API);
    expect(await fixture.contents()).toEqual(['service api api http://api']);
    await prune('{}');
    expect(await fixture.contents()).toEqual([]);
    expect(await fixture.fileSets.list({ offset: 0, limit: 100 })).toEqual([]);
  });

  it('records what it creates with the values that a later application reads', async () => {
    await apply(`${CLUB}
resources:
  - {service: api, path: /a, type: route, display_name: " The first "}
  - {service: api, path: /a/b, type: route}`);
    const recorded = await fixture.database.dataSource.query<
      { kind: ObjectKind; id: number; value: Value }[]
    >('SELECT kind, object_id AS id, value FROM configured_objects ORDER BY kind, object_id');
    const stored = await new PresentState(fixture.unitOfWork, directory().bulkLookups).values(recorded);
    expect(recorded.map(({ value }) => value)).toEqual(recorded.map((one) => stored.get(textOfObject(one))));
    expect(
      recorded.map(({ kind, value }) => [kind, value['name'] ?? value['username'], value['type']]),
    ).toEqual([
      ['group', 'club', undefined],
      ['resource', 'api', 'api'],
      ['resource', 'a', 'route'],
      ['resource', 'b', 'route'],
      ['user', 'ada', undefined],
    ]);
  });

  it('removes objects with what is at and below them by one change each', async () => {
    await apply(CLUB);
    const { changes } = await plan('{}', { prune: 'objects' });
    expect(changes.map(({ change, service, user, group }) => [change, service ?? user ?? group])).toEqual([
      ['delete_group', 'club'],
      ['delete_user', 'ada'],
      ['delete_service', 'api'],
    ]);
    const { revisions } = await prune('{}');
    expect(revisions).toHaveLength(1);
    expect(await fixture.contents()).toEqual([]);
  });

  it('keeps what it has found, whatever its files have said', async () => {
    await fixture.apply(CLUB);
    const before = await fixture.contents();
    await apply(CLUB);
    expect((await list())?.owned).toEqual({
      services: 0,
      resources: 0,
      users: 0,
      groups: 0,
      memberships: 0,
      permissions: 0,
    });
    await prune('{}');
    expect(await fixture.contents()).toEqual(before);
  });

  it('owns what it adopts, but no special users and groups', async () => {
    const text = `${CLUB}
  - {service: api, permission: read, group: administrators}
  - {service: api, permission: read, group: anonymous}
  - {service: api, permission: write, user: admin}`;
    await fixture.apply(text);
    const { changes } = await plan(text, { adopt: true });
    expect(new Set(changes.map(({ change }) => change))).toEqual(new Set(['adopt']));
    expect(changes).toHaveLength(1 + 2 + 1 + 1 + 1 + 5);
    await apply(text, { adopt: true });
    expect((await plan(text, { adopt: true })).changes).toEqual([]);
    await prune('{}');
    expect(await fixture.contents()).toEqual([]);
    await expect(groupOf('administrators')).resolves.toMatchObject({ name: 'administrators' });
    await expect(userOf('admin')).resolves.toMatchObject({ name: 'admin' });
  });

  it('never removes the configured administrator from the administrators', async () => {
    const text = 'users: [{username: admin, groups: [administrators]}]';
    await apply(text, { adopt: true });
    const { changes, kept } = await plan('{}', { prune: 'objects' });
    expect([changes, reasons(kept)]).toEqual([[], ['other_origin']]);
    await prune('{}');
    const [{ count }] = await fixture.database.dataSource.query<[{ count: number }]>(
      "SELECT count(*)::integer AS count FROM memberships m JOIN groups g ON g.id = m.group_id WHERE g.name = 'administrators'",
    );
    expect(count).toBe(1);
  });

  it('keeps an assignment and a membership that somebody has removed and made again', async () => {
    await apply(CLUB);
    const { permissions, memberships, resources } = directory();
    const [, b] = await resources.alongPath(await serviceOf('api'), ['a', 'b']);
    const ada = await userOf('ada');
    const principal = { kind: 'user', id: ada.id, name: 'ada' } as const;
    const resource = { ...b!, serviceType: (await serviceOf('api')).type };
    const permission = { name: 'write', access: 'allow', scope: 'recursive' } as const;
    await permissions.revoke(principal, resource, permission);
    expect((await list())?.drift).toMatchObject([
      { drift: 'removed', object: 'permission', user: 'ada', service: 'api', resource: '/a/b' },
    ]);
    await permissions.grant(principal, resource, { permission });
    await memberships.leave(ada, await groupOf('club'));
    await memberships.createAll([{ userId: ada.id, groupId: (await groupOf('club')).id }]);
    expect((await list())?.drift.map(({ drift }) => drift)).toEqual(['created_again', 'created_again']);
    const { kept } = await plan('{}', { prune: 'objects' });
    expect(new Set(reasons(kept))).toEqual(new Set(['other_origin']));
    await prune('{}');
    expect(await fixture.contents()).toEqual([
      'group club  false',
      'member ada anonymous',
      'member ada club',
      'permission api/a/b user ada write-allow-recursive',
      'resource api/a route',
      'resource api/a/b route',
      'service api api http://api',
      'user ada ada@mail.com without password',
    ]);
    expect((await plan('{}', { prune: 'objects' })).changes).toEqual([]);
  });

  it('keeps an assignment that somebody has changed, and owns it again when its files have reverted that', async () => {
    await apply(CLUB);
    const changed = CLUB.replace('permission: write', 'permission: write-deny');
    await fixture.apply(changed);
    expect((await list())?.drift).toEqual([
      {
        drift: 'changed',
        object: 'permission',
        user: 'ada',
        service: 'api',
        resource: '/a/b',
        stated: 'write-allow-recursive',
        present: 'write-deny-recursive',
        reverts: true,
      },
    ]);
    expect(reasons((await plan(API, { prune: 'assignments' })).kept)).toEqual(['changed']);
    await apply(CLUB);
    expect((await list())?.driftCount).toBe(0);
    await prune('{}');
    expect(await fixture.contents()).toEqual([]);
  });

  it('keeps objects with something of another origin at, of or below them', async () => {
    await apply(CLUB);
    await fixture.apply(
      'permissions: [{service: api, resource: /a/b/c, permission: read, group: anonymous}]',
    );
    await fixture.apply('users: [{username: ada, groups: [users]}]\ngroups: [{name: users}]');
    await directory().memberships.createAll([
      { userId: (await userOf('admin')).id, groupId: (await groupOf('club')).id },
    ]);
    const { kept } = await plan('{}', { prune: 'objects' });
    expect(
      kept.map(({ reason, user, group, service, resource }) => [
        reason,
        user ?? group ?? `${service}${resource}`,
      ]),
    ).toEqual([
      ['other_origin', 'club'],
      ['other_origin', 'ada'],
      ['other_origin', 'api'],
      ['other_origin', 'api/a'],
      ['other_origin', 'api/a/b'],
    ]);
    await prune('{}');
    expect(await fixture.contents()).toEqual(
      expect.arrayContaining(['group club  false', 'resource api/a/b/c route', 'member ada users']),
    );
    expect((await list())?.unnamed).toMatchObject({ services: 1, resources: 2, users: 1, groups: 1 });
  });

  it('keeps objects whose fields somebody has changed, and a name that somebody else has taken', async () => {
    await apply(
      `${CLUB}\ngroups: [{name: club, description: ours, create: always}]`.replace(
        'groups: [{name: club}]\n',
        '',
      ),
    );
    await directory().services.update(await serviceOf('api'), { name: 'theirs' });
    await fixture.apply(API.replace('http://api', 'http://other'));
    expect((await list())?.drift).toContainEqual(
      expect.objectContaining({
        drift: 'changed',
        object: 'service',
        stated: { name: 'api' },
        present: { name: 'theirs' },
      }),
    );
    const { changes } = await plan('{}', { prune: 'objects' });
    expect(changes.filter(({ change }) => change === 'delete_service')).toEqual([]);
    await prune('{}');
    const left = await fixture.contents();
    expect(left).toContain('service theirs api http://api');
    expect(left).toContain('service api api http://other');
  });

  it('shares what another set owns, which only the last one removes', async () => {
    await apply(CLUB);
    await apply(CLUB, { name: 'b' });
    expect((await list('b'))?.owned).toEqual((await list('a'))?.owned);
    expect(
      await new ObjectOwners(fixture.unitOfWork).of({ kind: 'group', id: (await groupOf('club')).id }),
    ).toEqual(['a', 'b']);
    const before = await fixture.contents();
    expect(new Set(reasons((await plan('{}', { prune: 'objects' })).kept))).toEqual(new Set(['other_set']));
    await prune('{}');
    expect(await fixture.contents()).toEqual(before);
    expect(await list('a')).toBeUndefined();
    await prune('{}', { name: 'b' });
    expect(await fixture.contents()).toEqual([]);
  });

  it.each([
    ['a denial', `permissions: [{service: api, permission: read-deny, user: joe}]`, 'remove_permission'],
    [
      'a membership in a group that is denied something',
      `groups: [{name: outcasts}]
users: [{username: joe, groups: [outcasts], create: always}]`,
      'remove_membership',
    ],
  ])('removes %s only if that is allowed', async (_, text, kind) => {
    await fixture.apply(`${API}\npermissions: [{service: api, permission: read-deny, group: outcasts}]`);
    await apply(text);
    const { changes } = await plan('{}', { prune: 'assignments' });
    expect(changes).toMatchObject([{ change: kind, pruned: true, gives_access: true }]);
    const before = await fixture.contents();
    await expect(prune('{}', { prune: 'assignments' })).rejects.toMatchObject({
      errorCode: 'configuration_gain_not_allowed',
    });
    expect(await fixture.contents()).toEqual(before);
    await prune('{}', { prune: 'assignments', allowGain: true });
    expect(await fixture.contents()).not.toEqual(before);
  });

  it('counts a resource with a denial, and a group that is denied something, among what lets others gain', async () => {
    await apply(`${API}
permissions:
  - {service: api, resource: /a/b, permission: read-deny, group: anonymous}
  - {service: api, resource: /c, permission: read, group: anonymous}
  - {service: api, permission: read-deny, group: outcasts}`);
    const { changes } = await plan(API, { prune: 'objects' });
    expect(
      changes.map(({ change, resource, group, gives_access: gains }) => [change, resource ?? group, gains]),
    ).toEqual([
      ['delete_resource', '/c', false],
      ['delete_group', 'outcasts', true],
      ['delete_resource', '/a', true],
    ]);
    // Nothing is left that a denial of it could be about.
    expect((await plan('{}', { prune: 'objects' })).changes).toContainEqual(
      expect.objectContaining({ change: 'delete_service', gives_access: false }),
    );
  });

  it('is refused with prune if an entry cannot be used, since what it names would seem unnamed', async () => {
    await apply(CLUB);
    const { state } = stateOf(`${API}\npermissions: [{service: apo, permission: read, group: club}]`);
    await expect(
      fixture.application().apply(state, {
        isStrict: false,
        set: { name: 'a', prune: 'assignments', adopt: false },
      }),
    ).rejects.toMatchObject({ messages: [{ code: 'service_not_found' }] });
  });

  it('is pruned in steps of bounded revisions', async () => {
    await apply(CLUB);
    const { revisions } = await apply('{}', { prune: 'assignments', maxStepRows: 1 });
    expect(revisions).toHaveLength(3);
    expect((await fixture.contents()).filter((line) => /^permission|club$/.test(line))).toEqual([]);
  });

  it('does not remove what another set has begun to own meanwhile', async () => {
    await apply(CLUB);
    const confirm = fixture.fileSets.confirm.bind(fixture.fileSets);
    let isFirst = true;
    jest.spyOn(fixture.fileSets, 'confirm').mockImplementation(async (set, changes) => {
      if (isFirst) {
        isFirst = false;
        const named = await fixture
          .application()
          .plan(stateOf(CLUB).state, { set: { name: 'b', prune: 'none', adopt: false } });
        // Recorded without a revision, as an application that changes nothing does.
        await fixture.database.dataSource.query(
          "INSERT INTO configuration_sets (name, revision) VALUES ('b', 1)",
        );
        await fixture.database.dataSource.query(
          `INSERT INTO configured_assignments SELECT principal_kind, principal_id, resource_id, name, set_id + 1, access, scope, state
           FROM configured_assignments`,
        );
        expect(named.changes).toEqual([]);
      }
      return confirm(set, changes);
    });
    await prune('{}', { prune: 'assignments' });
    expect((await fixture.contents()).filter((line) => line.startsWith('permission'))).toHaveLength(2);
  });

  it('writes nothing but the time if nothing has changed', async () => {
    await apply(CLUB);
    const [before] = await fixture.database.dataSource.query<[{ rows: string }]>(ROWS);
    const revision = await fixture.revision();
    await apply(CLUB);
    expect(await fixture.database.dataSource.query(ROWS)).toEqual([before]);
    expect(await fixture.revision()).toBe(revision);
  });

  it('is one of a bounded number', async () => {
    await fixture.database.dataSource.query(
      "INSERT INTO configuration_sets (name, revision) SELECT 'set-' || i, 1 FROM generate_series(1, 100) i",
    );
    const before = await fixture.contents();
    await expect(apply(CLUB)).rejects.toMatchObject({ errorCode: 'configuration_file_sets_limit' });
    expect(await fixture.contents()).toEqual(before);
  });
});

/** Versions of the rows: a write changes them. */
const ROWS = `SELECT (SELECT jsonb_agg(jsonb_build_array(c.xmin::text, c.kind, c.object_id) ORDER BY c.kind, c.object_id) FROM configured_objects c)::text
  || (SELECT jsonb_agg(c.xmin::text ORDER BY c.principal_id, c.resource_id) FROM configured_assignments c)::text
  || (SELECT jsonb_agg(c.xmin::text) FROM configured_memberships c)::text AS rows`;
