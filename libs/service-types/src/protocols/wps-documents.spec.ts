import type { XmlElement } from '../request';
import { document, element, readingIn, request } from '../testing/wps-requests';
import { geoserverWpsService } from '../types/geoserver-wps';
import { wpsService } from '../types/wps';

const PATHS = ['s', 's/p1', 's/p2'];
const named = (name: string) => element('Identifier', {}, name);
const read = (root: XmlElement) => readingIn(wpsService, PATHS, request('POST', document(root)));
const OUTSIDE = 'outside InvalidParameterValue body';
const inNamespace = (one: XmlElement, namespace: string): XmlElement => ({ ...one, namespace });
const marked = (one: XmlElement): XmlElement => ({ ...one, hasMarkup: true });

const input = (...content: XmlElement[]) => element('Input', {}, named('in'), ...content);
const inputs = (...content: XmlElement[]) => element('DataInputs', {}, ...content);
const execute = (...content: (XmlElement | string)[]) =>
  element('Execute', { service: 'WPS', version: '1.0.0' }, named('p1'), ...content);

test('an execution of WPS 1.0 as OWSLib writes it needs the permission on its process only', () => {
  const output = element('Output', { mimeType: 'application/json', asReference: 'true' }, named('p2'));
  const root = execute(
    inputs(
      input(element('Data', {}, element('LiteralData', { dataType: 'string', uom: 'm' }, '1'))),
      input(
        element(
          'Data',
          {},
          marked(element('ComplexData', { mimeType: 'text/xml' }, element('x', {}, named('p2')))),
        ),
      ),
      input(element('Data', {}, marked(element('ComplexData', { encoding: 'base64' }, 'eA==')))),
      input(
        element(
          'Data',
          {},
          element(
            'BoundingBoxData',
            { crs: 'epsg:4326', dimensions: '2' },
            element('LowerCorner', {}, '1 2'),
          ),
        ),
      ),
      input(
        element(
          'Reference',
          { 'xlink:href': 'http://wps.example.org', method: 'POST', mimeType: 'text/xml' },
          element('Header', { key: 'x', value: 'y' }),
          element('Body', {}, element('Execute', {}, named('p2'))),
        ),
      ),
      input(element('Reference', { 'xlink:href': 'file:./x', schema: 'x' })),
    ),
    element(
      'ResponseForm',
      {},
      element('ResponseDocument', { storeExecuteResponse: 'true', status: 'true', lineage: 'true' }, output),
    ),
  );
  expect(read(root)).toBe('execute s/p1 exact');
});

test('an execution of WPS 2.0 needs the permission on its process only', () => {
  const root = element(
    'Execute',
    { service: 'WPS', version: '2.0.0', mode: 'async', response: 'document' },
    named('p1'),
    element('Input', { id: 'a' }, element('Data', { mimeType: 'text/plain' }, '1')),
    element(
      'Input',
      { id: 'b' },
      element('Input', { id: 'c' }, element('Data', {}, element('LiteralValue', {}, '1'))),
    ),
    element('Output', { id: 'x', transmission: 'reference' }),
  );
  expect(read(root)).toBe('execute s/p1 exact');
});

test.each<[string, XmlElement, string]>([
  ['all identifiers count', execute(named('p9')), 'execute s/p1 exact, s partial'],
  ['none reaches any process', element('Execute'), 'execute everywhere'],
  ['an empty one reaches any process', element('Execute', {}, named('')), 'execute everywhere'],
  ['a comma is a letter', element('Execute', {}, named('p1,p2')), 'execute s partial'],
  [
    'descriptions name several',
    element('DescribeProcess', { lang: 'en' }, named('p1'), named('p2')),
    'describeprocess s/p1 exact, s/p2 exact',
  ],
  ['descriptions may be of all', element('DescribeProcess', {}, named('All')), 'describeprocess everywhere'],
  ['descriptions without a name are of all', element('DescribeProcess'), 'describeprocess everywhere'],
  [
    'capabilities are those of the service',
    element(
      'GetCapabilities',
      { service: 'WPS', language: 'cz', updateSequence: '1' },
      element('AcceptVersions', {}, element('Version', {}, '1.0.0')),
    ),
    'getcapabilities s exact',
  ],
])('in a document, %s', (_, root, expected) => {
  expect(read(root)).toBe(expected);
});

test.each<[string, XmlElement]>([
  ['an attribute that is not known', element('Execute', { identifier: 'p2' }, named('p1'))],
  ['an attribute that names the operation', element('GetCapabilities', { request: 'Execute' })],
  ['an element in another namespace', execute(inNamespace(named('p2'), 'http://example.org'))],
  ['an unknown namespace', inNamespace(execute(), 'http://example.org')],
  ['an element that is not known', execute(element('Job', {}, 'x'))],
  ['an identifier of capabilities', element('GetCapabilities', {}, named('p1'))],
  ['inputs of a description', element('DescribeProcess', {}, named('p1'), inputs())],
  ['an identifier behind other elements', element('Execute', {}, inputs(input()), named('p1'))],
  ['an identifier behind another input', element('Execute', {}, element('Input', {}), named('p1'))],
  ['elements in an identifier', element('Execute', {}, element('Identifier', {}, 'p', element('x'), '1'))],
  ['a code space of an identifier', element('Execute', {}, element('Identifier', { codeSpace: 'gs' }, 'p1'))],
  ['a binding of a name of the protocol', element('Execute', { 'xmlns:identifier': 'p2' }, named('p1'))],
  ['an address of the request itself', execute(element('Reference', { href: 'http://example.org' }))],
])('a document with %s is outside', (_, root) => {
  expect(read(root)).toBe(OUTSIDE);
});

test.each<[string, XmlElement]>([
  ['an identifier', element('Execute', {}, marked(named('p1')))],
  ['the document', marked(execute())],
  ['its inputs', execute(marked(inputs()))],
])('comments and CDATA sections in %s are outside', (_, root) => {
  expect(read(root)).toBe('outside NoApplicableCode body');
});

test.each(['GetStatus', 'GetResult', 'Dismiss', 'execute', 'Envelope', 'GetFeature', 'Identifier'])(
  'a document whose root is %s is outside',
  (name) => {
    expect(read(element(name, {}, named('p1')))).toBe('outside InvalidParameterValue request');
  },
);

test('a document of another service is outside', () => {
  expect(read(element('GetCapabilities', { service: 'WFS' }))).toBe('outside InvalidParameterValue service');
});

describe('a document for a GeoServer', () => {
  const at = (root: XmlElement) =>
    readingIn(
      geoserverWpsService,
      ['s', 's/ws', 's/ws/p1', 's/ws/gs:p2'],
      request('POST /ws/wps', document(root)),
    );
  const reference = (attributes: Record<string, string>, ...content: XmlElement[]) =>
    execute(inputs(input(element('Reference', attributes, ...content))));
  const ITSELF = { 'xlink:href': 'http://geoserver/wps', method: 'POST' };
  const body = (...content: (XmlElement | string)[]) => element('Body', {}, ...content);
  const nested = (name: string, ...content: XmlElement[]) => element('Execute', {}, named(name), ...content);

  test('needs the permission on the processes of its chain too', () => {
    const chain = element('Reference', ITSELF, body(nested('p9')));
    expect(at(reference(ITSELF, body(nested('gs:p2'))))).toBe('execute s/ws/p1 exact, s/ws/gs:p2 exact');
    expect(at(reference(ITSELF, body(nested('gs:p2', inputs(input(chain))))))).toBe(
      'execute s/ws/p1 exact, s/ws/gs:p2 exact, s/ws partial',
    );
  });

  test.each<[string, XmlElement]>([
    ['another server', reference({ 'xlink:href': 'http://geoserver.example.org/wfs?request=GetFeature' })],
    [
      'a body for another server',
      reference({ href: 'http://example.org/wps', method: 'POST' }, body('<Execute/>')),
    ],
  ])('allows inputs from %s', (_, root) => {
    expect(at(root)).toBe('execute s/ws/p1 exact');
  });

  test.each<[string, XmlElement]>([
    [
      'a request in the query of its address',
      reference({ 'xlink:href': 'http://geoserver/wfs?request=GetFeature' }),
    ],
    [
      'a document that is not sent',
      reference({ 'xlink:href': 'http://geoserver/wps' }, body(nested('gs:p2'))),
    ],
    ['a method in other letters', reference({ ...ITSELF, method: 'post' }, body(nested('gs:p2')))],
    [
      'a query in addition to the document',
      reference({ ...ITSELF, 'xlink:href': 'http://geoserver/wps?x=1' }, body(nested('p1'))),
    ],
    ['another path', reference({ ...ITSELF, 'xlink:href': 'http://geoserver/wpsx' }, body(nested('p1')))],
    ['two addresses', reference({ ...ITSELF, href: 'http://example.org' }, body(nested('p1')))],
    ['no address', reference({ method: 'POST' }, body(nested('p1')))],
    ['a body from the local host', reference({ href: 'http://localhost/wps' })],
    ['two documents', reference(ITSELF, body(nested('gs:p2'), nested('p1')))],
    ['two bodies', reference(ITSELF, body(nested('gs:p2')), body(nested('p1')))],
    ['a body from elsewhere', reference(ITSELF, element('BodyReference', { href: 'http://example.org/x' }))],
    [
      'a body created by the server itself for another server',
      reference({ href: 'http://example.org/x' }, element('BodyReference', { href: 'http://geoserver/wps' })),
    ],
    ['a text', reference(ITSELF, body('<Execute/>'))],
    ['comments', reference(ITSELF, marked(body(nested('gs:p2'))))],
    ['a process without a name', reference(ITSELF, body(element('Execute')))],
    ['another operation', reference(ITSELF, body(element('DescribeProcess', {}, named('p1'))))],
    ['features', reference({ ...ITSELF, 'xlink:href': 'http://geoserver/wfs' }, body(element('GetFeature')))],
    [
      'coverages',
      reference({ ...ITSELF, 'xlink:href': 'http://geoserver/wcs' }, body(element('GetCoverage'))),
    ],
  ])('is outside when an input is created by the server itself from %s', (_, root) => {
    expect(at(root)).toBe(OUTSIDE);
  });

  test('is outside when the name of a process has a part that is ignored', () => {
    for (const name of ['gs:p2:x', 'p1:', ':p1', 'gs::p2', 'gs: p2']) {
      expect(at(nested(name))).toBe('outside InvalidParameterValue identifier');
    }
  });
});
