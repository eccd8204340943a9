import type { Target } from '@gatehouse/access-engine';
import { namespaceOf } from '../grammar/namespaces';
import { readPairs } from '../grammar/pairs';
import { type Outside, invalid } from '../reading';
import type { XmlElement } from '../request';
import { document, element, readingIn, request } from '../testing/wps-requests';
import { geoserverWpsService, readingOfGeoserverWps } from './geoserver-wps';

const PATHS = ['s', 's/ws1', 's/ws1/p1', 's/ws1/gs:p2', 's/ws2', 's/ws2/p1', 's/ws2/ws1:p1'];
const read = (...input: Parameters<typeof request>) =>
  readingIn(geoserverWpsService, PATHS, request(...input));

test.each([
  ['GET /wps?service=WPS&version=1.0.0&request=GetCapabilities', 'getcapabilities s exact'],
  ['GET /ws1/wps?request=GetCapabilities&identifier=p1', 'getcapabilities s partial'],
  ['GET /geoserver/ows?service=WPS&request=GetCapabilities', 'getcapabilities s exact'],
  ['GET /ws1/wps?request=Execute&identifier=gs:p2&DataInputs=a=1', 'execute s/ws1/gs:p2 exact'],
  [
    'GET /ws1/wps?request=DescribeProcess&identifier=gs:p2&identifier=zz',
    'describeprocess s/ws1/gs:p2 exact, s/ws1 partial',
  ],
  [
    'GET /ws1/wps?request=DescribeProcess&identifier=gs:p2,zz',
    'describeprocess s/ws1/gs:p2 exact, s/ws1 partial',
  ],
  ['GET /ws1/wps?request=DescribeProcess&identifier=ALL', 'describeprocess s/ws1 partial, everywhere'],
  ['GET /ws1/wps?request=Execute&identifier=gs:p2,zz', 'execute s/ws1 partial'],
  ['GET /ws1/wps?request=Execute', 'execute s/ws1 partial, everywhere'],
  ['POST /ws1/wps?request=Execute&identifier=gs:p2', 'execute s/ws1/gs:p2 exact'],
])('%s needs %s', (written, expected) => {
  expect(read(written)).toBe(expected);
});

test.each([
  ['GET /ws1/wps?request=Execute&identifier=p1', 'execute s/ws1/p1 exact, s/ws2/p1 exact'],
  ['GET /ws2/wps?request=Execute&identifier=gs:p2', 'execute s/ws2 partial, s/ws1/gs:p2 exact'],
  ['GET /wps?request=Execute&identifier=p1', 'execute s partial, s/ws1/p1 exact, s/ws2/p1 exact'],
  ['GET /wps?request=DescribeProcess&identifier=GS:P2', 'describeprocess s partial, s/ws1/gs:p2 exact'],
  ['GET /wps?request=Execute&identifier=ws1:p1', 'execute s partial, s/ws2/ws1:p1 exact'],
  ['GET ?request=Execute&identifier=gs:p2', 'execute s partial, s/ws1/gs:p2 exact'],
  ['GET /other/wps?request=Execute&identifier=gs:p2', 'execute s partial, s/ws1/gs:p2 exact, everywhere'],
])('a process is the same at every address: %s needs %s', (written, expected) => {
  expect(read(written)).toBe(expected);
});

test('a process that is registered in some workspace is a registered name', () => {
  const of = (name: string) =>
    readingIn(geoserverWpsService, PATHS, request(`GET /wps?request=Execute&identifier=${name}`), {
      registeredNamesOnly: true,
    });
  expect(of('p1')).toBe('execute s partial, s/ws1/p1 exact, s/ws2/p1 exact');
  expect(of('zz')).toBe('execute s partial, everywhere');
});

test('a form is a request, together with the query', () => {
  const form = { kind: 'form', fields: readPairs('identifier=gs:p2', 'body') } as const;
  expect(read('POST /ws1/wps?request=Execute', form)).toBe('execute s/ws1/gs:p2 exact');
  expect(read('POST /ws1/wps?request=Execute&identifier=p1', form)).toBe(
    'outside InvalidParameterValue identifier',
  );
});

test.each([
  ['GET /wps?request=GetMap', 'request'],
  ['GET /wps?request=GetExecutionStatus&executionid=1', 'request'],
  ['GET /wps?request=Dismiss&executionid=1', 'request'],
  ['GET /wms?request=Execute&identifier=p1', 'path'],
  ['GET /web/wps/x?request=Execute&identifier=p1', 'path'],
  ['GET /ws1/l1/wps?request=Execute&identifier=p1', 'path'],
  ['GET /w%731/wps?request=Execute&identifier=p1', 'path'],
  ['GET /ws1/wps?request=Execute&identifier=gs:p2:x', 'identifier'],
  ['GET /ws1/wps?request=Execute&identifier=gs:p2:', 'identifier'],
  ['GET /ws1/wps?request=DescribeProcess&identifier=zz,p1:', 'identifier'],
  ['GET /ws1/wps?service=WMS&request=Execute&identifier=p1', 'service'],
  ['GET /ws1/wps?request=Execute&identifier=p1&datainputs=x=@href=http://geoserver/wfs', 'datainputs'],
])('%s is outside the grammar, by %s', (written, locator) => {
  expect(read(written)).toBe(`outside InvalidParameterValue ${locator}`);
});

test('JSON is not a request to a GeoServer', () => {
  const body = { kind: 'json', members: [['identifier', 'p1']] } as const;
  expect(read('POST /wps', body)).toBe('outside NoApplicableCode body');
});

describe('requests of other protocols in inputs', () => {
  const roots: XmlElement[] = [];
  const service = {
    read: readingOfGeoserverWps(() => (root): Target | Outside => {
      roots.push(root);
      return root.name === 'GetFeature'
        ? [{ permission: 'getfeature', on: [{ resourceId: 5, exact: true }] }]
        : invalid('body', 'Another one.');
    }),
  };
  const chain = (name: string) =>
    document(
      element(
        'Execute',
        { 'xmlns:a': 'http://outer', 'xmlns:b': 'http://b' },
        element('Identifier', {}, 'gs:p2'),
        element(
          'Input',
          {},
          element(
            'Reference',
            { href: 'http://geoserver/wfs', method: 'POST' },
            element('Body', {}, element(name, { 'xmlns:a': 'http://inner' })),
          ),
        ),
      ),
    );

  test('need their own permissions in addition to that on the process', () => {
    expect(readingIn(service, PATHS, request('POST /ws1/wps', chain('GetFeature')))).toBe(
      'execute s/ws1/gs:p2 exact; getfeature s/ws2 exact',
    );
  });

  test('are outside if their reader rejects them, or there is none', () => {
    const one = request('POST /ws1/wps', chain('Transaction'));
    expect(readingIn(service, PATHS, one)).toBe('outside InvalidParameterValue body');
    expect(read('POST /ws1/wps', chain('GetFeature'))).toBe('outside InvalidParameterValue body');
  });

  test('are read with all namespaces that are in scope, inner ones first', () => {
    readingIn(service, PATHS, request('POST /ws1/wps', chain('GetFeature')));
    const root = roots.at(-1)!;
    const scope = { bindings: root.bindings, outer: root.outer };
    expect(['a', 'b', 'c'].map((prefix) => namespaceOf(prefix, scope))).toEqual([
      'http://inner',
      'http://b',
      undefined,
    ]);
  });
});
