import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import type { Account, RunningSystem } from './system';

/** Starts the browser that was found for the tests. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['SVC_TEST_CHROMIUM'];
  if (!executablePath)
    throw new Error('SVC_TEST_CHROMIUM is not set; the setup of the browser tests sets it.');
  return chromium.launch({
    executablePath,
    args: [
      // The tests run as root in containers, and the browser sees nothing but our own pages.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** How a visitor's browser is set up. */
export interface Circumstances {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
  readonly forcedColors?: 'active';
}

/** A rule of accessibility that a page breaks, and where. */
export interface Violation {
  readonly rule: string;
  readonly where: readonly string[];
}

/**
 * A person with a browser of their own, who notes everything the browser complains about: errors of scripts, breaches of the
 * content security policy, requests that fail.
 */
export class TestUser {
  readonly complaints: string[] = [];
  private readonly expected = new Set<string>();

  private constructor(
    private readonly system: RunningSystem,
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`script: ${error.message}`));
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const complaint = `${message.text()} at ${message.location().url}`;
      if (![...this.expected].some((text) => complaint.includes(text))) this.complaints.push(complaint);
    });
  }

  static async arrive(browser: Browser, system: RunningSystem, how: Circumstances = {}): Promise<TestUser> {
    const { width = 1280, colorScheme = 'light', locale = 'en-GB', forcedColors = 'none' } = how;
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      locale,
      forcedColors,
      // Otherwise a page is looked at while it still moves.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(10_000);
    return new TestUser(system, context, await context.newPage());
  }

  /** The browser notes every answer of 400 and above; a journey says which ones belong to it. */
  expects(status: number): this {
    this.expected.add(`status of ${status} `);
    return this;
  }

  /** Opens a page of the console; `path` is relative to its base. */
  async open(path = ''): Promise<void> {
    await this.page.goto(this.system.consoleUrl + path);
    await this.heading().waitFor();
  }

  /** Where the visitor is: path and query, relative to the base of the console. */
  get place(): string {
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
  async signIn({ userName, password }: Account): Promise<void> {
    await this.field('User name or email').fill(userName);
    await this.field('Password').fill(password);
    await this.button('Sign in').click();
  }

  /** Begins signed in, without the page for it. */
  async isSignedIn({ userName, password }: Account): Promise<void> {
    const data = { user_name: userName, password };
    const answer = await this.context.request.post(`${this.system.apiUrl}/signin`, { data });
    if (!answer.ok()) throw new Error(`${userName} could not sign in: ${answer.status()}.`);
  }

  /** Loses the session behind the back of the page, as when it ends or is revoked. */
  async loseSession(): Promise<void> {
    await this.context.clearCookies();
  }

  async violations(): Promise<Violation[]> {
    await this.page.evaluate(axe);
    return this.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as WithAxe).axe.run();
      return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map(({ html }) => html) }));
    });
  }

  /** How many pixels of the page lie beyond its right edge. */
  overhang(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

interface WithAxe {
  readonly axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
