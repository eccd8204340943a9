import fc from 'fast-check';
import { METHODS } from 'node:http';
import { bodyFor } from './bodies';
import { type FuzzRequest, PERSONAS, type Segment } from './fuzz-request';
import type { Operation } from './operations';
import { CANARY, oddText } from './odd-values';

/** The methods of Node's HTTP parser; CONNECT has no reply by design: the connection is closed. */
const KNOWN_METHODS = METHODS.filter((method) => method !== 'CONNECT');

/** Methods that the HTTP parser rejects, which are answered below the application. */
const ODD_METHODS = ['get', 'Post', 'pATCH', 'GETT', 'FOO', 'DELETE\0', '-'];

/** Requests to an operation, mostly by its own method and near its path. */
export function requestTo(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 36, arbitrary: fc.constant(operation.method) },
    { weight: 2, arbitrary: fc.constantFrom(...KNOWN_METHODS) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
  );
  const body = ['GET', 'HEAD'].includes(operation.method)
    ? fc.oneof(
        { weight: 9, arbitrary: fc.constant({ mediaType: undefined, bytes: undefined }) },
        { weight: 1, arbitrary: bodyFor(operation) },
      )
    : bodyFor(operation);
  return fc
    .record({
      persona: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...PERSONAS) },
        { weight: 2, arbitrary: fc.constant('administrator' as const) },
      ),
      method,
      segments: pathOf(operation.template),
      query: queryFor(operation),
      headers,
      body,
    })
    .map(({ body: { mediaType, bytes }, headers: input, ...rest }) => ({
      ...rest,
      headers: mediaType === undefined ? input : { ...input, 'Content-Type': mediaType },
      body: bytes,
    }));
}

/** As encoded in a path or query; a lone surrogate, which has no UTF-8, becomes the replacement character. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

const ODD_SEGMENTS = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2f',
  'a%2fb',
  '..%2f..%2fusers',
  '%5c',
  '%00',
  'a%00b',
  '%0a',
  'name%0a',
  '%1b%5b2J',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%',
  '%zz',
  '%2',
  '%25%32%66',
  ';a=b',
  'name;v=1',
  '*',
  '{user_name}',
  ':user_name',
  '(.*)',
  '+',
  '%20',
  '%F0%9F%92%A9',
  '99999999999999999999999',
  '2147483648',
  '-1',
  '1.5',
  '0',
  'z'.repeat(3000),
];

function pathOf(template: string): fc.Arbitrary<Segment[]> {
  const odd = fc.oneof(fc.constantFrom(...ODD_SEGMENTS), oddText.map(encode)).map((raw) => ({ raw }));
  const parts = template
    .slice(1)
    .split('/')
    .map((part): fc.Arbitrary<Segment> => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        return fc.oneof(
          { weight: 40, arbitrary: fc.constant({ raw: part }) },
          { weight: 1, arbitrary: fc.constant({ raw: part.toUpperCase() }) },
          { weight: 1, arbitrary: fc.constant({ raw: escapeAll(part) }) },
        );
      }
      const existing = fc.nat({ max: 9 }).map((choice) => ({ existing: name, choice }));
      return fc.oneof({ weight: 5, arbitrary: existing }, { weight: 2, arbitrary: odd });
    });
  return fc
    .tuple(
      fc.tuple(...parts),
      fc.oneof({ weight: 30, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: odd.map((one) => [one]) }),
    )
    .map(([path, more]) => [...path, ...more]);
}

const escapeAll = (text: string): string =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Queries besides the declared ones: those of every list, the format, and those whose values are secrets. */
const FURTHER_NAMES = [
  'format',
  'limit',
  'after',
  'type',
  'status',
  '__proto__',
  'x',
  '',
  'effective',
  'callback',
];
const SECRET_NAMES = ['password', 'access_token', 'gatehouse_token', 'p%61ssword'];

function queryFor(operation: Operation): fc.Arbitrary<string> {
  const name = fc.constantFrom(...operation.queryNames, ...operation.queryNames, ...FURTHER_NAMES);
  const cased = fc
    .tuple(name, fc.nat({ max: 5 }))
    .map(([text, odd]) => (odd === 0 ? text.toUpperCase() : text));
  const value = fc.oneof(
    fc.constantFrom(
      'true',
      'false',
      '1',
      '0',
      'json',
      'xml',
      'html',
      'text',
      'all',
      'pending',
      '-1',
      '100000000',
      'read',
      'session,sign_in',
    ),
    oddText.map(encode),
    fc.constantFrom('%', '%ff', '%00', '%ed%a0%80', '+', 'a=b'),
  );
  const pair = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(cased, value).map(([key, text]) => `${key}=${text}`) },
    { weight: 1, arbitrary: cased },
    { weight: 1, arbitrary: fc.constantFrom(...SECRET_NAMES).map((key) => `${key}=${CANARY}`) },
  );
  return fc.oneof(
    fc.constant(''),
    fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&')),
  );
}

const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Accept: fc.constantFrom(
    '*/*',
    'application/json',
    'text/html',
    'text/plain',
    'application/xml',
    'text/xml',
    'application/pdf',
    'text/html, */*;q=0.1',
    'application/json;q=0',
    ';;;,,,',
    'a/b;q=nan',
    'é/ü',
    'x'.repeat(2000),
  ),
  'X-Requested-With': fc.constant('XMLHttpRequest'),
  Origin: fc.constantFrom('null', 'https://evil.example', 'http://localhost:2001', 'not an origin'),
  'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none', 'odd'),
  Host: fc.constantFrom('evil.example', 'a b', '', 'localhost:99999'),
  'X-Request-Id': fc.constantFrom('given-by-the-front-end', '<x>', 'z'.repeat(500)),
  'X-Forwarded-For': fc.constantFrom('203.0.113.7', 'not an address', '::1, , x'),
  Authorization: fc.constantFrom(`Bearer ${CANARY}`, `Basic ${CANARY}`, 'Bearer', ''),
  'Homepage-Route': fc.constantFrom('/ui', 'https://evil.example', '//evil.example', 'javascript:alert(1)'),
  'Content-Encoding': fc.constantFrom('gzip', 'identity', 'odd'),
  'User-Agent': fc.constant('Mozilla/5.0'),
  'X-Access-Revision': fc.constantFrom('0', '1', '-1', '1e3', '99999999999999999999', 'newest', ''),
  'Transfer-Encoding': fc.constant('chunked'),
  Expect: fc.constantFrom('100-continue', '200-ok'),
  Range: fc.constantFrom('bytes=0-1', 'bytes=-0', 'lines=1'),
  'If-None-Match': fc.constantFrom('*', '"x"'),
  'X-Forwarded-Proto': fc.constantFrom('https', 'javascript', ''),
  'X-HTTP-Method-Override': fc.constantFrom('DELETE', 'PATCH'),
  Upgrade: fc.constantFrom('websocket', 'h2c'),
  Cookie: fc.constantFrom(
    'auth_tkt',
    'auth_tkt=',
    `auth_tkt=${'0'.repeat(200)}!userid_type:int`,
    `auth_tkt=%ff%00; auth_tkt=${CANARY}`,
    '=; ;;; a=b=c; auth_tkt="',
    'z='.repeat(3000),
  ),
  'X-Odd': fc.constantFrom('z'.repeat(9000), '\u00ff\u0080', '\t'),
};

/** One at most: a request that is refused for one header does not reach later checks. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  ...Object.entries(HEADERS).map(([name, values]) => ({
    weight: name === 'Accept' ? 4 : 1,
    arbitrary: values.map((value) => ({ [name]: value })),
  })),
);
