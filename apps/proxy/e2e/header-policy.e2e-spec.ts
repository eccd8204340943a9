import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';
import { WireClient } from './support/wire-client';
import { type WireUpstream, startWireUpstream } from './support/wire-upstream';

/** Headers by which front ends inform services, according to their manuals. */
const OF_FRONT_ENDS = [
  'Remote-User',
  'Remote-Groups',
  'X-Remote-User',
  'X-Remote-Group',
  'X-Auth-Request-User',
  'X-Auth-Request-Email',
  'X-Auth-Request-Access-Token',
  'X-WEBAUTH-USER',
  'X-WEBAUTH-GROUPS',
  'X-Forwarded-User',
  'X-Forwarded-Email',
  'X-Forwarded-Groups',
  'X-Forwarded-Preferred-Username',
  'X-Forwarded-Access-Token',
  'X-Forwarded-Client-Cert',
  'X-Forwarded-Tls-Client-Cert-Info',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'Forwarded',
  'SSL-Client-S-DN',
  'ssl-client-verify',
  'X-SSL-Client-CN',
  'X-Client-Cert',
  'X-Client-Verify',
  'Client-Cert',
  'Client-Cert-Chain',
  'X-ARR-ClientCert',
  'WL-Proxy-Client-Cert',
  '$WSRU',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Fastly-Client-IP',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'Client-IP',
  'X-Envoy-External-Address',
  'X-Original-URL',
  'X-Original-Method',
  'X-Rewrite-URL',
  'X-HTTP-Method',
  'X-HTTP-Method-Override',
  'X-Method-Override',
  'X-Authenticated-User',
  'X-Auth-Username',
  'X-User',
  'X-Userinfo',
  'X-Consumer-Username',
  'sec-username',
  'sec-roles',
  'sec-proxy',
  'Shib-Session-ID',
  'eppn',
  'OIDC-CLAIM-sub',
  'SM-USER',
  'iv-user',
  'X-MS-CLIENT-PRINCIPAL-NAME',
  'X-Goog-Authenticated-User-Email',
  'X-Amzn-Oidc-Identity',
  'Cf-Access-Authenticated-User-Email',
  'Tailscale-User-Login',
  'X-authentik-username',
  'X-Script-Name',
  'X-Qgis-Service-Url',
  'Proxy',
  'Proxy-Client-IP',
  'X-Accel-Mapping',
  'X-Sendfile-Type',
  'X-Gatehouse-Identity',
];

/** Headers that clients of services send themselves. */
const OF_CLIENTS = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Depth',
  'If',
  'If-Match',
  'Overwrite',
  'Range',
  'Sec-CH-UA',
  'Sec-Fetch-Mode',
  'Traceparent',
  'User-Agent',
  'X-Access-Token',
  'X-API-Key',
  'X-Auth-Token',
  'X-Client-Version',
  'X-CSRFToken',
  'X-Goog-Api-Key',
  'X-Request-ID',
  'X-Requested-With',
  'X-Trino-User',
  'X-User-Id',
  'X-WPS-Output-Context',
];

describe('the headers of a request', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let client: WireClient;
  let port: number;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    ({ port } = await fixture.startProxy());
    client = new WireClient(port);
    cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
  });
  beforeEach(() => void upstream.received.splice(0));
  afterAll(async () => {
    client.close();
    await fixture.close();
    await upstream.close();
  });

  const published = async (proxy?: object) => {
    const { name, id } = await fixture.addService(upstream.url, 'access', proxy && { proxy });
    return { target: `/ows/proxy/${name}/x`, revision: String(await fixture.publish(id)) };
  };
  /** The headers that a service receives, by names in lower case. */
  const arrived = async (
    { target, revision }: Awaited<ReturnType<typeof published>>,
    headers: readonly (readonly [string, string])[],
  ) => {
    const own: readonly (readonly [string, string])[] = [
      ['Cookie', cookie],
      ['X-Access-Revision', revision],
      ...headers,
    ];
    const reply = await client.send({ method: 'GET', target, headers: own });
    expect(reply.status).toBe(200);
    return (upstream.received.at(-1)?.headers ?? []).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
  };

  it.each(OF_FRONT_ENDS)('do not include %s from a client, in any spelling', async (name) => {
    const spellings = [
      name,
      name.toUpperCase(),
      name.replaceAll('-', '_'),
      name.replaceAll('-', '.'),
      name.replace('-', '_').toLowerCase(),
    ];
    const headers = await arrived(
      await published(),
      spellings.map((spelling) => [spelling, 'forged'] as const),
    );
    expect(headers.filter(([, value]) => value.includes('forged'))).toEqual([]);
  });

  it.each(OF_CLIENTS)('include %s as it was sent', async (name) => {
    const headers = await arrived(await published(), [[name, 'x-y']]);
    expect(headers.filter(([other]) => other === name.toLowerCase())).toEqual([[name.toLowerCase(), 'x-y']]);
  });

  it('include the value that a hook of the service sets instead of the client’s', async () => {
    const service = await published({
      hooks: [
        {
          on: 'request',
          do: [{ set_header: { 'X-Remote-User': '${caller.name}', 'X-Forwarded-User': 'ada' } }],
        },
      ],
    });
    const headers = await arrived(service, [
      ['X-Remote-User', 'forged'],
      ['X-Forwarded-User', 'forged'],
    ]);
    expect(headers.filter(([name]) => name.endsWith('-user'))).toEqual([
      ['x-remote-user', expect.stringMatching(/^user-/)],
      ['x-forwarded-user', 'ada'],
    ]);
  });
});

describe('the headers of a reply', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const INSTRUCTIONS = {
    'X-Accel-Redirect': '/internal/secret',
    'X-Accel-Expires': '3600',
    'X-Accel-Limit-Rate': '1',
    'X-Accel-Charset': 'utf-7',
    'X-Sendfile': '/etc/passwd',
    'X-Sendfile2': '/etc/passwd 0-',
    'X-SENDFILE-TEMPORARY': '/var/data',
    'X-LIGHTTPD-send-file': '/etc/passwd',
    'X-LiteSpeed-Location': '/internal/secret',
    'X-LiteSpeed-Purge': '*',
    'X-Reproxy-URL': 'http://127.0.0.1/secret',
    'X-Reproxy-File': '/etc/passwd',
    'X-Envoy-Immediate-Health-Check-Fail': 'true',
    'Surrogate-Control': 'content="ESI/1.0"',
    'CDN-Cache-Control': 'public, max-age=60',
  };
  const replied = async (headers: Readonly<Record<string, string>>, proxy?: object) => {
    upstream.behave((_request, response) => response.writeHead(200, headers).end('body'));
    const { name, id } = await fixture.addService(upstream.url, 'access', proxy && { proxy });
    const revision = String(await fixture.publish(id));
    const reply = await call(port, {
      path: `/ows/proxy/${name}`,
      headers: { 'X-Access-Revision': revision },
    });
    expect([reply.status, reply.text]).toEqual([200, 'body']);
    return reply.headers;
  };

  it.each(Object.entries(INSTRUCTIONS))('do not include %s for a front end', async (name, value) => {
    expect(await replied({ [name]: value })).not.toHaveProperty(name.toLowerCase());
  });

  /** What browsers apply to all pages of the origin, or store for it. */
  it.each([
    ['Service-Worker-Allowed', '/'],
    ['NEL', '{"report_to":"x","max_age":1}'],
    ['Report-To', '{"group":"x"}'],
    ['Reporting-Endpoints', 'x="https://evil.example"'],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['Origin-Agent-Cluster', '?1'],
    ['Accept-CH', 'Sec-CH-UA-Model'],
    ['Critical-CH', 'Sec-CH-UA-Model'],
    ['Set-Login', 'logged-out'],
    ['Speculation-Rules', '"/x"'],
    ['Public-Key-Pins', 'x'],
    ['Activate-Storage-Access', 'load'],
    ['Supports-Loading-Mode', 'credentialed-prerender'],
    ['Alt-Svc', 'h3=":443"'],
    ['Clear-Site-Data', '"cookies"'],
    ['Use-As-Dictionary', 'match="/*"'],
    ['Shared-Storage-Write', 'clear'],
    ['Sec-Session-Registration', '(ES256);path="/x"'],
    ['Attribution-Reporting-Register-Source', '{}'],
    ['X-Permitted-Cross-Domain-Policies', 'all'],
    ['Set-Cookie2', 'auth_tkt=x'],
  ])('do not include %s for the whole origin', async (name, value) => {
    const headers = await replied({ [name]: value, 'X-Own': '1' });
    expect(headers['x-own']).toBe('1');
    expect(headers).not.toHaveProperty(name.toLowerCase());
  });

  it.each([
    'AUTH_TKT=x; Path=/',
    '__Host-auth_tkt=x; Secure; Path=/',
    'auth_tkt_provider=x; Path=/api/providers/x/signin',
    'Homepage_Route=https%3A%2F%2Fevil.example',
    '=auth_tkt=x',
    '=Auth_tkt=x',
    'auth_tkt',
    ' auth_tkt\t=x',
    '\xa0auth_tkt=x',
    'own=x; Domain=example.org',
    'own=x; path=/; DOMAIN = .example.org',
  ])('do not include the cookie %j of a service', async (cookie) => {
    upstream.behave((_request, response) => {
      response.writeHead(200, ['Set-Cookie', 'own=1; Path=/', 'Set-Cookie', cookie]);
      response.end();
    });
    const path = await fixture.publishService(upstream.url);
    expect((await call(port, { path })).headers['set-cookie']).toEqual(['own=1; Path=/']);
  });

  it('show public addresses instead of private ones in Location, Content-Location, Refresh and Link', async () => {
    const at = upstream.url;
    upstream.behave((_request, response) => {
      response.writeHead(201, [
        ...['Location', `${at}/a`, 'Content-Location', `${at}/b?c`, 'Refresh', `1;url=${at}/d`],
        ...['Link', `<${at}/e>; rel=next, </f>; rel="prev"; anchor="${at}/g"`, 'Link', `<${at}/h>`],
      ]);
      response.end();
    });
    const path = await fixture.publishService(upstream.url);
    const { headers } = await call(port, { path });
    const own = `https://gate.example.org/front${path}`;
    expect(headers).toMatchObject({
      location: `${own}/a`,
      'content-location': `${own}/b?c`,
      refresh: `1;url=${own}/d`,
      link: `<${own}/e>; rel=next, <${own}/f>; rel="prev"; anchor="${own}/g", <${own}/h>`,
    });
  });

  it('include X-Accel-Redirect of a service that has opted in, and no other instruction', async () => {
    const headers = await replied(INSTRUCTIONS, { accel_redirect: true });
    const arrived = Object.keys(INSTRUCTIONS).filter((name) => name.toLowerCase() in headers);
    expect(arrived).toEqual(['X-Accel-Redirect']);
  });

  it('include the instruction to nginx not to buffer the reply', async () => {
    expect(await replied({ 'X-Accel-Buffering': 'no' })).toMatchObject({ 'x-accel-buffering': 'no' });
  });

  it('include no instruction from a trailer', async () => {
    upstream.behave((_request, response) => {
      response.writeHead(200, { Trailer: 'X-Sum, X-Accel-Redirect, Location' });
      response.write('body');
      response.addTrailers({ 'X-Sum': '1', 'X-Accel-Redirect': '/internal/secret', Location: '/x' });
      response.end();
    });
    const path = await fixture.publishService(upstream.url);
    expect((await call(port, { path })).trailers).toEqual({ 'x-sum': '1' });
  });
});
