import { appendFileSync } from 'node:fs';
import { type Effects, complaintsAbout } from './effects';
import { type PeerRequest, asCurl } from './request';
import { type Outcome, type PeerName, type PeerSetup, openPeerSetup, serviceOf } from './peer-setup';
import { type Kind, type PeerType, openTo } from './services';

/** A request that the server interprets otherwise than a reader of the standard. */
export interface Bypass {
  /** Its class in `docs/security-cases.md`. */
  readonly group: string;
  readonly title: string;
  readonly type: PeerType;
  readonly kind: Kind;
  readonly request: PeerRequest | ((elsewhere: string) => PeerRequest);
}

/** A request that stock clients send and that its caller is allowed. */
export interface Served {
  readonly title: string;
  readonly type: PeerType;
  readonly kind?: Kind;
  readonly request: PeerRequest;
  readonly done: (effects: Effects) => boolean;
}

/** The file for a table of the outcomes; none unless it is set. */
const REPORT = process.env['SVC_TEST_PEERS_REPORT'];

/**
 * Tests that the server without the proxy has the effect of a bypass, so that the second half is meaningful; that it does not have the
 * effect through the proxy; and that the requests of stock clients are answered.
 */
export function testBypasses(name: PeerName, bypasses: readonly Bypass[], served: readonly Served[]): void {
  describe(`a server behind the proxy, ${name},`, () => {
    let setup: PeerSetup;
    beforeAll(async () => {
      setup = await openPeerSetup(name);
    }, 60_000);
    afterAll(() => setup.close());

    const cases = bypasses.map(
      (bypass) => [`${bypass.group}, ${bypass.type}: ${bypass.title}`, bypass] as const,
    );
    it.each(cases)('is not bypassed by %s', async (title, { group, type, kind, request }) => {
      const service = serviceOf(setup, type, kind);
      const sent = typeof request === 'function' ? request(setup.elsewhere) : request;
      // In this order, because what is deleted cannot be deleted again.
      const through = await setup.throughProxy(service, sent);
      const straight = await setup.straight(service, sent);
      const open = openTo(service);
      const [alone, behind] = [straight, through].map(({ effects }) => complaintsAbout(effects, open));
      report(title, kind, sent, straight, through, [alone ?? [], behind ?? []]);
      expect(alone).not.toEqual([]);
      expect(behind).toEqual([]);
      // Cookies are removed, and the caller is allowed the rest.
      expect(group === 'cookies' ? [200] : [400, 401, 403]).toContain(through.reply.status);
    });

    const stock = served.map((one) => [`${one.type}: ${one.title}`, one] as const);
    it.each(stock)('answers %s', async (title, { type, kind = 'reading', request, done }) => {
      const service = serviceOf(setup, type, kind);
      const outcome = await setup.throughProxy(service, request);
      const complaints = complaintsAbout(outcome.effects, openTo(service));
      report(`served, ${title}`, kind, request, outcome, outcome, [[], complaints]);
      expect(complaints).toEqual([]);
      expect([outcome.reply.status, outcome.reply.content.toString('latin1', 0, 300)]).toEqual([
        200,
        expect.any(String),
      ]);
      expect(done(outcome.effects)).toBe(true);
    });
  });
}

function report(
  title: string,
  kind: Kind,
  request: PeerRequest,
  straight: Outcome,
  through: Outcome,
  [alone, behind]: readonly (readonly string[])[],
): void {
  if (REPORT === undefined) return;
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const done = (effects: readonly string[] | undefined, { reply }: Outcome) =>
    `${reply.status}: ${effects?.join(', ') || 'nothing of secret'}`;
  const cells = [title, kind, `\`${cell(asCurl(request))}\``, done(alone, straight), done(behind, through)];
  appendFileSync(REPORT, `| ${cells.join(' | ')} |\n`);
}
