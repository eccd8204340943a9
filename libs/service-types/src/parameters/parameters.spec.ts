import type { Parameter, RequestBody, XmlElement } from '../service-type';
import { readParameters } from './parameters';

const NAMES = new Set(['request', 'service', 'layers']);

const read = (query: readonly Parameter[], body: RequestBody = { kind: 'none' }, method = 'POST') => {
  const outcome = readParameters({ method, segments: [], query, body }, NAMES);
  return outcome instanceof Map ? Object.fromEntries(outcome as Map<string, string>) : outcome;
};
const element = (name: string, ...attributes: Parameter[]): XmlElement => ({
  name,
  prefix: '',
  namespace: '',
  bindings: [],
  attributes,
  children: [],
  text: '',
});

test('values are those of declared parameters, as they are spelled, by lower-case name', () => {
  expect(
    read([
      ['LaYers', 'W:L'],
      ['version', '1'],
      ['version', '2'],
      ['service', ''],
    ]),
  ).toEqual({
    layers: 'W:L',
    service: '',
  });
});

test('values that differ in case only are one, and the first spelling counts', () => {
  expect(
    read([
      ['layers', 'a:B'],
      ['LAYERS', 'A:b'],
    ]),
  ).toEqual({ layers: 'a:B' });
});

test.each<[string, RequestBody]>([
  ['a form', { kind: 'form', parameters: [['Layers', 'b']] }],
  ['a JSON object', { kind: 'json', members: [['layers', 'b']] }],
])('a value in %s is taken, and must agree with the query', (_, body) => {
  expect(read([['request', 'x']], body)).toEqual({ request: 'x', layers: 'b' });
  expect(read([['layers', 'B']], body)).toEqual({ layers: 'B' });
  expect(read([['layers', 'a']], body)).toMatchObject({
    invalid: 'InvalidParameterValue',
    locator: 'layers',
  });
});

test('a document says its operation by the name of its root, and its service by an attribute', () => {
  expect(read([], { kind: 'xml', root: element('GetMap', ['SERVICE', 'WMS'], ['layers', 'x']) })).toEqual({
    request: 'GetMap',
    service: 'WMS',
  });
  expect(read([], { kind: 'xml', root: element('GetMap', ['request', 'Execute']) })).toMatchObject({
    locator: 'request',
  });
});

test.each([[5], [null], [true], [['a']], [{ a: 'b' }]])(
  'a member of a JSON object with the value %j is invalid',
  (value) => {
    expect(read([], { kind: 'json', members: [['layers', value]] })).toMatchObject({ locator: 'layers' });
    expect(read([], { kind: 'json', members: [['inputs', value]] })).toEqual({});
  },
);

test.each([
  'reque\u017ft',
  ' request',
  'request\u0000',
  'request[]',
  'request[0]',
  'req\u00adu\u00adest',
  'serv\u0131ce',
  'serv\u200bice',
  '\uff0elayers',
])('the name %j, which some take for a parameter that counts, is invalid', (name) => {
  expect(read([[name, 'x']])).toMatchObject({ invalid: 'InvalidParameterValue' });
});

test.each(['requests', 'time', 'x-request', 'dim_layers', '\u00e9t\u00e9', ''])(
  'the name %j is that of another parameter',
  (name) => {
    expect(read([[name, 'x']])).toEqual({});
  },
);

test.each(['GET', 'HEAD', 'DELETE'])('a %s with a body is invalid, whatever the body', (method) => {
  const bodies: RequestBody[] = [
    { kind: 'other' },
    { kind: 'unread' },
    { kind: 'unreadable', problem: 'it is not' },
    { kind: 'form', parameters: [] },
    { kind: 'xml', root: element('GetMap') },
  ];
  for (const body of bodies) {
    expect(read([['request', 'x']], body, method)).toMatchObject({
      invalid: 'NoApplicableCode',
      locator: 'body',
    });
  }
  expect(read([['request', 'x']], { kind: 'none' }, method)).toEqual({ request: 'x' });
});

test('a body that could not be read, or was not, is invalid; one of another type says nothing', () => {
  expect(read([], { kind: 'unreadable', problem: 'it is encoded' })).toEqual({
    invalid: 'NoApplicableCode',
    locator: 'body',
    detail: 'The body cannot be read: it is encoded.',
  });
  expect(read([], { kind: 'unread' })).toMatchObject({ locator: 'body' });
  expect(read([['request', 'x']], { kind: 'other' })).toEqual({ request: 'x' });
});
