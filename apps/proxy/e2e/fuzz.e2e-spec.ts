import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, describeAttempt } from './fuzz/attempt';
import { mayAsk, mayDoEverything } from './fuzz/reference';
import { knownAttempts } from './fuzz/known-requests';
import { orderlyAttemptsAt } from './fuzz/orderly/orderly-requests';
import { attemptsAt } from './fuzz/requests';
import { complaintsOf, isFramedOddly } from './fuzz/verdict';
import { TYPES, Scenario } from './fuzz/scenario';
import { Fixture } from './support/fixture';
import { WireClient, type WireMessage } from './support/wire-client';
import { type WireRequest, type WireUpstream, startWireUpstream } from './support/wire-upstream';

/** `SVC_TEST_FUZZ_CASES=100000` runs the long form. */
const CASES = Number(process.env['SVC_TEST_FUZZ_CASES'] ?? 3000);
/** The same requests in every run, unless another seed is set. */
const SEED = Number(process.env['SVC_TEST_FUZZ_SEED'] ?? 20_260_101);
/** Milliseconds a request may take on a busy machine before the test counts as stuck. */
const PER_CASE = 60;
/** Methods that front ends can declare. */
const DECLARED = /^(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|PROPFIND|REPORT|MKCOL)$/;

/**
 * Differential: whatever a service behind the proxy receives is parsed again from its bytes, as servers parse them, and must be
 * something that its sender has permission for, by rules that share no parsing with the proxy. Reference: enforcement#authorization,
 * permission-rules#authority.
 */
describe('any request to the proxy', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let scenario: Scenario;
  let client: WireClient;
  /** For requests whose end is ambiguous: the proxy may wait for the rest of them. */
  let shortTimeout: WireClient;
  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    scenario = await Scenario.build(fixture, upstream.url);
    const { port } = await fixture.startProxy();
    client = new WireClient(port);
    shortTimeout = new WireClient(port, 300);
  }, 240_000);
  afterAll(async () => {
    client.close();
    shortTimeout.close();
    await fixture.close();
    await upstream.close();
  });

  /** `number` is sent to the service, so that a request that arrives late can be attributed. */
  function messageOf(attempt: Attempt, number: number): WireMessage {
    const { lead, rest, service, method, persona, headers, body } = attempt;
    const cookie = scenario.cookieOf(persona);
    return {
      method,
      target: `${lead}${service.name}${rest}`,
      headers: [
        ['X-Case', String(number)],
        ...(cookie === undefined ? [] : [['Cookie', cookie] as const]),
        ...(body?.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const]),
        ...(body?.encoding === undefined ? [] : [['Content-Encoding', body.encoding] as const]),
        ...(body?.isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
        ...headers,
      ],
      body: body?.isChunked ? chunked(body.bytes) : body?.bytes,
    };
  }

  /** Attempts that were answered before they were complete: they may reach their service during later attempts. */
  const unfinished = new Map<string, Attempt>();
  let count = 0;

  async function tryOut(attempt: Attempt): Promise<number> {
    const number = ++count;
    const isOdd = isFramedOddly(attempt);
    const reply = await (isOdd ? shortTimeout : client).send(messageOf(attempt, number));
    const arrived = upstream.received.splice(0);
    const received = arrived.filter((one) => numberOf(one) === String(number));
    const complaints = complaintsOf(scenario, { attempt, reply, received });
    for (const one of arrived) {
      if (received.includes(one)) continue;
      const late = unfinished.get(numberOf(one));
      unfinished.delete(numberOf(one));
      if (late) complaints.push(...complaintsOf(scenario, { attempt: late, reply, received: [one] }));
      else
        complaints.push(
          `a service received a request that no one had sent, or received it twice: ${one.line}`,
        );
    }
    // Unexpected bytes at the end of a connection, after a request whose end was ambiguous: the proxy closes it.
    if (isOdd) {
      shortTimeout.close();
      if (received.length === 0) unfinished.set(String(number), attempt);
    } else if (client.surplus > 0) complaints.push('received more replies than requests were sent');
    if (upstream.broken.length > 0)
      complaints.push(`sent a service what is no request: ${upstream.broken[0]}`);
    upstream.broken.splice(0);
    if (complaints.length === 0 && isPlain(attempt))
      complaints.push(...(await verifyComplaints(attempt, reply.status)));
    if (complaints.length === 0) return reply.status;
    const reported = [
      describeAttempt(attempt),
      `  → ${reply.status} ${reply.text.slice(0, 300)}`,
      ...complaints,
    ];
    throw new Error(reported.join('\n'));
  }

  /** A front end that calls verify and forwards requests itself allows what the proxy allows. */
  async function verifyComplaints(attempt: Attempt, status: number): Promise<string[]> {
    const { headers = [], ...message } = messageOf({ ...attempt, lead: '/ows/verify/' }, 0);
    const declared = [...headers, ['X-Original-Method', attempt.method] as const];
    const verdict = await client.send({ ...message, method: 'GET', headers: declared });
    const reason = verdict.headers.get('x-gatehouse-reason');
    if (reason === 'body_not_visible') return [];
    if (![200, 401, 403].includes(verdict.status)) return [`verify answers ${verdict.status}`];
    const isRead = attempt.method === 'GET' || attempt.method === 'HEAD';
    // Verify cannot see a body that other methods may have. While a protocol is disabled, a POST may belong to another one.
    const mayDiffer = !isRead && (verdict.status !== 200 || attempt.service.switchedOff.length > 0);
    return (verdict.status === 200) === (status === 200) || mayDiffer
      ? []
      : [`verify answers ${verdict.status} (${reason})`];
  }

  async function check<Case>(
    property: fc.IAsyncProperty<[Case]>,
    numRuns: number,
    known: readonly Case[] = [],
  ): Promise<void> {
    const examples = known.map((one): [Case] => [one]);
    const result = await fc.check(property, { numRuns, seed: SEED, examples });
    if (!result.failed) return;
    const cause = result.errorInstance instanceof Error ? result.errorInstance.message : 'thrown value';
    throw new Error(`seed ${result.seed}, after ${result.numRuns} requests\n${cause}`);
  }

  it(
    'reaches a service only as it was sent, and only if its sender has permission for what the service reads in it',
    async () => {
      const statuses = new Map<number, number>();
      const tried = new Map<string, { all: number; reached: number }>(
        TYPES.map((type) => [type, { all: 0, reached: 0 }]),
      );
      const property = fc.asyncProperty(attemptsAt(scenario.services), async (attempt) => {
        const status = await tryOut(attempt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (mayDoEverything(attempt.service, attempt.persona)) return;
        const ofType = tried.get(attempt.service.type)!;
        ofType.all++;
        if (status === 200) ofType.reached++;
      });
      await check(property, CASES, knownAttempts(scenario));
      if (process.env['SVC_TEST_FUZZ_CASES'])
        process.stdout.write(`replies by status ${JSON.stringify(Object.fromEntries(statuses))}\n`);
      // INVARIANT: enough requests are allowed for callers with some permissions, on every type except the one where access is
      // all or nothing; a run of refusals only would prove little.
      const shares = [...tried].map(([type, { all, reached }]) => ({ type, share: reached / all }));
      expect(shares.filter(({ type, share }) => type !== 'access' && !(share > 0.03))).toEqual([]);
      expect(statuses.get(200)).toBeGreaterThan(CASES / 8);
      expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403]));
    },
    60_000 + CASES * PER_CASE,
  );

  describe('that is written as documented', () => {
    it.each(TYPES)(
      'reaches services of the type %s exactly when its sender has permission for it',
      async (type) => {
        const counts = { allowed: 0, refused: 0 };
        const services = scenario.services.filter((service) => service.type === type);
        const property = fc.asyncProperty(orderlyAttemptsAt(services), async ({ attempt, needs }) => {
          const status = await tryOut(attempt);
          const byTheReference = mayAsk(attempt.service, attempt.persona, needs) ? 'allowed' : 'refused';
          counts[byTheReference]++;
          if ((status === 200) !== (byTheReference === 'allowed'))
            throw new Error(
              `${describeAttempt(attempt)}\n  → ${status}, the reference implementation returns ${byTheReference}: ${JSON.stringify(needs)}`,
            );
        });
        await check(property, Math.ceil(CASES / 6));
        // INVARIANT: a type whose requests are all refused, or all allowed, would prove little.
        expect(Math.min(counts.allowed, counts.refused)).toBeGreaterThan(CASES / 60);
      },
      60_000 + CASES * PER_CASE,
    );
  });
});

test('the fuzz tests of the proxy share no code with it', () => {
  const folders = ['fuzz', 'fuzz/orderly'].map((folder) => join(__dirname, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const imported = files.flatMap((text) => [
    ...text.matchAll(/from '(@gatehouse\/[^']+|[^']*\/src\/[^']*)'/g),
  ]);
  expect(imported.map(([, source]) => source)).toEqual([]);
});

/** The attempt for which a service was called. */
function numberOf({ headers }: WireRequest): string {
  return headers
    .filter(([name]) => name.toLowerCase() === 'x-case')
    .map(([, value]) => value)
    .join();
}

/** What a front end can express in the same terms; a target with other bytes is not valid HTTP, and no server parses it. */
function isPlain({ lead, rest, method, headers, body }: Attempt): boolean {
  const isHttp = /^[\x21-\x7e]*$/.test(rest);
  return (
    lead === '/ows/proxy/' && isHttp && DECLARED.test(method) && headers.length === 0 && body === undefined
  );
}

/** In two chunks, with a chunk extension and without. */
function chunked(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)].filter((piece) => piece.length > 0);
  return Buffer.concat([
    ...pieces.flatMap((piece, index) => [
      Buffer.from(`${piece.length.toString(16)}${index === 0 ? '' : ';a=b'}\r\n`),
      piece,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ]);
}
