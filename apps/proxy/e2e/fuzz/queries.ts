import fc from 'fast-check';

/** Operations of the protocols, and unknown ones. */
export const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  wps: ['GetCapabilities', 'DescribeProcess', 'Execute'],
  wfs: [
    'GetCapabilities',
    'GetFeature',
    'DescribeFeatureType',
    'Transaction',
    'ListStoredQueries',
    'LockFeature',
  ],
  wms: ['GetCapabilities', 'GetMap', 'GetFeatureInfo', 'GetLegendGraphic', 'DescribeLayer'],
  ncwms: ['GetCapabilities', 'GetMap', 'GetMetadata', 'GetFeatureInfo'],
};
/** Parameters that name the requested data. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  wps: ['identifier', 'datainputs'],
  wfs: ['typenames', 'typename', 'featureid', 'resourceid', 'storedquery_id', 'namespaces'],
  wms: ['layers', 'layer', 'query_layers', 'sld', 'sld_body'],
  ncwms: ['layers', 'layername', 'dataset', 'query_layers'],
};
const ODD_OPERATIONS = [
  'read',
  'execute ',
  ' GetCapabilities',
  '',
  'EXECUTE',
  'getcap\u0131bilities',
  'GetMap,Execute',
];
const TARGETS = [
  'open',
  'closed',
  'public',
  'open,closed',
  'closed,open',
  'open:open',
  'open:closed',
  'closed:open',
  'open:open,open:closed',
  'public:l1',
  'open/data.nc/v',
  'closed/data.nc/v',
  'open/data.nc/v,closed/data.nc/v',
  'open.1',
  'CLOSED',
  ' closed',
  'clo\u017fed',
  'closed\0',
  '(open)(closed)',
  'open;closed',
  '*',
  ',',
  '',
  'xmlns(open,http://x/closed)',
];

/** The protocols that a type of service implements; the others have none, and may receive any. */
export function protocolsOf(type: string): readonly string[] {
  if (type === 'geoserver') return ['wps', 'wfs', 'wms'];
  if (type === 'ncwms') return ['ncwms'];
  const [, protocol] = /^(?:geoserver)?(w[pfm]s)$/.exec(type) ?? [];
  return protocol === undefined ? ['wps', 'wms'] : [protocol];
}

/** Names and values with a meaning for services of a type, in usual and unusual spellings. */
export function parametersFor(type: string): fc.Arbitrary<(readonly [name: string, value: string])[]> {
  const protocols = protocolsOf(type);
  const operations = protocols.flatMap((protocol) => OPERATIONS[protocol] ?? []);
  const naming = protocols.flatMap((protocol) => PARAMETERS[protocol] ?? []);
  const operation = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...operations) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_OPERATIONS) },
  );
  const operationParameter = fc.tuple(fc.constant('request'), operation);
  const service = fc.tuple(fc.constant('service'), fc.constantFrom('WMS', 'WFS', 'WPS', 'wms', 'WCS', ''));
  const named = fc.tuple(fc.constantFrom(...naming), fc.constantFrom(...TARGETS));
  const other = fc.tuple(
    fc.constantFrom('version', 'format', 'x', 'callback'),
    fc.constantFrom('1.1.0', 'json', ''),
  );
  const spelled = <T extends string>(pair: fc.Arbitrary<readonly [T | string, string]>) =>
    fc
      .tuple(pair, fc.constantFrom(...SPELLINGS), fc.nat(30))
      .map(([[name, value], spell, dice]) => [dice === 0 ? spell(name) : name, value] as const);
  return fc
    .tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.tuple(operationParameter) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
      fc.array(spelled(fc.oneof(named, named, named, service, other, operationParameter)), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([first, others, isLast]) => (isLast ? [...others, ...first] : [...first, ...others]));
}

const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => `${name[0]?.toUpperCase()}${name.slice(1)}`,
  (name) => `${name}[]`,
  (name) => `${name}[0]`,
  (name) => ` ${name}`,
  (name) => `${name} `,
  (name) => `${name}\0`,
  (name) => name.replace('s', '\u017f'),
  (name) => name.replace('i', '\u0131'),
  (name) => `?${name}`,
  (name) => `amp;${name}`,
  (name) => `${name}.x`,
];

/** How a character is written in a query: mostly as browsers do. */
const WRITINGS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  encodeURIComponent,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/'),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => Buffer.from(text).toString('latin1'),
];

const SEPARATORS = ['&', '&', '&', '&', '&&', '&amp;', '&x;'];

/** A query with its question mark, one character per byte; often none for services that ignore it. */
export function queriesFor(type: string): fc.Arbitrary<string> {
  const written = fc
    .tuple(
      parametersFor(type),
      fc.constantFrom(...WRITINGS),
      fc.constantFrom(...WRITINGS),
      fc.constantFrom(...SEPARATORS),
      fc.constantFrom('?', '?', '?', '?', '?', '??', '?&', '?=&'),
      fc.constantFrom(
        '',
        '',
        '',
        '',
        '',
        '&',
        '&request',
        '&%',
        '&%ff',
        '&x=%zz',
        '#request=Execute',
        '&a=/../..',
      ),
    )
    .map(([parameters, writeName, writeValue, separator, mark, end]) => {
      const pairs = parameters.map(([name, value]) => `${writeName(name)}=${writeValue(value)}`);
      return mark + pairs.join(separator) + end;
    });
  const goesByQuery = /^(?:w|ncw|geo)/.test(type);
  return fc.oneof(
    { weight: goesByQuery ? 8 : 1, arbitrary: written },
    { weight: 2, arbitrary: fc.constantFrom('', '', '?', '?x=1') },
  );
}
