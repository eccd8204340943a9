import fc from 'fast-check';
import { type Need, type Needs, UNREGISTERED } from '../reference';
import type { ScenarioService } from '../scenario';
import { type Orderly, isRegistered, mostly } from './orderly';
import { type Operation, type Protocol, type Written, isCovered, outsideOf, writtenIn } from './written';

const OWS = 'xmlns:ows="http://www.opengis.net/ows/1.1"';
const WPS_ROOT = `xmlns="http://www.opengis.net/wps/1.0.0" ${OWS} service="WPS" version="1.0.0"`;
const WFS_ROOT = 'xmlns="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"';
const identifiers = (names: readonly string[]) =>
  names.map((name) => `<ows:Identifier>${name}</ows:Identifier>`).join('');

/** The operations of a WPS. */
export const WORKS: readonly Operation[] = [
  {
    name: 'GetCapabilities',
    permission: 'getcapabilities',
    naming: [],
    document: () => `<GetCapabilities ${WPS_ROOT}/>`,
  },
  {
    name: 'DescribeProcess',
    permission: 'describeprocess',
    naming: ['identifier'],
    more: ['language'],
    document: (names) => `<DescribeProcess ${WPS_ROOT}>${identifiers(names)}</DescribeProcess>`,
  },
  {
    name: 'Execute',
    permission: 'execute',
    naming: ['identifier'],
    more: ['datainputs'],
    isSingle: true,
    document: (names) => `<Execute ${WPS_ROOT}>${identifiers(names)}</Execute>`,
  },
];

const each = (names: readonly string[], write: (name: string) => string) => names.map(write).join('');
const query = (names: readonly string[]) =>
  names.length === 0 ? '' : `<Query typeNames="${names.join(' ')}"/>`;
const TYPE_PARAMETERS = ['typenames', 'typeName', 'TYPENAME'];

/** The operations of a WFS. */
export const FEATURES: readonly Operation[] = [
  ...['GetCapabilities', 'ListStoredQueries', 'DescribeStoredQueries'].map((name) => ({
    name,
    permission: name.toLowerCase(),
    naming: [],
    document: () => `<${name} ${WFS_ROOT}/>`,
  })),
  {
    name: 'GetFeature',
    permission: 'getfeature',
    naming: [...TYPE_PARAMETERS, 'featureid', 'resourceid'],
    more: ['count'],
    document: (names) => `<GetFeature ${WFS_ROOT}>${query(names)}</GetFeature>`,
  },
  {
    name: 'GetFeatureWithLock',
    permission: 'getfeaturewithlock',
    naming: TYPE_PARAMETERS,
    document: (names) => `<GetFeatureWithLock ${WFS_ROOT}>${query(names)}</GetFeatureWithLock>`,
  },
  {
    name: 'DescribeFeatureType',
    permission: 'describefeaturetype',
    naming: TYPE_PARAMETERS,
    more: ['outputformat'],
    document: (names) =>
      `<DescribeFeatureType ${WFS_ROOT}>${each(names, (name) => `<TypeName>${name}</TypeName>`)}</DescribeFeatureType>`,
  },
  {
    name: 'LockFeature',
    permission: 'lockfeature',
    naming: TYPE_PARAMETERS,
    document: (names) =>
      `<LockFeature ${WFS_ROOT}>${each(names, (name) => `<Lock typeName="${name}"/>`)}</LockFeature>`,
  },
  {
    name: 'Transaction',
    permission: 'transaction',
    naming: TYPE_PARAMETERS,
    isDocumentAlone: true,
    document: (names) =>
      `<Transaction ${WFS_ROOT}>${each(names, (name) => `<Delete typeName="${name}"/>`)}</Transaction>`,
  },
];

/** A part of what a plain WFS returns by GetFeature; a GeoServer has a permission for it. */
export const propertyValue = (permission: string): Operation => ({
  name: 'GetPropertyValue',
  permission,
  naming: TYPE_PARAMETERS,
  more: ['valuereference'],
  document: (names) => `<GetPropertyValue ${WFS_ROOT} valueReference="a">${query(names)}</GetPropertyValue>`,
});

/** Requests to a service with one address: empty, or one segment, which is case-sensitive only for ncWMS. */
export function atEndpoint(
  protocol: Protocol,
  word: string,
  needs: (written: Written, service: ScenarioService, address: string) => Needs,
): fc.Arbitrary<Orderly> {
  const loud = `/${word.toUpperCase()}`;
  const path = mostly(['', '', `/${word}`], [loud, loud, '/closed', `/${word}/open`], 8);
  return fc.tuple(writtenIn(protocol), path).map(([written, address]) => {
    const isAddress = ['', `/${word}`].includes(word === 'wms' ? address : address.toLowerCase());
    return {
      method: written.method,
      path: address,
      query: written.query,
      body: written.body,
      needs: (service) =>
        isAddress && isCovered(written, service)
          ? needs(written, service, address)
          : outsideOf(written, service),
    };
  });
}

/** Requests to a plain WPS: a POST ignores the query, and bodies are documents or JSON. */
export const processRequests = atEndpoint(
  {
    service: 'WPS',
    operations: WORKS,
    forms: ['get', 'xml', 'json'],
    names: ['open', 'closed', 'public', 'Open', 'other'],
  },
  'wps',
  ({ operation: { naming, permission }, names, body }, service, address) => {
    // After a path, PyWPS may read it as that of a process whose inputs are the members.
    if (address !== '' && body?.mediaType === 'application/json') return 'outside';
    if (naming.length === 0) return [{ permission, on: [] }];
    if (names.length === 0) return [{ permission, on: 'everywhere' }];
    return names.flatMap((name): Need[] => [
      { permission, on: [name] },
      ...beyondRegistered(service, permission, isRegistered(service, [name])),
    ]);
  },
);

/** What a name without a resource needs where only registered names are allowed. */
export function beyondRegistered({ options }: ScenarioService, permission: string, isKnown: boolean): Need[] {
  return isKnown || options.registered_names_only !== true ? [] : [{ permission, on: 'everywhere' }];
}

/** Requests to a plain WFS: a name means all registered types of its local name. */
export const featureRequests = atEndpoint(
  {
    service: 'WFS',
    operations: [...FEATURES, propertyValue('getfeature')],
    forms: ['get', 'post', 'form', 'xml'],
    names: [
      'open',
      'closed',
      'public',
      'ms:open',
      'ms:closed',
      'roads',
      'ms:roads',
      'open:roads',
      'rivers',
      'open:rivers',
      'x:rivers',
      'Closed',
      'other',
    ],
  },
  'wfs',
  ({ operation: { naming, permission }, names: written, isByIdentifier, statesService }, service) => {
    if (!statesService) return 'outside';
    // What precedes the colon in an identifier is a type to QGIS Server.
    const prefixes = written.flatMap((name) => (name.includes(':') ? [name.split(':')[0] ?? ''] : []));
    const names = isByIdentifier ? [...written, ...prefixes] : written;
    if (naming.length === 0) return [{ permission, on: [] }];
    // Locked features are returned: denials for GetFeature apply as well.
    const permissions = permission === 'getfeaturewithlock' ? [permission, 'getfeature'] : [permission];
    return permissions.flatMap((one) =>
      names.length === 0
        ? [{ permission: one, on: 'everywhere' } as const]
        : names.flatMap((name) => onNamesakes(service, one, name)),
    );
  },
);

function onNamesakes(service: ScenarioService, permission: string, name: string): Need[] {
  const [prefix, local] = name.includes(':') ? name.split(':') : [undefined, name];
  const namesakes = Object.keys(service.nodes).filter(
    (path) => path.replace(/^s\/?(?:[^:]*:)?/, '').toLowerCase() === local?.toLowerCase(),
  );
  const isKnown =
    namesakes.length > 0 &&
    (prefix === undefined || isRegistered(service, [name]) || isRegistered(service, [local ?? '']));
  return [
    ...namesakes.map((path): Need => ({ permission, on: path.split('/').slice(1) })),
    ...(isKnown ? [] : [{ permission, on: UNREGISTERED }]),
    ...beyondRegistered(service, permission, isKnown),
  ];
}
