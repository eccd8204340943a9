import { type ImportFixture, type Rows, openImport, platform } from '../import.fixture';
import { ImportRefused } from '../run-import';
import { type CONFLICTS } from './catalogue';

type Platform = ReturnType<typeof platform>;

interface Case {
  readonly code: keyof typeof CONFLICTS;
  readonly about: string;
  readonly change: (rows: Platform) => void;
  /** Of the conflict: its subject and detail. */
  readonly found: string;
  /** What a query over the result finds; undefined if the import is refused. */
  readonly left?: readonly [sql: string, ...lines: string[]];
  readonly decisions?: string;
}

const NAMES = 'SELECT name FROM users WHERE id > 2 ORDER BY id';
const GROUPS = 'SELECT name FROM groups WHERE id > 3 ORDER BY id';
const TREE = 'SELECT id, name FROM resources WHERE id < 20 ORDER BY id';
const SERVICES = 'SELECT name FROM resources WHERE parent_id IS NULL ORDER BY id';
const EMAILS = 'SELECT name, email FROM users WHERE id > 2 ORDER BY id';
const OF_JOE = 'SELECT name, access, scope FROM user_permissions WHERE user_id = 9';

const user = (id: number, name: string, more = {}) => ({
  id,
  user_name: name,
  email: `u${id}@example.com`,
  user_password: null,
  status: 1,
  ...more,
});
const joe =
  (...texts: string[]) =>
  (rows: Platform) => {
    rows.users_resources_permissions = texts.map((perm_name) => ({ user_id: 9, resource_id: 12, perm_name }));
  };
const deny = (rows: Platform, resource_id: number, user_id = 9) =>
  rows.users_resources_permissions.push({ user_id, resource_id, perm_name: 'read-deny-match' });
const route = (id: number, name: string, parent_id: number | null, more = {}) => ({
  resource_id: id,
  resource_name: name,
  resource_type: 'route',
  parent_id,
  root_service_id: 10,
  ordering: 9,
  ...more,
});

const CASES: readonly Case[] = [
  {
    code: 'user_name_invalid',
    about: 'a name with capitals, which is lowered',
    change: (rows) => rows.users.push(user(20, 'Bob')),
    found: 'Bob: imported as bob',
    left: [NAMES, 'jane', 'joe', 'ext', 'bob'],
  },
  {
    code: 'user_name_invalid',
    about: 'a name with a blank',
    change: (rows) => rows.users.push(user(20, 'a b')),
    found: 'a b: not imported',
    left: [NAMES, 'jane', 'joe', 'ext'],
  },
  {
    code: 'user_name_invalid',
    about: 'a reserved name',
    change: (rows) => rows.users.push(user(20, 'current')),
    found: 'current: not imported',
    left: [NAMES, 'jane', 'joe', 'ext'],
  },
  {
    code: 'user_name_invalid',
    about: 'a name with a denial',
    change: (rows) => {
      rows.users.push(user(20, 'a b'));
      deny(rows, 12, 20);
    },
    found: 'a b: not imported; it denies something',
  },
  {
    code: 'user_name_invalid',
    about: 'a name with a denial that is renamed',
    change: (rows) => {
      rows.users.push(user(20, 'a b'));
      deny(rows, 12, 20);
    },
    decisions: 'user_name_invalid: {a b: {rename: a-b}}',
    found: 'a b: imported as a-b',
    left: [
      'SELECT u.name AS user, p.name, p.access FROM users u JOIN user_permissions p ON p.user_id = u.id WHERE u.id = 20',
      'a-b read deny',
    ],
  },
  {
    code: 'user_name_invalid',
    about: 'a name with a denial that is left out on purpose',
    change: (rows) => {
      rows.users.push(user(20, 'a b'));
      deny(rows, 12, 20);
    },
    decisions: 'user_name_invalid: {20: skip}',
    found: 'a b: not imported; it denies something',
    left: [NAMES, 'jane', 'joe', 'ext'],
  },
  {
    code: 'user_name_invalid',
    about: 'a decision for a name that is invalid, too',
    change: (rows) => rows.users.push(user(20, 'a b')),
    decisions: 'user_name_invalid: {20: {rename: c d}}',
    found: 'a b: the name c d cannot be given either',
  },
  {
    code: 'user_name_taken',
    about: 'names that differ in case',
    change: (rows) => rows.users.push(user(20, 'JOE')),
    found: 'JOE: not imported',
    left: [NAMES, 'jane', 'joe', 'ext'],
  },
  {
    code: 'user_name_taken',
    about: 'names that differ in case, of which one denies something',
    change: (rows) => {
      rows.users.push(user(20, 'JOE'));
      deny(rows, 12, 20);
    },
    found: 'JOE: not imported; it denies something',
  },
  {
    code: 'user_name_taken',
    about: 'a decision for a name that is taken, too',
    change: (rows) => rows.users.push(user(20, 'JOE')),
    decisions: 'user_name_taken: {JOE: {rename: jane}}',
    found: 'JOE: the name jane of the decision is taken',
  },
  {
    code: 'group_name_invalid',
    about: 'a name with a slash',
    change: (rows) => rows.groups.push({ id: 20, group_name: 'a/b' }),
    found: 'a/b: not imported',
    left: [GROUPS, 'scientists', 'terms'],
  },
  {
    code: 'group_name_taken',
    about: 'names that differ in case',
    change: (rows) => rows.groups.push({ id: 20, group_name: 'TERMS' }),
    decisions: 'group_name_taken: {TERMS: {rename: other terms}}',
    found: 'TERMS: imported as other terms',
    left: [GROUPS, 'scientists', 'terms', 'other terms'],
  },
  {
    code: 'email_taken',
    about: 'an address of two users',
    change: (rows) => rows.users.push(user(20, 'bob', { email: 'JOE@example.com' })),
    found: 'bob: JOE@example.com: imported without it',
    left: [EMAILS, 'jane jane@example.com', 'joe joe@example.com', 'ext ext@example.com', 'bob '],
  },
  {
    code: 'email_invalid',
    about: 'an address that is none',
    change: (rows) => rows.users.push(user(20, 'bob', { email: 'bob' })),
    decisions: 'email_invalid: {bob: {email: bob@example.com}}',
    found: 'bob: bob: imported with bob@example.com',
    left: [
      EMAILS,
      'jane jane@example.com',
      'joe joe@example.com',
      'ext ext@example.com',
      'bob bob@example.com',
    ],
  },
  {
    code: 'password_unknown',
    about: 'a password of an unknown form',
    change: (rows) => rows.users.push(user(20, 'bob', { user_password: 'md5:abc' })),
    found: 'bob: imported without a password',
    left: ['SELECT password_hash FROM users WHERE id = 20', 'null'],
  },
  {
    code: 'service_name_taken',
    about: 'services of one name',
    change: (rows) => {
      rows.resources.push({ resource_id: 30, resource_name: 'api', resource_type: 'service', ordering: 0 });
      rows.services.push({ resource_id: 30, type: 'api', url: 'http://x.org' });
    },
    found: 'service api: service, not imported',
  },
  {
    code: 'service_name_taken',
    about: 'services of one name, of which one is renamed',
    change: (rows) => {
      rows.resources.push({ resource_id: 30, resource_name: 'api', resource_type: 'service', ordering: 0 });
      rows.services.push({ resource_id: 30, type: 'api', url: 'http://x.org' });
    },
    decisions: 'service_name_taken: {30: {rename: api-2}}',
    found: '',
    left: [SERVICES, 'api', 'maps', 'api-2'],
  },
  {
    code: 'service_name_invalid',
    about: 'a reserved name',
    change: (rows) => {
      Object.assign(rows.resources[1]!, { resource_name: 'types' });
      rows.groups_resources_permissions = [];
    },
    found: 'service types: name types',
    left: [SERVICES, 'api'],
  },
  {
    code: 'service_type_unknown',
    about: 'an unknown type with a denial',
    change: (rows) => Object.assign(rows.services[1]!, { type: 'csw' }),
    found: 'service maps: type csw',
  },
  {
    code: 'service_type_unknown',
    about: 'an unknown type that is decided',
    change: (rows) => Object.assign(rows.services[1]!, { type: 'csw' }),
    decisions: 'service_type_unknown: {maps: {type: geoserverwms}}',
    found: '',
    left: [SERVICES, 'api', 'maps'],
  },
  {
    code: 'service_url_invalid',
    about: 'an address that is none',
    change: (rows) => {
      Object.assign(rows.services[0]!, { url: 'ftp://x' });
      rows.users_resources_permissions = [];
    },
    found: 'service api: its address is not shown: it may have credentials',
    left: [SERVICES, 'maps'],
  },
  {
    code: 'service_configuration_invalid',
    about: 'a configuration that is none',
    change: (rows) => {
      Object.assign(rows.services[0]!, { type: 'thredds', configuration: { file_patterns: 5 } });
      rows.users_resources_permissions = [];
      rows.resources = rows.resources.filter(
        (one) => Number(one['resource_id']) < 11 || Number(one['resource_id']) > 19,
      );
    },
    decisions: 'service_configuration_invalid: {api: default}',
    found: 'service api: ',
    left: [SERVICES, 'api', 'maps'],
  },
  {
    code: 'sync_type_unknown',
    about: 'an unknown synchronization type',
    change: (rows) => Object.assign(rows.services[0]!, { sync_type: 'x' }),
    found: 'service api: synchronization type x',
    left: ['SELECT sync_type FROM services WHERE resource_id = 10', 'null'],
  },
  {
    code: 'resource_orphaned',
    about: 'a resource without a parent',
    change: (rows) => rows.resources.push(route(30, 'lost', null)),
    found: 'route lost: not imported',
    left: [TREE, '10 api', '11 a', '12 b', '13 c'],
  },
  {
    code: 'resource_orphaned',
    about: 'a cycle with a denial',
    change: (rows) => {
      rows.resources.push(route(30, 'x', 31), route(31, 'y', 30));
      deny(rows, 30);
    },
    found: 'route x: not imported; something is denied there',
  },
  {
    code: 'resource_root_differs',
    about: 'another root',
    change: (rows) => rows.resources.push(route(14, 'd', 12, { root_service_id: 20 })),
    found: 'd: imported in service 10',
    left: [TREE, '10 api', '11 a', '12 b', '13 c', '14 d'],
  },
  {
    code: 'resource_type_misplaced',
    about: 'a type that is not allowed there',
    change: (rows) => rows.resources.push(route(14, 'd', 12, { resource_type: 'layer' })),
    found: 'service api/b/d: layer, not imported',
    left: [TREE, '10 api', '11 a', '12 b', '13 c'],
  },
  {
    code: 'resource_name_invalid',
    about: 'a name with a slash, and a denial below',
    change: (rows) => {
      rows.resources.push(route(14, 'd/e', 12), route(15, 'f', 14));
      deny(rows, 15);
    },
    found: 'service api/b/d/e: route, not imported; something is denied there',
  },
  {
    code: 'resource_name_invalid',
    about: 'a name with a slash that is renamed, with what is below',
    change: (rows) => {
      rows.resources.push(route(14, 'd/e', 12), route(15, 'f', 14));
      deny(rows, 15);
    },
    decisions: 'resource_name_invalid: {14: {rename: d-e}}',
    found: '',
    left: [TREE, '10 api', '11 a', '12 b', '13 c', '14 d-e', '15 f'],
  },
  {
    code: 'resource_name_taken',
    about: 'siblings that differ in case',
    change: (rows) => {
      rows.resources.push(route(14, 'B', 10), route(15, 'f', 12));
      rows.users_resources_permissions.push({ user_id: 9, resource_id: 12, perm_name: 'read' });
    },
    found: 'service api/b: route, not imported',
    left: [TREE, '10 api', '11 a', '13 c', '14 B'],
  },
  {
    code: 'resource_name_taken',
    about: 'siblings that differ in case, with a denial below the first',
    change: (rows) => {
      rows.resources.push(route(14, 'B', 10), route(15, 'f', 12));
      deny(rows, 15);
    },
    found: 'service api/b: route, not imported; something is denied there',
  },
  {
    code: 'permission_malformed',
    about: 'a text that is no permission',
    change: joe('fly'),
    found: 'user joe on route b: fly: not imported',
    left: [OF_JOE],
  },
  {
    code: 'permission_malformed',
    about: 'a grant with an unknown modifier',
    change: joe('read-foo'),
    found: 'user joe on route b: read-foo: not imported',
    left: [OF_JOE],
  },
  {
    code: 'permission_malformed',
    about: 'a denial with an unknown modifier',
    change: joe('read-deny-foo'),
    found: 'user joe on route b: read-deny-foo: imported as read-deny-recursive',
    left: [OF_JOE, 'read deny recursive'],
  },
  {
    code: 'permission_not_allowed',
    about: 'a permission of other types',
    change: joe('getmap-deny'),
    found: 'user joe on route b: getmap-deny: not imported',
    left: [OF_JOE],
  },
  {
    code: 'permission_repeated',
    about: 'a grant and a denial',
    change: joe('read', 'read-deny-match', 'read-match'),
    found: 'user joe on route b: read, read-deny-match, read-match: imported as read-deny-match',
    left: [OF_JOE, 'read deny match'],
  },
  {
    code: 'permission_repeated',
    about: 'two grants',
    change: joe('read', 'read-match'),
    found: 'user joe on route b: read, read-match: imported as read-allow-match',
    left: [OF_JOE, 'read allow match'],
  },
  {
    code: 'permission_of_anonymous',
    about: 'a grant to the anonymous user',
    change: (rows) =>
      rows.users_resources_permissions.push({ user_id: 2, resource_id: 12, perm_name: 'read' }),
    found: 'user anonymous on route b: read: not imported',
    left: ['SELECT 1 FROM user_permissions WHERE user_id = 2'],
  },
  {
    code: 'permission_of_anonymous',
    about: 'a denial of the anonymous user',
    change: (rows) => deny(rows, 12, 2),
    found: 'user anonymous on route b: read-deny-match: not imported',
  },
  {
    code: 'membership_of_anonymous',
    about: 'a membership of the anonymous user',
    change: (rows) => rows.users_groups.push({ user_id: 2, group_id: 6 }),
    found: 'anonymous in terms: not imported',
    left: ['SELECT group_id FROM memberships WHERE user_id = 2', '2'],
  },
  {
    code: 'administrator_not_granted',
    about: 'a route permission of another group',
    change: (rows) => rows.groups_permissions.push({ group_id: 5, perm_name: 'admin' }),
    found: 'jane: route permission of scientists',
    left: ['SELECT user_id FROM memberships WHERE group_id = 1 ORDER BY 1', '1', '9'],
  },
  {
    code: 'administrator_not_granted',
    about: 'a route permission that is granted',
    change: (rows) => rows.users_permissions.push({ user_id: 7, perm_name: 'admin' }),
    decisions: 'administrator_not_granted: {jane: grant}',
    found: '',
    left: ['SELECT user_id FROM memberships WHERE group_id = 1 ORDER BY 1', '1', '7', '9'],
  },
  {
    code: 'identity_unconfirmed',
    about: 'an identity that is confirmed',
    change: () => undefined,
    decisions: 'identity_unconfirmed: {jane: confirm}',
    found: '',
    left: ['SELECT subject FROM external_identities ORDER BY 1', '583231', 'jane'],
  },
  {
    code: 'identity_taken',
    about: 'an identity of two users',
    change: (rows) =>
      rows.external_identities.push({
        external_id: '583231',
        external_user_name: 'octo',
        provider_name: 'github',
        local_user_id: 12 + 8,
      }) && rows.users.push(user(20, 'bob')),
    found: 'bob at github: subject 583231',
    left: ['SELECT user_id FROM external_identities', '12'],
  },
  {
    code: 'registration_name_taken',
    about: 'a registration with the name of a user',
    change: (rows) => Object.assign(rows.users_pending[0]!, { user_name: 'joe' }),
    found: 'joe: awaiting_approval',
    left: ['SELECT 1 FROM pending_users'],
  },
  {
    code: 'node_invalid',
    about: 'a node without an address',
    change: (rows) => rows.network_nodes.push({ id: 1, name: 'hirondelle' }),
    found: 'hirondelle: not imported',
    left: ['SELECT 1 FROM network_nodes'],
  },
  {
    code: 'network_dangling',
    about: 'a remote user without a node, and a token of nobody',
    change: (rows) => {
      rows.network_remote_users.push({ id: 1, user_id: null, network_node_id: 9, name: 'far' });
      rows.network_tokens.push({ id: 4, token: 'ab' });
    },
    found: 'far: not imported',
    left: ['SELECT 1 FROM remote_users'],
  },
];

describe('a conflict', () => {
  let fixture: ImportFixture;
  beforeAll(async () => {
    fixture = await openImport();
  });
  beforeEach(() => fixture.begin());
  afterEach(() => fixture.rollback());
  afterAll(() => fixture.close());

  it.each(CASES.map((one) => [`${one.code}: ${one.about}`, one] as const))(
    'about %s is settled as its rule says',
    async (_, { code, change, found, left, decisions }) => {
      const rows = platform();
      change(rows);
      await fixture.stage(rows as Rows);
      const revision = await fixture.lines('SELECT value FROM access_revision');
      const done = fixture.run({ ...(decisions === undefined ? {} : { decisions }) }).then(
        ({ report }) => ({ report, isRefused: false }),
        (error: unknown) => {
          if (error instanceof ImportRefused) return { report: error.report, isRefused: true };
          throw error;
        },
      );
      const { report, isRefused } = await done;
      expect(isRefused).toBe(left === undefined);
      const group = report.conflicts.find((one) => one.code === code);
      if (found !== '')
        expect((group?.examples ?? []).map(({ subject, detail }) => `${subject}: ${detail}`)).toContainEqual(
          expect.stringContaining(found),
        );
      if (isRefused) expect(group?.refused).toBeGreaterThan(0);
      if (left) expect(await fixture.lines(left[0])).toEqual(left.slice(1));
      else {
        expect(await fixture.lines('SELECT value FROM access_revision')).toEqual(revision);
        expect(await fixture.lines('SELECT 1 FROM imports UNION ALL SELECT 1 FROM import_sources')).toEqual(
          [],
        );
      }
    },
  );

  it('of 10,000 keeps a report of bounded size, and lists all of them in pages', async () => {
    const rows = platform();
    for (let id = 1000; id < 11_000; id += 1) rows.users.push(user(id, `a b ${id}`));
    await fixture.stage(rows as Rows);
    const { report } = await fixture.run({ isDry: true });
    const group = report.conflicts.find(({ code }) => code === 'user_name_invalid');
    expect(group?.count).toBe(10_000);
    expect(JSON.stringify(report).length).toBeLessThan(60_000);
  });
});
