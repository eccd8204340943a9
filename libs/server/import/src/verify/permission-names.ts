/**
 * The permission names of the reference. The position of a name is its bit in the sets of names that statements compute, so that
 * one row of a resource has the answers for all of them.
 */
const NAMES = [
  'read',
  'write',
  'access',
  'browse',
  'getcapabilities',
  'getmap',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmetadata',
  'getpropertyvalue',
  'getfeature',
  'getfeaturewithlock',
  'getgmlobject',
  'describefeaturetype',
  'describelayer',
  'describeprocess',
  'execute',
  'lockfeature',
  'transaction',
  'createstoredquery',
  'dropstoredquery',
  'liststoredqueries',
  'describestoredqueries',
] as const;

type Name = (typeof NAMES)[number];

const FILES: readonly Name[] = ['browse', 'read', 'write'];
const ROUTES: readonly Name[] = ['read', 'write'];
const NCWMS: readonly Name[] = [
  'getcapabilities',
  'getmap',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmetadata',
];
const GEOSERVER_WMS: readonly Name[] = [
  'getcapabilities',
  'getmap',
  'getfeatureinfo',
  'getlegendgraphic',
  'describelayer',
];
const LAYER: readonly Name[] = ['getfeature', 'describefeaturetype', 'lockfeature', 'transaction'];
const WFS: readonly Name[] = [
  ...LAYER,
  'getcapabilities',
  'getfeaturewithlock',
  'createstoredquery',
  'dropstoredquery',
  'liststoredqueries',
  'describestoredqueries',
];
const GEOSERVER_WFS: readonly Name[] = [...WFS, 'getgmlobject', 'getpropertyvalue'];
const PROCESS: readonly Name[] = ['describeprocess', 'execute'];
const WPS: readonly Name[] = ['getcapabilities', ...PROCESS];
const GEOSERVER: readonly Name[] = [...GEOSERVER_WFS, ...GEOSERVER_WMS, ...WPS];

/** Which names can be set on a resource, by the type of its service and its own. Documentation of Magpie, "Services", the sections of the types. */
const APPLICABLE: Readonly<Record<string, Readonly<Record<string, readonly Name[]>>>> = {
  access: { service: ['access'] },
  api: { service: ROUTES, route: ROUTES },
  thredds: { service: FILES, directory: FILES, file: FILES },
  ncwms: { service: NCWMS, directory: NCWMS, file: NCWMS },
  wps: { service: WPS, process: PROCESS },
  wfs: { service: WFS, layer: LAYER },
  geoserverwfs: { service: GEOSERVER_WFS, workspace: GEOSERVER_WFS, layer: GEOSERVER_WFS },
  geoserverwms: { service: GEOSERVER_WMS, workspace: GEOSERVER_WMS, layer: GEOSERVER_WMS },
  geoserverwps: { service: WPS, workspace: WPS, process: PROCESS },
  geoserver: {
    service: [...GEOSERVER, ...ROUTES],
    workspace: GEOSERVER,
    layer: [...GEOSERVER_WFS, ...GEOSERVER_WMS],
    process: PROCESS,
    route: ROUTES,
  },
};

const TYPES = Object.entries(APPLICABLE).flatMap(([service, resources]) =>
  Object.entries(resources).map(([resource, names]) => [service, resource, names] as const),
);

/** The bit of a name; 0 for one that the reference does not have. */
export function bitOf(name: string): number {
  const position = (NAMES as readonly string[]).indexOf(name);
  return position < 0 ? 0 : 1 << position;
}

/** The names of a set of bits. */
export function namesOf(bits: number): readonly string[] {
  return NAMES.filter((_, position) => bits & (1 << position));
}

/** Rows of SQL: a name and its bit. */
export function nameRows(): string {
  return NAMES.map((name) => `('${name}', ${bitOf(name)})`).join(', ');
}

/** Rows of SQL: type of a service, type of a resource, and the bits of the names that can be set there. */
export function applicableRows(): string {
  return TYPES.map(([service, resource, names]) => {
    const bits = names.reduce((set, name) => set | bitOf(name), 0);
    return `('${service}', '${resource}', ${bits})`;
  }).join(', ');
}

/** The same without the names. */
export function typeRows(): string {
  return TYPES.map(([service, resource]) => `('${service}', '${resource}')`).join(', ');
}

/** Number of names in a set. */
export function sizeOf(bits: number): number {
  let rest = bits;
  let size = 0;
  for (; rest !== 0; size++) rest &= rest - 1;
  return size;
}
