import { json, readingIn, request } from '../testing/wps-requests';
import { wpsService } from '../types/wps';

const PATHS = ['s', 's/p1', 's/p2', 's/Secret'];
const read = (...input: Parameters<typeof request>) => readingIn(wpsService, PATHS, request(...input));

test.each([
  [[['identifier', 'p1']], 'execute s/p1 exact'],
  [
    [
      ['identifier', 'p1'],
      ['outputs', 'output'],
      ['inputs', { identifier: 'p2' }],
    ],
    'execute s/p1 exact',
  ],
  [
    [
      ['operation', 'EXECUTE'],
      ['request', 'Execute'],
      ['identifier', ' p1 '],
    ],
    'execute s/p1 exact',
  ],
  [
    [
      ['identifier', 'p9'],
      ['raw', true],
      ['store_execute', 'true'],
    ],
    'execute s partial',
  ],
  [[['inputs', {}]], 'execute everywhere'],
  [
    [
      ['operation', 'GetCapabilities'],
      ['service', 'wps'],
    ],
    'getcapabilities s exact',
  ],
  [
    [
      ['operation', 'describeprocess'],
      ['identifier', 'p1'],
    ],
    'describeprocess s/p1 exact',
  ],
  [
    [
      ['operation', 'describeprocess'],
      ['identifier', 'p1,p2'],
    ],
    'describeprocess s partial',
  ],
  [[['operation', 'describeprocess']], 'describeprocess everywhere'],
] as const)('%j needs %s', (members, expected) => {
  expect(read('POST', json(...members))).toBe(expected);
});

test.each([
  [
    [
      ['request', 'GetCapabilities'],
      ['identifier', 'p1'],
    ],
    'request',
  ],
  [[['request', 'GetCapabilities']], 'request'],
  [
    [
      ['operation', 'execute'],
      ['request', 'GetCapabilities'],
    ],
    'request',
  ],
  [
    [
      ['operation', 'getcapabilities'],
      ['identifier', 'p1'],
    ],
    'identifier',
  ],
  [
    [
      ['operation', null],
      ['identifier', 'p1'],
    ],
    'operation',
  ],
  [
    [
      ['operation', ['execute']],
      ['identifier', 'p1'],
    ],
    'operation',
  ],
  [
    [
      ['operation', ''],
      ['identifier', 'p1'],
    ],
    'operation',
  ],
  [[['operation', 'GetStatus']], 'operation'],
  [
    [
      ['Operation', 'getcapabilities'],
      ['identifier', 'p1'],
    ],
    'operation',
  ],
  [[['Identifier', 'p1']], 'identifier'],
  [[['identifier', ['p1', 'p2']]], 'identifier'],
  [
    [
      ['operation', 'describeprocess'],
      ['identifier', ['p1', 'p2']],
    ],
    'identifier',
  ],
  [
    [
      ['operation', 'describeprocess'],
      ['identifiers', ['p1']],
    ],
    'identifiers',
  ],
  [[['identifier', 'p1\u0000']], 'identifier'],
  [
    [
      ['identifier', 'p1'],
      ['identifier', 'p2'],
    ],
    'body',
  ],
  [
    [
      ['identifier', 'p1'],
      ['identifier', 'p1'],
    ],
    'body',
  ],
  [
    [
      ['identifier', 'p1'],
      ['api', '1'],
    ],
    'api',
  ],
  [
    [
      ['identifier', 'p1'],
      ['service', 'WFS'],
    ],
    'service',
  ],
  [
    [
      ['identifier', 'p1'],
      ['version', 1],
    ],
    'version',
  ],
] as const)('%j is outside of the grammar, by %s', (members, locator) => {
  expect(read('POST', json(...members))).toBe(`outside InvalidParameterValue ${locator}`);
});

test.each([
  ['POST ?service=WPS&request=Execute&identifier=p1', 'execute s/p1 exact'],
  ['POST ?version=1.0.0', 'execute s/p1 exact'],
  ['POST ?request=GetCapabilities', 'outside InvalidParameterValue request'],
  ['POST ?identifier=p2', 'outside InvalidParameterValue identifier'],
  ['POST ?language=fr', 'outside InvalidParameterValue language'],
  ['POST ?datainputs=x=1', 'outside InvalidParameterValue datainputs'],
])('a query sent with JSON repeats it: %s', (written, expected) => {
  expect(read(written, json(['identifier', 'p1'], ['version', '1.0.0']))).toBe(expected);
});
