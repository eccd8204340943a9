import type { Act, Reached } from '../interpretation/acts';
import { actsOf, isInterpreted } from '../interpretation/interpretation';
import { SERVED } from '../interpretation/scenario';
import { receivedBelow } from '../support/received-request';
import type { WireRequest } from '../support/wire-upstream';
import { type Understood, understandingsOf } from './understanding';
import type { ScenarioService } from './scenario';

/**
 * What a service may do with what it has received: according to the source of its server where that was read, else
 * in all the ways in which servers of its type are known to read requests. None of it is shared with the proxy.
 */
export function effectsOf(service: ScenarioService, received: WireRequest): readonly Act[] {
  const { type, name, options } = service;
  const request = receivedBelow(received, name);
  if (isInterpreted(type)) {
    // Services that opt in to spellings of paths read them otherwise than those servers.
    return options.paths === undefined ? actsOf(type, request, SERVED) : [];
  }
  if (type === 'access') return [{ operation: 'access', reached: { kind: 'service' }, rule: 'all' }];
  const read = type === 'wps' ? processes : type === 'wfs' ? featuresIn(service) : route;
  return understandingsOf(request).flatMap((understood) =>
    read(understood)
      // Where the other part has the name, an operation on nothing is an error without effect.
      .filter(({ reached }) => !understood.isPartial || reached.kind !== 'everything'),
  );
}

function route({ method, segments, reader }: Understood): Act[] {
  const operation = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  return [{ operation, reached: { kind: 'named', path: segments }, rule: reader }];
}

const EVERYTHING: Reached = { kind: 'everything' };
const PROCESSES = ['getcapabilities', 'describeprocess', 'execute'];

/** PyWPS: a path other than that of the endpoint names a process, which is executed. */
function processes({ values, document, segments, reader }: Understood): Act[] {
  const act = (operation: string, reached: Reached): Act => ({ operation, reached, rule: reader });
  const process = segments.at(-1);
  if (process !== undefined && segments.join('/').toLowerCase() !== 'wps')
    return [act('execute', { kind: 'named', path: [process] })];
  const operation = values.get('request')?.toLowerCase() ?? '';
  if (!PROCESSES.includes(operation)) return [];
  if (operation === 'getcapabilities') return [act(operation, { kind: 'service' })];
  const root = document?.elements[0]?.name;
  const written = (document?.elements ?? [])
    .filter(({ name, within }) => name === 'identifier' && within.length === 1 && within[0] === root)
    .map(({ text }) => text.trim());
  const value = values.get('identifier') ?? '';
  const requested = operation === 'execute' ? [value.trim()] : listed(value, /,/);
  const names = [...written, ...requested].filter((name) => name !== '');
  const isAll = names.length === 0 || names.some((name) => /^(?:all|\*)$/i.test(name));
  return isAll
    ? [act(operation, EVERYTHING)]
    : names.map((name) => act(operation, { kind: 'named', path: [name] }));
}

const ABOUT_SERVICE = [
  'createstoredquery',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'liststoredqueries',
];
const ABOUT_TYPES: Readonly<Record<string, string>> = {
  describefeaturetype: 'describefeaturetype',
  getfeature: 'getfeature',
  getfeaturewithlock: 'getfeaturewithlock',
  getpropertyvalue: 'getfeature',
  lockfeature: 'lockfeature',
  transaction: 'transaction',
};
const BY_ID = /::getfeaturebyid$/i;

/** MapServer and QGIS Server: prefixes of types are removed. */
function featuresIn({ nodes }: ScenarioService): (understood: Understood) => Act[] {
  return ({ values, document, segments, reader }) => {
    const act = (permission: string, reached: Reached): Act => ({
      operation: permission,
      reached,
      rule: reader,
    });
    if (!/^(?:wfs)?$/i.test(segments.join('/'))) return [act('getfeature', EVERYTHING)];
    const requested = values.get('request')?.toLowerCase() ?? '';
    if (ABOUT_SERVICE.includes(requested)) return [act(requested, { kind: 'service' })];
    const operation = ABOUT_TYPES[requested];
    if (operation === undefined) return [];
    const { names, isOpen } = typesIn(values, document);
    const reached = names.flatMap((name) => namesakes(nodes, name));
    return [...reached, ...(isOpen ? [EVERYTHING] : [])].map((one) => act(operation, one));
  };
}

function typesIn(values: Understood['values'], document: Understood['document']) {
  const elements = document?.elements ?? [];
  const named = ['typenames', 'typename'].flatMap((name) => listed(values.get(name), /[,()]/));
  const written = elements.flatMap((element) => [
    ...element.attributes.filter(([name]) => /^typenames?$/.test(name)).map(([, value]) => value),
    ...(/^typenames?$/.test(element.name) ? [element.text] : []),
    ...(element.within[0] === 'insert' ? [element.name] : []),
  ]);
  const stored = ['storedquery_id', 'storedqueryid'].flatMap((name) => values.get(name) ?? []);
  const isById = stored.length > 0 && stored.every((one) => BY_ID.test(one)) && values.has('id');
  const ids = ['featureid', 'resourceid', ...(isById ? ['id'] : [])].flatMap((name) =>
    listed(values.get(name), /[,()]/),
  );
  // MapServer reads what follows a colon, QGIS Server what precedes it.
  const ofIds = ids
    .map((id) => id.slice(0, Math.max(0, id.indexOf('.'))))
    .flatMap((type) => (type.includes(':') ? [type, type.slice(0, type.indexOf(':'))] : [type]));
  const names = [...named, ...written.flatMap((text) => listed(text, /[\s,()]/)), ...ofIds];
  return {
    names: names.filter((name) => name !== ''),
    isOpen:
      names.length === 0 ||
      names.includes('') ||
      (stored.length > 0 && !isById) ||
      elements.some(({ name }) => /^(?:storedquery|native|getgmlobject)$/.test(name)),
  };
}

/** All registered types of a local name; one that is not registered where there are none. */
function namesakes(nodes: ScenarioService['nodes'], name: string): Reached[] {
  const local = (one: string) =>
    one
      .slice(one.indexOf(':') + 1)
      .toLowerCase()
      .replaceAll(/[\s-]/g, '_');
  const found = Object.keys(nodes)
    .map((path) => path.slice(2))
    .filter((node) => node !== '' && local(node) === local(name));
  return (found.length === 0 ? [name] : found).map((one) => ({ kind: 'named', path: [one] }));
}

function listed(list: string | undefined, separators: RegExp): string[] {
  return (list ?? '')
    .split(separators)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
