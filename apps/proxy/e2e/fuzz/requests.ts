import fc from 'fast-check';
import type { Attempt } from './attempt';
import { bodiesFor } from './bodies';
import { queriesFor } from './queries';
import { PERSONAS, type WorldService } from './world';

/** Such as all services know. */
export const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'PROPFIND',
  'REPORT',
  'MKCOL',
];
const ODD_METHODS = ['get', 'Post', 'TRACE', 'CONNECT', 'FOO', 'GET\tx', 'M-SEARCH', 'QUERY'];

/** Names that lead somewhere, by the type of a service. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
  thredds: ['thredds', 'catalog', 'fileServer', 'dodsC', 'iso', 'catalog.html', 'data.nc', 'data.nc.dds'],
  geoserver: ['geoserver', 'wms', 'wfs', 'wps', 'ows', 'rest', 'gwc', 'service', 'WMS'],
  geoserverwms: ['geoserver', 'wms', 'ows', 'l1'],
  geoserverwfs: ['geoserver', 'wfs', 'ows', 'l1'],
  geoserverwps: ['geoserver', 'wps', 'ows', 'l1'],
};
/** What stands in every tree, under rules of its own. */
export const NAMES = ['open', 'closed', 'public'];
/** Segments about which readers disagree. */
const ODD_SEGMENTS = [
  '',
  '.',
  '..',
  '...',
  '%2e',
  '%2e%2e',
  '.%2E',
  '%252e%252e',
  '%u002e%u002e',
  '%c0%ae%c0%ae',
  '%e0%80%ae',
  '..;',
  '..;x=1',
  '.;',
  ';',
  'open;closed',
  'open;v=/../closed',
  'open%3bclosed',
  'open%2fclosed',
  'open%2F..%2Fclosed',
  'open%5c..%5cclosed',
  'open\\..\\closed',
  '..%2f..%2fclosed',
  '..\\closed',
  'open%252fclosed',
  'open%00',
  'closed%00open',
  'closed%0d%0aX-Case:0',
  'closed%3fopen',
  'closed%23',
  'closed#open',
  'OPEN',
  'Closed',
  'op%65n',
  '%63losed',
  'closed%20',
  '%20closed',
  'closed.',
  'closed+',
  'clo%C5%BFed',
  '\u00e3\u0080\u0080',
  '%EF%BC%8E%EF%BC%8E',
  '%ef%bc%8fclosed',
  'closed%',
  'closed%z',
  '%ff',
  '\u00ff',
  '~',
  "a'b(c)*d!e",
  'a@b:c',
  'a|b[0:1]',
  '{x}',
  '100%25',
  '%2525',
];

const segment = (type: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES, ...(PATHS[type] ?? [])) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-z%.;\\/]{1,6}$/) },
  );

function pathsFor(type: string): fc.Arbitrary<string> {
  const clean = fc
    .array(fc.constantFrom(...NAMES, ...(PATHS[type] ?? [])), { maxLength: 4 })
    .map((names) => names.map((one) => `/${one}`).join(''));
  const odd = fc
    .tuple(fc.array(segment(type), { maxLength: 5 }), fc.constantFrom('', '', '', '/', '//'))
    .map(([segments, end]) => segments.map((one) => `/${one}`).join('') + end);
  return fc.oneof({ weight: 2, arbitrary: clean }, { weight: 1, arbitrary: odd });
}

/** Where the target of a request begins; all but the first try to get elsewhere than they say. */
const LEADS = [
  '/ows/proxy/',
  '/ows/proxy//',
  '//ows/proxy/',
  '/ows//proxy/',
  '/ows/../ows/proxy/',
  '/ows/verify/../proxy/',
  '/ows/%70roxy/',
  '/ows/proxy/broad-access-0/../',
  '/ows/proxy/broad-access-0/%2e%2e/',
  'http://gate/ows/proxy/',
  'http://gate:80@other/ows/proxy/',
  '/OWS/proxy/',
  '/',
  '',
];
const lead = fc.oneof(
  { weight: 40, arbitrary: fc.constant(LEADS[0] ?? '') },
  { weight: 1, arbitrary: fc.constantFrom(...LEADS) },
);

const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method', 'GET'],
  ['X_Method_Override', 'PUT'],
  ['X-Original-URL', '/closed'],
  ['X-Rewrite-URL', '/closed'],
  ['X-Original-URI', '/ows/proxy/public'],
  ['X-Original-Method', 'GET'],
  ['X-Forwarded-Uri', '/closed'],
  ['X-Forwarded-Method', 'GET'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-For', 'not an address'],
  ['X_Forwarded_For', '10.0.0.1'],
  ['Forwarded', 'for=10.0.0.1;host=evil.example'],
  ['X-Real-IP', '127.0.0.1'],
  ['Remote-User', 'root'],
  ['Remote_User', 'root'],
  ['X-Gatehouse-Identity', 'forged'],
  ['X-Gatehouse-User', 'root'],
  ['Authorization', 'Basic cm9vdDpyb290'],
  ['Accept', 'application/json'],
  ['Accept', 'text/html,*/*'],
  ['Range', 'bytes=0-1'],
  ['Cache-Control', 'no-cache'],
  ['Connection', 'keep-alive, Cookie, Content-Type'],
  ['Connection', 'close'],
  ['TE', 'trailers'],
  ['Trailer', 'X-Case'],
  ['Expect', '100-continue'],
  ['Upgrade', 'h2c'],
  ['Proxy-Authorization', 'Basic x'],
  ['Proxy-Connection', 'keep-alive'],
  ['Transfer-Encoding', 'identity'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Transfer-Encoding', 'xchunked'],
  ['Content-Length', '0'],
  ['Content-Length', '+5'],
  ['Host', 'other'],
  ['Cookie', 'a=b; auth_tkt=worthless'],
  ['Content-Type', 'text/xml'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Type', 'application/json'],
  ['Content-Encoding', 'gzip'],
];
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray([...HEADERS], { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...HEADERS.filter(([name]) => name === 'Content-Type')).map((one) => [one]),
  },
);

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('GET', 'POST', ...METHODS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
);

/** Any request to one of those services: mostly near what it understands, with everything that readers disagree about. */
export function attemptsAt(services: readonly WorldService[]): fc.Arbitrary<Attempt> {
  const types = new Set(services.map(({ type }) => type.name));
  return fc.oneof(
    ...[...types].map((name) =>
      attemptsAtType(
        name,
        services.filter(({ type }) => type.name === name),
      ),
    ),
  );
}

function attemptsAtType(type: string, services: readonly WorldService[]): fc.Arbitrary<Attempt> {
  return fc.record({
    service: fc.constantFrom(...services),
    persona: fc.constantFrom(...PERSONAS),
    method,
    lead,
    rest: fc.tuple(pathsFor(type), queriesFor(type)).map(([path, query]) => path + query),
    headers,
    body: bodiesFor(type),
  });
}
