import fc from 'fast-check';
import type { Act } from './interpretation/acts';
import { type Sender, mayHave } from './interpretation/reference';
import { INTERPRETED_TYPES, actsOf } from './interpretation/interpretation';
import { knownRequests } from './interpretation/known';
import { requestsFor } from './interpretation/requests';
import { InterpretationScenario, SERVED } from './interpretation/scenario';
import type { WrittenRequest } from './interpretation/written';
import { Fixture } from './support/fixture';
import { receivedBelow } from './support/received-request';
import { WireClient } from './support/wire-client';
import { type WireRequest, type WireUpstream, startWireUpstream } from './support/wire-upstream';

/** Requests for each type; `SVC_TEST_INTERPRETATION_CASES=20000` runs the long form. */
const CASES = Number(process.env['SVC_TEST_INTERPRETATION_CASES'] ?? 600);
const SEED = Number(process.env['SVC_TEST_INTERPRETATION_SEED'] ?? 20_260_201);
const SENDERS: readonly Sender[] = ['member', 'member', 'anonymous'];

/**
 * How GeoServer, ncWMS and THREDDS, according to their source, interpret the bytes that the proxy forwards, compared with the
 * permission assignments as written. Neither evaluation shares code with the proxy. See
 * docs/reference/geoserver-ncwms-thredds.md.
 */
describe('what the proxy forwards', () => {
  let fixture: Fixture;
  let upstream: WireUpstream;
  let scenario: InterpretationScenario;
  let client: WireClient;
  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWireUpstream();
    scenario = await InterpretationScenario.build(fixture, upstream.url);
    const { port } = await fixture.startProxy();
    client = new WireClient(port, 2000);
  }, 240_000);
  afterAll(async () => {
    client.close();
    await fixture.close();
    await upstream.close();
  });

  async function forwarded(service: string, sender: Sender, written: WrittenRequest): Promise<WireRequest[]> {
    await client.send({
      method: written.method,
      target: `/ows/proxy/${service}${written.target}`,
      headers: [
        ...(sender === 'member' ? [['Cookie', scenario.memberCookie] as const] : []),
        ...(written.mediaType === undefined ? [] : [['Content-Type', written.mediaType] as const]),
      ],
      body: written.body === undefined ? undefined : Buffer.from(written.body),
    });
    return upstream.received.splice(0);
  }

  it.each(INTERPRETED_TYPES)(
    'has no effect on a server of the type %s for which the sender lacks permission',
    async (type) => {
      const services = scenario.services.filter((service) => service.type === type);
      const known = knownRequests(type).flatMap((written) =>
        services.map((service) => ({ service, sender: 'member' as const, written })),
      );
      const samples = fc.sample(
        fc.record({
          service: fc.constantFrom(...services),
          sender: fc.constantFrom(...SENDERS),
          written: requestsFor(type),
        }),
        { numRuns: CASES, seed: SEED },
      );
      const complaints: string[] = [];
      const counts = { reached: 0, named: 0 };
      for (const { service, sender, written } of [...known, ...samples]) {
        for (const one of await forwarded(service.name, sender, written)) {
          counts.reached++;
          const received = receivedBelow(one, service.name);
          const isRead = received.method === 'GET' || received.method === 'HEAD';
          const acts = actsOf(type, received, SERVED);
          if (acts.some(({ reached }) => /^(?:named|process)$/.test(reached.kind))) counts.named++;
          const wrong = acts.filter((act) => !mayHave(service, sender, act, isRead));
          if (wrong.length > 0) complaints.push(described(service.name, sender, written, wrong));
        }
      }
      if (process.env['SVC_TEST_INTERPRETATION_CASES'])
        process.stdout.write(`${type}: ${JSON.stringify({ ...counts, complaints: complaints.length })}\n`);
      expect(complaints.slice(0, 5)).toEqual([]);
      // INVARIANT: a run in which hardly any request is allowed would prove little.
      expect(counts.reached).toBeGreaterThan(CASES / 50);
      expect(counts.named).toBeGreaterThan(CASES / 100);
    },
    60_000 + CASES * 50,
  );
});

function described(
  service: string,
  sender: Sender,
  { method, target, mediaType, body }: WrittenRequest,
  acts: readonly Act[],
): string {
  const did = acts.map(({ operation, reached, rule }) => `${operation} ${JSON.stringify(reached)} (${rule})`);
  const sent = body === undefined ? '' : ` ${mediaType}: ${body}`;
  return `${sender} at ${service}: ${method} ${target}${sent}\n  → ${did.join('; ')}`;
}
