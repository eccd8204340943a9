import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, freePort, selfSigned } from '@gatehouse/testing';
import { ADMIN, type TestApi } from '../../api/e2e/harness/start-api';
import type { Proxy } from '../../proxy/src/proxy';
import { Api } from '../src/connection/api';
import { CHECKS } from '../src/doctor/checks';
import { lookFor } from '../src/doctor/examine';
import { type HostFacts, Seen } from '../src/doctor/seen';
import { examineHost } from '../src/operation/examine-host';
import { BuiltProgram, type Run } from './harness/built-program';
import { type Fault, FaultyFrontEnd, type Forwarded } from './harness/faulty-front-end';
import { undeclaredJson } from './harness/json-output';
import { startDeployment } from './harness/start-deployment';

const VERSION = '6.0.0';
/** A token of seven days and less is a finding. */
const TOKEN_DAYS = 30;

describe('doctor', () => {
  let api: TestApi;
  let proxy: Proxy;
  let frontEnd: FaultyFrontEnd;
  let folder: string;
  let environment: Record<string, string>;
  /** Those of most tests, looked for once. */
  let usualToken: Promise<string> | undefined;
  let usualHost: Promise<HostFacts> | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
    const [port, proxyPort] = [await freePort(), await freePort()];
    frontEnd = await FaultyFrontEnd.start(`http://127.0.0.1:${port}`);
    environment = {
      SVC_PORT: String(port),
      SVC_URL: frontEnd.url,
      SVC_PROXY_PORT: String(proxyPort),
      SVC_PROXY_PUBLIC_URL: `http://localhost:${proxyPort}/ows/proxy`,
      SVC_LISTEN_HOST: '127.0.0.1',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'here',
      SVC_NETWORK_PEM_FILES: join(folder, 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
      SVC_OUTGOING_ALLOWED: '127.0.0.0/8',
    };
    ({ api, proxy } = await startDeployment(environment));
  });

  afterAll(async () => {
    await frontEnd.close();
    await proxy.stop();
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(() => {
    frontEnd.fault = {};
  });

  async function tokenOf(days = TOKEN_DAYS): Promise<string> {
    const expires = new Date(Date.now() + days * 86_400_000).toISOString();
    const body = { token_name: api.make.name('doctor'), administrator: true, expires };
    return (await api.admin.post(`/users/${ADMIN.name}/tokens`, body).expect(201)).body.value;
  }

  interface Deployment {
    readonly url?: string;
    readonly token?: string;
    readonly version?: string;
    readonly host?: () => Promise<HostFacts>;
    readonly now?: () => number;
    readonly httpPort?: number;
    /** Of a deployment with TLS, which is examined without a token. */
    readonly ca?: string;
  }

  /** What is found at the deployment, by id. */
  async function found({ token, host, ...options }: Deployment = {}): Promise<string[]> {
    const { signal } = new AbortController();
    const url = options.url ?? frontEnd.url;
    const common = { language: 'en', timeout: 10, signal, version: VERSION };
    usualToken ??= tokenOf();
    const credentials = { token: token ?? (await usualToken) };
    const seen = new Seen({
      version: VERSION,
      signal,
      eventMs: 1_000,
      ...options,
      url,
      api: options.ca === undefined ? new Api({ url, credentials, ...common }) : undefined,
      host: host ?? (() => (usualHost ??= examineHost(settingsOf(), undefined))),
    });
    const examination = await lookFor(CHECKS, [], seen);
    expect(undeclaredJson('doctor', examination)).toBeUndefined();
    const { findings, skipped } = examination;
    // With a token and the settings, only what is about TLS cannot be examined.
    const reasons = skipped.map(({ reason }) => reason);
    if (options.ca === undefined)
      expect(
        reasons.filter(
          (reason) =>
            !/one of http|there is no token|there are no services|do not arrive|does not reach the API|is not known|does not lead to it|answers in place|answers for the console/.test(
              reason,
            ),
        ),
      ).toEqual([]);
    return [...new Set(findings.map(({ id }) => id))];
  }

  it('says that the token does not arrive where the front end removes Authorization', async () => {
    frontEnd.fault = {
      forward: ({ headers: { authorization: _, ...headers }, ...request }) => ({ ...request, headers }),
    };
    const [url, signal] = [frontEnd.url, new AbortController().signal];
    const credentials = { token: await (usualToken ??= tokenOf()) };
    const api = new Api({ url, credentials, language: 'en', timeout: 10, signal, version: VERSION });
    const seen = new Seen({ version: VERSION, signal, url, api, host: undefined });
    const { skipped } = await lookFor(
      CHECKS.filter(({ id }) => id === 'webhook_suspended'),
      [],
      seen,
    );
    expect(skipped).toEqual([
      {
        id: 'webhook_suspended',
        reason: 'the token does not reach the API: does the front end remove Authorization?',
      },
    ]);
  });

  /** The settings of the instance, as on its machine. */
  function settingsOf(changed: Record<string, string> = {}): Record<string, string> {
    return {
      ...environment,
      // Other tests use the server of the database, too.
      SVC_DB_POOL: '4',
      SVC_DB_URL: api.database.url,
      SVC_SECRET: 'a secret for tests that is long enough',
      SVC_ADMIN_USER: ADMIN.name,
      SVC_ADMIN_PASSWORD: ADMIN.password,
      ...changed,
    };
  }

  const facts = async (changed: Partial<HostFacts>): Promise<HostFacts> => ({
    ...(await examineHost(settingsOf(), undefined)),
    ...changed,
  });

  it('finds nothing where nothing is wrong', async () => {
    expect(await found()).toEqual([]);
  });

  const JSON_TYPE = { 'content-type': 'application/json' };
  const cache = new Map<string, { status: number; headers: Record<string, never>; body: string }>();

  let currentAsked = 0;
  /** Faults of a front end. */
  const faults: readonly (readonly [id: string, fault: Fault])[] = [
    [
      'other_public_url',
      {
        reply: (reply) => ({
          ...reply,
          body: reply.body.replaceAll(frontEnd.url, 'https://other.example.org'),
        }),
      },
    ],
    [
      'clocks_differ',
      {
        reply: (reply) => ({
          ...reply,
          headers: { ...reply.headers, date: new Date(Date.now() - 60_000).toUTCString() },
        }),
      },
    ],
    [
      'replies_cached',
      {
        reply: (reply, { url = '', method }) => {
          if (url !== '/session' || method !== 'GET') return reply;
          const kept = cache.get(url) ?? (reply as never);
          cache.set(url, kept);
          return kept;
        },
      },
    ],
    [
      'methods_refused',
      {
        answer: ({ method = '' }, response) =>
          /PATCH|OPTIONS/.test(method) && !!response.writeHead(405).end('<h1>Not Allowed</h1>'),
      },
    ],
    [
      'errors_replaced',
      {
        reply: (reply) =>
          reply.status >= 400 ? { ...reply, headers: { 'content-type': 'text/html' }, body: 'Sorry' } : reply,
      },
    ],
    [
      'caching_allowed',
      {
        reply: (reply, { url = '' }) =>
          url.endsWith('.json')
            ? { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store, max-age=600' } }
            : reply,
      },
    ],
    [
      'page_policy_changed',
      {
        reply: ({ headers, ...reply }) => {
          const policy = String(headers['content-security-policy']);
          return { ...reply, headers: { ...headers, 'content-security-policy': `${policy}, default-src *` } };
        },
      },
    ],
    [
      'console_not_found',
      {
        answer: ({ url = '' }, response) =>
          url.startsWith('/ui/') &&
          !!response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>No</h1>'),
      },
    ],
    [
      'cookies_changed',
      {
        reply: ({ headers, ...reply }) => ({
          ...reply,
          headers: headers['set-cookie']
            ? { ...headers, 'set-cookie': String(headers['set-cookie']).replace('; HttpOnly', '') }
            : headers,
        }),
      },
    ],
    [
      'requests_filtered',
      { answer: ({ url = '' }, response) => url.includes('select') && !!response.writeHead(403).end('No') },
    ],
    [
      'long_requests_refused',
      { answer: ({ url = '' }, response) => url.length > 4_096 && !!response.writeHead(414).end('Long') },
    ],
    [
      'instances_differ',
      {
        // A second instance, with another secret, answers every third request.
        reply: (reply, { url }) =>
          url === '/users/current' && (currentAsked += 1) % 3 === 0
            ? {
                ...reply,
                status: 401,
                body: '{"code": 401, "detail": "The API token is not valid.", "error_code": "api_token_invalid"}',
              }
            : reply,
      },
    ],
    [
      'bodies_lost',
      {
        forward: (request) =>
          request.path === '/signin' && request.body.length < 1_000
            ? { ...request, body: Buffer.alloc(0) }
            : request,
      },
    ],
    [
      'bodies_limited',
      {
        answer: (_request, response, body) =>
          body.length > 100_000 && !!response.writeHead(413).end('<h1>Too Large</h1>'),
      },
    ],
    ['paths_changed', { forward: (request) => ({ ...request, path: request.path.replaceAll('%20', '') }) }],
    [
      'headers_hidden',
      {
        reply: (reply) => {
          const headers = { ...reply.headers };
          delete headers['x-gatehouse-reason'];
          return { ...reply, headers };
        },
      },
    ],
    [
      'revisions_lost',
      {
        forward: ({ headers: { 'x-access-revision': _, ...headers }, ...request }) => ({
          ...request,
          headers,
        }),
      },
    ],
    [
      'api_credentials_lost',
      {
        forward: ({ headers: { authorization: _, ...headers }, ...request }) => ({ ...request, headers }),
      },
    ],
    [
      'cookies_hidden',
      {
        reply: (reply) => {
          const headers = { ...reply.headers };
          delete headers['set-cookie'];
          return { ...reply, headers };
        },
      },
    ],
    [
      'cookie_domain_differs',
      {
        reply: ({ headers, ...reply }) => ({
          ...reply,
          headers: headers['set-cookie']
            ? {
                ...headers,
                'set-cookie': 'auth_tkt=; Path=/; Domain=example.org; HttpOnly; SameSite=Lax; Max-Age=0',
              }
            : headers,
        }),
      },
    ],
    [
      'any_origin_allowed',
      {
        reply: (reply, { headers: { origin } }) =>
          origin === undefined
            ? reply
            : {
                ...reply,
                headers: {
                  ...reply.headers,
                  'access-control-allow-origin': origin,
                  'access-control-allow-credentials': 'true',
                },
              },
      },
    ],
    [
      'host_believed',
      {
        reply: (reply, { headers }) => ({
          ...reply,
          body: headers['x-forwarded-host']
            ? reply.body.replaceAll(
                /http:\/\/localhost:\d+/g,
                `http://${String(headers['x-forwarded-host'])}`,
              )
            : reply.body,
        }),
      },
    ],
    ['events_buffered', { answer: ({ url }) => url === '/changes/events' }],
    [
      'proxy_not_found',
      {
        reply: (reply, { url }) =>
          url === '/ui/settings.json'
            ? {
                ...reply,
                body: reply.body.replace(
                  /"proxy_public_url":\s*"[^"]*"/,
                  '"proxy_public_url": "http://localhost:1/ows/proxy"',
                ),
              }
            : reply,
      },
    ],
    [
      'follower_behind',
      {
        reply: (reply, { url }) => ({
          ...reply,
          body:
            url === '/metrics'
              ? reply.body.replace(/^(gatehouse_api_snapshot_behind_seconds) .*$/m, '$1 300')
              : reply.body,
        }),
      },
    ],
    [
      'job_failed',
      {
        reply: (reply, { url }) => ({
          ...reply,
          body:
            url === '/metrics' ? `${reply.body}\ngatehouse_job_failed{job="purge_links"} 1\n` : reply.body,
        }),
      },
    ],
    [
      'job_late',
      {
        reply: (reply, { url }) => ({
          ...reply,
          body:
            url === '/metrics'
              ? `${reply.body}\ngatehouse_job_oldest_due_seconds{job="purge_links",table="links"} 200000\n`
              : reply.body,
        }),
      },
    ],
  ];

  it.each(faults)('finds a front end with the fault %s, and nothing else', async (id, fault) => {
    frontEnd.fault = fault;
    expect(await found()).toEqual([id]);
  });

  it('does not take another program for Gatehouse', async () => {
    frontEnd.fault = { answer: (_request, response) => !!response.writeHead(200, JSON_TYPE).end('{}') };
    const { code, stderr } = await doctor();
    expect(code).toBe(5);
    expect(stderr).toContain('not as Gatehouse does');
  });

  it('prints as JSON what it found, what it examined, and why not the rest', async () => {
    const [, fault] = faults.find(([id]) => id === 'other_public_url')!;
    frontEnd.fault = fault;
    const run = await doctor('--json', '--skip', 'other_version');
    const { url, examined, skipped, findings } = JSON.parse(run.stdout);
    expect([url, findings]).toEqual([
      frontEnd.url,
      [
        expect.objectContaining({
          id: 'other_public_url',
          evidence: expect.stringContaining('other.example.org'),
        }),
      ],
    ]);
    expect(skipped).toContainEqual({ id: 'other_version', reason: 'asked for' });
    const ids = [...examined, ...skipped.map(({ id }: { id: string }) => id)];
    expect(ids.toSorted()).toEqual(CHECKS.map(({ id }) => id).toSorted());
    const { severity } = CHECKS.find(({ id }) => id === 'other_public_url')!;
    expect(run.code).toBe(severity === 'error' ? 1 : 2);
  });

  /** A run of the program without a token. */
  async function doctor(...options: string[]): Promise<Run> {
    const gatehouse = BuiltProgram.build();
    try {
      return await gatehouse.run(['doctor', frontEnd.url, ...options]);
    } finally {
      gatehouse.remove();
    }
  }

  /** What administrators have left as it is. Each is planted, looked for and removed again. */
  const states: readonly (readonly [id: string, plant: () => Promise<() => Promise<unknown>>])[] = [
    [
      'webhook_suspended',
      async () => {
        const webhook = { name: 'hook', action: 'create_user', method: 'POST', url: 'http://127.0.0.1:1/' };
        const { webhook_id: id } = (await api.admin.post('/webhooks', webhook).expect(201)).body.webhook;
        await api.dataSource.query(
          'UPDATE webhook_states SET suspended_at = now(), failures = 20 WHERE webhook_id = $1',
          [id],
        );
        return () => api.admin.delete(`/webhooks/${id}`).expect(200);
      },
    ],
    ['messages_failed', () => message("state = 'failed', finished_at = now()")],
    [
      'messages_waiting',
      () => message("created_at = now() - interval '1 hour', due_at = now() + interval '1 hour'"),
    ],
    [
      'accounts_with_error',
      async () => {
        const user = await api.make.user();
        await api.admin.patch(`/users/${user}`, { status: 'WebhookError' }).expect(200);
        return () => api.admin.delete(`/users/${user}`).expect(200);
      },
    ],
    [
      'node_not_working',
      async () => {
        const base = 'http://127.0.0.1:1';
        const node = {
          name: 'node-b',
          base_url: base,
          jwks_url: `${base}/j`,
          token_url: `${base}/t`,
          authorization_url: `${base}/a`,
        };
        await api.admin.post('/network/nodes', node).expect(201);
        await api.admin.post('/network/nodes/node-b/state').expect(200);
        return () => api.admin.delete('/network/nodes/node-b').expect(200);
      },
    ],
    [
      'node_not_tried',
      async () => {
        const base = 'http://127.0.0.1:1';
        const node = {
          name: 'node-c',
          base_url: base,
          jwks_url: `${base}/j`,
          token_url: `${base}/t`,
          authorization_url: `${base}/a`,
        };
        await api.admin.post('/network/nodes', node).expect(201);
        return () => api.admin.delete('/network/nodes/node-c').expect(200);
      },
    ],
    [
      'service_not_answering',
      async () => {
        const service = await api.make.service({ service_type: 'api' });
        await api.admin.patch(`/services/${service}`, { service_url: 'http://127.0.0.1:1' }).expect(200);
        return () => api.admin.delete(`/services/${service}`).expect(200);
      },
    ],
    [
      'provider_not_working',
      async () => {
        const definition = {
          name: 'broken',
          protocol: 'openid-connect',
          issuer: 'http://127.0.0.1:1',
          client_id: 'x',
        };
        await api.admin.post('/providers', { definition, client_secret: 'secret' }).expect(201);
        return () => api.admin.delete('/providers/broken').expect(200);
      },
    ],
    [
      'configuration_drift',
      async () => {
        const content =
          'groups:\n  - {name: drifters, description: Research staff, create: always}\nproviders:\n  drifting: {type: api, url: "http://drift.internal"}\n';
        const files = [{ name: 'drift.yml', content }];
        const { plan_hash } = (await api.admin.post('/configuration/plan', { files }).expect(200)).body;
        await api.admin.post('/configuration/apply', { files, plan_hash }).expect(200);
        await api.admin.delete('/groups/drifters').expect(200);
        await api.admin.delete('/services/drifting').expect(200);
        return async () => {
          await api.dataSource.query('DELETE FROM configuration_sets');
        };
      },
    ],
  ];

  async function message(changes: string): Promise<() => Promise<unknown>> {
    const [{ id }] = await api.dataSource.query(
      `INSERT INTO outbox_messages (kind, payload, due_at) VALUES ('mail', '{}', now() + interval '1 hour') RETURNING id`,
    );
    await api.dataSource.query(`UPDATE outbox_messages SET ${changes} WHERE id = $1`, [id]);
    return () => api.dataSource.query('DELETE FROM outbox_messages WHERE id = $1', [id]);
  }

  it.each(states)('finds the state %s, and nothing else', async (id, plant) => {
    const remove = await plant();
    const ids = await found();
    await remove();
    expect(ids).toEqual([id]);
  });

  describe('with one address for API and services', () => {
    const oneOrigin: Fault = {
      forward: (request) =>
        request.path.startsWith('/ows/proxy')
          ? { ...request, port: Number(environment['SVC_PROXY_PORT']) }
          : request,
      reply: (reply) => ({
        ...reply,
        body: reply.body.replaceAll(`http://localhost:${environment['SVC_PROXY_PORT']}`, frontEnd.url),
      }),
    };

    it('finds that they have the same origin, and nothing else', async () => {
      frontEnd.fault = oneOrigin;
      expect(await found()).toEqual(['one_origin']);
    });

    it('finds a service whose pages are trusted beside that', async () => {
      const service = await api.make.service({ service_type: 'api', proxy: { pages: 'trusted' } });
      await api.admin.patch(`/services/${service}`, { service_url: api.anonymous.url }).expect(200);
      frontEnd.fault = oneOrigin;
      const ids = await found();
      await api.admin.delete(`/services/${service}`).expect(200);
      expect(ids).toEqual(['one_origin', 'pages_trusted']);
    });

    /** What happens to requests for services. */
    const onTheWay: readonly (readonly [
      id: string,
      where: string,
      change: (request: Forwarded) => Forwarded,
    ])[] = [
      [
        'credentials_lost',
        ' at services',
        ({ headers: { authorization: _, ...headers }, ...request }) => ({ ...request, headers }),
      ],
      [
        'cookies_lost',
        ' at services',
        ({ headers: { cookie: _, ...headers }, ...request }) => ({ ...request, headers }),
      ],
      [
        'service_paths_changed',
        '',
        (request) => ({ ...request, path: request.path.replace(/(?<=\w)\/\/(?=%)/, '/') }),
      ],
      [
        'proxy_behind',
        ' by a service',
        (request) => ({ ...request, path: request.path.replace(/service\d+/, 'elsewhere') }),
      ],
      // What a proxy replies whose database is a copy: it does not have the newest revision.
      [
        'proxy_behind',
        ' by its revision',
        ({ headers, ...request }) => ({
          ...request,
          headers: /^\d/.test(String(headers['x-access-revision']))
            ? { ...headers, 'x-access-revision': '999999999' }
            : headers,
        }),
      ],
      [
        'revisions_lost',
        ' at services',
        ({ headers: { 'x-access-revision': _, ...headers }, ...request }) => ({ ...request, headers }),
      ],
      [
        'secrets_differ',
        '',
        ({ headers, ...request }) => ({
          ...request,
          headers: { ...headers, authorization: `Bearer gth_${'1'.repeat(49)}` },
        }),
      ],
    ];

    it.each(onTheWay)('finds %s beside that%s', async (id, _where, change) => {
      const service = await api.make.service({ service_type: 'geoserverwms' });
      await api.admin.patch(`/services/${service}`, { service_url: api.anonymous.url }).expect(200);
      frontEnd.fault = {
        ...oneOrigin,
        forward: (request) => {
          const forwarded = oneOrigin.forward!(request);
          return forwarded.port === undefined ? forwarded : change(forwarded);
        },
      };
      const ids = await found();
      await api.admin.delete(`/services/${service}`).expect(200);
      expect(new Set(ids)).toEqual(new Set(['one_origin', id]));
    });

    it('finds a part of the front end that answers for a service', async () => {
      const service = await api.make.service({ service_type: 'api' });
      await api.admin.patch(`/services/${service}`, { service_url: api.anonymous.url }).expect(200);
      const isForService = (path = ''): boolean => path.startsWith(`/ows/proxy/${service}`);
      frontEnd.fault = {
        ...oneOrigin,
        answer: ({ url }, response) =>
          isForService(url) &&
          !!response.writeHead(200, { 'X-Request-Id': 'of-the-service' }).end('<h1>Data</h1>'),
      };
      const ids = await found();
      await api.admin.delete(`/services/${service}`).expect(200);
      expect(ids).toEqual(['one_origin', 'service_not_protected']);
    });

    /** What the front end answers itself instead of the proxy. */
    const inPlace: readonly (readonly [
      id: string,
      answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean,
    ])[] = [
      [
        'service_methods_refused',
        ({ method }, response) => method === 'DELETE' && !!response.writeHead(403).end('No'),
      ],
      [
        'service_bodies_limited',
        (_request, response, { length }) => length > 1_000_000 && !!response.writeHead(413).end('Large'),
      ],
      [
        'service_paths_changed',
        ({ url = '' }, response) => url.includes('%2F') && !!response.writeHead(404).end('No'),
      ],
      [
        'replies_cached',
        (_request, response) => !!response.writeHead(404, { 'x-request-id': 'the-same' }).end(ofProxy),
      ],
      [
        'any_origin_allowed',
        ({ headers: { origin = '' } }, response) =>
          origin !== '' &&
          !!response
            .writeHead(404, {
              'access-control-allow-origin': origin,
              'access-control-allow-credentials': 'true',
            })
            .end(ofProxy),
      ],
    ];
    const ofProxy = '{"code": 404, "detail": "There is no such service.", "error_code": "service_not_found"}';

    it.each(inPlace)('finds %s beside that where the front end answers for services', async (id, answer) => {
      frontEnd.fault = {
        ...oneOrigin,
        answer: (request, response, body) =>
          request.url?.startsWith('/ows/proxy/') === true && answer(request, response, body),
      };
      expect(await found()).toEqual(expect.arrayContaining(['one_origin', id]));
    });

    it('finds that the address of the proxy leads to the API', async () => {
      frontEnd.fault = { reply: oneOrigin.reply! };
      expect(await found()).toEqual(['proxy_not_found', 'one_origin']);
    });
  });

  it('sends its token to no service that gets the credentials of callers', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(request.headers.authorization ?? '');
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = { service_url: `http://127.0.0.1:${port}` };
    const [trusted, other] = [
      await api.make.service({ service_type: 'api', proxy: { forward_credentials: true } }),
      await api.make.service({ service_type: 'api' }),
    ];
    for (const service of [trusted, other])
      await api.admin.patch(`/services/${service}`, address).expect(200);
    await found();
    for (const service of [trusted, other]) await api.admin.delete(`/services/${service}`).expect(200);
    server.close();
    expect(received.length).toBeGreaterThan(0);
    expect(received.filter((value) => value !== '')).toEqual([]);
  });

  describe('at another machine than its own', () => {
    it('finds that there is no TLS, and nothing else', async () => {
      // The loopback interface, by an address that is not known for it.
      const url = frontEnd.url.replace('localhost', '[::ffff:7f00:1]');
      frontEnd.fault = {
        forward: (request) => ({
          ...request,
          headers: { ...request.headers, host: new URL(frontEnd.url).host },
        }),
        reply: (reply) => ({ ...reply, body: reply.body.replaceAll('//localhost:', '//[::ffff:7f00:1]:') }),
      };
      expect(await found({ url })).toEqual(['no_https']);
    });
  });

  describe('with TLS', () => {
    let secure: FaultyFrontEnd;
    let ca: string;
    const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);

    async function start(end: Date): Promise<void> {
      const certificate = await selfSigned('localhost', end);
      ca = certificate.cert;
      secure = await FaultyFrontEnd.start(`http://127.0.0.1:${environment['SVC_PORT']}`, certificate);
      secure.fault = published();
    }

    /** The instance as if SVC_URL were that of the front end. */
    const published = (): Fault => ({
      forward: (request) => ({
        ...request,
        headers: { ...request.headers, host: new URL(frontEnd.url).host },
      }),
      reply: ({ headers, ...reply }) => ({
        ...reply,
        headers: headers['set-cookie']
          ? { ...headers, 'set-cookie': `${String(headers['set-cookie'])}; Secure` }
          : headers,
        body: reply.body
          .replaceAll(frontEnd.url, secure.url)
          .replace('"cookie_secure": false', '"cookie_secure": true'),
      }),
    });
    const ids = (options: Deployment = {}) => found({ url: secure.url, ca, ...options });

    afterEach(() => secure.close());

    it('finds nothing where nothing is wrong', async () => {
      await start(days(90));
      expect(await ids()).toEqual([]);
    });

    it('finds a certificate that ends soon, and nothing else', async () => {
      await start(days(5));
      expect(await ids()).toEqual(['certificate_ends']);
    });

    it('finds cookies that are sent over http, too, and nothing else', async () => {
      await start(days(90));
      const { forward } = published();
      secure.fault = {
        forward: forward!,
        reply: (reply) => ({ ...reply, body: reply.body.replaceAll(frontEnd.url, secure.url) }),
      };
      expect(await ids()).toEqual(['cookie_without_secure']);
    });

    it('finds an http address that answers, too, and nothing else', async () => {
      await start(days(90));
      expect(await ids({ httpPort: frontEnd.port })).toEqual(['http_answered']);
    });
  });

  it('finds names that are not registered and refused, and nothing else', async () => {
    const proxy = { unregistered_names: 'safe' };
    const service = await api.make.service({ service_type: 'geoserverwms', proxy });
    await api.admin.patch(`/services/${service}`, { service_url: api.anonymous.url }).expect(200);
    const group = await api.make.group();
    const member = await api.make.user();
    await api.admin.post(`/users/${member}/groups`, { group_name: group }).expect(201);
    const workspace = await api.make.resource(await api.make.serviceId(service), {
      resource_type: 'workspace',
    });
    const put = (path: string, permission: string) =>
      api.admin.put(`/groups/${group}/${path}/permissions`, { permission }).expect(201);
    await put(`services/${service}`, 'getmap');
    await put(`resources/${await api.make.resource(workspace, { resource_type: 'layer' })}`, 'getmap-deny');
    const ids = await found();
    await api.admin.delete(`/services/${service}`).expect(200);
    expect(ids).toEqual(['names_refused']);
  });

  it('finds the clock of an API whose front end writes the Date of replies, and nothing else', async () => {
    frontEnd.fault = {
      reply: (reply, { url }) =>
        url === '/metrics'
          ? {
              ...reply,
              body: reply.body.replace(
                /^(gatehouse_api_clock_timestamp_seconds) .*$/m,
                `$1 ${Date.now() / 1000 - 60}`,
              ),
            }
          : reply,
    };
    expect(await found()).toEqual(['clocks_differ']);
  });

  it('finds a token that ends soon, and nothing else', async () => {
    expect(await found({ token: await tokenOf(3) })).toEqual(['token_ends']);
  });

  it('finds another version, and nothing else', async () => {
    expect(await found({ version: '5.0.0' })).toEqual(['other_version']);
  });

  /** What is on the machine of the instance. */
  const hosts: readonly (readonly [id: string, host: () => Promise<HostFacts>])[] = [
    ['settings_wrong', () => examineHost(settingsOf({ SVC_PORT: 'many' }), undefined)],
    ['everybody_trusted', () => examineHost(settingsOf({ SVC_TRUSTED_PROXIES: '0.0.0.0/0' }), undefined)],
    [
      'secrets_readable',
      () => {
        const path = join(folder, 'svc.ini');
        writeFileSync(path, '[app:main]\n');
        chmodSync(path, 0o644);
        return examineHost(settingsOf(), path);
      },
    ],
    [
      'key_wrong',
      () => {
        const path = join(folder, 'other.pem');
        writeFileSync(path, 'not a key', { mode: 0o600 });
        return examineHost(settingsOf({ SVC_NETWORK_PEM_FILES: path }), undefined);
      },
    ],
    [
      'database_not_usable',
      () => examineHost(settingsOf({ SVC_DB_URL: 'postgres://nobody@127.0.0.1:1/none' }), undefined),
    ],
    ['connections_missing', () => examineHost(settingsOf({ SVC_DB_POOL: '500' }), undefined)],
    [
      'migrations_missing',
      async () => {
        const { url, drop } = await createEmptyDatabase();
        const host = await examineHost(settingsOf({ SVC_DB_URL: url }), undefined);
        await drop();
        return host;
      },
    ],
    [
      'mail_server_not_reached',
      () =>
        examineHost(
          settingsOf({ SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: '1', SVC_SMTP_FROM: 'a@example.org' }),
          undefined,
        ),
    ],
    [
      'configuration_files_wrong',
      () => {
        const path = join(folder, 'permissions.yml');
        writeFileSync(path, 'users: []\npermissions:\n  - {service: maps}\n');
        return examineHost(settingsOf({ SVC_CONFIG_PATH: path }), undefined);
      },
    ],
    // What a test cannot bring about on a machine that others use.
    ['database_clock_differs', () => facts({ databaseClockMs: -60_000 })],
    ['database_warning', () => facts({ databaseWarnings: ['The connection is not encrypted.'] })],
    ['disk_full', () => facts({ fullDisks: ['/: 1 % are free.'] })],
  ];

  it.each(hosts)('finds on the machine of the instance %s, and nothing else', async (id, host) => {
    expect(await found({ host })).toEqual([id]);
  });

  it('finds that all users have one private address, and nothing else', async () => {
    for (let count = 0; count < 3; count += 1) await api.signIn(await api.make.user());
    expect(await found()).toEqual(['client_addresses_hidden']);
  });

  it('has a test for each row of its table', () => {
    const tested = [...faults, ...states, ...hosts].map(([id]) => id);
    const elsewhere = [
      // Tests of their own, above.
      'token_ends',
      'other_version',
      'no_https',
      'certificate_ends',
      'http_answered',
      'cookie_without_secure',
      'one_origin',
      'pages_trusted',
      'names_refused',
      'client_addresses_hidden',
      'credentials_lost',
      'cookies_lost',
      'service_paths_changed',
      'proxy_behind',
      'secrets_differ',
      'service_not_protected',
      'service_methods_refused',
      'service_bodies_limited',
    ];
    expect([...new Set([...tested, ...elsewhere])].sort()).toEqual(CHECKS.map(({ id }) => id).sort());
  });
});
