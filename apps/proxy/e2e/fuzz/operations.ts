import type { LooseDocument, LooseElement } from './document';
import type { Understood } from './understanding';

/** What an OGC service is told to do, and with what. */
export interface Doing {
  readonly permission: string;
  readonly names: readonly string[];
  /** Whether it also touches what has no name in the request. */
  readonly reachesUnnamed: boolean;
  /** Whether it is about the service itself, whatever is named. */
  readonly isAboutService: boolean;
}

const FEATURES = ['describefeaturetype', 'getfeature', 'getfeaturewithlock', 'lockfeature', 'transaction'];
const ABOUT_FEATURES = [
  'createstoredquery',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'liststoredqueries',
];
const MAPS = ['getcapabilities', 'getfeatureinfo', 'getlegendgraphic', 'getmap'];
const PROCESSES = ['getcapabilities', 'describeprocess', 'execute'];

/** What each service knows to do. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  wps: PROCESSES,
  wfs: [...FEATURES, ...ABOUT_FEATURES],
  ncwms: [...MAPS, 'getmetadata'],
  'geoserver-wps': PROCESSES,
  'geoserver-wfs': [...FEATURES, ...ABOUT_FEATURES, 'getgmlobject', 'getpropertyvalue'],
  'geoserver-wms': [...MAPS, 'describelayer'],
};

/** The operation that a service of that kind finds; undefined where it finds none. */
export function doingsOf(kind: string, asked: Understood): Doing | undefined {
  const permission = asked.values.get('request')?.toLowerCase() ?? '';
  if (!KNOWN[kind]?.includes(permission)) return undefined;
  const found =
    kind === 'ncwms'
      ? mapsOfFiles(permission, asked)
      : kind.endsWith('wps')
        ? processes(kind, permission, asked)
        : kind.endsWith('wfs')
          ? features(asked)
          : maps(asked);
  const isAboutService =
    kind === 'wfs'
      ? ABOUT_FEATURES.includes(permission)
      : permission === 'getcapabilities' && (kind === 'wps' || found.names.length === 0);
  return { permission, ...found, isAboutService };
}

type Found = Pick<Doing, 'names' | 'reachesUnnamed'>;

function processes(kind: string, permission: string, { values, document }: Understood): Found {
  const written = document
    ? elementsNamed(document, 'identifier').filter(({ within }) => within[0] === document.elements[0]?.name)
    : [];
  const asked = values.get('identifier') ?? '';
  const isList = kind !== 'wps' || permission !== 'execute';
  return {
    names: distinct([...texts(written), ...(isList ? listed(asked, /,/) : [asked])]),
    reachesUnnamed: false,
  };
}

function features({ values, document }: Understood): Found {
  const types = ['typenames', 'typename'];
  const named = types.flatMap((name) => listed(values.get(name), /[,()]/));
  const elements = document?.elements ?? [];
  const written = elements.flatMap((element) => [
    ...element.attributes.filter(([name]) => types.includes(name)).map(([, value]) => value),
    ...(types.includes(element.name) ? [element.text] : []),
    ...(element.within[0] === 'insert' ? [element.name] : []),
  ]);
  const ids = ['featureid', 'resourceid'].flatMap((name) => listed(values.get(name), /[,()]/));
  const idTypes = ids.map((id) => id.slice(0, Math.max(0, id.lastIndexOf('.'))).toLowerCase());
  const known = new Set(named.map((name) => name.toLowerCase().replace(/^.*:/, '')));
  return {
    names: distinct([...named, ...written.flatMap((text) => listed(text, /[\s,()]/))]),
    reachesUnnamed:
      ['storedquery_id', 'storedqueryid', 'gmlobjectid'].some((name) => values.has(name)) ||
      idTypes.some((type) => !known.has(type)) ||
      (ids.length === 0 && (values.has('featureid') || values.has('resourceid'))) ||
      elements.some(({ name }) => /^(?:storedquery|native|getgmlobject)$/.test(name)),
  };
}

function maps({ values, document }: Understood): Found {
  const named = ['layers', 'query_layers', 'layer'].flatMap((name) => listed(values.get(name), /,/));
  const drawn = document
    ? texts(elementsNamed(document, 'name').filter(({ within }) => within[0] === 'namedlayer'))
    : [];
  const names = distinct([...named, ...drawn]);
  const bringsLayers = names.length === 0 && (values.has('sld') || values.has('sld_body'));
  return { names, reachesUnnamed: bringsLayers };
}

/** By paths of files; layers are variables in them. */
function mapsOfFiles(permission: string, asked: Understood): Found {
  const datasets = listed(asked.values.get('dataset'), /,/);
  if (permission === 'getcapabilities') return { names: datasets, reachesUnnamed: false };
  const { names, reachesUnnamed } = maps(asked);
  const layers = [...names, ...listed(asked.values.get('layername'), /,/)];
  const files = layers.map((layer) => layer.split('/').slice(0, -1).join('/'));
  return { names: [...datasets, ...files.filter((path) => path !== '')], reachesUnnamed };
}

/** Without its prefix, where a request binds that to a namespace that does not end in it. */
export function unqualified(
  name: string,
  document: LooseDocument | undefined,
  values: ReadonlyMap<string, string>,
): string {
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
  if (prefix === '') return name;
  const inQuery = ['namespaces', 'namespace'].flatMap((parameter) =>
    [...(values.get(parameter) ?? '').matchAll(/xmlns\(([^,=()]*)[,=]([^()]*)\)/gi)].map(
      ([, bound = '', namespace = '']) => [bound, namespace] as const,
    ),
  );
  const bound = [...inQuery, ...(document?.bindings ?? [])].filter(([one]) => one === prefix);
  return bound.every(([, namespace]) => namespace.split('/').at(-1) === prefix)
    ? name
    : name.slice(prefix.length + 1);
}

function elementsNamed({ elements }: LooseDocument, wanted: string): LooseElement[] {
  return elements.filter(({ name }) => name === wanted);
}

function texts(elements: readonly LooseElement[]): string[] {
  return elements.map(({ text }) => text.trim());
}

function listed(list: string | undefined, separators: RegExp): string[] {
  return (list ?? '')
    .split(separators)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))];
}
