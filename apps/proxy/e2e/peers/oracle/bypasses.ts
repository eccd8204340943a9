import { appendFileSync } from 'node:fs';
import { type Effects, complaintsAbout } from './effects';
import { type PeerRequest, asCurl } from './request';
import { type Outcome, type PeerName, type PeerSetup, openPeerSetup, serviceOf } from './peer-setup';
import { type Kind, type PeerType, openTo } from './services';

/** A request whose meaning for the server is another one than for a reader of the standard. */
export interface Bypass {
  /** The class in `docs/security-cases.md` that it belongs to. */
  readonly group: string;
  readonly title: string;
  readonly type: PeerType;
  readonly kind: Kind;
  readonly request: PeerRequest | ((elsewhere: string) => PeerRequest);
}

/** A request that stock clients send and that its caller may send. */
export interface Served {
  readonly title: string;
  readonly type: PeerType;
  readonly kind?: Kind;
  readonly request: PeerRequest;
  readonly done: (effects: Effects) => boolean;
}

/** Where a table of what has happened is written to; nowhere unless it is asked for. */
const REPORT = process.env['SVC_TEST_PEERS_REPORT'];

/**
 * Tests that the server by itself does what a bypass is about, so that the second half means something; that through the
 * proxy it does not; and that what stock clients ask for is answered.
 */
export function testBypasses(name: PeerName, bypasses: readonly Bypass[], served: readonly Served[]): void {
  describe(`behind the proxy, ${name}`, () => {
    let setup: PeerSetup;
    beforeAll(async () => {
      setup = await openPeerSetup(name);
    }, 60_000);
    afterAll(() => setup.close());

    const cases = bypasses.map(
      (bypass) => [`${bypass.group}, ${bypass.type}: ${bypass.title}`, bypass] as const,
    );
    it.each(cases)('does not do by way of %s', async (title, { group, type, kind, request }) => {
      const service = serviceOf(setup, type, kind);
      const sent = typeof request === 'function' ? request(setup.elsewhere) : request;
      // In this order, for what is deleted cannot be deleted again.
      const through = await setup.throughProxy(service, sent);
      const straight = await setup.straight(service, sent);
      const open = openTo(service);
      const [alone, behind] = [straight, through].map(({ effects }) => complaintsAbout(effects, open));
      report(title, kind, sent, straight, through, [alone ?? [], behind ?? []]);
      expect(alone).not.toEqual([]);
      expect(behind).toEqual([]);
      // Cookies are left out, and the rest is what its caller may ask for.
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
