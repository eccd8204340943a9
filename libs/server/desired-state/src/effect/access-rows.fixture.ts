import type { TestDatabase } from '@gatehouse/testing';

/** A resource by the names on its path from the service: `api/a/b`. */
interface ResourceLine {
  readonly path: string;
  readonly type: string;
  readonly serviceType: string;
}

/** An assignment by names. */
interface Rule {
  readonly principal: string;
  readonly path: string;
  readonly name: string;
  readonly access: 'allow' | 'deny';
  readonly scope: 'match' | 'recursive';
}

/** What decisions depend on, as it is stored, with names instead of identifiers. */
export interface AccessRows {
  readonly groupsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly resources: ReadonlyMap<string, ResourceLine>;
  readonly rules: { readonly user: readonly Rule[]; readonly group: readonly Rule[] };
}

/** Which permissions apply to which resources: a copy of docs/reference/request-mapping.md by hand. */
const APPLICABLE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  api: { service: ['read', 'write'], route: ['read', 'write'] },
  wps: {
    service: ['describeprocess', 'execute', 'getcapabilities'],
    process: ['describeprocess', 'execute'],
  },
};
const PERMISSIONS = ['describeprocess', 'execute', 'getcapabilities', 'read', 'write'];

const TREE = `WITH RECURSIVE tree AS (
    SELECT r.id, r.name::text AS path, r.type, s.type AS "serviceType" FROM resources r JOIN services s ON s.resource_id = r.id
    UNION ALL SELECT r.id, t.path || '/' || r.name, r.type, t."serviceType" FROM resources r JOIN tree t ON r.parent_id = t.id)`;

/** Reads it with statements of its own. */
export async function readAccess({ dataSource }: TestDatabase): Promise<AccessRows> {
  const users = await dataSource.query<{ name: string; groups: string[] }[]>(
    `SELECT u.name, array(SELECT g.name::text FROM memberships m JOIN groups g ON g.id = m.group_id WHERE m.user_id = u.id) AS groups
     FROM users u`,
  );
  const resources = await dataSource.query<ResourceLine[]>(
    `${TREE} SELECT path, type, "serviceType" FROM tree`,
  );
  const rules = (kind: 'user' | 'group') =>
    dataSource.query<Rule[]>(
      `${TREE} SELECT o.name AS principal, t.path, p.name, p.access, p.scope FROM ${kind}_permissions p
       JOIN ${kind}s o ON o.id = p.${kind}_id JOIN tree t ON t.id = p.resource_id`,
    );
  return {
    groupsOf: new Map(users.map(({ name, groups }) => [name, new Set(groups)])),
    resources: new Map(resources.map((line) => [line.path, line])),
    rules: { user: await rules('user'), group: await rules('group') },
  };
}

/** The rules of the documentation on effective permissions, word by word, over lists of rows. */
function isAllowed(rows: AccessRows, user: string, path: string, name: string, isExact: boolean): boolean {
  const names = path.split('/');
  const along = names.map((_, index) => names.slice(0, names.length - index).join('/'));
  const existing = along.filter((one) => rows.resources.has(one));
  const isTarget = (one: string) => isExact && one === path;
  const groups = rows.groupsOf.get(user) ?? new Set(['anonymous']);
  const own = rows.groupsOf.has(user) ? rows.rules.user.filter((rule) => rule.principal === user) : [];
  const ofGroups = rows.rules.group.filter((rule) => groups.has(rule.principal));
  const ranks = [
    own,
    ofGroups.filter(({ principal }) => principal !== 'anonymous'),
    ofGroups.filter(({ principal }) => principal === 'anonymous'),
  ];
  for (const rank of ranks)
    for (const one of existing) {
      const applying = rank.filter(
        (rule) => rule.path === one && rule.name === name && (rule.scope === 'recursive' || isTarget(one)),
      );
      if (applying.length > 0) return applying.every(({ access }) => access === 'allow');
    }
  return false;
}

/** Each decision that differs between two states: `gain ada api/a read both`. */
export function differencesOf(before: AccessRows, after: AccessRows): string[] {
  const lines: string[] = [];
  const isAdministrator = (user: string) =>
    [before, after].some(({ groupsOf }) => groupsOf.get(user)?.has('administrators'));
  for (const user of new Set([...before.groupsOf.keys(), ...after.groupsOf.keys()])) {
    if (isAdministrator(user)) continue;
    for (const [path, { type, serviceType }] of new Map([...before.resources, ...after.resources]))
      for (const name of PERMISSIONS) {
        const of = APPLICABLE[serviceType] ?? {};
        const below = Object.entries(of).flatMap(([one, names]) => (one === 'service' ? [] : names));
        const change = (isExact: boolean) => {
          const applies = isExact ? of[type]?.includes(name) : below.includes(name);
          const [was, is] = [before, after].map((rows) => isAllowed(rows, user, path, name, isExact));
          return !applies || was === is ? 'none' : is ? 'gain' : 'loss';
        };
        const [exact, under] = [change(true), change(false)];
        for (const side of ['gain', 'loss']) {
          const reach = exact === under ? 'both' : exact === side ? 'resource' : 'names_below';
          if (exact === side || under === side) lines.push(`${side} ${user} ${path} ${name} ${reach}`);
        }
      }
  }
  return lines.sort();
}
