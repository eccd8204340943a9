import type { ImportFixture, Rows } from './import.fixture';

/** What one side has, by names and paths: for an oracle that knows no identifiers. */
export interface World {
  /** Address by name. */
  readonly users: Map<string, string>;
  /** Description by name. */
  readonly groups: Map<string, string>;
  /** `user group`. */
  readonly memberships: Set<string>;
  /** Paths below the service, such as `/a/b`, with their display names; the service is the empty path. */
  readonly resources: Map<string, string>;
  /** `user jane /a read` → `allow match`. */
  readonly assignments: Map<string, string>;
}

export const emptyWorld = (): World => ({
  users: new Map(),
  groups: new Map(),
  memberships: new Set(),
  resources: new Map([['', 'api']]),
  assignments: new Map(),
});

export const copyOfWorld = (world: World): World => ({
  users: new Map(world.users),
  groups: new Map(world.groups),
  memberships: new Set(world.memberships),
  resources: new Map(world.resources),
  assignments: new Map(world.assignments),
});

export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const VALUES = ['allow match', 'allow recursive', 'deny match', 'deny recursive'];
let named = 0;

/** Changes a world at random. New names are used once: what is created again is another object. */
export function changeAtRandom(world: World, side: 's' | 't', random: Random, count: number): void {
  const one = <T>(all: Iterable<T>): T | undefined => {
    const list = [...all];
    return list[random(Math.max(1, list.length))];
  };
  for (let index = 0; index < count; index += 1) {
    named += 1;
    const name = `${side}${named}`;
    const [user, group, path] = [
      one(world.users.keys()),
      one(world.groups.keys()),
      one(world.resources.keys()) ?? '',
    ];
    switch (random(13)) {
      case 0:
        world.users.set(name, `${name}@example.com`);
        break;
      case 1:
        world.groups.set(name, name);
        break;
      case 2:
        if (user !== undefined && random(3) === 0) removePrincipal(world, 'user', user);
        break;
      case 3:
        if (group !== undefined && random(3) === 0) removePrincipal(world, 'group', group);
        break;
      case 4:
        if (user !== undefined) world.users.set(user, `${name}@example.com`);
        break;
      case 5:
        if (group !== undefined) world.groups.set(group, name);
        break;
      case 6:
        if (user !== undefined && group !== undefined) world.memberships.add(`${user} ${group}`);
        break;
      case 7: {
        const membership = one(world.memberships);
        if (membership !== undefined) world.memberships.delete(membership);
        break;
      }
      case 8:
        if (path.split('/').length < 5) world.resources.set(`${path}/${name}`, name);
        break;
      case 9:
        if (path !== '' && random(2) === 0) removeResource(world, path);
        break;
      case 10: {
        const key = one(world.assignments.keys());
        if (key !== undefined) world.assignments.delete(key);
        break;
      }
      default: {
        const holder = random(2) === 0 ? user && `user ${user}` : group && `group ${group}`;
        const value = VALUES[random(4)] ?? '';
        if (holder !== undefined)
          world.assignments.set(`${holder} ${path} ${random(2) === 0 ? 'read' : 'write'}`, value);
      }
    }
  }
}

/** A world with something of everything. */
export function fullWorld(random: Random): World {
  const world = emptyWorld();
  for (let index = 0; index < 6; index += 1) world.users.set(`u${index}`, `u${index}@example.com`);
  for (let index = 0; index < 4; index += 1) world.groups.set(`g${index}`, '');
  for (const path of ['/a', '/a/b', '/a/b/c', '/a/d', '/e', '/e/f']) world.resources.set(path, path);
  const [users, groups, paths] = [
    [...world.users.keys()],
    [...world.groups.keys()],
    [...world.resources.keys()],
  ];
  for (const user of users)
    for (const group of groups) if (random(2) === 0) world.memberships.add(`${user} ${group}`);
  for (let index = 0; index < 50; index += 1) {
    const holder =
      random(3) === 0 ? `user ${users[random(users.length)]}` : `group ${groups[random(groups.length)]}`;
    world.assignments.set(`${holder} ${paths[random(paths.length)]} read`, VALUES[random(4)] ?? '');
  }
  return world;
}

export function removePrincipal(world: World, kind: 'user' | 'group', name: string): void {
  world[`${kind}s`].delete(name);
  for (const one of world.memberships)
    if (one.split(' ')[kind === 'user' ? 0 : 1] === name) world.memberships.delete(one);
  for (const key of world.assignments.keys())
    if (key.startsWith(`${kind} ${name} `)) world.assignments.delete(key);
}

export function isAtOrBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

export function removeResource(world: World, top: string): void {
  for (const path of world.resources.keys()) if (isAtOrBelow(path, top)) world.resources.delete(path);
  for (const key of world.assignments.keys())
    if (isAtOrBelow(key.split(' ')[2] ?? '', top)) world.assignments.delete(key);
}

/** Identifiers of the reference, which gives each once. */
export class SourceIds {
  private readonly ids = new Map<string, number>();
  private next = 10;

  of(key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.next += 1;
    this.ids.set(key, this.next);
    return this.next;
  }
}

/** The world as the reference stores it. */
export function rowsOf(world: World, ids: SourceIds): Rows {
  const resource = (path: string): number => ids.of(`resource ${path}`);
  const assignmentsOf = (kind: 'user' | 'group') =>
    [...world.assignments].flatMap(([key, value]) => {
      const [holder, name, path = '', permission = ''] = key.split(' ');
      if (holder !== kind) return [];
      const text = `${permission}-${value.replace(' ', '-')}`;
      return [{ [`${kind}_id`]: ids.of(`${kind} ${name}`), resource_id: resource(path), perm_name: text }];
    });
  return {
    users: [
      { id: 1, user_name: 'admin', email: 'a@example.com', status: 1 },
      { id: 2, user_name: 'anonymous', email: 'b@example.com', status: 1 },
      ...[...world.users].map(([name, email]) => ({
        id: ids.of(`user ${name}`),
        user_name: name,
        email,
        status: 1,
      })),
    ],
    groups: [
      { id: 1, group_name: 'administrators', discoverable: false },
      { id: 2, group_name: 'anonymous', discoverable: false },
      ...[...world.groups].map(([name, description]) => ({
        id: ids.of(`group ${name}`),
        group_name: name,
        description,
        discoverable: false,
      })),
    ],
    users_groups: [...world.memberships].map((one) => {
      const [user, group] = one.split(' ');
      return { user_id: ids.of(`user ${user}`), group_id: ids.of(`group ${group}`) };
    }),
    resources: [...world.resources].map(([path, display], index) => ({
      resource_id: resource(path),
      resource_name: path === '' ? 'api' : path.slice(path.lastIndexOf('/') + 1),
      resource_display_name: display,
      resource_type: path === '' ? 'service' : 'route',
      parent_id: path === '' ? null : resource(path.slice(0, path.lastIndexOf('/'))),
      root_service_id: path === '' ? null : resource(''),
      ordering: index,
    })),
    services: [{ resource_id: resource(''), type: 'api', url: 'http://localhost:1' }],
    users_resources_permissions: assignmentsOf('user'),
    groups_resources_permissions: assignmentsOf('group'),
  };
}

const PATHS = `WITH RECURSIVE paths AS (
  SELECT id, '' AS path FROM resources WHERE parent_id IS NULL
  UNION ALL SELECT r.id, p.path || '/' || r.name FROM paths p JOIN resources r ON r.parent_id = p.id)`;

/** What is here. */
export async function worldOf({ database }: ImportFixture): Promise<World> {
  const query = <Row>(sql: string): Promise<Row[]> => database.dataSource.query<Row[]>(sql);
  const world = emptyWorld();
  world.resources.clear();
  for (const { name, email } of await query<{ name: string; email: string }>(
    'SELECT name, email FROM users WHERE id > 2 ORDER BY id',
  ))
    world.users.set(name, email);
  for (const { name, description } of await query<{ name: string; description: string }>(
    'SELECT name, description FROM groups WHERE id > 3 ORDER BY id',
  ))
    world.groups.set(name, description);
  for (const { one } of await query<{ one: string }>(
    `SELECT u.name || ' ' || g.name AS one FROM memberships m JOIN users u ON u.id = m.user_id JOIN groups g ON g.id = m.group_id
     WHERE u.id > 2 AND g.id > 3`,
  ))
    world.memberships.add(one);
  for (const { path, display } of await query<{ path: string; display: string }>(
    `${PATHS} SELECT p.path, r.display_name AS display FROM paths p JOIN resources r ON r.id = p.id`,
  ))
    world.resources.set(path, display);
  for (const { key, value } of await query<{ key: string; value: string }>(
    `${PATHS} SELECT 'user ' || u.name || ' ' || p.path || ' ' || a.name AS key, a.access || ' ' || a.scope AS value
       FROM user_permissions a JOIN users u ON u.id = a.user_id JOIN paths p ON p.id = a.resource_id
     UNION ALL SELECT 'group ' || g.name || ' ' || p.path || ' ' || a.name, a.access || ' ' || a.scope
       FROM group_permissions a JOIN groups g ON g.id = a.group_id JOIN paths p ON p.id = a.resource_id`,
  ))
    world.assignments.set(key, value);
  return world;
}
