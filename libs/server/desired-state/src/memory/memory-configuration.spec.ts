import { formatExplicit } from '@gatehouse/access-engine';
import { lineOf } from '../message';
import { DIRECTORY_SETTINGS, type StateFixture, openState, stateOf } from '../state.fixture';
import { MemoryConfiguration } from './memory-configuration';

/** What is in memory, as the lines that the database has; `member` and `service` lines as far as a snapshot has them. */
function linesOf(configuration: MemoryConfiguration): string[] {
  const snapshot = configuration.snapshot();
  const pathOf = (id: number) =>
    snapshot
      .pathOf(id)
      .map(({ name }) => name)
      .reverse()
      .join('/');
  const lines: string[] = [];
  const memberships = new Set<string>();
  for (const { resourceId, name, type, url, proxy } of snapshot.services()) {
    lines.push(`service ${name} ${type} ${url}${proxy ? ` ${JSON.stringify(proxy)}` : ''}`);
    for (const { id, type: kind } of snapshot.branch(resourceId))
      if (kind !== 'service') lines.push(`resource ${pathOf(id)} ${kind}`);
  }
  for (const { principal, resourceId, permission } of configuration.assignments()) {
    const { kind, id } = principal;
    const holder = kind === 'user' ? snapshot.user(id) : snapshot.group(id);
    lines.push(`permission ${pathOf(resourceId)} ${kind} ${holder?.name} ${formatExplicit(permission)}`);
    if (kind === 'user')
      for (const group of snapshot.groupsOf(id)) memberships.add(`member ${holder?.name} ${group.name}`);
  }
  return [...lines, ...memberships].sort();
}

const FIRST = `
providers:
  catalog: {url: "http://data:8083/thredds", type: thredds}
  maps: {url: "http://maps/", type: geoserver}
  api: {url: "http://api", type: api, proxy: {pages: trusted}}
groups:
  - {name: scientists, description: Research staff}
  - {name: readers}
  - {name: unused, create: always}
users:
  - {username: jane, email: jane@example.org, group: scientists}
  - {username: joe, groups: [readers, scientists]}
permissions:
  - {service: catalog, permission: browse-allow-match, group: anonymous, action: create}
  - {service: catalog, resource: /birdhouse/data.nc, type: directory/file, permission: read, user: jane, group: scientists}
  - {service: catalog, resource: /birdhouse, permission: read-deny, user: joe}
  - {service: api, resource: /a/b, permission: write, group: later}
  - {service: maps, permission: getmap, user: joe}
  - {service: none, permission: read, user: joe}
`;
const SECOND = `
providers:
  api: {url: "http://other", type: api, hooks: [{type: response, path: x, target: "y.py:z"}]}
users:
  - {username: jane, groups: [readers]}
permissions:
  - {service: catalog, permission: browse-deny, group: anonymous}
  - {service: catalog, resource: BIRDHOUSE/Data.NC, permission: read-deny-match, user: Jane, action: remove}
  - {service: catalog, resource: birdhouse, permission: write-allow-match, user: joe}
  - {service: api, resource: /a/b, permission: write, group: later, action: remove}
  - {service: api, resource: /a/b, permission: write, user: jane}
  - {service: api, permission: write, user: anonymous}
`;

describe('a configuration in memory', () => {
  let fixture: StateFixture;
  beforeEach(async () => {
    fixture = await openState();
  });
  afterEach(() => fixture.database.drop());

  /** Of the database, without what a snapshot does not have. */
  async function storedLines(): Promise<string[]> {
    const lines = await fixture.contents();
    const holders = new Set(lines.flatMap((line) => /^permission \S+ user (\S+)/.exec(line)?.[1] ?? []));
    return lines
      .filter((line) => !/^(?:user|group) /.test(line))
      .filter((line) => !line.startsWith('member ') || holders.has(line.split(' ')[1] ?? ''))
      .map((line) => line.replace(/("pages"|"hooks_required"): /g, '$1:').replace('", "', '","'))
      .sort();
  }

  it('has what the same files leave in a database, one after the other', async () => {
    const configuration = new MemoryConfiguration(DIRECTORY_SETTINGS);
    for (const text of [FIRST, SECOND]) {
      const { state } = stateOf(text);
      const messages = await configuration.apply(state);
      const stored = await fixture.apply(text);
      expect(messages.map((one) => `${one.severity} ${lineOf(one)}`)).toEqual(
        stored.filter((line) => !line.includes('configuration_hooks_not_executed')),
      );
      expect(linesOf(configuration)).toEqual(await storedLines());
    }
    expect(linesOf(configuration)).toContain('permission api/a/b user jane write-allow-recursive');
  });

  it('begins with the users and groups of an instance that nobody has used', async () => {
    const snapshot = new MemoryConfiguration(DIRECTORY_SETTINGS).snapshot();
    const { dataSource } = fixture.database;
    const rows = await dataSource.query<{ member: string; club: string }[]>(
      `SELECT u.name AS member, g.name AS club FROM memberships m JOIN users u ON u.id = m.user_id JOIN groups g ON g.id = m.group_id`,
    );
    const groups = await dataSource.query<{ name: string }[]>('SELECT name FROM groups');
    expect(groups.every(({ name }) => snapshot.groupByName(name) !== undefined)).toBe(true);
    for (const { member, club } of rows)
      expect(snapshot.groupsOf(snapshot.userByName(member)?.id ?? 0).map(({ name }) => name)).toContain(club);
    expect(snapshot.isAdministrator(snapshot.userByName('admin')?.id)).toBe(true);
    expect(rows.length).toBeGreaterThan(1);
  });

  it('is not changed by what is refused, and knows where files state an assignment', async () => {
    const configuration = new MemoryConfiguration(DIRECTORY_SETTINGS);
    await configuration.apply(stateOf(FIRST).state);
    const before = linesOf(configuration);
    const { state } = stateOf(`providers: {api: {url: "http://b", type: wps}}
permissions: [{service: catalog, permission: read, group: new}]`);
    expect(await configuration.apply(state)).toMatchObject([{ code: 'configuration_service_type_differs' }]);
    expect(linesOf(configuration)).toEqual(before);
    const lines = [...configuration.assignments()].map(
      ({ place }) => place && place.value.source.positionOf(place.value.offset).line,
    );
    expect(lines.sort()).toEqual([14, 15, 15, 16, 17, 18]);
  });

  it('has a member of a group who is in no other', async () => {
    const configuration = new MemoryConfiguration(DIRECTORY_SETTINGS);
    await configuration.apply(stateOf(FIRST).state);
    const id = configuration.addMemberOf('scientists') ?? 0;
    expect(configuration.addMemberOf('nobody')).toBeUndefined();
    const names = configuration
      .snapshot()
      .groupsOf(id)
      .map(({ name }) => name);
    expect(names.sort()).toEqual(['anonymous', 'scientists']);
  });
});
