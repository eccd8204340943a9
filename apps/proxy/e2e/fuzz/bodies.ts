import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { AttemptBody } from './attempt';
import { OPERATIONS, parametersFor, protocolsOf } from './queries';

const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'the-boundary';

type Typed = readonly [mediaType: string | undefined, bytes: Buffer];

/** A body for services of a type, or none: in every form that they accept, and in some that they should reject. */
export function bodiesFor(type: string): fc.Arbitrary<AttemptBody | undefined> {
  const parameters = parametersFor(type);
  const typed: fc.Arbitrary<Typed> = fc.oneof(
    { weight: 3, arbitrary: parameters.map(asForm) },
    { weight: 2, arbitrary: parameters.map(asJson) },
    { weight: 5, arbitrary: documentsFor(type).map((text): Typed => ['text/xml', Buffer.from(text)]) },
    { weight: 1, arbitrary: parameters.map(asMultipart) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes): Typed => ['image/png', Buffer.from(bytes)]),
    },
  );
  const body = fc
    .tuple(
      typed,
      fc.nat(11),
      fc.constantFrom(...TYPES),
      fc.nat(11),
      fc.constantFrom(...ENCODINGS),
      fc.boolean(),
    )
    .map(
      ([
        [mediaType, bytes],
        typeDice,
        otherType,
        encodingDice,
        [encoding, encode],
        isChunked,
      ]): AttemptBody => {
        const isEncoded = encodingDice === 0;
        return {
          mediaType: typeDice === 0 ? otherType : mediaType,
          encoding: isEncoded ? encoding : undefined,
          bytes: isEncoded ? encode(bytes) : bytes,
          isChunked,
        };
      },
    );
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: body });
}

const TYPES = [
  undefined,
  '',
  'text/plain',
  FORM,
  'application/json',
  'application/xml; charset=utf-16',
  'text/xml; charset="utf-8"',
  'TEXT/XML',
  'application/gml+xml',
  'application/json, text/xml',
  'multipart/form-data',
  'application/octet-stream',
  ';',
];
const same = (bytes: Buffer) => bytes;
const ENCODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes, { level: 1 })],
  ['gzip', same],
  ['identity', same],
  ['deflate', same],
  ['', same],
];

const asForm = (parameters: readonly (readonly [string, string])[]): Typed => [
  FORM,
  Buffer.from(
    new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value])).toString(),
  ),
];

/** Written by hand, so that a member can occur twice. */
const asJson = (parameters: readonly (readonly [string, string])[]): Typed => {
  const members = parameters.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return ['application/json', Buffer.from(`{${members.join(', ')}}`)];
};

const asMultipart = (parameters: readonly (readonly [string, string])[]): Typed => {
  const parts = parameters.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  );
  return [`multipart/form-data; boundary=${BOUNDARY}`, Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`)];
};

const SMUGGLED = 'GET /broad-api-1/closed HTTP/1.1\r\nHost: x\r\n\r\n';
const ODD: readonly Typed[] = [
  ['text/xml', Buffer.from('<!DOCTYPE a [<!ENTITY x "Execute">]><a request="&x;"/>')],
  ['text/xml', Buffer.from('\ufeff<Execute><Identifier>open</Identifier></Execute>')],
  ['text/xml', Buffer.from('<Execute><Identifier>closed</Identifier></Execute>', 'utf16le')],
  ['text/xml', Buffer.from('<Execute><Identifier>open</Identifier></Execute><Execute/>')],
  ['text/xml', Buffer.from('<Execute><Identifier>op<!-- -->en</Identifier></Execute>')],
  ['text/xml', Buffer.from('<Execute><Identifier><![CDATA[closed]]></Identifier></Execute>')],
  ['text/xml', Buffer.from('<?xml version="1.0" encoding="utf-7"?><Execute/>')],
  [FORM, Buffer.from('<Execute><Identifier>closed</Identifier></Execute>')],
  [FORM, Buffer.from('request=GetCapabilities&request=Execute')],
  [FORM, Buffer.from(SMUGGLED)],
  ['application/json', Buffer.from('[{"request": "Execute"}]')],
  ['application/json', Buffer.from('{"request": ["Execute"], "identifier": {"a": 1}}')],
  ['application/json', Buffer.from('{"request": "Execute"')],
  [undefined, Buffer.from('{"request": "Execute", "identifier": "closed"}')],
  ['text/plain', Buffer.from('request=Execute&identifier=closed')],
  ['application/octet-stream', Buffer.from(SMUGGLED)],
  ['application/octet-stream', Buffer.from('request=Execute&identifier=closed')],
];

/** Documents in which an operation names resources, in the elements and attributes that services read. */
function documentsFor(type: string): fc.Arbitrary<string> {
  const operations = protocolsOf(type).flatMap((protocol) => OPERATIONS[protocol] ?? []);
  const name = fc.constantFrom(
    'open',
    'closed',
    'public',
    'open:open',
    'open:closed',
    'closed:open',
    'public:l1',
    '',
  );
  const own = protocolsOf(type).flatMap((protocol) => OWN_PARTS[protocol] ?? []);
  const part = fc
    .tuple(fc.constantFrom(...own, ...own, ...PARTS), name, name)
    .map(([write, one, other]) => write(one, other));
  return fc
    .tuple(
      fc.constantFrom(...operations),
      fc.array(part, { maxLength: 3 }),
      fc.constantFrom(
        '',
        '',
        '',
        ' service="WPS"',
        ' service="WFS" version="2.0.0"',
        ' request="GetCapabilities"',
      ),
      fc.constantFrom('', '', 'wps:', 'open:'),
    )
    .map(([operation, parts, attributes, prefix]) => {
      const binding = prefix === '' ? '' : ` xmlns:${prefix.slice(0, -1)}="http://www.opengis.net/x"`;
      return `<${prefix}${operation}${binding}${attributes}>${parts.join('')}</${prefix}${operation}>`;
    });
}

type Write = (name: string, other: string) => string;

/** Where the services of a protocol read several names. */
const OWN_PARTS: Readonly<Record<string, readonly Write[]>> = {
  wps: [
    (name, other) => `<Identifier>${name}</Identifier><Identifier>${other}</Identifier>`,
    (name) => `<Identifier>${name}</Identifier>`,
  ],
  wfs: [
    (name, other) => `<Query typeName="${name}"/><Query typeName="${other}"/>`,
    (name, other) => `<TypeName>${name}</TypeName><TypeName>${other}</TypeName>`,
    (name, other) => `<Query typeNames="${name},${other}"/>`,
  ],
  wms: [(name, other) => [name, other].map((one) => `<NamedLayer><Name>${one}</Name></NamedLayer>`).join('')],
  ncwms: [(name) => `<NamedLayer><Name>${name}/data.nc/v</Name></NamedLayer>`],
};

const PARTS: readonly Write[] = [
  (name) => `<Identifier>${name}</Identifier>`,
  (name) => `<ows:Identifier xmlns:ows="http://www.opengis.net/ows/1.1"> ${name} </ows:Identifier>`,
  (name) => `<Query typeName="${name}"/>`,
  (name) => `<Query typeNames="${name}"/>`,
  (name, other) => `<Query typeNames="${name} ${other}"/>`,
  (name) => `<TypeName>${name}</TypeName>`,
  (name) => `<Delete typeName="${name}"/>`,
  (name) => `<Insert><${name.split(':').at(-1) || 'x'}/></Insert>`,
  (name) => `<StyledLayerDescriptor><NamedLayer><Name>${name}</Name></NamedLayer></StyledLayerDescriptor>`,
  (name) =>
    `<DataInputs><Input><Reference href="http://geoserver/wfs"><Body><GetFeature><Query typeName="${name}"/></GetFeature></Body></Reference></Input></DataInputs>`,
  (name) => `<StoredQuery id="x"><Parameter name="typeName">${name}</Parameter></StoredQuery>`,
  (name) => `<!-- <Identifier>${name}</Identifier> -->`,
];
