import { addServiceTree } from '../conformance/service-tree';
import { type Fixture, cookieOf } from '../support/fixture';
import { storeAssignments } from '../support/stored-assignments';
import type { ServedCatalogue } from './acts';
import type { StoredAssignment, WrittenService } from './reference';
import { INTERPRETED_TYPES, type InterpretedType } from './interpretation';

type Nodes = Readonly<Record<string, string>>;

const LAYERS: Nodes = {
  s: 'service',
  's/open': 'workspace',
  's/open/open': 'layer',
  's/open/closed': 'layer',
  's/open/roads': 'layer',
  's/closed': 'workspace',
  's/closed/open': 'layer',
  's/closed/roads': 'layer',
  's/public': 'workspace',
  's/public/rivers': 'layer',
};
const PROCESSES: Nodes = Object.fromEntries(
  Object.entries(LAYERS).map(([path, type]) => [path, type === 'layer' ? 'process' : type]),
);
const FILES: Nodes = {
  s: 'service',
  's/open': 'directory',
  's/open/data.nc': 'file',
  's/open/closed': 'directory',
  's/open/closed.dat': 'file',
  's/closed': 'directory',
  's/closed/data.nc': 'file',
  's/public': 'directory',
  's/public/data.nc': 'file',
};
const ROUTES: Nodes = {
  s: 'service',
  's/open': 'route',
  's/open/closed': 'route',
  's/open/data': 'route',
  's/closed': 'route',
  's/closed/sub': 'route',
  's/public': 'route',
  's/public/data.json': 'route',
};

const FEATURES =
  'getcapabilities getfeature describefeaturetype lockfeature transaction getfeaturewithlock createstoredquery dropstoredquery ' +
  'liststoredqueries describestoredqueries getgmlobject getpropertyvalue';
const MAPS = 'getcapabilities getmap getfeatureinfo getlegendgraphic describelayer';
const WORKS = 'getcapabilities describeprocess execute';

/** Reference: request-mapping#allowed-permissions. */
const TYPES: Readonly<Record<InterpretedType, { readonly permissions: string; readonly nodes: Nodes }>> = {
  api: { permissions: 'read write', nodes: ROUTES },
  geoserver: {
    permissions: `${FEATURES} ${MAPS} ${WORKS} read write`,
    nodes: { ...LAYERS, 's/rest': 'route', 's/rest/open': 'route', 's/rest/closed': 'route' },
  },
  geoserverwfs: { permissions: FEATURES, nodes: LAYERS },
  geoserverwms: { permissions: MAPS, nodes: LAYERS },
  geoserverwps: { permissions: WORKS, nodes: PROCESSES },
  ncwms: {
    permissions: 'getcapabilities getmap getfeatureinfo getlegendgraphic getmetadata',
    nodes: FILES,
  },
  thredds: { permissions: 'browse read write', nodes: FILES },
};

/**
 * The permission assignments: `broad`, allowed at the service and denied at `closed`; `narrow`, allowed at
 * `open` alone; `whole`, allowed at the service and not denied anywhere, except for the last permission, which is not assigned.
 */
const KINDS = ['broad', 'narrow', 'whole'] as const;

/** The data of the servers of this scenario, which the proxy does not know. */
export const SERVED: ServedCatalogue = {
  workspaces: ['open', 'closed', 'public'].map((name) => ({ name, namespace: `http://x/${name}` })),
  groups: [
    {
      name: 'everything',
      members: [
        ['open', 'open'],
        ['closed', 'open'],
      ],
    },
    {
      name: 'mixture',
      workspace: 'open',
      members: [
        ['open', 'roads'],
        ['open', 'closed'],
      ],
    },
  ],
  aliases: ['open', 'closed', 'public'],
};

/** Services of each type and kind for one user; what is called `public` is open to all users. */
export class InterpretationScenario {
  private constructor(
    readonly services: readonly (WrittenService & { readonly type: InterpretedType })[],
    readonly memberCookie: string,
  ) {}

  /** Stores it; the private URL of a service is its name below `url`. */
  static async build(fixture: Fixture, url: string): Promise<InterpretationScenario> {
    const anonymous = await fixture.groupId('anonymous');
    const member = await fixture.addUser();
    const services = INTERPRETED_TYPES.flatMap((type) => KINDS.map((kind) => serviceOf(type, kind)));
    await fixture.write(async (manager) => {
      for (const { name, type, nodes, rules } of services) {
        const ids = await addServiceTree(manager, name, `${url}/${name}`, { serviceType: type, nodes });
        await storeAssignments(manager, { member, anonymous }, ids, rules);
      }
    });
    return new InterpretationScenario(services, cookieOf(await fixture.signIn(member)));
  }
}

function serviceOf(type: InterpretedType, kind: (typeof KINDS)[number]) {
  const { permissions, nodes } = TYPES[type];
  const names = [...new Set(permissions.split(' '))];
  const held = kind === 'whole' ? names.slice(0, -1) : names;
  const rules = held.flatMap((name) => Object.keys(nodes).flatMap((path) => rulesAt(path, name, kind)));
  return { name: `${kind}-${type}`, type, nodes, permissions: names, rules };
}

function rulesAt(path: string, name: string, kind: (typeof KINDS)[number]): StoredAssignment[] {
  const own = path === 's' ? '' : (path.split('/').at(-1) ?? '');
  const rule = (
    access: StoredAssignment['access'],
    scope: StoredAssignment['scope'],
    principal: StoredAssignment['principal'] = 'member',
  ): StoredAssignment[] => [{ principal, path, name, access, scope }];
  if (own === 'public') return rule('allow', 'recursive', 'anonymous');
  if (kind !== 'narrow' && path === 's') return rule('allow', 'recursive');
  if (kind === 'broad' && own.startsWith('closed')) return rule('deny', 'recursive');
  return kind === 'narrow' && /^(?:open|data\.nc)$/.test(own) && !path.includes('closed')
    ? rule('allow', 'match')
    : [];
}
