import {
  AccessSnapshot,
  type GroupRow,
  type ResourceRow,
  type RuleRow,
  type UserRow,
  parsePermission,
} from '@gatehouse/access-engine';
import { type ServiceOptions, serviceOptions } from '@gatehouse/proxy-options';
import { type ServiceType, TYPE_CATALOGUE, serviceTypeOf } from '@gatehouse/service-types';
import { nameOf, parentOf } from '@gatehouse/conformance';
import { GroupPermission, UserPermission } from '@gatehouse/database';
import { addServiceTree } from '../conformance/service-tree';
import { type House, cookieOf } from '../support/house';

/** Who sends a request: without session, an ordinary user, an administrator. */
export const PERSONAS = ['nobody', 'member', 'administrator'] as const;
export type Persona = (typeof PERSONAS)[number];

/** A service of the world, as it was stored. */
export interface WorldService {
  readonly id: number;
  readonly name: string;
  readonly type: ServiceType;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly options: ServiceOptions;
  /** The type of each node by its path, which starts with `s`. */
  readonly nodes: Nodes;
  readonly rules: readonly WrittenRule[];
}

type Nodes = Readonly<Record<string, string>>;

const LAYERS: Nodes = {
  s: 'service',
  's/open': 'workspace',
  's/open/open': 'layer',
  's/open/closed': 'layer',
  's/closed': 'workspace',
  's/closed/open': 'layer',
  's/public': 'workspace',
  's/public/l1': 'layer',
};
const PROCESSES: Nodes = Object.fromEntries(
  Object.entries(LAYERS).map(([path, type]) => [path, type === 'layer' ? 'process' : type]),
);
const flat = (type: string): Nodes => ({ s: 'service', 's/open': type, 's/closed': type, 's/public': type });
const FILES: Nodes = {
  s: 'service',
  's/open': 'directory',
  's/open/data.nc': 'file',
  's/closed': 'directory',
  's/closed/data.nc': 'file',
  's/open/closed': 'directory',
  's/public': 'directory',
};
const ROUTES: Nodes = {
  s: 'service',
  's/open': 'route',
  's/open/closed': 'route',
  's/closed': 'route',
  's/closed/open': 'route',
  's/public': 'route',
};
const TREES: Readonly<Record<string, Nodes>> = {
  access: { s: 'service' },
  api: ROUTES,
  'project-api': ROUTES,
  thredds: FILES,
  ncwms: FILES,
  wps: flat('process'),
  wfs: flat('layer'),
  geoserverwfs: LAYERS,
  geoserverwms: LAYERS,
  geoserverwps: PROCESSES,
  geoserver: { ...LAYERS, 's/rest': 'route', 's/rest/open': 'route', 's/rest/closed': 'route' },
};
/** All types of services. */
export const TYPES: readonly string[] = Object.keys(TREES);
const ALL_EXCEPTIONS = { paths: ['encoded-separators', 'path-parameters', 'empty-segments'] };
const VARIANTS: readonly (readonly [type: string, configuration: object | null, proxy: object | null])[] = [
  ...TYPES.map((type) => [type, null, null] as const),
  ['api', null, ALL_EXCEPTIONS],
  ['thredds', null, ALL_EXCEPTIONS],
  ['geoserver', null, ALL_EXCEPTIONS],
  ['geoserver', { api: false, wps: false }, null],
];

/**
 * How rules are held on a service: `broad`, open at the service and denied at what is called `closed`; `narrow`, allowed at
 * nothing but what is called `open`; `uneven`, by every other permission in turn, so that one permission is not as good as
 * another.
 */
const KINDS = ['broad', 'narrow', 'uneven'] as const;
type Kind = (typeof KINDS)[number];

/** A fixed installation with services of all types, each in all kinds. What is called `public` is for everybody. */
export class World {
  private constructor(
    readonly services: readonly WorldService[],
    private readonly snapshot: AccessSnapshot,
    private readonly people: Readonly<Record<Persona, { id: number; cookie: string } | undefined>>,
  ) {}

  /** Stores it; the private URL of a service is its name below `url`. */
  static async build(house: House, url: string): Promise<World> {
    const groups: GroupRow[] = [];
    for (const name of ['anonymous', 'administrators']) groups.push({ id: await house.groupId(name), name });
    const [publicGroup, administrators] = groups.map(({ id }) => id) as [number, number];
    const [member, root] = [await house.addUser(), await house.addUser()];
    await house.join(root, administrators);
    const rows = new WorldRows();
    const revision = await house.write(async (manager) => {
      for (const [index, [type, configuration, proxy]] of VARIANTS.entries()) {
        for (const kind of KINDS) {
          const name = `${kind}-${type}-${index}`;
          const nodes = TREES[type]!;
          const written = {
            serviceType: type,
            configuration: configuration as Record<string, unknown> | null,
          };
          const ids = await addServiceTree(manager, name, `${url}/${name}`, { ...written, nodes });
          if (proxy)
            await manager.query('UPDATE services SET proxy = $2 WHERE resource_id = $1', [
              ids.get('s'),
              proxy,
            ]);
          rows.add(name, written, proxy, nodes, ids, rulesOf(kind, serviceTypeOf(type)!, nodes));
        }
      }
      await manager.insert(UserPermission, rows.rulesOf('user', member).map(stored('userId')));
      await manager.insert(GroupPermission, rows.rulesOf('public', publicGroup).map(stored('groupId')));
    });
    const users: UserRow[] = await house.database.dataSource.query('SELECT id, name FROM users');
    const snapshot = AccessSnapshot.load(
      {
        revision,
        users,
        groups,
        memberships: [
          ...users.map(({ id }) => ({ userId: id, groupId: publicGroup })),
          { userId: root, groupId: administrators },
        ],
        resources: rows.resources,
        services: rows.services.map(({ id, type, configuration }) => ({
          resourceId: id,
          type: type.name,
          url: null,
          configuration,
          proxy: null,
        })),
        userRules: rows.rulesOf('user', member),
        groupRules: rows.rulesOf('public', publicGroup),
      },
      { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' },
      TYPE_CATALOGUE,
    );
    const person = async (id: number) => ({ id, cookie: cookieOf(await house.signIn(id)) });
    const people = { nobody: undefined, member: await person(member), administrator: await person(root) };
    return new World(rows.services, snapshot, people);
  }

  cookieOf(persona: Persona): string | undefined {
    return this.people[persona]?.cookie;
  }

  treeOf({ id }: WorldService) {
    return this.snapshot.treeOf(id);
  }

  /** By the snapshot of what was stored, which no proxy has part in. */
  get decider(): AccessSnapshot {
    return this.snapshot;
  }

  userIdOf(persona: Persona): number | undefined {
    return this.people[persona]?.id;
  }
}

/** A rule of the member, or one for everybody. */
export interface WrittenRule {
  readonly holder: 'user' | 'public';
  readonly path: string;
  /** `<name>-<access>-<scope>`. */
  readonly permission: string;
}

function rulesOf(kind: Kind, { permissions }: ServiceType, nodes: Nodes): WrittenRule[] {
  return permissions.flatMap((permission, index) => {
    const isBroad = kind === 'uneven' ? index % 2 === 0 : kind === 'broad';
    return Object.keys(nodes).flatMap((path) => ruleAt(path, permission, isBroad, kind === 'uneven'));
  });
}

function ruleAt(path: string, permission: string, isBroad: boolean, isUneven: boolean): WrittenRule[] {
  const user = (modifiers: string): WrittenRule[] => [
    { holder: 'user', path, permission: `${permission}-${modifiers}` },
  ];
  const name = path === 's' ? '' : nameOf(path);
  if (name === 'public')
    return isUneven && !isBroad
      ? []
      : [{ holder: 'public', path, permission: `${permission}-allow-recursive` }];
  if (name === 'closed') return user(isBroad ? 'deny-recursive' : 'deny-match');
  if (isBroad) return path === 's' ? user('allow-recursive') : [];
  return name === 'open' || name === 'data.nc' ? user('allow-match') : [];
}

const stored =
  <Key extends string>(key: Key) =>
  ({ holderId, ...rule }: RuleRow) =>
    ({ [key]: holderId, ...rule }) as { [K in Key]: number } & Omit<RuleRow, 'holderId'>;

/** What was stored, as rows of a snapshot. */
class WorldRows {
  readonly resources: ResourceRow[] = [];
  readonly services: WorldService[] = [];
  private readonly rules: {
    readonly holder: WrittenRule['holder'];
    readonly rule: Omit<RuleRow, 'holderId'>;
  }[] = [];

  add(
    name: string,
    written: { serviceType: string; configuration: Record<string, unknown> | null },
    proxy: object | null,
    nodes: Nodes,
    ids: ReadonlyMap<string, number>,
    rules: readonly WrittenRule[],
  ): void {
    const serviceId = ids.get('s')!;
    for (const [path, type] of Object.entries(nodes)) {
      const parentId = ids.get(parentOf(path) ?? '') ?? null;
      this.resources.push({
        id: ids.get(path)!,
        name: parentId === null ? name : nameOf(path),
        type,
        parentId,
        rootServiceId: parentId && serviceId,
        ordering: this.resources.length,
      });
    }
    const type = serviceTypeOf(written.serviceType)!;
    const configuration = type.configuration?.resolve(written.configuration ?? {}) ?? {};
    const options = serviceOptions(proxy);
    this.services.push({ id: serviceId, name, type, configuration, options, nodes, rules });
    for (const { holder, path, permission } of rules)
      this.rules.push({ holder, rule: { resourceId: ids.get(path)!, ...parsePermission(permission)! } });
  }

  rulesOf(holder: WrittenRule['holder'], holderId: number): RuleRow[] {
    return this.rules.filter((one) => one.holder === holder).map(({ rule }) => ({ holderId, ...rule }));
  }
}
