import type { ServiceView } from '@gatehouse/access-engine';
import { problem } from '@gatehouse/problems';
import { spellingsOf } from '@gatehouse/testing';
import type { Caller } from './caller';
import { CrossSite } from './cross-site';
import type { AuthorizationResult } from './authorization';

const PUBLIC = 'https://gate.example.org';
const TRUSTED = 'https://app.example.org';
const LISTED = 'http://listed.example.org:8080';

const crossSite = new CrossSite({
  publicUrl: `${PUBLIC}/auth`,
  proxyPublicUrl: `${PUBLIC}/front/ows/proxy`,
  proxyCorsOrigins: [LISTED, '*'],
});
const service = { proxy: { trusted_origins: [TRUSTED] } } as unknown as ServiceView;
const byCookie = { kind: 'session', credentials: 'cookie' } as unknown as Caller;

interface RequestProperties {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly upgrades?: boolean;
  readonly kind?: 'proxy' | 'verify';
  readonly methodIsDeclared?: boolean;
}

function reasonOf(
  reviewed: RequestProperties,
  result: AuthorizationResult = { service, caller: byCookie },
): string | undefined {
  const {
    method = 'POST',
    headers = {},
    upgrades = false,
    kind = 'proxy',
    methodIsDeclared = true,
  } = reviewed;
  const request = { method, methodIsDeclared, upgrades, request: { headers }, route: { kind } };
  return crossSite.review(request, result).refusal?.errorCode;
}

const REFUSED = 'cross_site_request';
const FOREIGN = { origin: 'https://evil.example' };

describe('a request that changes state with the cookie of a session', () => {
  it.each([
    'https://evil.example',
    'https://sub.gate.example.org',
    'https://example.org',
    'http://gate.example.org',
    'https://gate.example.org:8443',
    'https://gate.example.org:443',
    'https://gate.example.org/',
    'HTTPS://gate.example.org',
    'https://gate.example.org.evil.example',
    'http://listed.example.org',
    'null',
    '*',
    '',
    'https://gate.example.org, https://gate.example.org',
    'https://gate.example.org, https://evil.example',
  ])('is refused from the origin %j', (origin) => {
    expect(reasonOf({ headers: { origin } })).toBe(REFUSED);
    // If there is an origin, it decides, regardless of other headers.
    const ofSameOrigin = { origin, 'sec-fetch-site': 'same-origin' };
    expect(reasonOf({ headers: ofSameOrigin })).toBe(origin === 'null' ? undefined : REFUSED);
    expect(reasonOf({ headers: { origin, 'sec-fetch-site': 'none' } })).toBe(REFUSED);
  });

  it.each([PUBLIC, LISTED, TRUSTED])('is allowed from the origin %s', (origin) => {
    expect(reasonOf({ headers: { origin } })).toBeUndefined();
    expect(reasonOf({ headers: { origin, 'sec-fetch-site': 'cross-site' } })).toBeUndefined();
  });

  it('is allowed from a trusted origin only for the service that trusts it', () => {
    const other = { proxy: null } as unknown as ServiceView;
    const result = { service: other, caller: byCookie };
    expect(reasonOf({ headers: { origin: TRUSTED } }, result)).toBe(REFUSED);
  });

  it.each([
    ['cross-site', REFUSED],
    ['same-site', REFUSED],
    ['same-origin, cross-site', REFUSED],
    ['anything', REFUSED],
    ['', REFUSED],
    ['same-origin', undefined],
    ['none', undefined],
  ])('without an origin and with Sec-Fetch-Site %j results in %s', (site, expected) => {
    expect(reasonOf({ headers: { 'sec-fetch-site': site } })).toBe(expected);
  });

  it('is allowed without any headers of a browser', () => {
    expect(reasonOf({})).toBeUndefined();
    expect(reasonOf({ headers: { referer: 'https://evil.example/' } })).toBeUndefined();
  });
});

describe('a request that the sign-in page leads to', () => {
  const executing = { service, caller: byCookie, executes: true };
  const headers = { 'sec-fetch-site': 'same-origin' };

  it.each(['', '/', '?return=%2Ffront%2Fows%2Fproxy%2Fwps'])(
    'is refused if the service executes something for it (referrer …/ui/login%s)',
    (rest) => {
      const referer = `${PUBLIC}/auth/ui/login${rest}`;
      expect(reasonOf({ method: 'GET', headers: { ...headers, referer } }, executing)).toBe(REFUSED);
      expect(reasonOf({ method: 'GET', headers: { ...headers, referer } })).toBeUndefined();
    },
  );

  it.each(['', '/auth', '/two/parts'])('is recognized behind the prefix %j in each spelling', (prefix) => {
    const behind = new CrossSite({
      publicUrl: PUBLIC + prefix,
      proxyPublicUrl: `${PUBLIC}/front/ows/proxy`,
      proxyCorsOrigins: [],
    });
    const spellings = spellingsOf(`${prefix}/ui/login`);
    expect(spellings.length).toBeGreaterThan(30);
    const unrecognized = spellings.filter((path) => {
      const referer = `${PUBLIC}${path}?return=x`;
      const request = { headers: { ...headers, referer } };
      const reviewed = { method: 'GET', methodIsDeclared: true, upgrades: false, request };
      return !behind.review({ ...reviewed, route: { kind: 'proxy' } }, executing).refusal;
    });
    expect(unrecognized).toEqual([]);
  });

  it.each([
    `${PUBLIC}./auth/ui/login`,
    'https://127.0.0.1:2001/auth/ui/login',
    `${PUBLIC}/x%2f..%2fauth/ui/login`,
    `${PUBLIC}/auth/ui/groups%2F..%2Flogin`,
  ])('is recognized at another name of the host, and behind encoded dot segments: %s', (referer) => {
    expect(reasonOf({ method: 'GET', headers: { ...headers, referer } }, executing)).toBe(REFUSED);
  });

  it.each([
    `${PUBLIC}/auth/ui/loginx`,
    `${PUBLIC}/auth/ui/users`,
    `${PUBLIC}/ui/login`,
    `${PUBLIC}/auth/ui%252Flogin`,
    `${PUBLIC}/`,
    'about:client',
    'login',
    '',
  ])('is not meant by the referrer %j', (referer) => {
    expect(reasonOf({ method: 'GET', headers: { ...headers, referer } }, executing)).toBeUndefined();
  });
});

describe('a request from a foreign origin', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'MKCOL'])(
    'is refused as %s',
    (method) => {
      expect(reasonOf({ method, headers: FOREIGN })).toBe(REFUSED);
    },
  );

  it.each(['GET', 'HEAD'])(
    'is allowed as %s, unless it opens a WebSocket or executes something',
    (method) => {
      expect(reasonOf({ method, headers: FOREIGN })).toBeUndefined();
      expect(reasonOf({ method, headers: FOREIGN, upgrades: true })).toBe(REFUSED);
      expect(reasonOf({ method, headers: { ...FOREIGN, 'sec-websocket-key': 'x' } })).toBe(REFUSED);
      const executing = { service, caller: byCookie, executes: true };
      expect(reasonOf({ method, headers: FOREIGN }, executing)).toBe(REFUSED);
    },
  );

  it.each([
    ['nobody', { kind: 'anonymous' }],
    ['a token in Authorization', { kind: 'session', credentials: 'authorization' }],
    ['a token in the query', { kind: 'session', credentials: 'parameter' }],
  ])('is allowed with %s, which browsers do not add automatically', (_who, caller) => {
    const result = { service, caller: caller as unknown as Caller };
    expect(reasonOf({ headers: FOREIGN }, result)).toBeUndefined();
  });

  it('is refused on verify where a method is declared, and not elsewhere', () => {
    expect(reasonOf({ headers: FOREIGN, kind: 'verify' })).toBe(REFUSED);
    expect(reasonOf({ headers: FOREIGN, kind: 'verify', methodIsDeclared: false })).toBeUndefined();
  });

  it('that is refused for another reason keeps that reason, and a refusal for its origin has no reason of the engine', () => {
    const refusal = problem('permission_denied');
    expect(reasonOf({ headers: FOREIGN }, { service, caller: byCookie, refusal })).toBe('permission_denied');
    const request = {
      method: 'POST',
      methodIsDeclared: true,
      upgrades: false,
      request: { headers: FOREIGN },
      route: { kind: 'proxy' as const },
    };
    const allowed = { service, caller: byCookie, permission: 'write', reason: 'user' };
    expect(crossSite.review(request, allowed)).toMatchObject({
      reason: undefined,
      permission: 'write',
    });
  });
});
