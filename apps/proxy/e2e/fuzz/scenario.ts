import { addServiceTree } from '../conformance/service-tree';
import type { StoredAssignment, WrittenService } from '../interpretation/reference';
import { storeAssignments } from '../support/stored-assignments';
import { type Fixture, cookieOf } from '../support/fixture';

/** Who sends a request: without a session, an ordinary user, an administrator. */
export const PERSONAS = ['anonymous', 'member', 'administrator'] as const;
export type Persona = (typeof PERSONAS)[number];

/** A service of the scenario, as stored. */
export interface ScenarioService extends WrittenService {
  /** Handlers that are switched off. */
  readonly switchedOff: readonly string[];
  readonly options: ScenarioOptions;
}

/** The field `proxy` of a service, as far as it is used here. */
interface ScenarioOptions {
  readonly paths?: readonly string[];
  readonly parameters?: readonly string[];
  readonly registered_names_only?: boolean;
  readonly forward_cookies?: readonly string[];
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
/** The part of a name before a colon determines its assignments, as a whole name does. */
const NAMESAKES: Nodes = {
  's/open:roads': 'layer',
  's/closed:roads': 'layer',
  's/open:rivers': 'layer',
  's/public:rivers': 'layer',
};
const FILES: Nodes = {
  s: 'service',
  's/open': 'directory',
  's/open/data.nc': 'file',
  's/closed': 'directory',
  's/closed/data.nc': 'file',
  's/open/closed': 'directory',
  's/open/closed.dat': 'file',
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

const FEATURES =
  'createstoredquery describefeaturetype describestoredqueries dropstoredquery getcapabilities getfeature ' +
  'getfeaturewithlock liststoredqueries lockfeature transaction';
const MORE_FEATURES = `${FEATURES} getgmlobject getpropertyvalue`;
const MAPS = 'getcapabilities getfeatureinfo getlegendgraphic getmap';
const WORKS = 'describeprocess execute getcapabilities';

/** Reference: request-mapping#allowed-permissions. */
const CATALOGUE: Readonly<Record<string, { readonly permissions: string; readonly nodes: Nodes }>> = {
  access: { permissions: 'access', nodes: { s: 'service' } },
  api: { permissions: 'read write', nodes: ROUTES },
  'project-api': { permissions: 'read write', nodes: ROUTES },
  thredds: { permissions: 'browse read write', nodes: FILES },
  ncwms: { permissions: `${MAPS} getmetadata`, nodes: FILES },
  wps: { permissions: WORKS, nodes: flat('process') },
  wfs: { permissions: FEATURES, nodes: { ...flat('layer'), ...NAMESAKES } },
  geoserverwfs: { permissions: MORE_FEATURES, nodes: LAYERS },
  geoserverwms: { permissions: `${MAPS} describelayer`, nodes: LAYERS },
  geoserverwps: { permissions: WORKS, nodes: PROCESSES },
  geoserver: {
    permissions: `${MORE_FEATURES} ${MAPS} describelayer ${WORKS} read write`,
    nodes: { ...LAYERS, 's/rest': 'route', 's/rest/open': 'route', 's/rest/closed': 'route' },
  },
};
/** All types of services. */
export const TYPES: readonly string[] = Object.keys(CATALOGUE);

/** The parameter that services with options accept in addition to the lists of their types. */
export const VENDOR = 'vendor';
/** The cookie that such services receive from clients. */
const KEPT_COOKIE = 'kept';

const ALL_PATHS: ScenarioOptions = { paths: ['encoded-separators', 'path-parameters', 'empty-segments'] };
const NAMED: ScenarioOptions = {
  parameters: [VENDOR],
  registered_names_only: true,
  forward_cookies: [KEPT_COOKIE],
};
interface Variant {
  readonly type: string;
  readonly switchedOff: readonly string[];
  readonly options: ScenarioOptions;
}
const MAX_VARIANTS: readonly Variant[] = [
  ...TYPES.map((type) => ({ type, switchedOff: [], options: {} })),
  ...['api', 'thredds', 'geoserver'].map((type) => ({ type, switchedOff: [], options: ALL_PATHS })),
  ...['wps', 'wfs', 'ncwms', 'geoserverwms', 'geoserverwps', 'geoserver'].map((type) => ({
    type,
    switchedOff: [],
    options: NAMED,
  })),
  { type: 'geoserver', switchedOff: ['api', 'wps'], options: {} },
];

/**
 * The permission assignments on a service: `broad`, allowed at the service and denied at `closed`; `narrow`, allowed at
 * `open` only; `whole`, allowed at the service and not denied anywhere; `uneven`, whole and narrow by every
 * other permission in turn, so that permissions differ.
 */
const KINDS = ['broad', 'narrow', 'whole', 'uneven'] as const;
type Kind = (typeof KINDS)[number];

/** A fixed installation with services of all types, each in all kinds. What is called `public` is open to all users. */
export class Scenario {
  private constructor(
    readonly services: readonly ScenarioService[],
    private readonly cookies: Readonly<Record<Persona, string | undefined>>,
    private readonly userIds: Readonly<Record<Persona, number | undefined>>,
  ) {}

  /** Stores it; the private URL of a service is its name below `url`. */
  static async build(fixture: Fixture, url: string): Promise<Scenario> {
    const anonymous = await fixture.groupId('anonymous');
    const [member, root] = [await fixture.addUser(), await fixture.addUser()];
    await fixture.join(root, await fixture.groupId('administrators'));
    const services = MAX_VARIANTS.flatMap((variant, index) =>
      KINDS.map((kind) => serviceOf(variant, index, kind)),
    );
    await fixture.write(async (manager) => {
      for (const { name, type, nodes, rules, switchedOff, options } of services) {
        const configuration =
          switchedOff.length === 0
            ? null
            : Object.fromEntries(switchedOff.map((handler) => [handler, false]));
        const ids = await addServiceTree(manager, name, `${url}/${name}`, {
          serviceType: type,
          configuration,
          nodes,
        });
        await manager.query('UPDATE services SET proxy = $2 WHERE resource_id = $1', [ids.get('s'), options]);
        await storeAssignments(manager, { member, anonymous }, ids, rules);
      }
    });
    const cookie = async (id: number) => cookieOf(await fixture.signIn(id));
    const cookies = { anonymous: undefined, member: await cookie(member), administrator: await cookie(root) };
    return new Scenario(services, cookies, { anonymous: undefined, member, administrator: root });
  }

  cookieOf(persona: Persona): string | undefined {
    return this.cookies[persona];
  }

  userIdOf(persona: Persona): number | undefined {
    return this.userIds[persona];
  }
}

function serviceOf({ type, switchedOff, options }: Variant, index: number, kind: Kind): ScenarioService {
  const { permissions: names = '', nodes = {} } = CATALOGUE[type] ?? {};
  const permissions = [...new Set(names.split(' '))].sort();
  const rules = permissions.flatMap((permission, index) => {
    const own = kind !== 'uneven' ? kind : index % 2 === 0 ? 'whole' : 'narrow';
    return Object.keys(nodes).flatMap((path) => rulesAt(path, permission, own));
  });
  return { name: `${kind}-${type}-${index}`, type, nodes, permissions, rules, switchedOff, options };
}

function rulesAt(path: string, name: string, kind: Exclude<Kind, 'uneven'>): StoredAssignment[] {
  const own = path === 's' ? '' : ((path.split('/').at(-1) ?? '').split(':')[0] ?? '');
  const rule = (access: StoredAssignment['access'], scope: StoredAssignment['scope']): StoredAssignment[] => [
    { principal: own === 'public' ? 'anonymous' : 'member', path, name, access, scope },
  ];
  if (own === 'public') return rule('allow', 'recursive');
  if (kind !== 'narrow' && path === 's') return rule('allow', 'recursive');
  if (kind === 'broad') return own.startsWith('closed') ? rule('deny', 'recursive') : [];
  if (kind === 'whole') return [];
  if (own.startsWith('closed')) return rule('deny', 'match');
  return own === 'open' || own === 'data.nc' ? rule('allow', 'match') : [];
}
