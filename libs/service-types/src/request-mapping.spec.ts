import fc from 'fast-check';
import { serviceTypeOf } from './catalogue';
import {
  type Parameter,
  type RequestBody,
  type ServiceRequest,
  type XmlElement,
  isInvalid,
} from './service-type';
import { type ServiceTree } from '@gatehouse/access-engine';

/** Properties that hold for every request; the rows of the specification are in libs/conformance. */

/** Parameters on which the answer of a type rests, beside `service` and `request`. */
const DECISIVE: Readonly<Record<string, readonly string[]>> = {
  wps: ['identifier'],
  wfs: ['typenames', 'typename', 'featureid', 'resourceid', 'storedquery_id'],
  ncwms: ['layers', 'layer', 'query_layers', 'layername', 'dataset'],
  geoserverwfs: ['typenames', 'typename', 'featureid', 'resourceid', 'storedquery_id', 'namespaces'],
  geoserverwms: ['layers', 'layer', 'query_layers', 'sld', 'sld_body'],
  geoserverwps: ['identifier', 'datainputs'],
  geoserver: [],
};

/** 1 > (W1 (2) > (L1 (3), p1 (4)), L1 (5), rest (6)). */
const CHILDREN = new Map([
  ['1 w1', 2],
  ['2 l1', 3],
  ['2 p1', 4],
  ['1 l1', 5],
  ['1 rest', 6],
]);
const TREE: ServiceTree = {
  serviceId: 1,
  childByName: (parent, name) => CHILDREN.get(`${parent} ${name.toLowerCase()}`),
};

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
const NAMES = [
  'L1',
  'W1:L1',
  'w1:x',
  'p1',
  'W1:L1,L1',
  'W1/L1',
  'a/b/c',
  'xmlns(W1,http://x/W1)',
  'L1.1',
  '',
  ',',
];

const types = fc.constantFrom(...Object.keys(DECISIVE));
const segments = fc.array(
  fc.constantFrom('W1', 'wms', 'WFS', 'wps', 'ows', 'geoserver', 'rest', 'gwc', 'x', ''),
  {
    maxLength: 4,
  },
);
const parameterOf = (type: string): fc.Arbitrary<Parameter> =>
  fc.oneof(
    fc.tuple(fc.constant('request'), fc.constantFrom(...OPERATIONS)),
    fc.tuple(fc.constant('service'), fc.constantFrom('WMS', 'WFS', 'WPS', 'WCS')),
    fc.tuple(fc.constantFrom('version', ...DECISIVE[type]!), fc.constantFrom(...NAMES)),
  );
/** Each parameter once, and mostly an operation, so that most requests are mapped. */
const parametersOf = (type: string) =>
  fc.uniqueArray(parameterOf(type), { selector: ([name]) => name, maxLength: 5 });

const elementOf = (children: fc.Arbitrary<XmlElement[]>): fc.Arbitrary<XmlElement> =>
  fc.record({
    name: fc.constantFrom(
      'Execute',
      'GetMap',
      'GetFeature',
      'Insert',
      'Identifier',
      'NamedLayer',
      'Name',
      'L1',
    ),
    prefix: fc.constantFrom('', 'W1'),
    namespace: fc.constantFrom('', 'http://x/W1', 'http://x/y'),
    bindings: fc.constantFrom<Parameter[]>([], [['W1', 'http://x/y']]),
    attributes: fc.array(
      fc.constantFrom<Parameter>(
        ['typeName', 'W1:L1'],
        ['service', 'WMS'],
        ['request', 'x'],
        ['href', 'http://geoserver/wps'],
      ),
      { maxLength: 2 },
    ),
    children,
    text: fc.constantFrom('', 'L1', 'W1:L1', 'p1'),
  });
const leaf = elementOf(fc.constant([]));
const branch = elementOf(fc.array(leaf, { maxLength: 3 }));
const document = elementOf(fc.array(fc.oneof(leaf, branch), { maxLength: 3 }));

const bodiesOf = (type: string): fc.Arbitrary<RequestBody> =>
  fc.oneof(
    fc.constant<RequestBody>({ kind: 'none' }),
    fc.constant<RequestBody>({ kind: 'other' }),
    parametersOf(type).map((parameters): RequestBody => ({ kind: 'form', parameters })),
    parametersOf(type).map((members): RequestBody => ({ kind: 'json', members })),
    document.map((root): RequestBody => ({ kind: 'xml', root })),
    fc.constant<RequestBody>({ kind: 'unread' }),
    fc.constant<RequestBody>({ kind: 'unreadable', problem: 'it is not' }),
  );

interface Asked {
  readonly type: string;
  readonly request: ServiceRequest;
}

const asked: fc.Arbitrary<Asked> = types.chain((type) =>
  fc
    .record({
      method: fc.constantFrom('GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'OPTIONS'),
      segments,
      query: parametersOf(type),
      body: bodiesOf(type),
    })
    .map((request) => ({
      type,
      request: ['GET', 'HEAD', 'DELETE'].includes(request.method)
        ? { ...request, body: { kind: 'none' } }
        : request,
    })),
);

const outcomeOf = ({ type, request }: Asked) => serviceTypeOf(type)!.targetOf(request, TREE, {});
const isMapped = (outcome: ReturnType<typeof outcomeOf>) => outcome !== undefined && !isInvalid(outcome);

const RUNS = { numRuns: 5_000 };

test('what is mapped is a permission of the type on resources of the service, each once', () => {
  let mapped = 0;
  fc.assert(
    fc.property(asked, (one) => {
      const outcome = outcomeOf(one);
      if (outcome === undefined || isInvalid(outcome)) return;
      mapped++;
      expect(serviceTypeOf(one.type)!.permissions).toContain(outcome.permission);
      const pairs = outcome.resources.map(({ resourceId, exact }) => `${resourceId} ${exact}`);
      expect(pairs.length).toBeGreaterThan(0);
      expect(new Set(pairs).size).toBe(pairs.length);
      const known = new Set([1, ...CHILDREN.values()]);
      expect(outcome.resources.every(({ resourceId }) => known.has(resourceId))).toBe(true);
    }),
    RUNS,
  );
  // Otherwise the property says nothing.
  expect(mapped).toBeGreaterThan(RUNS.numRuns / 10);
});

test('the case of the names of parameters changes nothing', () => {
  const cased = (name: string, bits: number) =>
    [...name].map((letter, index) => ((bits >> (index % 30)) & 1 ? letter.toUpperCase() : letter)).join('');
  fc.assert(
    fc.property(asked, fc.nat(), ({ type, request }, bits) => {
      const recased = <Value>(entries: readonly (readonly [string, Value])[]) =>
        entries.map(([name, value]) => [cased(name, bits), value] as const);
      const { body } = request;
      const changed: RequestBody =
        body.kind === 'form'
          ? { kind: 'form', parameters: recased(body.parameters) }
          : body.kind === 'json'
            ? { kind: 'json', members: recased(body.members) }
            : body;
      const other = { ...request, query: recased(request.query), body: changed };
      expect(outcomeOf({ type, request: other })).toEqual(outcomeOf({ type, request }));
    }),
    RUNS,
  );
});

test('a second, different value of a decisive parameter never leaves a target', () => {
  let mapped = 0;
  const repeated = asked.chain(({ type, request }) =>
    fc
      .tuple(fc.constantFrom('request', 'service', ...DECISIVE[type]!), fc.boolean(), fc.nat(9), fc.boolean())
      .map(([name, inForm, at, upper]) => ({ type, request, name, inForm, at, upper })),
  );
  fc.assert(
    fc.property(repeated, ({ type, request, name, inForm, at, upper }) => {
      const value = request.query.find(([known]) => known === name)?.[1];
      if (value === undefined) return;
      const second: Parameter = [upper ? name.toUpperCase() : name, `${value}x`];
      const query = [...request.query];
      query.splice(at, 0, second);
      const withBody = { ...request, method: 'POST', body: { kind: 'form', parameters: [second] } as const };
      if (isMapped(outcomeOf({ type, request }))) mapped++;
      // Whether the first request is a target or not, the second is none.
      const outcome = outcomeOf({ type, request: inForm ? withBody : { ...request, query } });
      expect(isMapped(outcome)).toBe(false);
    }),
    RUNS,
  );
  expect(mapped).toBeGreaterThan(RUNS.numRuns / 50);
});

test('a GET that has a body never is a target', () => {
  let mapped = 0;
  const bodies = types.chain(bodiesOf).filter(({ kind }) => kind !== 'none');
  fc.assert(
    fc.property(
      asked,
      bodies,
      fc.constantFrom('GET', 'HEAD', 'DELETE'),
      ({ type, request }, body, method) => {
        const bare = outcomeOf({ type, request: { ...request, method, body: { kind: 'none' } } });
        if (bare === undefined || isInvalid(bare)) return;
        // The REST interface of a GeoServer is no OGC service.
        if (bare.permission === 'read' || bare.permission === 'write') return;
        mapped++;
        expect(outcomeOf({ type, request: { ...request, method, body } })).toMatchObject({ locator: 'body' });
      },
    ),
    RUNS,
  );
  expect(mapped).toBeGreaterThan(RUNS.numRuns / 20);
});

test('more than a thousand names are invalid', () => {
  const request = (count: number): ServiceRequest => ({
    method: 'GET',
    segments: ['wms'],
    query: [
      ['request', 'GetMap'],
      ['layers', Array.from({ length: count }, (_, index) => `W1:${index}`).join(',')],
    ],
    body: { kind: 'none' },
  });
  expect(isMapped(outcomeOf({ type: 'geoserverwms', request: request(1_000) }))).toBe(true);
  expect(outcomeOf({ type: 'geoserverwms', request: request(1_001) })).toMatchObject({
    invalid: 'InvalidParameterValue',
    locator: 'layers',
  });
});

test('a pattern of files is tried in time that grows with the name, whatever the name', () => {
  const start = performance.now();
  const configuration = { file_patterns: ['.*\\.nc', '(a|b)*c', '.*a.*b.*'] };
  for (const letter of ['a', 'b', '.', 'n']) {
    const path = ['fileServer', letter.repeat(255)];
    const request = { method: 'GET', segments: path, query: [], body: { kind: 'none' } } as const;
    serviceTypeOf('thredds')!.targetOf(request, TREE, configuration);
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});
