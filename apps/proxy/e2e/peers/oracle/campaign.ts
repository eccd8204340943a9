import { complaintsAbout } from './effects';
import { draftOf, requestOf } from './draft';
import { MUTATIONS } from './mutations';
import { type Random, randomOf } from './random';
import { type PeerRequest, asCurl } from './request';
import { type Outcome, type PeerName, type PeerSetup, openPeerSetup } from './peer-setup';
import { type PeerService, type PeerType, openTo } from './services';
import { capabilitiesOf, changes, wellFormed } from './well-formed';

/** Requests for each type; `SVC_TEST_PEERS_CASES=20000` runs the long form. */
const CASES = Number(process.env['SVC_TEST_PEERS_CASES'] ?? 250);
/** The same requests in every run, unless another seed is set. */
const SEED = Number(process.env['SVC_TEST_PEERS_SEED'] ?? 20_260_102);
/** Milliseconds that a request may take on a busy machine before the test counts as stuck. */
const PER_CASE = 200;
/** The fraction of unchanged requests for `public` among all. */
const WELL_FORMED = 0.1;
/** How many different failures are reported, and how many are minimised. */
const MAX_REPORTED = 30;
const MAX_REDUCED = 200;
/** Whether outcomes are reported even when there is no failure. */
const reported = process.env['SVC_TEST_PEERS_CASES'] !== undefined;
const NAMES = Object.keys(MUTATIONS);

interface Case {
  readonly number: number;
  readonly service: PeerService;
  readonly base: PeerRequest;
  /** Names of mutations by index; the index determines what is random in them. */
  readonly mutations: readonly (readonly [index: number, name: string])[];
  readonly isWellFormed: boolean;
}

/** Tests that for any request of a type, a real server behind the proxy has no effect for which the sender lacks permission. */
export function testRequests(name: PeerName, types: readonly PeerType[]): void {
  describe(`any request to the proxy, ${name},`, () => {
    let setup: PeerSetup;
    beforeAll(async () => {
      setup = await openPeerSetup(name);
    }, 60_000);
    afterAll(() => setup.close());

    it.each(types)(
      'for a %s service has no effect for which the sender lacks permission, and is served if it is well formed',
      async (type) => {
        const tally = { sent: 0, reached: 0, wellFormed: 0, served: 0 };
        const statuses = new Map<number, number>();
        const failures = new Map<string, string>();
        let failed = 0;
        for (let number = 0; number < CASES; number++) {
          const one = caseOf(setup, name, type, number);
          const deaths = setup.deaths;
          const outcome = await send(setup, one);
          if (setup.deaths > deaths && reported)
            process.stdout.write(`a responder died: ${asCurl(requestIn(setup, one))}\n`);
          const { status } = outcome.reply;
          tally.sent++;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (outcome.effects.reached > 0) tally.reached++;
          if (one.isWellFormed) {
            tally.wellFormed++;
            if (isServed(outcome)) tally.served++;
          }
          const complaints = complaintsAbout(outcome.effects, openTo(one.service));
          if (complaints.length === 0) continue;
          failed++;
          if (failed > MAX_REDUCED || failures.size >= MAX_REPORTED) continue;
          const [kind, text] = await reportedOf(setup, one, outcome, complaints);
          if (!failures.has(kind)) failures.set(kind, text);
        }
        if (reported)
          process.stdout.write(
            `${name} as ${type}: ${JSON.stringify({ ...tally, failed, deaths: setup.deaths, ...Object.fromEntries(statuses) })}\n`,
          );
        if (failed > 0)
          throw new Error(
            [`seed ${SEED}: ${failed} of ${CASES} requests`, ...failures.values()].join('\n\n'),
          );
        // INVARIANT: enough requests are allowed and answered; a run of refusals only would prove nothing.
        expect(tally.served).toBeGreaterThan(tally.wellFormed / 2);
        expect(tally.wellFormed).toBeGreaterThan(CASES * WELL_FORMED * 0.5);
      },
      60_000 + CASES * PER_CASE,
    );
  });
}

function caseOf(setup: PeerSetup, server: PeerName, type: PeerType, number: number): Case {
  const random = randomOf(SEED, number);
  const services = setup.services.filter((service) => service.type === type);
  const open = services.filter(({ kind }) => kind === 'reading' || kind === 'denying');
  if (random.chance(WELL_FORMED)) {
    const base = random.of(wellFormed(server, type, 'public'));
    return { number, service: random.of(open), base, mutations: [], isWellFormed: true };
  }
  const service = random.of(services);
  const indexes = Array.from({ length: 1 + random.below(4) }, (_, index) => index);
  const mutations = indexes.map((index) => [index, random.of(NAMES)] as const);
  return { number, service, base: baseOf(server, type, random), mutations, isWellFormed: false };
}

function baseOf(server: PeerName, type: PeerType, random: Random): PeerRequest {
  const choice = random.below(10);
  if (choice < 3) return capabilitiesOf(type, random);
  if (choice === 3 && server === 'qgis' && type.endsWith('wfs'))
    return changes(random.chance(0.6) ? 'public' : 'secret', type === 'wfs' ? '' : '/ws/wfs', random);
  return random.of(wellFormed(server, type, choice < 8 ? 'public' : 'secret'));
}

function requestIn(setup: PeerSetup, { number, base, mutations }: Case): PeerRequest {
  const draft = draftOf(base);
  for (const [index, name] of mutations)
    MUTATIONS[name]?.(draft, randomOf(SEED, number, index + 1), setup.elsewhere);
  return requestOf(draft);
}

function send(setup: PeerSetup, one: Case): Promise<Outcome> {
  return setup.throughProxy(one.service, requestIn(setup, one));
}

function isServed({ reply, effects }: Outcome): boolean {
  const hasAnswered =
    effects.returned.has('public') || effects.drawn.has('public') || effects.executed.has('public');
  return reply.status === 200 && hasAnswered;
}

/** Its kind and its history, with the minimum number of mutations. */
async function reportedOf(
  setup: PeerSetup,
  one: Case,
  outcome: Outcome,
  complaints: readonly string[],
): Promise<readonly [kind: string, text: string]> {
  let smallest = { one, outcome, complaints };
  for (const mutation of one.mutations) {
    const mutations = smallest.one.mutations.filter((other) => other !== mutation);
    const smaller = { ...smallest.one, mutations };
    const result = await send(setup, smaller);
    const same = complaintsAbout(result.effects, openTo(one.service));
    if (same.length > 0) smallest = { one: smaller, outcome: result, complaints: same };
  }
  const names = smallest.one.mutations.map(([, name]) => name).join(', ');
  const text = [
    `request ${one.number} for ${one.service.name} (${names || 'nothing changed'}): ${smallest.complaints.join(', ')}`,
    `  ${asCurl(requestIn(setup, smallest.one))}`,
    `  → ${smallest.outcome.reply.status} ${smallest.outcome.reply.content.toString('latin1', 0, 200).replaceAll('\n', ' ')}`,
  ].join('\n');
  return [`${one.service.kind} ${names} ${smallest.complaints.join()}`, text];
}
