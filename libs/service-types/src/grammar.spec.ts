import { isUnregistered } from '@gatehouse/access-engine';
import fc from 'fast-check';
import { patternEngine } from '@gatehouse/patterns';
import { SERVICE_TYPE_NAMES, TYPE_CATALOGUE, serviceTypeOf } from './catalogue';
import { readPairs } from './grammar/pairs';
import type { RequestBody, ServiceRequest, XmlElement } from './request';
import { contextOf, requestOf, treeOf } from './testing/requests';

/** Properties that hold for every request of every type; examples are in libs/conformance. */

/** Service 1 with a workspace of a layer and a process, a layer next to it, and a route. */
const TREE = treeOf([
  { id: 2, parentId: 1, name: 'W1', type: 'workspace' },
  { id: 3, parentId: 2, name: 'L1', type: 'layer' },
  { id: 4, parentId: 2, name: 'p1', type: 'process' },
  { id: 5, parentId: 1, name: 'L1', type: 'layer' },
  { id: 6, parentId: 1, name: 'rest', type: 'route' },
]);
const IDS = new Set([1, 2, 3, 4, 5, 6]);

const OGC = ['wps', 'wfs', 'ncwms', 'geoserverwfs', 'geoserverwms', 'geoserverwps', 'geoserver'];
const OPERATIONS = [
  'GetCapabilities',
  'GetMap',
  'GetFeature',
  'Execute',
  'DescribeProcess',
  'Transaction',
  'read',
  '',
];
const NAMES = ['L1', 'W1:L1', 'w1:x', 'p1', 'W1:L1,L1', 'W1/L1', 'a/b/c', 'L1.1', '', ',', '*'];
const NAMING = [
  'identifier',
  'typenames',
  'typename',
  'featureid',
  'layers',
  'layer',
  'query_layers',
  'dataset',
];

const pair = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...OPERATIONS).map((value) => `request=${value}`) },
  fc.constantFrom('WMS', 'WFS', 'WPS', 'WCS').map((value) => `service=${value}`),
  fc
    .tuple(fc.constantFrom(...NAMING), fc.constantFrom(...NAMES))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  fc.constantFrom('version=1.1.0', 'mode=map', 'map=x', '%00=1', 'a%3Db=c', 'dpi=96', 'x=%zz', '&', '='),
);
const pairs = fc.array(pair, { maxLength: 5 }).map((list) => list.join('&'));
const segments = fc.array(
  fc.constantFrom('W1', 'wms', 'WFS', 'wps', 'ows', 'geoserver', 'rest', 'gwc', 'x', ''),
  {
    maxLength: 4,
  },
);

const elementOf = (children: fc.Arbitrary<XmlElement[]>): fc.Arbitrary<XmlElement> =>
  fc.record({
    name: fc.constantFrom(
      'Execute',
      'GetMap',
      'GetFeature',
      'Query',
      'Insert',
      'Identifier',
      'NamedLayer',
      'Name',
      'L1',
    ),
    prefix: fc.constantFrom('', 'W1'),
    namespace: fc.constantFrom('', 'http://www.opengis.net/wfs', 'http://x/y'),
    bindings: fc.constantFrom<[string, string][]>([], [['W1', 'http://x/y']], [['typeName', 'L1']]),
    attributes: fc.array(
      fc.constantFrom(
        { name: 'typeName', namespace: '', value: 'W1:L1' },
        { name: 'service', namespace: '', value: 'WMS' },
        { name: 'service', namespace: '', value: 'WFS' },
        { name: 'request', namespace: '', value: 'x' },
        { name: 'href', namespace: 'http://www.w3.org/1999/xlink', value: 'http://geoserver/wps' },
      ),
      { maxLength: 2 },
    ),
    children,
    text: fc.constantFrom('', 'L1', 'W1:L1', 'p1'),
    hasMarkup: fc.boolean(),
  });
const leaf = elementOf(fc.constant([]));
const branch = elementOf(fc.array(leaf, { maxLength: 3 }));
const document = elementOf(fc.array(fc.oneof(leaf, branch), { maxLength: 3 }));

const bodies: fc.Arbitrary<RequestBody> = fc.oneof(
  fc.constant<RequestBody>({ kind: 'none' }),
  fc.constant<RequestBody>({ kind: 'other', mediaType: 'image/png' }),
  pairs.map((text): RequestBody => ({ kind: 'form', fields: readPairs(text, 'body') })),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('request', 'operation', 'identifier', 'x'),
        fc.constantFrom(...NAMES, 'Execute'),
      ),
    )
    .map((members): RequestBody => ({ kind: 'json', members })),
  document.map((root): RequestBody => ({ kind: 'xml', root, mediaType: 'text/xml' })),
  fc.constant<RequestBody>({ kind: 'unread' }),
  fc.constant<RequestBody>({ kind: 'unreadable', problem: 'it is not' }),
);

interface TypedRequest {
  readonly type: string;
  readonly request: ServiceRequest;
}

const requests = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'OPTIONS'),
    segments,
    isPlainPath: fc.boolean(),
    query: pairs,
    body: bodies,
  })
  .map((request) => requestOf(request));
const typedRequest: fc.Arbitrary<TypedRequest> = fc.record({
  type: fc.constantFrom(...SERVICE_TYPE_NAMES),
  request: requests,
});
const ogcRequest: fc.Arbitrary<TypedRequest> = fc.record({
  type: fc.constantFrom(...OGC),
  request: requests,
});
const RUNS = { numRuns: 2_000 };

const read = ({ type, request }: TypedRequest) =>
  serviceTypeOf(type)!.read(request, contextOf(TREE, { patterns: patternEngine }));

/** Runs a property on requests that a grammar covers; fails if too few of them are covered. */
function forCovered(
  arbitrary: fc.Arbitrary<TypedRequest>,
  share: number,
  check: (one: TypedRequest) => void,
): void {
  let covered = 0;
  fc.assert(
    fc.property(arbitrary, (one) => {
      if (read(one).kind !== 'covered') return;
      covered++;
      check(one);
    }),
    RUNS,
  );
  expect(covered).toBeGreaterThan(RUNS.numRuns * share);
}

/** Plain requests that most grammars cover. */
const plain: fc.Arbitrary<TypedRequest> = fc
  .record({
    type: fc.constantFrom('wps', 'wfs', 'ncwms', 'geoserverwfs', 'geoserverwms', 'geoserverwps'),
    method: fc.constantFrom('GET', 'HEAD'),
    name: fc.constantFrom('L1', 'W1:L1', 'p1', 'x'),
    again: fc.nat(3),
  })
  .map(({ type, method, name, again }) => {
    const service = /w[fmp]s$/.exec(type)![0];
    const [operation, parameter] = {
      wps: ['Execute', 'identifier'],
      wfs: ['GetFeature', 'typenames'],
      wms: ['GetMap', 'layers'],
    }[service]!;
    const query = [`service=${service}`, `request=${operation}`, `${parameter}=${name}`];
    return {
      type,
      request: requestOf({ method, query: [...query, ...query.slice(0, again)].join('&') }),
    };
  });

test('what a grammar covers needs permissions of the type on resources of the service, each once', () => {
  forCovered(typedRequest, 0.05, (one) => {
    const reading = read(one);
    if (reading.kind !== 'covered') return;
    expect(reading.target.length).toBeGreaterThan(0);
    for (const { permission, on } of reading.target) {
      expect(TYPE_CATALOGUE.namesOf(one.type)).toContain(permission);
      if (on === 'everywhere') continue;
      if (isUnregistered(on)) {
        expect([on.inheritsFrom, on.below].every((id) => IDS.has(id))).toBe(true);
        continue;
      }
      expect(on.length).toBeGreaterThan(0);
      const keys = on.map(({ resourceId, exact }) => `${resourceId} ${exact}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(on.every(({ resourceId }) => IDS.has(resourceId))).toBe(true);
    }
  });
});

test('a request outside the grammar states where and why', () => {
  fc.assert(
    fc.property(typedRequest, (one) => {
      const reading = read(one);
      if (reading.kind === 'covered') return;
      expect(reading.locator).not.toBe('');
      expect(reading.detail).toMatch(/^[A-Z].*\.$/);
    }),
    RUNS,
  );
});

test('the case of parameter names does not matter', () => {
  const cased = (text: string, bits: number) =>
    text.replace(/(^|&)([^=&]*)/g, (_, before: string, name: string) => {
      const letters = [...name].map((letter, index) =>
        (bits >> (index % 30)) & 1 ? letter.toUpperCase() : letter,
      );
      return before + (name.includes('%') ? name : letters.join(''));
    });
  fc.assert(
    fc.property(fc.oneof(typedRequest, plain), fc.nat(), ({ type, request }, bits) => {
      const other = { ...request, query: cased(request.query, bits) };
      expect(read({ type, request: other })).toEqual(read({ type, request }));
    }),
    RUNS,
  );
});

test('an unlisted parameter is outside of every grammar of OGC, at any position', () => {
  forCovered(plain, 0.5, ({ type, request }) => {
    for (const name of ['mode', 'map', 'unheard', 'x:url', 'map0:layers', 'layers2', 'exp_filter']) {
      for (const query of [`${name}=L1&${request.query}`, `${request.query}&${name}=L1`]) {
        expect(read({ type, request: { ...request, query } })).toMatchObject({
          kind: 'outside',
          locator: name,
        });
      }
    }
  });
});

test('an option of the service adds to the lists', () => {
  forCovered(plain, 0.5, ({ type, request }) => {
    const query = `${request.query}&Unheard=1`;
    const context = contextOf(TREE, { patterns: patternEngine, parameters: new Set(['unheard']) });
    expect(serviceTypeOf(type)!.read({ ...request, query }, context)).toEqual(read({ type, request }));
  });
});

test('a second, different value of a parameter that is read is outside', () => {
  forCovered(plain, 0.5, ({ type, request }) => {
    for (const name of ['request', 'service']) {
      for (const query of [
        `${name}=GetLegend&${request.query}`,
        `${request.query}&${name.toUpperCase()}=x`,
      ]) {
        expect(read({ type, request: { ...request, query } }).kind).toBe('outside');
      }
    }
  });
});

test('a parameter whose name contains an encoded character, or with a control character or a faulty encoding, is outside', () => {
  forCovered(plain, 0.5, ({ type, request }) => {
    for (const part of [
      'request%3DGetFeature=x',
      'request%3DGetFeature',
      '%00=1',
      'a%20=1',
      'service[]=WMS',
      'x=%zz',
      '%ff=1',
    ]) {
      expect(read({ type, request: { ...request, query: `${part}&${request.query}` } }).kind).toBe('outside');
    }
    expect(read({ type, request: { ...request, query: `${request.query}%00` } }).kind).toBe('outside');
  });
});

test('a body of GET, and methods other than GET, HEAD and POST, are outside of every grammar of OGC', () => {
  const some = bodies.filter(({ kind }) => kind !== 'none');
  fc.assert(
    fc.property(plain, some, ({ type, request }, body) => {
      expect(read({ type, request: { ...request, body } })).toMatchObject({
        kind: 'outside',
        locator: 'body',
      });
      for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS']) {
        expect(read({ type, request: { ...request, method } })).toMatchObject({
          kind: 'outside',
          locator: 'method',
        });
      }
    }),
    { numRuns: 500 },
  );
});

test('a body that was not read is outside of every grammar of OGC', () => {
  fc.assert(
    fc.property(ogcRequest, ({ type, request }) => {
      const reading = read({ type, request: { ...request, method: 'POST', body: { kind: 'unread' } } });
      const isRoute = reading.kind === 'covered' && reading.target[0]?.permission === 'write';
      expect(isRoute || reading.kind === 'outside').toBe(true);
    }),
    RUNS,
  );
});

test('more than a thousand names are outside', () => {
  const reading = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `W1:${index}`);
    return read({
      type: 'geoserverwms',
      request: requestOf({ segments: ['wms'], query: `request=GetMap&layers=${names.join(',')}` }),
    });
  };
  expect(reading(1_000).kind).toBe('covered');
  expect(reading(1_001)).toMatchObject({ kind: 'outside', code: 'InvalidParameterValue', locator: 'layers' });
});
