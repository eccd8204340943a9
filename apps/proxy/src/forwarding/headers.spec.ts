import type { IncomingMessage } from 'node:http';
import { requestHeaders } from './request-headers';
import { ReservedCookies } from './reserved-cookies';
import { responseHeaders, trailers } from './response-headers';

const flat = (headers: readonly (readonly [string, string])[]) => headers.flat();
const pairs = (headers: readonly string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));

describe('the headers of a forwarded request', () => {
  const forwarded = (headers: readonly (readonly [string, string])[], isTrusted = false) => {
    const byName: Record<string, string> = {};
    for (const [name, value] of headers) byName[name.toLowerCase()] = value;
    const request = { rawHeaders: flat(headers), headers: byName } as unknown as IncomingMessage;
    const by = {
      peer: '198.51.100.4',
      isTrusted,
      protocol: 'https',
      host: 'gate.example.org',
      prefix: '/ows/proxy/maps',
    };
    return pairs(requestHeaders(request, 'auth_tkt', 'inner:8080', by));
  };
  const OURS = [
    ['X-Forwarded-For', '198.51.100.4'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Host', 'gate.example.org'],
    ['X-Forwarded-Prefix', '/ows/proxy/maps'],
  ];

  it('are those of the client, repeated ones included, with the host of the upstream', () => {
    const headers = forwarded([
      ['Host', 'gate.example.org'],
      ['Accept', 'a/b'],
      ['X-Twice', '1'],
      ['x-twice', '2'],
      ['Authorization', 'Basic eA=='],
    ]);
    expect(headers).toEqual([
      ['host', 'inner:8080'],
      ['Accept', 'a/b'],
      ['X-Twice', '1'],
      ['x-twice', '2'],
      ['Authorization', 'Basic eA=='],
      ...OURS,
    ]);
  });

  it('lack those of the connection, those that it names among them', () => {
    const headers = forwarded([
      ['Connection', 'close, X-Mine'],
      ['X-Mine', '1'],
      ['Keep-Alive', '1'],
      ['TE', 'trailers'],
      ['Transfer-Encoding', 'chunked'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'x'],
      ['Proxy-Authorization', 'x'],
      ['Proxy-Connection', 'x'],
      ['Expect', '100-continue'],
    ]);
    expect(headers).toEqual([['host', 'inner:8080'], ...OURS]);
  });

  it('keep those that describe the body, regardless of Connection', () => {
    const described = [
      ['Content-Type', 'text/xml'],
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '5'],
    ] as const;
    const headers = forwarded([
      ['Connection', 'Content-Type, content-encoding , CONTENT-LENGTH'],
      ...described,
    ]);
    expect(headers).toEqual([['host', 'inner:8080'], ...described, ...OURS]);
  });

  it.each([
    'X-Forwarded-For',
    'X-Forwarded-User',
    'x_forwarded_for',
    'X-Forwarded_Host',
    'Forwarded',
    'X-Real-IP',
    'X-Original-URL',
    'X-Original-Method',
    'X-Rewrite-URL',
    'X-HTTP-Method-Override',
    'X-Access-Revision',
    'X-Gatehouse-Reason',
    'Remote-User',
    'REMOTE_USER',
  ])('lack headers that only a front end may set: %s', (name) => {
    expect(forwarded([[name, 'forged']])).toEqual([['host', 'inner:8080'], ...OURS]);
  });

  it('cannot lose our own by being named in Connection', () => {
    expect(forwarded([['Connection', 'X-Forwarded-For, Host']])).toEqual([['host', 'inner:8080'], ...OURS]);
  });

  it('extend the forwarding chain of a trusted peer', () => {
    const headers = forwarded([['X-Forwarded-For', '203.0.113.9']], true);
    expect(headers).toContainEqual(['X-Forwarded-For', '203.0.113.9, 198.51.100.4']);
  });

  it('contain our credentials if the service requests them, and otherwise lack those addressed to the proxy', () => {
    const request = (by: object) => {
      const rawHeaders = ['Cookie', 'a=1; auth_tkt=secret', 'Authorization', 'Bearer secret'];
      return requestHeaders({ rawHeaders, headers: {} } as unknown as IncomingMessage, 'auth_tkt', 'inner', {
        peer: '198.51.100.4',
        isTrusted: false,
        protocol: 'https',
        host: 'gate.example.org',
        prefix: '/ows/proxy/maps',
        ...by,
      }).join(' ');
    };
    expect(request({ keepsCookie: true })).toContain('auth_tkt=secret Authorization Bearer secret');
    expect(request({ dropsAuthorization: () => true })).not.toContain('secret');
  });

  describe('with an option that names the cookies to forward', () => {
    const cookies = (values: readonly string[], by: object = {}) => {
      const rawHeaders = values.flatMap((value) => ['Cookie', value]);
      return requestHeaders({ rawHeaders, headers: {} } as unknown as IncomingMessage, 'auth_tkt', 'inner', {
        peer: '198.51.100.4',
        isTrusted: false,
        protocol: 'https',
        host: 'gate.example.org',
        prefix: '/ows/proxy/maps',
        cookies: new Set(['sid', 'auth_tkt']),
        ...by,
      }).filter((_, index, headers) => headers[index - 1] === 'Cookie');
    };

    it('contain these cookies and no others, in each of several headers', () => {
      expect(cookies(['mode=map; sid=1; layer=secret', 'featureid=secret.1', 'sid=2; sidx=3'])).toEqual([
        'sid=1',
        'sid=2',
      ]);
      expect(cookies(['sid=1'], { cookies: new Set() })).toEqual([]);
    });

    it('contain the session cookie only if the service requests credentials, regardless of named cookies', () => {
      expect(cookies(['auth_tkt=secret; sid=1'])).toEqual(['sid=1']);
      expect(cookies(['a=1; auth_tkt=secret'], { cookies: new Set(), keepsCookie: true })).toEqual([
        'auth_tkt=secret',
      ]);
    });
  });

  it('have the authorized destination instead of the client\u2019s, or none', () => {
    const request = { rawHeaders: ['DESTINATION', 'https://evil.example/x'], headers: {} };
    const of = (destination?: string) =>
      requestHeaders(request as unknown as IncomingMessage, 'auth_tkt', 'inner', {
        peer: '198.51.100.4',
        isTrusted: false,
        protocol: 'https',
        host: 'gate.example.org',
        prefix: '/ows/proxy/files',
        destination,
      }).join(' ');
    expect(of('http://inner/dav/b')).toContain('DESTINATION http://inner/dav/b');
    expect(of()).not.toMatch(/destination/i);
  });

  it('lack the session cookie, and the header itself if it contains no other', () => {
    expect(forwarded([['Cookie', 'a=1; auth_tkt=secret; b=2']])).toContainEqual([
      'Cookie',
      expect.stringMatching(/^a=1;\s*b=2$/),
    ]);
    expect(forwarded([['Cookie', 'auth_tkt=secret']])).toEqual([['host', 'inner:8080'], ...OURS]);
  });
});

describe('the headers of a reply', () => {
  const replied = (headers: readonly (readonly [string, string])[], setCookie?: string, status = 200) =>
    pairs(
      responseHeaders(
        flat(headers).map((text) => Buffer.from(text, 'latin1')),
        {
          reservedCookies: new ReservedCookies({ cookieName: 'auth_tkt' }),
          setCookie,
          publicLocation: (location) => `public:${location}`,
        },
        status,
      ),
    );

  it('are those of the upstream, byte for byte and repeated ones included', () => {
    const headers = [
      ['Content-Type', 'text/plain'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Name', 'caf\u00e9'],
    ] as const;
    expect(replied(headers)).toEqual(headers);
  });

  it('lack those of the connection, those that it names among them', () => {
    expect(
      replied([
        ['Connection', 'X-Mine, close'],
        ['X-Mine', '1'],
        ['Keep-Alive', 'timeout=5'],
        ['Transfer-Encoding', 'chunked'],
        ['Proxy-Authenticate', 'x'],
        ['Public', 'GET'],
        ['Upgrade', 'h2'],
      ]),
    ).toEqual([]);
  });

  it('set cookies of the upstream, except those that are reserved', () => {
    const own = ['Set-Cookie', 'sid=1; Path=/; HttpOnly'] as const;
    expect(replied([own, ['set-cookie', 'AUTH_TKT=evil'], ['Set-Cookie2', 'a=1']])).toEqual([own]);
  });

  /** What browsers and caches apply to more than the reply. */
  it.each(
    [
      'Accept-CH Accept-CH-Lifetime Activate-Storage-Access Ad-Auction-Signals Akamai-Cache-Control Alt-Svc',
      'Attribution-Reporting-Register-Source Cache-Groups Cache-Group-Invalidation Cache-Tag CDN-Cache-Control',
      'Clear-Site-Data Cloudflare-CDN-Cache-Control Critical-CH Edge-Control Expect-CT NEL Netlify-CDN-Cache-Control',
      'Netlify-Vary No-Vary-Search Observe-Browsing-Topics Origin-Agent-Cluster Public-Key-Pins',
      'Public-Key-Pins-Report-Only Report-To Reporting-Endpoints Sec-Session-Registration',
      'Secure-Session-Registration Service-Worker-Allowed Set-Cookie2 Set-Login Shared-Storage-Write',
      'Speculation-Rules Strict-Transport-Security Supports-Loading-Mode Surrogate-Control Surrogate-Key',
      'Use-As-Dictionary Vercel-CDN-Cache-Control X-Accel-Expires X-Access-Revision X-Gatehouse-Pages',
      'X-Gatehouse-Reason X-Permitted-Cross-Domain-Policies xkey',
    ].flatMap((names) => names.split(' ')),
  )('lack %s in any spelling', (name) => {
    for (const spelled of [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll('-', '_')])
      expect(replied([[spelled, 'x']])).toEqual([]);
  });

  it.each([
    ['LOCATION', '/x', 'public:/x'],
    ['Content-Location', 'http://inner/x', 'public:http://inner/x'],
    ['Refresh', '5; url=http://inner/x', '5; url=public:http://inner/x'],
    ['Link', '</x>; rel=next', '<public:/x>; rel=next'],
  ])('contain %s with the public address', (name, value, expected) => {
    expect(replied([[name, value]])).toEqual([[name, expected]]);
  });

  it('contain a reissued cookie of ours, except those of 304, which caches add to what they have stored', () => {
    expect(replied([], 'auth_tkt=new')).toEqual([['Set-Cookie', 'auth_tkt=new']]);
    expect(replied([], 'auth_tkt=new', 304)).toEqual([]);
  });

  it('contain trailing fields except those for framing and those that affect the client', () => {
    const raw = flat([
      ['X-Sum', '1'],
      ['Content-Length', '3'],
      ['Set-Cookie', 'auth_tkt=evil'],
    ]).map((text) => Buffer.from(text));
    expect(trailers(raw)).toEqual([['X-Sum', '1']]);
  });
});
