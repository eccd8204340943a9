import { Problem } from '@gatehouse/problems';
import { type StateFixture, openState, stateOf } from '../state.fixture';
import { readUploaded } from '../read/read-sections';
import { describeChange } from '../plan/describe-plan';
import { validate } from '../validate/validate';
import { ConfigurationRefused } from './application';

const PLATFORM = `
providers:
  catalog: {url: "http://data:8083/thredds", type: thredds, sync_type: thredds}
  maps: {url: "http://maps/", type: geoserver}
  api: {url: "http://api", type: api, proxy: {pages: trusted}}
groups:
  - {name: scientists, description: Research staff, discoverable: true}
  - {name: readers, terms: Be kind}
  - {name: unused}
users:
  - {username: jane, email: jane@example.org, group: scientists, password: a long password}
  - {username: joe, group: readers}
  - {username: nobody}
permissions:
  - {service: catalog, permission: browse-allow-match, group: anonymous, action: create}
  - {service: catalog, resource: /birdhouse/data.nc, type: directory/file, permission: read, user: jane, group: scientists}
  - {service: catalog, resource: /birdhouse, permission: read-deny, user: joe}
  - {service: api, resource: /a/b, permission: write, group: later}
`;
const LEFT = [
  'group later  false',
  'group readers  false Be kind',
  'group scientists Research staff true',
  'member jane anonymous',
  'member jane scientists',
  'member joe anonymous',
  'member joe readers',
  'permission api/a/b group later write-allow-recursive',
  'permission catalog group anonymous browse-allow-match',
  'permission catalog/birdhouse user joe read-deny-recursive',
  'permission catalog/birdhouse/data.nc group scientists read-allow-recursive',
  'permission catalog/birdhouse/data.nc user jane read-allow-recursive',
  'resource api/a route',
  'resource api/a/b route',
  'resource catalog/birdhouse directory',
  'resource catalog/birdhouse/data.nc file',
  'service api api http://api {"pages": "trusted"}',
  'service catalog thredds http://data:8083/thredds thredds',
  'service maps geoserver http://maps/',
  'user jane jane@example.org hash of a long password',
  'user joe joe@mail.com without password',
];

describe('the application of a desired state', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  it('creates services, what permissions name, and the permissions, in one revision', async () => {
    const before = await fixture.revision();
    const { state } = stateOf(PLATFORM);
    const { revisions } = await fixture.application().apply(state, { isStrict: true });
    expect(revisions).toEqual([before + 1]);
    expect(await fixture.revision()).toBe(before + 1);
    expect(await fixture.contents()).toEqual(LEFT);
  });

  it('records changed permissions and then new ones, both in the order of the file, and none that is the same', async () => {
    const entries = (permission: (index: number) => string, indexes: readonly number[]) =>
      [
        'providers: {api: {url: "http://api", type: api}}',
        'permissions:',
        ...indexes.map(
          (index) => `- {service: api, resource: /r${index}, permission: ${permission(index)}, group: all}`,
        ),
      ].join('\n');
    await fixture.apply(entries(() => 'read-allow-match', [4, 2, 0]));
    const before = await fixture.revision();
    await fixture.apply(
      entries((index) => (index === 4 ? 'read-allow-match' : 'read-allow-recursive'), [0, 1, 2, 3, 4]),
    );
    const rows = await fixture.database.dataSource.query<{ line: string }[]>(
      `SELECT concat_ws(' ', c.operation, r.name, c.before ->> 'scope', c.after ->> 'scope') AS line
       FROM changes c JOIN resources r ON r.id = c.resource_id
       WHERE c.revision = $1 AND c.entity = 'group_rule' ORDER BY c.id`,
      [before + 1],
    );
    expect(rows.map(({ line }) => line)).toEqual([
      'update r0 match recursive',
      'update r2 match recursive',
      'insert r1 recursive',
      'insert r3 recursive',
    ]);
  });

  it('writes nothing and hashes nothing if nothing changes', async () => {
    await fixture.apply(PLATFORM);
    const revision = await fixture.revision();
    fixture.hashed.length = 0;
    const query = jest.spyOn(fixture.unitOfWork, 'run');
    expect(await fixture.apply(PLATFORM)).toEqual([]);
    expect(query).not.toHaveBeenCalled();
    expect(fixture.hashed).toEqual([]);
    expect(await fixture.revision()).toBe(revision);
    expect((await fixture.plan(PLATFORM)).changes).toEqual([]);
  });

  it('plans without writing', async () => {
    const revision = await fixture.revision();
    const { changes, lines } = await fixture.plan(PLATFORM);
    expect(lines).toEqual([]);
    expect(changes).toHaveLength(3 + 3 + 2 + 4 + 5);
    expect(JSON.stringify(changes)).not.toContain('a long password');
    expect(await fixture.revision()).toBe(revision);
    expect(await fixture.contents()).toEqual([]);
  });

  it('changes services to what the file says, but options of the proxy only if it states them', async () => {
    await fixture.apply(
      'providers: {a: {url: "http://a", type: thredds, sync_type: thredds, configuration: {file_patterns: [".*"]}, proxy: {pages: trusted}}}',
    );
    expect(await fixture.apply('providers: {a: {url: "http://b", type: thredds}}')).toEqual([]);
    expect(await fixture.contents()).toEqual(['service a thredds http://b {"pages": "trusted"}']);
    await fixture.apply('providers: {a: {url: "http://b", type: thredds, proxy: null}}');
    expect(await fixture.contents()).toEqual(['service a thredds http://b']);
  });

  it('requires other hooks for services whose entries have hooks, until these are ignored on purpose', async () => {
    const entry = 'url: "http://a", type: api, hooks: [{type: response, path: x, target: "y.py:z"}]';
    const REQUIRED = 'service a api http://a {"pages": "trusted", "hooks_required": true}';
    const [line] = await fixture.apply(`providers: {a: {${entry}, proxy: {pages: trusted}}}`);
    expect(line).toMatch(/^warning a\.yml:1:52: providers\.a\.hooks: .*configuration_hooks_not_executed/);
    expect(await fixture.contents()).toEqual([REQUIRED]);
    await fixture.apply(`providers: {a: {${entry}}}`);
    await fixture.apply('providers: {a: {url: "http://a", type: api}}');
    expect(await fixture.contents()).toEqual([REQUIRED]);
    const { entries } = readUploaded([{ name: 'a.yml', text: `providers: {a: {${entry}}}` }]);
    const ignoring = validate(entries, { hooks: 'ignore' });
    await fixture.application().apply(ignoring.state, { isStrict: true });
    expect(await fixture.contents()).toEqual(['service a api http://a {"pages": "trusted"}']);
  });

  it('keeps services, users, groups and permissions that the files do not have, and does not change users and groups', async () => {
    await fixture.apply(PLATFORM);
    await fixture.apply(`
groups: [{name: scientists, description: changed, discoverable: false, create: always}]
users: [{username: jane, email: other@example.org, password: another long one, group: readers, create: always}]
providers: {}
permissions: []`);
    expect(await fixture.contents()).toEqual(LEFT);
  });

  it('replaces and removes permissions in the order of the entries, whatever their modifiers', async () => {
    await fixture.apply(PLATFORM);
    await fixture.apply(`permissions:
  - {service: catalog, permission: browse-deny, group: anonymous}
  - {service: catalog, resource: BIRDHOUSE/Data.NC, permission: read-deny-match, user: jane, action: remove}
  - {service: catalog, resource: birdhouse, permission: read, user: joe, action: remove}
  - {service: catalog, resource: birdhouse, permission: read-allow-match, user: joe}
  - {service: catalog, resource: birdhouse, permission: write, user: joe}
  - {service: catalog, resource: birdhouse, permission: write, user: joe, action: remove}`);
    const permissions = (await fixture.contents()).filter((line) => line.startsWith('permission catalog'));
    expect(permissions).toEqual([
      'permission catalog group anonymous browse-deny-recursive',
      'permission catalog/birdhouse user joe read-allow-match',
      'permission catalog/birdhouse/data.nc group scientists read-allow-recursive',
    ]);
  });

  it('creates nothing for what is removed, and warns of users and groups that do not exist', async () => {
    const messages = await fixture.apply(`providers: {api: {url: "http://api", type: api}}
permissions: [{service: api, resource: /a, permission: read, user: new, group: club, action: remove}]`);
    expect(await fixture.contents()).toEqual(['service api api http://api']);
    expect(messages).toEqual([
      expect.stringMatching(/^warning .*permissions\[0\].*\(group_not_found\)/),
      expect.stringMatching(/^warning .*permissions\[0\].*\(user_not_found\)/),
    ]);
  });

  it('finds resources by their identifiers in paths', async () => {
    await fixture.apply(PLATFORM);
    const [row] = await fixture.database.dataSource.query<[{ id: number }]>(
      "SELECT id FROM resources WHERE name = 'birdhouse'",
    );
    await fixture.apply(
      `permissions: [{service: catalog, resource: /${row.id}/data.nc, permission: write, user: joe},
        {service: maps, resource: /${row.id}, type: workspace, permission: getmap, user: joe}]`,
      true,
    );
    const contents = await fixture.contents();
    expect(contents).toContain('permission catalog/birdhouse/data.nc user joe write-allow-recursive');
    // It belongs to another service: there it is a name.
    expect(contents).toContain(`resource maps/${row.id} workspace`);
  });

  it('adds the memberships of `groups`, also of existing users', async () => {
    await fixture.apply(PLATFORM);
    await fixture.apply(
      'users: [{username: joe, groups: [scientists, users, anonymous]}, {username: nobody, groups: [users]}]',
    );
    const members = (await fixture.contents()).filter((line) => /^(member|user) (joe|nobody)/.test(line));
    expect(members).toEqual([
      'member joe anonymous',
      'member joe readers',
      'member joe scientists',
      'member joe users',
      'user joe joe@mail.com without password',
    ]);
  });

  it('creates the resources of `resources`, of services in files and others, with their display names', async () => {
    await fixture.apply(PLATFORM);
    const text = `
providers: {late: {url: "http://late", type: api}}
resources:
  - {service: late, path: /a/b, display_name: B and more}
  - {service: catalog, path: /birdhouse/more, type: directory}
  - {service: none, path: /a}
  - {service: maps, path: /a, type: file}`;
    expect(await fixture.apply(text)).toEqual([
      expect.stringMatching(/^skipped a\.yml:6:5: resources\[2\]: .*\(service_not_found\)/),
      expect.stringMatching(/^skipped a\.yml:7:5: resources\[3\]: .*\(resource_type_not_allowed\)/),
    ]);
    expect(await fixture.contents()).toEqual(
      expect.arrayContaining([
        'resource late/a route',
        'resource late/a/b route',
        'resource catalog/birdhouse/more directory',
      ]),
    );
    expect((await fixture.plan(text)).changes).toEqual([]);
  });

  it('lets no program join a group with terms, as at the API, but leaves memberships as they are', async () => {
    await fixture.apply(`
groups: [{name: open, create: always}, {name: bound, terms: Be kind, create: always}]
users: [{username: robot, kind: service, create: always, groups: [open]}]`);
    const text = `
groups: [{name: later, terms: Be kinder}]
users:
  - {username: robot, groups: [bound]}
  - {username: second, kind: service, create: always, groups: [open, later]}
  - {username: third, kind: service, create: always, group: bound}
  - {username: person, create: always, groups: [bound, later], group: open}`;
    expect(await fixture.apply(text)).toEqual(
      [3, 4, 5].map((line) =>
        expect.stringMatching(
          new RegExp(`^skipped a\\.yml:${line + 1}:5: .*\\(service_account_not_allowed\\)`),
        ),
      ),
    );
    const lines = (await fixture.contents()).filter((line) => /^(member|user) /.test(line));
    expect(lines).toEqual([
      'member person anonymous',
      'member person bound',
      'member person later',
      'member person open',
      'member robot anonymous',
      'member robot open',
      'user person person@mail.com without password',
      'user robot  program without password',
    ]);
    await fixture.unitOfWork.run(() =>
      fixture.unitOfWork.manager.query("UPDATE groups SET terms = 'New' WHERE name = 'open'"),
    );
    expect(await fixture.apply('users: [{username: robot, groups: [open]}]', true)).toEqual([]);
  });

  const ENTRY = 'service: api, resource: /new, permission: read';
  it.each([
    [`{${ENTRY}, user: anonymous}`, 'anonymous_user_permissions'],
    [`{${ENTRY}, user: Anonymous}`, 'anonymous_user_permissions'],
    [`{service: none, permission: read, user: x}`, 'service_not_found'],
    [`{service: api, permission: getmap, user: x}`, 'permission_not_applicable'],
    [`{${ENTRY}, user: x, group: "a/b"}`, 'group_name_invalid'],
    [`{${ENTRY}, group: good, user: "Bad Name"}`, 'user_name_invalid'],
    [`{${ENTRY}, group: Scientists}`, 'group_name_taken'],
    [`{${ENTRY}, group: good, user: current}`, 'user_name_reserved'],
    [`{${ENTRY}, group: good, user: shared}`, 'user_email_taken'],
    [`{${ENTRY}, group: good, user: weak}`, 'password_too_short'],
    [`{${ENTRY}, group: good, user: lost}`, 'group_not_found'],
    [`{service: maps, resource: /new/layer, permission: read, user: x}`, 'configuration_type_needed'],
    [`{service: maps, resource: /new, type: file, permission: read, user: x}`, 'resource_type_not_allowed'],
    [`{service: api, resource: "/new/ x", permission: read, user: x}`, 'resource_name_invalid'],
    [
      `{service: api, resource: "/new/${'x'.repeat(101)}", permission: read, user: x}`,
      'resource_name_invalid',
    ],
  ])('skips %s, creates nothing of it, and is refused in strict mode', async (entry, code) => {
    await fixture.apply(PLATFORM);
    const text = `
users: [{username: shared, email: JANE@example.org}, {username: weak, password: short}, {username: lost, group: none}]
permissions:
  - ${entry}
  - {service: api, permission: read, user: joe}`;
    const before = await fixture.revision();
    const refused = fixture.apply(text, true);
    await expect(refused).rejects.toThrow(ConfigurationRefused);
    await expect(refused).rejects.toMatchObject({
      messages: [{ severity: 'refused', code, position: { line: 4, column: 5 } }],
    });
    expect(await fixture.revision()).toBe(before);
    const [line, ...others] = await fixture.apply(text);
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^skipped a\\.yml:4:5: permissions\\[0\\]: .*\\(${code}\\)`));
    expect(await fixture.contents()).toEqual(
      [...LEFT, 'permission api user joe read-allow-recursive'].sort(),
    );
  });

  it('is refused as a whole if a service cannot be used, and changes nothing', async () => {
    await fixture.apply('providers: {a: {url: "http://a", type: api}}');
    const text = `providers: {a: {url: "http://b", type: wps}, b: {url: "http://b", type: api}}
permissions: [{service: b, permission: read, group: club}]`;
    await expect(fixture.apply(text)).rejects.toMatchObject({
      messages: [{ code: 'configuration_service_type_differs', position: { line: 1 } }],
    });
    expect(await fixture.contents()).toEqual(['service a api http://a']);
  });

  it('reports no changes to webhooks, and is recorded in the change log', async () => {
    await fixture.apply(PLATFORM);
    const [{ count }] = await fixture.database.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::integer AS count FROM changes WHERE revision = (SELECT max(revision) FROM revisions)',
    );
    expect(count).toBeGreaterThanOrEqual(LEFT.length);
    const messages = await fixture.database.dataSource.query('SELECT * FROM outbox_messages');
    expect(messages).toEqual([]);
  });

  it('is divided into steps of bounded revisions, of which each leaves a part of the plan', async () => {
    const { state } = stateOf(PLATFORM);
    const { revisions, changes } = await fixture.application(4).apply(state, { isStrict: true });
    expect(revisions.length).toBeGreaterThan(5);
    expect(changes).toHaveLength(17);
    expect(await fixture.contents()).toEqual(LEFT);
    const rows = await fixture.database.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM changes WHERE revision = ANY ($1) GROUP BY revision',
      [revisions],
    );
    expect(Math.max(...rows.map(({ count }) => count))).toBeLessThanOrEqual(4);
  });

  it('takes access away in earlier steps than it gives access', async () => {
    await fixture.apply(PLATFORM);
    const { state } = stateOf(`permissions:
  - {service: api, permission: write, user: joe}
  - {service: catalog, resource: birdhouse, permission: read, user: joe, action: remove}
  - {service: catalog, permission: browse-allow-match, group: anonymous, action: remove}
  - {service: catalog, permission: read-deny, group: scientists}`);
    const { changes } = await fixture.application(1).apply(state, { isStrict: true });
    const order = changes.map((change) =>
      change.kind === 'set_permission' || change.kind === 'remove_permission'
        ? [change.kind, change.node.name, change.principal.name]
        : [change.kind],
    );
    expect(order).toEqual([
      ['remove_permission', 'catalog', 'anonymous'],
      ['set_permission', 'catalog', 'scientists'],
      ['set_permission', 'api', 'joe'],
      ['remove_permission', 'birdhouse', 'joe'],
    ]);
  });

  it('plans again if something has changed since the plan, and loses nothing', async () => {
    await fixture.apply(PLATFORM);
    const { state } = stateOf('permissions: [{service: api, resource: /a/b/c, permission: read, user: joe}]');
    const plan = fixture.planner.plan.bind(fixture.planner);
    const service = await fixture.directory.services.byName('api');
    const [a] = await fixture.directory.resources.alongPath(service, ['a']);
    let count = 0;
    jest.spyOn(fixture.planner, 'plan').mockImplementation(async (desired) => {
      const planned = await plan(desired);
      count += 1;
      // Another administrator deletes what the plan is based on.
      if (count === 1) await fixture.directory.resources.delete(a!);
      return planned;
    });
    await fixture.application().apply(state, { isStrict: true });
    expect(count).toBe(2);
    expect((await fixture.contents()).filter((line) => line.startsWith('resource api'))).toEqual([
      'resource api/a route',
      'resource api/a/b route',
      'resource api/a/b/c route',
    ]);
  });

  it('gives up if others change what it is about again and again', async () => {
    const { state } = stateOf('providers: {a: {url: "http://a", type: api}}');
    const plan = fixture.planner.plan.bind(fixture.planner);
    let count = 0;
    jest.spyOn(fixture.planner, 'plan').mockImplementation(async (desired) => {
      const planned = await plan(desired);
      await fixture.directory.groups.createAll([{ name: `g${count++}` }]);
      return planned;
    });
    const applied = fixture.application().apply(state, { isStrict: false });
    await expect(applied).rejects.toThrow(Problem);
    await expect(applied).rejects.toMatchObject({ errorCode: 'configuration_changed_meanwhile' });
    expect((await fixture.contents()).filter((line) => line.startsWith('service'))).toEqual([]);
  });

  it('happens once if several processes apply one state at the same time', async () => {
    const states = Array.from({ length: 4 }, () => stateOf(PLATFORM).state);
    const results = await Promise.all(
      states.map((state) => fixture.application().apply(state, { isStrict: true })),
    );
    expect(results.flatMap(({ revisions }) => revisions)).toHaveLength(1);
    expect(await fixture.contents()).toEqual(LEFT);
  });

  describe('of paths with numbers', () => {
    const BASE = 'providers: {api: {url: "http://api", type: api}}';
    const newestId = async (): Promise<number> => {
      const [row] = await fixture.database.dataSource.query<[{ id: number }]>(
        'SELECT max(id) AS id FROM resources',
      );
      return row.id;
    };
    const pathsAmong = (lines: readonly string[], begin: string): string[] =>
      lines.flatMap((line) => (line.startsWith(begin) ? [String(line.split(' ')[1])] : [])).sort();

    it.each(['permissions', 'resources'])(
      'sets permissions on the resources that the plan names, whatever identifiers its first steps give to others (%s)',
      async (section) => {
        await fixture.apply(BASE);
        const newest = await newestId();
        const others = Array.from({ length: 10 }, (_, index) => `r${index}`);
        const numbers = Array.from({ length: 10 }, (_, index) => String(newest + 1 + index));
        const stated = [...others, ...(section === 'resources' ? numbers : [])];
        const text = [
          'resources:',
          ...stated.map((name) => `- {service: api, path: /${name}, type: route}`),
          'permissions:',
          ...numbers.map(
            (name) => `- {service: api, resource: /${name}, permission: read-deny, group: anonymous}`,
          ),
        ].join('\n');
        const { changes, revisions } = await fixture
          .application(10)
          .apply(stateOf(text).state, { isStrict: true });
        expect([changes.length, revisions.length]).toEqual([30, 3]);
        const lines = await fixture.contents();
        const expected = numbers.map((name) => `api/${name}`).sort();
        expect(pathsAmong(lines, 'permission ')).toEqual(expected);
        expect(pathsAmong(lines, 'resource ')).toEqual(
          [...expected, ...others.map((name) => `api/${name}`)].sort(),
        );
        expect((await fixture.plan(text)).changes).toEqual([]);
      },
    );

    /** Files whose first revision creates resources that get the numbers in the other paths for identifiers. */
    const numbered = async (): Promise<{ text: string; numbers: string[] }> => {
      await fixture.apply(BASE);
      const newest = await newestId();
      const numbers = Array.from({ length: 10 }, (_, index) => String(newest + 1 + index));
      const text = [
        'permissions:',
        ...[...Array.from({ length: 10 }, (_, at) => `r${at}`), ...numbers].map(
          (name) => `- {service: api, resource: /${name}, permission: read-deny, group: anonymous}`,
        ),
      ].join('\n');
      return { text, numbers };
    };
    const set = { name: 'a', prune: 'none', adopt: false } as const;
    /** Applies revisions of ten rows, and ends like a process that is killed after the first one. */
    const interrupted = async (text: string): Promise<void> => {
      const plan = fixture.planner.plan.bind(fixture.planner);
      let count = 0;
      const spy = jest.spyOn(fixture.planner, 'plan').mockImplementation(async (...values) => {
        count += 1;
        if (count === 2) throw new Error('killed');
        return plan(...values);
      });
      const application = fixture.application(10).apply(stateOf(text).state, { isStrict: true, set });
      await expect(application).rejects.toThrow('killed');
      spy.mockRestore();
    };

    it('takes no number for a resource that an interrupted application of the set has created', async () => {
      const { text, numbers } = await numbered();
      await interrupted(text);
      const created = pathsAmong(await fixture.contents(), 'resource ');
      expect(created).toEqual(Array.from({ length: 10 }, (_, at) => `api/r${at}`));
      await fixture.application(10).apply(stateOf(text).state, { isStrict: true, set });
      const expected = [...created, ...numbers.map((name) => `api/${name}`)].sort();
      expect(pathsAmong(await fixture.contents(), 'resource ')).toEqual(expected);
      expect(pathsAmong(await fixture.contents(), 'permission ')).toEqual(expected);
    });

    it('takes numbers for identifiers again when an application of the set has ended, and always in other sets', async () => {
      const { text, numbers } = await numbered();
      await interrupted(text);
      const [first = ''] = numbers;
      const allow = stateOf(
        `permissions: [{service: api, resource: /${first}, permission: read, group: anonymous}]`,
      ).state;
      const targetIn = async (name: string) =>
        describeChange((await fixture.application().plan(allow, { set: { ...set, name } })).changes[0]!);
      expect(await targetIn('a')).toMatchObject({ change: 'create_resource', resource: `/${first}` });
      expect(await targetIn('b')).toMatchObject({ resource: expect.stringMatching(/^\/r\d$/) });
      await fixture.application().apply(stateOf('groups: []').state, { isStrict: true, set });
      expect(await targetIn('a')).toMatchObject({ resource: expect.stringMatching(/^\/r\d$/) });
    });

    it('takes what `resources` states for names, and other numbers for identifiers', async () => {
      await fixture.apply(`${BASE}\nresources: [{service: api, path: /a, type: route}]`);
      const id = await newestId();
      const allow = `permissions: [{service: api, resource: /${id}, permission: read, group: anonymous}]`;
      const stating = `providers: {api: {url: "http://api", type: api, resources: [{path: /${id}, type: route}]}}`;
      expect((await fixture.plan(allow)).changes).toMatchObject([{ resource: '/a' }]);
      await fixture.apply(`${stating}\n${allow}`, true);
      expect(pathsAmong(await fixture.contents(), 'permission ')).toEqual([`api/${id}`]);
    });
  });

  it('takes entries of one user for one, whatever the case of the name', async () => {
    await fixture.apply('users: [{username: ada, create: always}]');
    const lines = await fixture.apply(
      'groups: [{name: g1}, {name: g2}]\nusers: [{username: ADA, groups: [g1]}, {username: Ada, groups: [g2]}]',
    );
    expect(lines).toEqual([expect.stringMatching(/^warning .*configuration_entry_replaced/)]);
    expect((await fixture.contents()).filter((line) => line.startsWith('member'))).toEqual([
      'member ada anonymous',
      'member ada g2',
    ]);
    expect(
      (await fixture.plan('groups: [{name: g2}]\nusers: [{username: ADA, groups: [g2]}]')).changes,
    ).toEqual([]);
  });

  it('creates a user as the entry says, also if a permission has the name in another case', async () => {
    await fixture.apply(
      `providers: {api: {url: "http://api", type: api}}
users: [{username: ada, email: ada@example.org}]
permissions: [{service: api, permission: read, user: ADA}]`,
      true,
    );
    expect((await fixture.contents()).filter((line) => line.startsWith('user '))).toEqual([
      'user ada ada@example.org without password',
    ]);
  });

  it('skips an entry that gives the anonymous user a group, in any case of the name', async () => {
    const lines = await fixture.apply(
      'groups: [{name: g1}]\nusers: [{username: ANONYMOUS, groups: [g1], create: always}]',
    );
    expect(lines).toEqual([expect.stringMatching(/^skipped .*users\[0\]/)]);
    expect(await fixture.contents()).toEqual([]);
  });
});
