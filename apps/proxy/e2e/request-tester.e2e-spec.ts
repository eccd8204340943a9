import fc from 'fast-check';
import { SnapshotFollower, UsableServices } from '@gatehouse/access';
import { type Evaluation, RequestTester } from '@gatehouse/enforcement';
import { silentLogger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import { FairScheduler } from '@gatehouse/scheduling';
import { type Attempt, describeAttempt } from './fuzz/attempt';
import { knownAttempts } from './fuzz/known-requests';
import { attemptsAt } from './fuzz/requests';
import { type Persona, Scenario } from './fuzz/scenario';
import { Fixture } from './support/fixture';
import { WireClient, type WireReply } from './support/wire-client';
import { type WireUpstream, startWireUpstream } from './support/wire-upstream';

const CASES = Number(process.env['SVC_TEST_TESTER_CASES'] ?? 500);
const SEED = 20_261_122;
/** What the HTTP parser and the reading of a request's head refuse, before there is a decision. */
const BEFORE = new Set([
  'malformed_request',
  'unknown_method',
  'several_hosts',
  'no_host',
  'unknown_expectation',
]);
const HTTP_METHOD = /^[A-Z-]+$/;
/** Headers that identify the caller or frame the body: the tester is given neither. */
const NOT_TESTED = /^(?:authorization|cookie|content-length|transfer-encoding|expect|host|connection)$/i;

interface Outcome {
  readonly status: number;
  readonly reason: string | undefined;
  readonly decision: string | undefined;
}

/** The oracle of the request tester is the proxy itself. Reference: enforcement#request-tester. */
describe('the request tester', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let scenario: Scenario;
  let client: WireClient;
  let follower: SnapshotFollower;
  let tester: RequestTester;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    scenario = await Scenario.build(fixture, upstream.url);
    const environment = {
      SVC_PROXY_CORS_ORIGINS: 'https://friend.example.org',
      SVC_PROXY_BODY_LIMIT: '20000',
    };
    client = new WireClient((await fixture.startProxy(environment)).port);
    const settings = fixture.settings(environment);
    const { url: databaseUrl, dataSource: database } = fixture.database;
    follower = new SnapshotFollower({ ...settings, databaseUrl, database, logger: silentLogger });
    await follower.start();
    const services = new UsableServices(patternEngine, silentLogger);
    tester = new RequestTester(settings, follower, services, new FairScheduler());
  });
  afterAll(async () => {
    client.close();
    await follower.stop();
    await fixture.close();
    await upstream.close();
  });

  async function byProxy({ lead, rest, service, method, persona, headers, body }: Attempt): Promise<Outcome> {
    const cookie = scenario.cookieOf(persona);
    const reply = await client.send({
      method,
      target: `${lead}${service.name}${rest}`,
      headers: [
        ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
        ...(body?.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const]),
        ...(body?.encoding === undefined ? [] : [['Content-Encoding', body.encoding] as const]),
        ...headers,
      ],
      body: body?.bytes,
    });
    return outcomeOfReply(reply);
  }

  async function byTester({
    lead,
    rest,
    service,
    method,
    persona,
    headers,
    body,
  }: Attempt): Promise<Outcome> {
    const evaluation = await tester.evaluate(
      {
        method,
        target: `${lead}${service.name}${rest}`,
        headers: [
          ...(body?.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const]),
          ...(body?.encoding === undefined ? [] : [['Content-Encoding', body.encoding] as const]),
          ...headers,
        ],
        body: body?.bytes ?? Buffer.alloc(0),
        userId: scenario.userIdOf(persona),
      },
      '127.0.0.1',
    );
    return outcomeOf(evaluation, persona);
  }

  it('returns the same status, error and reason as the proxy for random requests of all types', async () => {
    const statuses = new Map<number, number>();
    const attempts = attemptsAt(scenario.services).filter(isTested);
    const property = fc.asyncProperty(attempts, async (attempt) => {
      const real = await byProxy(attempt);
      fc.pre(!BEFORE.has(real.reason ?? ''));
      statuses.set(real.status, (statuses.get(real.status) ?? 0) + 1);
      const tested = await byTester(attempt);
      if (JSON.stringify(tested) !== JSON.stringify(real)) {
        throw new Error(`${describeAttempt(attempt)}\n${JSON.stringify({ real, tested })}`);
      }
    });
    const examples = knownAttempts(scenario)
      .filter(isTested)
      .map((attempt): [Attempt] => [attempt]);
    await fc.assert(property, { numRuns: CASES, seed: SEED, examples });
    // A run of refusals, or of requests that are all allowed, would prove little.
    for (const status of [200, 400, 401, 403]) expect(statuses.get(status)).toBeGreaterThan(CASES / 50);
  });

  const at = (type: string, kind = 'narrow') =>
    scenario.services.find((service) => service.type === type && service.name.startsWith(kind))!;
  const attempt = (type: string, rest: string, others: Partial<Attempt> = {}): Attempt => ({
    service: at(type),
    persona: 'member',
    method: 'GET',
    lead: '/ows/proxy/',
    rest,
    headers: [],
    body: undefined,
    ...others,
  });
  const bytes = (text: string, mediaType: string) => ({
    mediaType,
    encoding: undefined,
    bytes: Buffer.from(text),
    isChunked: false,
  });
  const EVIL = [['Origin', 'https://evil.example.org'] as const];

  it.each([
    ['an open resource', () => attempt('api', '/open'), 200],
    ['a closed resource', () => attempt('api', '/closed'), 403],
    ['a closed resource, anonymously', () => attempt('api', '/closed', { persona: 'anonymous' }), 401],
    ['a dot segment', () => attempt('api', '/open/..%2fclosed'), 400],
    ['a doubled slash', () => attempt('api', '/open//closed'), 400],
    ['a service that does not exist', () => attempt('api', '', { lead: '/ows/proxy/no-' }), 404],
    ['another route', () => attempt('api', '', { lead: '/ows/else/' }), 404],
    ['TRACE', () => attempt('api', '/open', { method: 'TRACE' }), 405],
    [
      'a write from a page of another origin',
      () => attempt('api', '/open', { method: 'PUT', headers: EVIL }),
      403,
    ],
    [
      'a preflight',
      () =>
        attempt('api', '/closed', {
          method: 'OPTIONS',
          persona: 'anonymous',
          headers: [
            ['Origin', 'https://friend.example.org'],
            ['Access-Control-Request-Method', 'PUT'],
          ],
        }),
      204,
    ],
    [
      'a destination on another host',
      () =>
        attempt('api', '/open', { method: 'COPY', headers: [['Destination', 'https://evil.example.org/x']] }),
      403,
    ],
    [
      'several destinations',
      () =>
        attempt('api', '/open', {
          method: 'COPY',
          headers: [
            ['Destination', '/a'],
            ['Destination', '/b'],
          ],
        }),
      400,
    ],
    ['a malformed revision', () => attempt('api', '/open', { headers: [['X-Access-Revision', 'x']] }), 400],
    ['a future revision', () => attempt('api', '/open', { headers: [['X-Access-Revision', '999999']] }), 400],
    [
      'a document that names an open process',
      () =>
        attempt('wps', '', {
          method: 'POST',
          body: bytes(
            '<wps:Execute service="WPS" version="1.0.0" xmlns:wps="http://www.opengis.net/wps/1.0.0" ' +
              'xmlns:ows="http://www.opengis.net/ows/1.1"><ows:Identifier>open</ows:Identifier></wps:Execute>',
            'text/xml',
          ),
        }),
      200,
    ],
    [
      'a document that is too large',
      () => attempt('wps', '', { method: 'POST', body: bytes(`<a>${'x'.repeat(30_000)}</a>`, 'text/xml') }),
      413,
    ],
    [
      'several media types',
      () =>
        attempt('wps', '', {
          method: 'POST',
          headers: [['Content-Type', 'text/plain']],
          body: bytes('<a/>', 'text/xml'),
        }),
      403,
    ],
  ])('returns the same result as the proxy for %s', async (_, of, status) => {
    const real = await byProxy(of());
    expect(real.status).toBe(status);
    expect(await byTester(of())).toEqual(real);
  });

  it('sends nothing to the service', async () => {
    upstream.received.splice(0);
    await byTester(attempt('api', '/open'));
    expect(upstream.received).toEqual([]);
    await byProxy(attempt('api', '/open'));
    expect(upstream.received).toHaveLength(1);
  });

  it('explains what a request needs that is refused before it is read', async () => {
    const unread = attempt('wps', '?service=WPS&request=Execute&version=1.0.0&identifier=closed', {
      persona: 'anonymous',
      service: at('wps', 'whole'),
    });
    const evaluation = await tester.evaluate(
      {
        method: 'GET',
        target: `${unread.lead}${unread.service.name}${unread.rest}`,
        headers: [],
        body: Buffer.alloc(0),
        userId: undefined,
      },
      '127.0.0.1',
    );
    expect(evaluation.reading?.kind).toBe('covered');
    expect(evaluation.needs?.permissions).toMatchObject([
      { permission: 'execute', isMet: false, total: 1, resources: [{ exact: true }] },
    ]);
  });
});

function isTested({ method, headers, rest, lead }: Attempt): boolean {
  return (
    HTTP_METHOD.test(method) &&
    method !== 'CONNECT' &&
    /^[\x21-\x7e]*$/.test(rest) &&
    lead.startsWith('/') &&
    !headers.some(([name]) => NOT_TESTED.test(name))
  );
}

function outcomeOfReply({ status, headers }: WireReply): Outcome {
  const reason = headers.get('x-gatehouse-reason');
  return { status, reason, decision: headers.get('x-gatehouse-decision') };
}

function outcomeOf({ result, isPreflight }: Evaluation, persona: Persona): Outcome {
  const { refusal, permission, reason } = result;
  if (!refusal) return { status: isPreflight ? 204 : 200, reason: undefined, decision: undefined };
  const isShown = persona !== 'anonymous' && reason !== undefined && result.caller !== undefined;
  const fields = [
    ...(permission === undefined ? [] : [`permission=${permission}`]),
    `reason=${reason?.replace(/[^!-~]|[,;=]/gu, encodeURIComponent)}`,
  ];
  return {
    status: refusal.status,
    reason: refusal.errorCode,
    decision: isShown ? fields.join('; ') : undefined,
  };
}
