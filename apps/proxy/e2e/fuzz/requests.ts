import fc from 'fast-check';
import type { Attempt } from './attempt';
import { bodiesFor } from './bodies';
import { orderlyAttemptsAt } from './orderly/orderly-requests';
import { formOf } from './orderly/written';
import { parametersFor, queriesFor } from './queries';
import { METHODS, NAMES, PATHS } from './words';
import { PERSONAS, type ScenarioService } from './scenario';

const ODD_METHODS = ['get', 'Post', 'TRACE', 'CONNECT', 'FOO', 'GET\tx', 'M-SEARCH', 'QUERY'];

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

/** How the target of a request begins; all but the first try to reach another route. */
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
  ['X-Remote-User', 'root'],
  ['X-Auth-Request-User', 'root'],
  ['X-Forwarded-User', 'root'],
  ['SSL-Client-S-DN', 'root'],
  ['True-Client-IP', '127.0.0.1'],
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
  ['Cookie', 'mode=map; kept=1; layer=closed'],
  ['Cookie', 'mode="map; kept=1"; request=GetMap'],
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

/** Any request to one of those services: mostly close to what it understands, with everything that readers disagree about. */
export function attemptsAt(services: readonly ScenarioService[]): fc.Arbitrary<Attempt> {
  const types = [...new Set(services.map(({ type }) => type))];
  return fc.oneof(
    ...types.flatMap((type) => {
      const ofType = services.filter((service) => service.type === type);
      return [
        { weight: 2, arbitrary: attemptsAtType(type, ofType) },
        { weight: 3, arbitrary: nearlyOrderly(type, ofType) },
      ];
    }),
  );
}

function attemptsAtType(type: string, services: readonly ScenarioService[]): fc.Arbitrary<Attempt> {
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

/** A request as documented, with up to two deviations. */
function nearlyOrderly(type: string, services: readonly ScenarioService[]): fc.Arbitrary<Attempt> {
  const twist = fc.oneof(
    fc.record({ lead }),
    fc.record({ method }),
    fc.record({ headers }),
    fc.record({ body: bodiesFor(type) }),
    fc.record({ segment: segment(type) }),
    fc.record({ pairs: parametersFor(type), isFirst: fc.boolean() }),
  );
  return fc
    .tuple(orderlyAttemptsAt(services), fc.array(twist, { maxLength: 2 }))
    .map(([{ attempt }, twists]) => twists.reduce<Attempt>(twisted, attempt));
}

type Twist = Partial<Pick<Attempt, 'lead' | 'method' | 'headers' | 'body'>> & {
  readonly segment?: string;
  readonly pairs?: Pairs;
  readonly isFirst?: boolean;
};
type Pairs = readonly (readonly [name: string, value: string])[];

/** A body, or its replacement, is sent with the original method. */
function twisted(attempt: Attempt, { segment: name, pairs, isFirst = false, ...other }: Twist): Attempt {
  const [path = '', query] = attempt.rest.split(/\?(.*)/s);
  const segments = name === undefined ? path : `${path}/${name}`;
  const own = query === undefined || query === '' ? [] : [query];
  const more = pairs === undefined ? [] : [formOf(pairs.map(([one, value]) => [one, value]))];
  const parts = isFirst ? [...more, ...own] : [...own, ...more];
  const rest = segments + (query === undefined && parts.length === 0 ? '' : `?${parts.join('&')}`);
  return { ...attempt, ...other, rest };
}
