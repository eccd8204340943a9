// Requests that cost the proxy most, each at the largest accepted size. `body` is given that size in bytes.
// `crowded` selects a service with very many children.

const XML = 'text/xml';
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
/** Request line and headers together may have 32 KiB. */
const HEAD = 30_000;

const WFS = 'xmlns="http://www.opengis.net/wfs"';
const FILTERED = 'SERVICE=WFS&VERSION=1.1.0&REQUEST=GetFeature&TYPENAME=a&';

/** As many repetitions of what `make` makes as fit between `before` and `after` into `bytes`. */
function filled(bytes, before, make, after = '', most = Infinity) {
  const parts = [before];
  let size = Buffer.byteLength(before) + Buffer.byteLength(after);
  for (let number = 0; number < most; number += 1) {
    const part = make(number);
    size += Buffer.byteLength(part);
    if (size > bytes) break;
    parts.push(part);
  }
  parts.push(after);
  return parts.join('');
}

const xml = (name, description, body, serviceType = 'wfs') => ({
  name: `xml-${name}`,
  description,
  serviceType,
  method: 'POST',
  query: '',
  contentType: XML,
  body,
});
const json = (name, description, body) => ({
  name: `json-${name}`,
  description,
  serviceType: 'wps',
  method: 'POST',
  query: '',
  contentType: JSON_TYPE,
  body,
});
const form = (name, description, serviceType, body) => ({
  name: `form-${name}`,
  description,
  serviceType,
  method: 'POST',
  query: '',
  contentType: FORM,
  body,
});
const query = (name, description, serviceType, makeQuery, more = {}) => ({
  name: `query-${name}`,
  description,
  serviceType,
  method: 'GET',
  query: makeQuery(HEAD),
  contentType: undefined,
  body: () => '',
  ...more,
});

const getFeature = (bytes, make, attributes = '') =>
  filled(bytes, `<GetFeature ${WFS} service="WFS"${attributes}>`, make, '</GetFeature>');
const nested = (bytes, open, close, levels = 62) =>
  Array.from({ length: levels }, (_, level) => open(level, Math.floor((bytes - levels * 40) / levels))).join(
    '',
  ) + close.repeat(levels);

const documents = [
  xml(
    'chained-prefixes',
    'each of 62 levels binds many prefixes; elements below use those of the root',
    (bytes) => {
      const levels = nested(
        Math.floor(bytes / 2),
        (level, size) => filled(size, '<p0-0:a', (n) => ` xmlns:p${level}-${n}="urn:${level}:${n}"`, '>'),
        '',
      );
      return filled(bytes, levels, () => '<p0-0:b/>', '</p0-0:a>'.repeat(62));
    },
  ),
  xml('bindings-on-root', 'one element binds as many prefixes as fit, and its attributes use them', (bytes) =>
    filled(bytes, '<GetFeature', (n) => ` xmlns:p${n}="urn:${n}" p${n}:a=""`, '/>'),
  ),
  xml(
    'bindings-and-children',
    'a root with ten thousand prefixes, and children with names in all of them',
    (bytes) => {
      const root = filled(bytes, `<GetFeature ${WFS}`, (n) => ` xmlns:p${n}="urn:${n}"`, '>', 10_000);
      return filled(bytes, root, (n) => `<p${n % 10_000}:a/>`, '</GetFeature>');
    },
  ),
  xml('rebound-prefix', 'one prefix bound anew by every element, to long namespaces', (bytes) =>
    getFeature(bytes, (n) => `<p:a xmlns:p="urn:${'x'.repeat(500)}${n}"/>`),
  ),
  xml('attributes-of-one', 'one element with as many attributes as fit', (bytes) =>
    filled(bytes, '<GetFeature', (n) => ` a${n}=""`, '/>'),
  ),
  xml(
    'attributes-colliding',
    'attributes of one expanded name under many prefixes of one namespace',
    (bytes) => filled(bytes, '<GetFeature', (n) => ` xmlns:p${n}="urn:one" p${n}:a${n}=""`, '/>'),
  ),
  xml('elements', 'as many empty elements as fit', (bytes) => getFeature(bytes, () => '<a/>')),
  xml('queries', 'as many queries as there may be elements, each of a different type', (bytes) =>
    filled(
      bytes,
      `<GetFeature ${WFS} service="WFS">`,
      (n) => `<Query typeName="t${n}"/>`,
      '</GetFeature>',
      24_999,
    ),
  ),
  xml(
    'type-names-list',
    'one list of as many names of types as fit, with prefixes that many bindings hide',
    (bytes) => {
      const root = filled(
        bytes,
        `<GetFeature ${WFS} service="WFS"`,
        (n) => ` xmlns:p${n}="urn:${n}"`,
        '>',
        5_000,
      );
      return filled(bytes, `${root}<Query typeName="`, (n) => `p${n % 5_000}:t${n} `, '"/></GetFeature>');
    },
    'geoserverwfs',
  ),
  xml('describe-type-names', 'a list of types as the text of an element', (bytes) =>
    filled(
      bytes,
      `<DescribeFeatureType ${WFS} service="WFS"><TypeName>`,
      (n) => `t${n},`,
      '</TypeName></DescribeFeatureType>',
    ),
  ),
  xml('feature-ids', 'as many identifiers of features as there may be elements', (bytes) =>
    filled(
      bytes,
      `<GetFeature ${WFS} service="WFS"><Query typeName="a"><Filter>`,
      (n) => `<FeatureId fid="t${n}.a.b.${n}"/>`,
      '</Filter></Query></GetFeature>',
      24_990,
    ),
  ),
  xml('filter-comparisons', 'a filter of as many comparisons as there may be elements', (bytes) =>
    filled(
      bytes,
      `<GetFeature ${WFS} service="WFS"><Query typeName="a"><Filter><And>`,
      () => '<PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>1</Literal></PropertyIsEqualTo>',
      '</And></Filter></Query></GetFeature>',
      16_660,
    ),
  ),
  xml('property-name-long', 'the name of a property as long as fits', (bytes) =>
    filled(
      bytes,
      `<GetFeature ${WFS} service="WFS"><Query typeName="a"><PropertyName>`,
      () => 'é'.repeat(1000).slice(0, 500),
      '</PropertyName></Query></GetFeature>',
      Math.floor(bytes / 1100),
    ),
  ),
  xml('transaction-deletes', 'as many actions as there may be elements', (bytes) =>
    filled(
      bytes,
      `<Transaction ${WFS} service="WFS">`,
      (n) => `<Delete typeName="t${n}"/>`,
      '</Transaction>',
      24_990,
    ),
  ),
  xml('transaction-inserts', 'features with own attributes and bindings', (bytes) =>
    filled(
      bytes,
      `<Transaction ${WFS} service="WFS"><Insert>`,
      (n) => `<f:t${n} xmlns:f="urn:f" a="1" b="2"><f:p>1</f:p></f:t${n}>`,
      '</Insert></Transaction>',
      24_990,
    ),
  ),
  xml('text-in-pieces', 'a text in pieces between CDATA sections', (bytes) =>
    getFeature(bytes, () => 'a<![CDATA[b]]>'),
  ),
  xml('comments', 'as many comments as fit', (bytes) => getFeature(bytes, () => '<!---->')),
  xml('character-references', 'a text of character references', (bytes) =>
    getFeature(bytes, () => '&#x10FFFF;'),
  ),
  xml('entities', 'a text of predefined entities', (bytes) => getFeature(bytes, () => '&lt;')),
  xml(
    'unknown-entity',
    'a reference to an entity whose name is as long as fits',
    (bytes) => `<a>&${'e'.repeat(bytes - 10)}`,
  ),
  xml('long-name', 'an element whose name is as long as fits', (bytes) => `<${'e'.repeat(bytes - 3)}/>`),
  xml(
    'long-attribute',
    'an attribute whose value is as long as fits, of line ends',
    (bytes) => `<a b="${'\r\n'.repeat((bytes - 10) / 2)}"/>`,
  ),
  xml(
    'declaration',
    'a declaration as long as fits',
    (bytes) => `<?xml ${' '.repeat(bytes - 40)}version="1.0"?><a/>`,
  ),
  xml('multi-byte', 'a text of characters of four bytes', (bytes) => getFeature(bytes, () => '😀')),
  xml(
    'base64',
    'an execution with one input as long as fits',
    (bytes) =>
      filled(
        bytes,
        '<Execute xmlns="http://www.opengis.net/wps/1.0.0" service="WPS"><Identifier>a</Identifier><DataInputs><Input><Data>' +
          '<ComplexData>',
        () => 'QUJD'.repeat(256),
        '</ComplexData></Data></Input></DataInputs></Execute>',
      ),
    'wps',
  ),
  xml(
    'opaque-elements',
    'an execution with an input of as many elements as there may be',
    (bytes) =>
      filled(
        bytes,
        '<Execute xmlns="http://www.opengis.net/wps/1.0.0" service="WPS"><Identifier>a</Identifier><DataInputs><Input><Data>' +
          '<ComplexData>',
        (n) => `<a b="${n}" c="${n}">${n}</a>`,
        '</ComplexData></Data></Input></DataInputs></Execute>',
        24_900,
      ),
    'wps',
  ),
  xml(
    'nested-executions',
    'inputs that are made by executions of the same server, below many bindings',
    (bytes) => {
      const root = filled(
        bytes,
        '<Execute xmlns="http://www.opengis.net/wps/1.0.0" xmlns:x="http://www.w3.org/1999/xlink" service="WPS"',
        (n) => ` xmlns:p${n}="urn:${n}"`,
        '><Identifier>gs:a</Identifier><DataInputs>',
        20_000,
      );
      return filled(
        bytes,
        root,
        (n) =>
          '<Input><Reference x:href="http://geoserver/wps" method="POST"><Body><Execute service="WPS">' +
          `<Identifier>gs:p${n}</Identifier></Execute></Body></Reference></Input>`,
        '</DataInputs></Execute>',
        9_000,
      );
    },
    'geoserver',
  ),
  xml(
    'nested-features',
    'inputs that are features of the same server, below many bindings',
    (bytes) => {
      const root = filled(
        bytes,
        '<Execute xmlns="http://www.opengis.net/wps/1.0.0" xmlns:x="http://www.w3.org/1999/xlink" service="WPS"',
        (n) => ` xmlns:p${n}="urn:${n}"`,
        '><Identifier>gs:a</Identifier><DataInputs>',
        20_000,
      );
      return filled(
        bytes,
        root,
        (n) =>
          '<Input><Reference x:href="http://geoserver/wfs" method="POST"><Body>' +
          `<GetFeature ${WFS} service="WFS"><Query typeName="p${n}:t"/></GetFeature></Body></Reference></Input>`,
        '</DataInputs></Execute>',
        8_000,
      );
    },
    'geoserver',
  ),
  xml(
    'map-layers',
    'a map of as many layers as there may be elements',
    (bytes) =>
      filled(
        bytes,
        '<GetMap xmlns="http://www.opengis.net/sld"><StyledLayerDescriptor>',
        (n) => `<NamedLayer><Name>l${n}</Name></NamedLayer>`,
        '</StyledLayerDescriptor></GetMap>',
        24_990,
      ),
    'geoserverwms',
  ),

  json('members', 'an object of as many members as fit', (bytes) =>
    filled(bytes, '{"identifier":"a"', (n) => `,"${n.toString(36)}":1`, '}'),
  ),
  json('repeated-member', 'one member as often as fits', (bytes) =>
    filled(bytes, '{"identifier":"a"', () => ',"a":1', '}'),
  ),
  json('items', 'a list of as many empty lists as fit', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":[[]', () => ',[]', ']}'),
  ),
  json('objects', 'a list of as many objects as fit', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":[{}', (n) => `,{"a${n}":{}}`, ']}'),
  ),
  json('numbers', 'a list of numbers with many digits', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":[1', (n) => `,-1.${n}234567890123456789e-307`, ']}'),
  ),
  json('escapes', 'a text of escapes', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":"', () => '\\u00e9', '"}'),
  ),
  json('multi-byte', 'a text of characters of four bytes', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":"', () => '😀', '"}'),
  ),
  json('long-name', 'a member whose name is as long as fits', (bytes) =>
    filled(bytes, '{"', () => '\\n'.repeat(500), '":1}'),
  ),
  json('blanks', 'blanks between two values', (bytes) => `{"identifier":${' '.repeat(bytes - 20)}"a"}`),
  json('deep', 'lists as deep as they may be, as often as fits', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":[1', () => `,${'['.repeat(60)}${']'.repeat(60)}`, ']}'),
  ),
  json('base64', 'an execution with one input as long as fits', (bytes) =>
    filled(
      bytes,
      '{"identifier":"a","inputs":{"a":{"type":"complex","data":"',
      () => 'QUJD'.repeat(256),
      '"}}}',
    ),
  ),
  json('broken-at-the-end', 'an object that lacks its last brace', (bytes) =>
    filled(bytes, '{"identifier":"a","inputs":[1', () => ',1', ']'),
  ),

  form('pairs', 'as many fields as fit', 'wfs', (bytes) =>
    filled(bytes, 'request=GetFeature', (n) => `&a${n}=1`),
  ),
  form('repeated-pair', 'one field as often as fits', 'geoserverwps', (bytes) =>
    filled(bytes, 'service=WPS&request=DescribeProcess', () => '&identifier=a'),
  ),
  form('ampersands', 'a form of ampersands', 'wfs', (bytes) => '&'.repeat(bytes)),
  form('encoded', 'a value that is percent-encoded throughout', 'geoserverwps', (bytes) =>
    filled(bytes, 'service=WPS&request=Execute&identifier=a&datainputs=a=', () => '%F0%9F%98%80'),
  ),
  form('encoded-name', 'a name that is percent-encoded throughout', 'wfs', (bytes) =>
    filled(bytes, '', () => '%61', '=1'),
  ),
  form('faulty-encoding', 'an encoding that is wrong at the end', 'wfs', (bytes) =>
    filled(bytes, 'request=GetFeature&typename=', () => '%C3%A9', '%E9'),
  ),
  form('plus-signs', 'a value of plus signs', 'wfs', (bytes) =>
    filled(bytes, 'request=GetFeature&typename=', () => '+'.repeat(500)),
  ),
  form('type-names', 'a list of as many names as fit', 'wfs', (bytes) =>
    filled(bytes, 'service=WFS&request=GetFeature&typename=a', (n) => `,t${n}`),
  ),
  form('type-names-commas', 'a list of commas', 'wfs', (bytes) =>
    filled(bytes, 'service=WFS&request=GetFeature&typename=a', () => ','.repeat(500)),
  ),
  form('feature-ids', 'a list of identifiers', 'wfs', (bytes) =>
    filled(bytes, 'service=WFS&request=GetFeature&featureid=a.1', (n) => `,t.a.b.${n}`),
  ),
  form('layers', 'a list of layers in a service of very many workspaces', 'geoserverwms', (bytes) =>
    filled(bytes, 'request=GetMap&layers=a', (n) => `,l${n}`),
  ),
  form('layers-thousand', 'a thousand layers, at a service', 'geoserverwms', (bytes) =>
    filled(bytes, 'request=GetMap&layers=a', (n) => `,l${n}`, '', 998),
  ),
  {
    ...form(
      'layers-thousand-crowded',
      'a thousand layers, of very many workspaces',
      'geoserverwms',
      (bytes) => filled(bytes, 'request=GetMap&layers=a', (n) => `,l${n}`, '', 998),
    ),
    crowded: true,
  },
  {
    ...form('files-thousand-crowded', 'a thousand names of files, among very many', 'ncwms', (bytes) =>
      filled(bytes, 'request=GetMap&layers=a/b', (n) => `,${n}${'x'.repeat(90)}/v`, '', 998),
    ),
    crowded: true,
  },
  form('namespaces', 'names of types with prefixes that a parameter binds', 'geoserverwfs', (bytes) =>
    filled(
      bytes,
      `service=WFS&request=GetFeature&typename=a${Array.from({ length: 900 }, (_, n) => `,p${n}:t`).join('')}&namespaces=`,
      (n) => `xmlns(p${n},urn:${n})`,
    ),
  ),
  form('filters', 'as many small filters as fit', 'wfs', (bytes) =>
    filled(bytes, `${FILTERED}FILTER=`, () => '(<Filter/>)'),
  ),
  form('filter', 'a filter of as many comparisons as fit', 'wfs', (bytes) =>
    filled(
      bytes,
      `${FILTERED}FILTER=<Filter><Or>`,
      () => '<PropertyIsNull><PropertyName>a</PropertyName></PropertyIsNull>',
      '</Or></Filter>',
    ),
  ),
  form('cql-comparisons', 'a filter of as many comparisons as fit', 'geoserverwfs', (bytes) =>
    filled(bytes, `${FILTERED}CQL_FILTER=a=1`, (n) => ` OR a${n}=1`),
  ),
  form('cql-parentheses', 'a filter of parentheses', 'geoserverwfs', (bytes) => {
    const half = Math.floor((bytes - 100) / 2);
    return `${FILTERED}CQL_FILTER=${'('.repeat(half)}${')'.repeat(half)}`;
  }),
  form(
    'cql-word',
    'a filter of one word',
    'geoserverwfs',
    (bytes) => `${FILTERED}CQL_FILTER=${'a'.repeat(bytes - 100)}`,
  ),
  form(
    'cql-quotes',
    'a filter of quotation marks',
    'geoserverwfs',
    (bytes) => `${FILTERED}CQL_FILTER=${"'".repeat(bytes - 101)}`,
  ),
  form('data-inputs', 'as many inputs as fit', 'geoserverwps', (bytes) =>
    filled(bytes, 'service=WPS&request=Execute&identifier=a&datainputs=', () => 'a=@;'),
  ),
  form('data-input-attributes', 'an input with as many attributes as fit', 'geoserverwps', (bytes) =>
    filled(bytes, 'service=WPS&request=Execute&identifier=a&datainputs=a=', () => '@uom=m'),
  ),
  form('data-input-references', 'an input with as many addresses as fit', 'geoserverwps', (bytes) =>
    filled(
      bytes,
      'service=WPS&request=Execute&identifier=a&datainputs=a=',
      () => '@href=http://a.b.c.d.e.f.g.example/',
    ),
  ),
  form('data-input-address', 'an input with an address as long as fits', 'geoserverwps', (bytes) =>
    filled(bytes, 'service=WPS&request=Execute&identifier=a&datainputs=a=@href=http://a', () => '.a', '!'),
  ),
  form('bbox', 'a bounding box of as many numbers as fit', 'wfs', (bytes) =>
    filled(bytes, `${FILTERED}BBOX=1`, () => ',1'),
  ),
  form('property-names', 'lists of properties', 'wfs', (bytes) =>
    filled(bytes, `${FILTERED}PROPERTYNAME=`, () => '(a,b,c)'),
  ),

  query(
    'cql-word',
    'a filter of one word, whose characters each could begin a call',
    'geoserverwfs',
    (bytes) => `${FILTERED}CQL_FILTER=${'a'.repeat(bytes - 100)}`,
  ),
  query('pairs', 'as many parameters as fit', 'geoserver', (bytes) =>
    filled(bytes, 'service=WFS', (n) => `&a${n}`),
  ),
  query('ampersands', 'a query of ampersands', 'thredds', (bytes) => '&'.repeat(bytes), {
    path: '/fileServer/a.nc',
  }),
  query('filters', 'as many small filters as fit', 'wfs', (bytes) =>
    filled(bytes, `${FILTERED}FILTER=`, () => '(<a/>)'),
  ),
  query('layers', 'as many layers as fit', 'geoserverwms', (bytes) =>
    filled(bytes, 'request=GetMap&layers=a', (n) => `,${n}`),
  ),
  query(
    'layers-crowded',
    'as many layers as fit, of very many workspaces',
    'geoserverwms',
    (bytes) => filled(bytes, 'request=GetMap&layers=a', (n) => `,${n}`, '', 998),
    { crowded: true },
  ),
  query(
    'files-crowded',
    'as many names of files as fit, among very many',
    'ncwms',
    (bytes) => filled(bytes, 'request=GetMap&layers=a/b', (n) => `,${n}x/v`, '', 998),
    { crowded: true },
  ),
  query('path-slashes', 'a path of slashes', 'api', () => '', { path: '/'.repeat(HEAD) }),
  query('path-parameters', 'a path of path parameters', 'api', () => '', { path: '/;a'.repeat(HEAD / 3) }),
  query('path-encoded', 'a path of encoded characters', 'api', () => '', {
    path: `/${'%C3%A9'.repeat(HEAD / 6)}`,
  }),
  query('path-segments', 'a path of as many segments as fit', 'geoserver', () => '', {
    path: '/a'.repeat(HEAD / 2),
  }),
  query('header-cookies', 'as many cookies as fit', 'wfs', () => 'service=WFS&request=GetCapabilities', {
    headers: { Cookie: 'a=b; '.repeat(HEAD / 5) },
  }),
  query(
    'header-session-cookies',
    'as many session cookies as fit',
    'wfs',
    () => 'service=WFS&request=GetCapabilities',
    {
      headers: { Cookie: `auth_tkt=${'0'.repeat(128)}; `.repeat(HEAD / 140) },
    },
  ),
  query(
    'header-forwarded',
    'as many forwarded addresses as fit',
    'wfs',
    () => 'service=WFS&request=GetCapabilities',
    {
      headers: {
        'X-Forwarded-For': filled(HEAD, '127.0.0.1', (n) => `, 127.0.${(n >> 8) & 255}.${n & 255}`),
      },
    },
  ),
  query('header-content-type', 'a media type with as many parameters as fit', 'wfs', () => '', {
    method: 'POST',
    headers: { 'Content-Type': `text/xml${'; version=1'.repeat(HEAD / 11)}` },
    body: () => '<a/>',
  }),
  ...[
    ['Content-Type', 'header-blank-type'],
    ['Content-Encoding', 'header-blank-encoding'],
    ['Connection', 'header-blank-connection'],
  ].map(([name, title]) =>
    query(title, `no-break spaces in ${name}`, 'wfs', () => '', {
      method: 'POST',
      headers: { [name]: `${'\u00a0'.repeat(HEAD)}x` },
      body: () => '<a/>',
    }),
  ),
  query(
    'header-connection',
    'as many names in Connection as fit',
    'wfs',
    () => 'service=WFS&request=GetCapabilities',
    {
      headers: { Connection: filled(HEAD, 'keep-alive', (n) => `, a${n}`) },
    },
  ),
];

export { documents };
