import fc from 'fast-check';
import { type Need, type Needs, UNREGISTERED, type Unregistered } from '../reference';
import type { ScenarioService } from '../scenario';
import { type Orderly, isRegistered, mostly } from './orderly';
import { FEATURES, WORKS, beyondRegistered, propertyValue } from './protocols';
import { onEither } from './routes';
import { type Operation, type Protocol, type Written, isCovered, outsideOf, writtenIn } from './written';

type Word = 'wfs' | 'wms' | 'wps';

const GET_MAP = (names: readonly string[]) =>
  `<GetMap xmlns="http://www.opengis.net/ows" xmlns:s="http://www.opengis.net/sld" service="WMS" version="1.1.1"><s:StyledLayerDescriptor version="1.0.0">${names
    .map((name) => `<s:NamedLayer><s:Name>${name}</s:Name></s:NamedLayer>`)
    .join('')}</s:StyledLayerDescriptor></GetMap>`;

const MAPS: readonly Operation[] = [
  { name: 'GetCapabilities', permission: 'getcapabilities', naming: [], more: ['tiled'] },
  { name: 'GetMap', permission: 'getmap', naming: ['layers', 'LAYERS'], more: ['dpi'], document: GET_MAP },
  { name: 'GetFeatureInfo', permission: 'getfeatureinfo', naming: ['query_layers', 'layers'] },
  { name: 'GetLegendGraphic', permission: 'getlegendgraphic', naming: ['layer'], isSingle: true },
  { name: 'DescribeLayer', permission: 'describelayer', naming: ['layers'] },
];

const LAYERS = [
  'open',
  'closed',
  'l1',
  'other',
  'open:open',
  'open:closed',
  'closed:open',
  'public:l1',
  'open:x',
  'OPEN:Open',
  'other:x',
];
const PAIRS_AND_DOCUMENTS = ['get', 'post', 'form', 'xml'] as const;

const PROTOCOLS: Readonly<Record<Word, Protocol>> = {
  wfs: {
    service: 'WFS',
    operations: [...FEATURES, propertyValue('getpropertyvalue')],
    forms: PAIRS_AND_DOCUMENTS,
    names: LAYERS,
  },
  wms: { service: 'WMS', operations: MAPS, forms: PAIRS_AND_DOCUMENTS, names: LAYERS },
  wps: {
    service: 'WPS',
    operations: WORKS,
    forms: PAIRS_AND_DOCUMENTS,
    names: ['open', 'closed', 'l1', 'other', 'gs:open'],
  },
};

interface Address {
  readonly context: '' | '/geoserver';
  readonly workspace: string | undefined;
  /** Undefined at the address of the service itself. */
  readonly marker: string | undefined;
}

const addresses = (word: Word): fc.Arbitrary<Address> =>
  fc
    .record({
      context: fc.constantFrom<Address['context']>('', '', '/geoserver'),
      workspace: mostly([undefined, undefined, 'open', 'closed', 'public'], ['unknown', 'OPEN']),
      marker: mostly([word, word, 'ows'], [undefined]),
    })
    .map(({ context, workspace, marker }) => ({ context, marker, workspace: marker && workspace }));

/** Requests to one of the protocols of a GeoServer, which a service implements exclusively or with the others. */
function ogcRequests(word: Word, isAlone: boolean): fc.Arbitrary<Orderly> {
  return fc.tuple(writtenIn(PROTOCOLS[word]), addresses(word)).map(([written, address]) => {
    const { context, workspace, marker } = address;
    return {
      method: written.method,
      path: context + [workspace, marker].map((name) => (name === undefined ? '' : `/${name}`)).join(''),
      query: written.query,
      body: written.body,
      needs: (service) => {
        const isProtocolKnown = isAlone || written.statesService || marker === word;
        if (!isProtocolKnown) return service.switchedOff.length > 0 ? 'administrator' : 'outside';
        if (service.switchedOff.includes(word)) return 'administrator';
        if (!isCovered(written, service)) return outsideOf(written, service);
        return needsOf(word, written, address, service);
      },
    };
  });
}

function needsOf(
  word: Word,
  { operation: { name, permission, naming }, names, isByIdentifier, statesService }: Written,
  { workspace, marker }: Address,
  service: ScenarioService,
): Needs {
  // The address of the service is that of the protocol which the request states.
  const isKnown = marker !== undefined || statesService;
  if (name === 'GetCapabilities')
    return [{ permission, on: isKnown && workspace === undefined ? [] : UNREGISTERED }];
  // Stored queries are those of the service at the addresses of all workspaces.
  if (word === 'wfs' && naming.length === 0) return [{ permission, on: UNREGISTERED }];
  const everywhere: Need = { permission, on: 'everywhere' };
  const inside = workspace === undefined ? UNREGISTERED : [workspace, ...UNREGISTERED];
  const needs: Need[] = [
    // A workspace that is not registered may be a group of layers of any workspace.
    ...(workspace !== undefined && !isRegistered(service, [workspace]) ? [everywhere] : []),
    ...(!isKnown ? [{ permission, on: UNREGISTERED }] : []),
  ];
  if (names.length === 0) {
    if (word === 'wms') return [...needs, { permission, on: inside }];
    const isWhole = word === 'wps' || workspace === undefined;
    return [
      ...needs,
      ...(isWhole ? [everywhere] : [{ permission, on: inside }, ...layersOf(service, workspace, permission)]),
    ];
  }
  for (const one of names) {
    const found =
      word === 'wps'
        ? onProcess(service, permission, workspace, one)
        : onLayer(word, service, permission, workspace, one);
    if (found === 'outside') return 'outside';
    needs.push(...found);
    if (isByIdentifier && one.includes(':'))
      needs.push(...onPrefix(service, permission, workspace, one.split(':')[0] ?? ''));
  }
  return needs;
}

const workspacesOf = ({ nodes }: ScenarioService) =>
  Object.entries(nodes).flatMap(([path, type]) => (type === 'workspace' ? [path.slice(2)] : []));

function layersOf({ nodes }: ScenarioService, workspace: string, permission: string): Need[] {
  return Object.keys(nodes)
    .filter((path) => path.startsWith(`s/${workspace.toLowerCase()}/`))
    .map((path) => ({ permission, on: path.split('/').slice(1) }));
}

function onLayer(
  word: Word,
  service: ScenarioService,
  permission: string,
  inPath: string | undefined,
  text: string,
): Need[] | 'outside' {
  const [scope, name = ''] = text.includes(':') ? text.split(':') : [undefined, text];
  if (inPath !== undefined && scope !== undefined && scope.toLowerCase() !== inPath.toLowerCase())
    return 'outside';
  const workspace = inPath ?? scope;
  const isWorkspace = workspace !== undefined && isRegistered(service, [workspace]);
  // A name without a workspace, or with one that is not registered, may be anything.
  if (!isWorkspace)
    return [
      ...(inPath === undefined ? workspacesOf(service).map((one) => ({ permission, on: [one, name] })) : []),
      ...onUnregistered(word, service, permission, { from: [], below: [] }),
    ];
  if (isRegistered(service, [workspace, name])) return [{ permission, on: [workspace, name] }];
  const below = scope === undefined ? [] : [workspace];
  return onUnregistered(word, service, permission, { from: [workspace], below });
}

/** On maps, nothing that a group could contain may be denied. */
function onUnregistered(
  word: Word,
  service: ScenarioService,
  permission: string,
  { from, below }: Unregistered,
): Need[] {
  const isMap = word === 'wms' && service.options.registered_names_only !== true;
  return [
    { permission, on: isMap ? { from, below } : [...from, ...UNREGISTERED] },
    ...beyondRegistered(service, permission, false),
  ];
}

/** To QGIS Server, the prefix of an identifier is a type; where it is no workspace, that type may be unregistered. */
function onPrefix(
  service: ScenarioService,
  permission: string,
  inPath: string | undefined,
  prefix: string,
): Need[] {
  if (isRegistered(service, [prefix])) return sameIn(service, permission, prefix);
  const found = onLayer('wfs', service, permission, inPath, prefix);
  return found === 'outside' ? [] : found;
}

/** A process is the same at the addresses of all workspaces; a colon is part of its name. */
function onProcess(
  service: ScenarioService,
  permission: string,
  inPath: string | undefined,
  name: string,
): Need[] {
  const same = sameIn(service, permission, name);
  return [
    { permission, on: inPath === undefined ? UNREGISTERED : [inPath, name] },
    ...same,
    ...beyondRegistered(service, permission, same.length > 0),
  ];
}

/** The resources of that name in any workspace. */
function sameIn(service: ScenarioService, permission: string, name: string): Need[] {
  return workspacesOf(service)
    .map((workspace) => [workspace, name])
    .filter((path) => isRegistered(service, path))
    .map((on) => ({ permission, on }));
}

/** Requests to a service that implements one of the protocols. */
export const mapRequests = (word: Word) => ogcRequests(word, true);

const routes: fc.Arbitrary<Orderly> = fc
  .record({
    context: fc.constantFrom('', '/geoserver'),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'),
    names: fc.constantFrom(
      ['rest'],
      ['rest', 'open'],
      ['rest', 'closed'],
      ['rest', 'other', 'x'],
      ['REST', 'Open'],
      ['rest', 'closed.json'],
      ['rest', 'open.html'],
    ),
  })
  .map(({ context, method, names }) => ({
    method,
    path: context + names.map((name) => `/${name}`).join(''),
    needs: ({ switchedOff }) =>
      switchedOff.includes('api')
        ? 'administrator'
        : onEither(
            method === 'GET' || method === 'HEAD' ? 'read' : 'write',
            names,
            names.map((name) => name.split('.')[0] ?? ''),
          ),
  }));

const OTHERS = [
  '/web/',
  '/wfs3/collections',
  '/ogc/features',
  '/open/open/wms',
  '/TestWfsPost',
  '/open',
  '/csw',
  '/x',
];
const others: fc.Arbitrary<Orderly> = fc
  .tuple(fc.constantFrom(...OTHERS), fc.constantFrom('', '?service=WMS&request=GetCapabilities'))
  .map(([path, query]) => ({
    method: 'GET',
    path,
    query,
    needs: ({ switchedOff }) => (switchedOff.length > 0 ? 'administrator' : 'outside'),
  }));

/** Permissions to read data in any form. */
const SEEING =
  'describefeaturetype describelayer getcapabilities getfeature getfeatureinfo getgmlobject getlegendgraphic getmap getpropertyvalue';
const data: fc.Arbitrary<Orderly> = fc
  .constantFrom(
    '/wcs?service=WCS&request=GetCoverage&x=1',
    '/open/wcs',
    '/gwc/service/wmts?layer=closed:open',
    '/schemas/a.xsd',
  )
  .map((target) => ({
    method: 'GET',
    path: target,
    needs: ({ switchedOff }) =>
      [...SEEING.split(' '), ...(switchedOff.includes('api') ? [] : ['read'])].map((permission) => ({
        permission,
        on: 'everywhere',
      })),
  }));

/** Requests to a whole GeoServer. */
export const geoserverRequests: fc.Arbitrary<Orderly> = fc.oneof(
  ...(['wfs', 'wms', 'wps'] as const).map((word) => ({ weight: 4, arbitrary: ogcRequests(word, false) })),
  { weight: 2, arbitrary: routes },
  { weight: 1, arbitrary: others },
  { weight: 1, arbitrary: data },
);
