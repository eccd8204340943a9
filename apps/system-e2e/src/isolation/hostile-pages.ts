import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { AdministratorApi } from '../api';
import type { Account, RunningSystem } from '../system';
import { launchBrowser } from '../test-user';
import { ATTACKER, AttackObserver, VICTIM } from './attack-observer';
import { Collector } from './collector';
import { startDeployment } from './deployments';
import { HostileService } from './hostile-service';
import { type Attempt, type Deployment, EFFECTS, type Effect } from './attempt';
import { COOKIE, sessionToken, signedIn, storedCookie } from './session-cookies';
import { OTHER_REPLY, OtherService } from './other-service';
import { featuresOf } from './service-pages';
import { ViewerService } from './viewer-service';

const HOSTILE = 'maps';
const OTHER = 'ledger';
const VIEWER = 'viewer';
const PUBLIC_VIEWER = 'public-viewer';
const PATIENCE_MS = 20_000;

type Identity = 'victim' | 'attacker' | 'nobody';

/** The servers around the system: the attacker's, and those of the services. */
interface Servers {
  readonly collector: Collector;
  readonly hostile: HostileService;
  readonly other: OtherService;
  readonly viewer: ViewerService;
}

interface Accounts {
  /** The API as an administrator uses it who opens no page. */
  readonly api: AdministratorApi;
  readonly victim: Account;
  readonly attacker: Account;
}

/** A deployment with a hostile service, which an administrator opens in a browser. */
export class HostilePages {
  private constructor(
    private readonly system: RunningSystem,
    private readonly browser: Browser,
    private readonly servers: Servers,
    private readonly accounts: Accounts,
    private readonly deployment: Deployment,
  ) {}

  static async start(deployment: Deployment): Promise<HostilePages> {
    const browser = await launchBrowser([
      '--host-resolver-rules=MAP *.example.org 127.0.0.1',
      '--ignore-certificate-errors',
    ]);
    const servers = await startServers();
    const system = await startDeployment(deployment);
    const api = await AdministratorApi.signIn(system);
    await api.createService(HOSTILE, servers.hostile.url);
    await api.createService(OTHER, servers.other.url);
    for (const name of [VIEWER, PUBLIC_VIEWER]) await api.createService(name, servers.viewer.url);
    await api.allowGroup('anonymous', PUBLIC_VIEWER, 'access');
    if (deployment === 'trusted-pages')
      for (const name of [HOSTILE, VIEWER]) await api.changeService(name, { proxy: { pages: 'trusted' } });
    const accounts = {
      api,
      victim: await api.createUser(VICTIM, { group: 'administrators' }),
      attacker: await api.createUser(ATTACKER),
    };
    return new HostilePages(system, browser, servers, accounts, deployment);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.system.stop();
    await Promise.all(Object.values(this.servers).map((server) => server.stop()));
  }

  /** The effects of an attempt on an administrator who opens its page, in the order of the matrix. */
  async effectsOf(attempt: Attempt): Promise<Effect[]> {
    const observer = await AttackObserver.before(this.accounts.api);
    const context = await this.browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      const session = await this.signIn(context, observer);
      await this.prepare(attempt);
      const token = (await context.cookies()).find(({ name }) => name === COOKIE)?.value.split('!')[0] ?? '';
      await this.run(attempt, context);
      const found = new Set([
        ...this.readBy(attempt, token),
        ...(await observer.effects()),
        ...(await this.windows(context)),
        ...(await this.consequences(context, observer, session)),
      ]);
      return (Object.keys(EFFECTS) as Effect[]).filter((effect) => found.has(effect));
    } finally {
      await context.close();
      await observer.restore();
    }
  }

  /** What works on the page of an ordinary service, for its user. */
  async featuresOf(kind: 'signed-in' | 'public'): Promise<Readonly<Record<string, string>>> {
    const context = await this.browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      await this.sendSignIn(context);
      const name = kind === 'public' ? PUBLIC_VIEWER : VIEWER;
      return await featuresOf(context, this.servers.viewer, `${this.system.servicesUrl}/${name}`);
    } finally {
      await context.close();
    }
  }

  /** Signs the victim in; returns the identifier of the session. */
  private async signIn(context: BrowserContext, observer: AttackObserver): Promise<string> {
    const before = await observer.sessions();
    await this.sendSignIn(context);
    const page = await context.newPage();
    const other = await page.goto(this.otherUrl);
    await page.close();
    const session = (await observer.sessions()).find((id) => !before.includes(id));
    if (!session) throw new Error('The session of the victim is not listed.');
    if (identityAtProxy(other) !== 'victim') throw new Error('The victim cannot use the other service.');
    return session;
  }

  /** Signs the victim in; the browser stores the cookie as it would from the sign-in page. */
  private async sendSignIn(context: BrowserContext): Promise<void> {
    const headers = await signedIn(this.system, this.accounts.victim);
    await context.addCookies(headers.map((header) => storedCookie(header, this.system.apiUrl)));
  }

  /** Signs the victim in as the sign-in page does: with the cookies that the browser has. */
  private async signInAgain(page: Page): Promise<void> {
    await page.goto(`${this.system.consoleUrl}login`, { waitUntil: 'commit' });
    const { userName, password } = this.accounts.victim;
    const status = await page.evaluate(
      async ([address, body]) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch(address, { method: 'POST', headers, body })).status;
      },
      [`${this.system.apiUrl}/signin`, JSON.stringify({ user_name: userName, password })] as const,
    );
    if (status !== 200) throw new Error(`The victim could not sign in again: ${status}.`);
  }

  private async prepare({ id, ...attempt }: Attempt): Promise<void> {
    const { apiUrl, servicesUrl } = this.system;
    const { attacker } = this.accounts;
    const api = new URL(apiUrl);
    const services = new URL(servicesUrl);
    const apiPath = api.pathname.replace(/\/$/, '');
    const name = `mallory-${id}`;
    this.servers.hostile.prepare(
      { id, ...attempt },
      {
        attempt: id,
        collector: this.servers.collector.url,
        apis: [...new Set([apiUrl, `${services.origin}${apiPath}`])],
        apiPath,
        servicePath: services.pathname,
        otherService: this.otherUrl,
        victim: VICTIM,
        newUser: {
          user_name: name,
          email: `${name}@example.com`,
          password: `a-password-of-${name}`,
          group_name: 'administrators',
        },
        attacker: { user_name: ATTACKER, password: attacker.password },
        membership: { group_name: 'administrators' },
        cookie: COOKIE,
        token: sessionToken(await signedIn(this.system, attacker)),
        domains: this.deployment === 'two-names' ? ['example.org', services.hostname] : [services.hostname],
      },
    );
  }

  /** Opens the page of an attempt, and waits until the attempt has ended. */
  private async run(attempt: Attempt, context: BrowserContext): Promise<void> {
    const address = `${this.system.servicesUrl}/${HOSTILE}/${attempt.page}`;
    const page = await context.newPage();
    let hasStarted = false;
    page.on('request', (request) => (hasStarted ||= request.url().startsWith(this.servers.collector.url)));
    if (attempt.opener === 'console') {
      await page.goto(this.system.consoleUrl, { waitUntil: 'commit' });
      await page.evaluate((url) => void open(url), address);
    } else await page.goto(address, { waitUntil: attempt.ends === 'loads' ? 'load' : 'commit' });
    if (attempt.ends === 'leaves')
      await page.waitForURL((url) => !url.href.startsWith(address), { waitUntil: 'load' });
    else if (attempt.ends === 'reports' || hasStarted)
      await this.servers.collector.end(attempt.id, PATIENCE_MS);
  }

  private readBy({ id }: Attempt, token: string): Effect[] {
    const read = this.servers.collector.readBy(id);
    const marks: readonly (readonly [Effect, string])[] = [
      ['reads-account', `${VICTIM}@example.org`],
      ['reads-console', 'gh-root'],
      ['reads-other-service', OTHER_REPLY],
      ['reads-cookie', token],
    ];
    return marks.filter(([, mark]) => read.includes(mark)).map(([effect]) => effect);
  }

  /** Effects that are visible in the windows that are open. */
  private async windows(context: BrowserContext): Promise<Effect[]> {
    const effects: Effect[] = [];
    for (const page of context.pages()) {
      // Not the address that the driver knows, which may be that before a change.
      const { href, title } = await page.evaluate(() => ({ href: location.href, title: document.title }));
      if (href.startsWith(this.system.consoleUrl) && title === 'Hostile') effects.push('fakes-console');
      const elsewhere = new URL(href).searchParams.get('instead-of');
      if (elsewhere?.startsWith(this.system.apiUrl)) effects.push('navigates-console');
      const [, ...frames] = page.frames();
      if (frames.some((frame) => frame.url().startsWith(this.system.consoleUrl)))
        effects.push('frames-console');
    }
    return effects;
  }

  /** Effects on what the victim opens afterwards in the same browser. */
  private async consequences(
    context: BrowserContext,
    observer: AttackObserver,
    session: string,
  ): Promise<Effect[]> {
    const page = await context.newPage();
    if (context.serviceWorkers().length > 0) {
      const isReplaced = async (address: string) =>
        (await page.goto(address, { waitUntil: 'commit' }))?.fromServiceWorker();
      if (await isReplaced(this.system.consoleUrl)) return ['controls-console'];
      if (await isReplaced(this.otherUrl)) return ['controls-other-service'];
    }
    const identities = await this.identities(page);
    if (identities.has('attacker')) return ['signs-in-as-attacker'];
    if (!(await observer.sessions()).includes(session)) return ['signs-out'];
    if (!identities.has('nobody')) return [];
    await this.signInAgain(page);
    // The end of a session reaches the proxy a moment later.
    for (const end = Date.now() + 2_000; Date.now() < end;)
      if (!(await this.identities(page)).has('nobody')) return ['hides-session'];
    return ['locks-out'];
  }

  /** Whom proxy and API take the browser for. */
  private async identities(page: Page): Promise<Set<Identity>> {
    return new Set([
      identityAtProxy(await page.goto(this.otherUrl)),
      await identityAtApi(await page.goto(`${this.system.apiUrl}/session`)),
      await identityAtApi(await page.goto(`${this.system.apiUrl}/users/current`)),
    ]);
  }

  private get otherUrl(): string {
    return `${this.system.servicesUrl}/${OTHER}/entries`;
  }
}

/** Whom the API takes the browser for. */
async function identityAtApi(answer: Response | null): Promise<Identity> {
  const { user } = (await answer?.json()) as { user?: { user_name: string } };
  if (user?.user_name === ATTACKER) return 'attacker';
  return user?.user_name === VICTIM ? 'victim' : 'nobody';
}

/** Whom the proxy takes the browser for: the attacker has no permission for the other service. */
function identityAtProxy(answer: Response | null): Identity {
  const identities: Readonly<Record<number, Identity>> = { 200: 'victim', 401: 'nobody', 403: 'attacker' };
  const identity = identities[answer?.status() ?? 0];
  if (!identity) throw new Error(`The other service was answered ${answer?.status()}.`);
  return identity;
}

async function startServers(): Promise<Servers> {
  const [collector, hostile, other, viewer] = await Promise.all([
    Collector.start(),
    HostileService.start(),
    OtherService.start(),
    ViewerService.start(),
  ]);
  return { collector, hostile, other, viewer };
}
