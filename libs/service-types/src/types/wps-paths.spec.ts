import { json, readingIn, request } from '../testing/wps-requests';
import { wpsService } from './wps';

const PATHS = ['s', 's/p1', 's/p2', 's/Secret'];
const read = (...input: Parameters<typeof request>) => readingIn(wpsService, PATHS, request(...input));

const execution = json(['identifier', 'p1'], ['inputs', { a: 1 }]);
const inputs = json(['name', 'Dude']);

test.each([
  ['GET /processes', 'getcapabilities s exact'],
  ['GET /processes?service=WPS', 'getcapabilities s exact'],
  ['GET /processes?request=GetCapabilities', 'getcapabilities s exact'],
  ['GET /Processes/p1?service=WPS&f=json', 'describeprocess s/p1 exact'],
  ['GET /processes/p1?identifier=p2', 'describeprocess s/p2 exact, s/p1 exact'],
  ['GET /processes/ALL', 'describeprocess everywhere'],
])('%s needs %s', (written, expected) => {
  expect(read(written)).toBe(expected);
});

test.each([
  ['POST', execution, 'execute s/p1 exact'],
  ['POST /wps', execution, 'execute s/p1 exact'],
  ['POST /jobs', execution, 'execute s/p1 exact'],
  ['POST /jobs/p1', inputs, 'execute s/p1 exact'],
  ['POST /jobs/p1/out', inputs, 'execute s/p1 exact'],
  ['POST /jobs/p1?service=WPS&request=Execute&identifier=P1', inputs, 'execute s/p1 exact'],
  ['POST /jobs/p2', execution, 'outside InvalidParameterValue identifier'],
  ['POST /jobs/p2', json(['Identifier', 'p1']), 'outside InvalidParameterValue identifier'],
  ['POST /jobs/p2', json(['operation', 'getcapabilities']), 'outside InvalidParameterValue operation'],
  ['POST /jobs/p2', json(['process', ['p1']]), 'outside InvalidParameterValue process'],
  ['POST /jobs/p2?identifier=p1', inputs, 'outside InvalidParameterValue identifier'],
  ['POST /jobs/p2?request=GetCapabilities', inputs, 'outside InvalidParameterValue request'],
  ['POST /jobs/p2?x=1', inputs, 'outside InvalidParameterValue x'],
])('JSON that is sent by %s has one meaning, or is outside: %#', (written, body, expected) => {
  expect(read(written, body)).toBe(expected);
});

test.each([
  'GET /secret',
  'GET /wps/secret',
  'GET /any/path',
  'GET /api/0/secret',
  'GET /jobs',
  'GET /jobs/secret',
  'GET /processes//secret',
  'GET /processes/p1/execution',
  'GET /processes/p1,secret',
  'GET /processes/p%31',
  'GET /processes;x/p1',
  'GET //processes/p1',
  'POST /secret',
  'POST /processes/secret',
  'POST /processes/secret/execution',
  'POST /wps/secret',
  'POST /jobs/p1/out/more',
  'POST /jobs//p1',
  'POST /jobs/a%2Fb',
])('%s has no known path', (written) => {
  const one = written.startsWith('GET')
    ? request(`${written}?request=GetCapabilities`)
    : request(written, execution);
  expect(readingIn(wpsService, PATHS, one)).toBe('outside InvalidParameterValue path');
});

test('a path with another operation than the query is outside', () => {
  expect(read('GET /processes?request=Execute&identifier=p1')).toBe('outside InvalidParameterValue request');
  expect(read('GET /processes/p1?request=Execute')).toBe('outside InvalidParameterValue request');
});

test('below a private URL with a path, segments are names of processes', () => {
  const below = (written: string, body = execution) =>
    readingIn(wpsService, PATHS, request(written, body), { privatePath: ['wps'] });
  expect(below('POST')).toBe('execute s/p1 exact');
  expect(below('POST /wps')).toBe('outside InvalidParameterValue path');
  expect(below('POST /jobs')).toBe('outside InvalidParameterValue path');
  expect(below('GET /wps?request=GetCapabilities', { kind: 'none' })).toBe('getcapabilities s exact');
  expect(below('GET /processes', { kind: 'none' })).toBe('outside InvalidParameterValue path');
});

test('the path segment of the endpoint is an option of the service', () => {
  const at = (written: string) => readingIn(wpsService, PATHS, request(written), { endpoint: 'cgi' });
  expect(at('GET /cgi?request=GetCapabilities')).toBe('getcapabilities s exact');
  expect(at('GET /wps?request=GetCapabilities')).toBe('outside InvalidParameterValue path');
});
