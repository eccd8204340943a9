import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import type { Account, RunningSystem } from './system';
import { pointer } from './ways';

/** Starts the browser that was found for the tests; `more` are further arguments of its command line. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['SVC_TEST_CHROMIUM'];
  if (!executablePath)
    throw new Error('SVC_TEST_CHROMIUM is not set; the setup of the browser tests sets it.');
  return chromium.launch({
    executablePath,
    args: [
      // The tests run as root in containers, and the browser loads only pages of the tests.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/** How a browser shows pages; it can change while a page is open. */
export interface View {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly forcedColors?: 'active';
}

/** Settings of a browser. */
export interface BrowserOptions extends View {
  readonly locale?: string;
}

/** A rule of accessibility that a page violates, and the elements. */
export interface Violation {
  readonly rule: string;
  readonly where: readonly string[];
}

/**
 * A user with a separate browser profile. Records the errors that the browser reports: of scripts, violations of the content
 * security policy, failed requests.
 */
export class TestUser {
  readonly errors: string[] = [];
  private readonly expected = new Set<string>();

  private constructor(
    private readonly system: RunningSystem,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.errors.push(`script: ${error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const { url } = message.location();
      // Chromium asks the origin of a page without an icon for one; its headless shell does not.
      if (url !== '' && new URL(url).pathname === '/favicon.ico') return;
      const text = `${message.text()} at ${url}`;
      if (![...this.expected].some((one) => text.includes(one))) this.errors.push(text);
    });
  }

  static async create(browser: Browser, system: RunningSystem, how: BrowserOptions = {}): Promise<TestUser> {
    const { width = 1280, colorScheme = 'light', locale = 'en-GB', forcedColors = 'none' } = how;
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      locale,
      forcedColors,
      // Otherwise pages are checked during their transitions.
      reducedMotion: 'reduce',
    });
    // A busy machine is no failure.
    context.setDefaultTimeout(30_000);
    return new TestUser(system, context, await context.newPage());
  }

  /** Browsers report every response of 400 and above; this one is expected. */
  expects(status: number): this {
    this.expected.add(`status of ${status} `);
    return this;
  }

  /** Opens a page of the console; `path` is relative to its base. */
  async open(path = ''): Promise<void> {
    await this.page.goto(this.system.consoleUrl + path);
    await this.heading().waitFor();
  }

  /** Path and query of the current page, relative to the base of the console. */
  get location(): string {
    return this.page.url().replace(this.system.consoleUrl, '');
  }

  heading(name?: string): Locator {
    return this.page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name, exact: true }) });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Fills in the sign-in form that is shown and sends it. */
  async signIn({ userName, password }: Account, way = pointer): Promise<void> {
    await way.enter(this.field('User name or email'), userName);
    await way.enter(this.field('Password'), password);
    await way.press(this.button('Sign in'));
  }

  /** Signs in by the dialog that opens when the session has ended. */
  async signInAgain({ password }: Account, way = pointer): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: 'Your session has ended' });
    await way.enter(dialog.getByLabel('Password', { exact: true }), password);
    await way.press(dialog.getByRole('button', { name: 'Sign in' }));
    await dialog.waitFor({ state: 'detached' });
  }

  /** Signs out by the menu of the account. */
  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Account / }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.heading('Sign in').waitFor();
  }

  /** Signs in without the sign-in page. */
  async signInWithoutPage({ userName, password }: Account): Promise<void> {
    const data = { user_name: userName, password };
    const answer = await this.context.request.post(`${this.system.apiUrl}/signin`, { data });
    if (!answer.ok()) throw new Error(`${userName} could not sign in: ${answer.status()}.`);
  }

  /** Removes the session cookie without the page, as when the session expires or is revoked. */
  async removeSessionCookie(): Promise<void> {
    await this.context.clearCookies();
  }

  /** Removes the cookies of the host of an address, and keeps those of others. */
  async removeCookiesOf(address: string): Promise<void> {
    await this.context.clearCookies({ domain: new URL(address).hostname });
  }

  /**
   * Holds the reply to the next request of the page to an address. Resolves when the API has answered, with a function that
   * delivers the reply.
   */
  holdReply(address: string): Promise<() => Promise<void>> {
    return new Promise((resolve, reject) => {
      const hold = async (route: Route) => {
        const response = await route.fetch();
        resolve(() => route.fulfill({ response }));
      };
      this.page.route(address, (route) => hold(route).catch(reject), { times: 1 }).catch(reject);
    });
  }

  /** Takes the network away; requests that fail until it is back are expected. */
  async goOffline(): Promise<void> {
    this.expected.add('net::ERR_INTERNET_DISCONNECTED');
    this.expected.add('Failed to fetch dynamically imported module');
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    await this.context.setOffline(false);
  }

  /** Shows the open page in another way. */
  async show({ width = 1280, colorScheme = 'light', forcedColors }: View): Promise<void> {
    await this.page.emulateMedia({
      colorScheme,
      forcedColors: forcedColors ?? 'none',
      reducedMotion: 'reduce',
    });
    await this.page.setViewportSize({ width, height: 800 });
    await this.settled();
  }

  /**
   * Waits until what follows size and colours by script or by a transition has done so: a transition begins for each level of
   * elements when that of the level above ends.
   *
   * @throws Error that names what still moves after 200 frames
   */
  private async settled(): Promise<void> {
    const moving = await this.page.evaluate(async () => {
      // Browsers draw no frames for windows that they consider hidden.
      const frame = () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
          setTimeout(resolve, 500);
        });
      await frame();
      for (let frames = 0; frames < 200; frames++) {
        await frame();
        const animations = document.getAnimations();
        if (animations.length === 0) return [];
        for (const animation of animations) animation.finish();
      }
      return document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML ?? '');
    });
    if (moving.length > 0) throw new Error(`The page is still moving: ${moving.join('\n')}`);
  }

  /** Violations of all rules, or of some of them. */
  async violations(rules?: readonly string[]): Promise<Violation[]> {
    await this.settled();
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(axe);
    return this.page.evaluate(async (only) => {
      const { violations } = await (globalThis as unknown as WithAxe).axe.run({
        resultTypes: ['violations'],
        elementRef: true,
        // By default these do not run: the first is called experimental, the second is of WCAG 2.2.
        rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
      // What a bar covers that sticks to the edge of the window, can be scrolled into view.
      const isCovered = ({ any = [] }: AxeNode): boolean =>
        any.some(
          ({ data, relatedNodes = [] }) =>
            data?.messageKey === 'partiallyObscured' &&
            relatedNodes.every(({ element }) => Boolean(element?.closest('.bulk, gh-edit-bar'))),
        );
      return violations
        .map(({ id, nodes }) => ({
          rule: id,
          where: nodes.filter((node) => !isCovered(node)).map(({ html }) => html),
        }))
        .filter(({ where }) => where.length > 0);
    }, rules);
  }

  /** Pixels by which the page is wider than the window, or a table of the page wider than its place. */
  horizontalOverflow(): Promise<number> {
    return this.page.evaluate(() => {
      const tables = Array.from(document.querySelectorAll('gh-table .scroll'));
      const hidden = tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...hidden);
    });
  }

  /** Texts of buttons of the page and its dialogs, and of links that look like buttons, if they take more than one line. */
  wrappedButtons(): Promise<string[]> {
    return this.page.locator(':is(main, dialog) [ghButton]:visible').evaluateAll((elements) =>
      elements
        .filter((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
        })
        .map(({ textContent }) => textContent?.trim() ?? ''),
    );
  }

  /** Texts of the page in a place so narrow that their lines have three characters or less. */
  narrowTexts(): Promise<string[]> {
    return this.page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
        if (lines > 2 && text.length <= 3 * lines) found.push(text);
      }
      return found;
    });
  }

  /** The address of the page, the element that has the focus, and the beginning of the text. */
  async shown(): Promise<string> {
    const seen = await this.page
      .evaluate<[string, string]>(
        "[document.activeElement?.outerHTML ?? '', document.body.innerText.replace(/\\s+/g, ' ')]",
      )
      .catch((error: Error) => ['', error.message]);
    const [focus = '', text = ''] = seen;
    return `${this.page.url()}: ${text.slice(0, 1_000)} (focus: ${focus.slice(0, 200)})`;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

interface AxeNode {
  readonly html: string;
  readonly any?: readonly {
    readonly data?: { readonly messageKey?: string } | null;
    readonly relatedNodes?: readonly { readonly element?: Element }[];
  }[];
}

interface WithAxe {
  readonly axe: {
    run(options: object): Promise<{
      readonly violations: readonly { readonly id: string; readonly nodes: readonly AxeNode[] }[];
    }>;
  };
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
