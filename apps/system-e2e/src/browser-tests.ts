import type { Browser } from 'playwright-core';
import { AdministratorApi } from './api';
import { type RunningSystem, type SystemOptions, startSystem } from './system';
import { type BrowserOptions, launchBrowser, TestUser } from './test-user';

/** A running system and a browser, shared by the tests of a file. Its members are available from the first `beforeAll` on. */
export class BrowserTests {
  private started: { system: RunningSystem; browser: Browser; api: AdministratorApi } | undefined;
  private readonly testUsers: TestUser[] = [];
  private readonly kept = new Map<string, TestUser>();

  /**
   * Registers the hooks that start and stop the system and the browser. `options` are for the system, and are computed when it
   * starts. After each test its browsers are closed, and it fails if they reported errors that were not expected. A test that has
   * failed says what they showed.
   */
  static register(options: () => SystemOptions | Promise<SystemOptions> = () => ({})): BrowserTests {
    const tests = new BrowserTests();
    beforeAll(async () => {
      const browser = await launchBrowser();
      try {
        const system = await startSystem(await options());
        tests.started = { browser, system, api: await AdministratorApi.signIn(system) };
      } catch (error) {
        await browser.close();
        throw error;
      }
    }, 300_000);
    afterEach(async () => {
      const shown = hasTestFailed() ? await tests.shown() : [];
      expect([...shown, ...(await tests.closeBrowsers())]).toEqual([]);
    });
    afterAll(async () => {
      await tests.started?.browser.close();
      await tests.started?.system.stop();
    });
    return tests;
  }

  get system(): RunningSystem {
    return this.running().system;
  }

  /** The API as its administrator uses it. */
  get api(): AdministratorApi {
    return this.running().api;
  }

  /** A user with a separate browser profile, which is closed after the test. */
  async newTestUser(how?: BrowserOptions): Promise<TestUser> {
    const { browser, system } = this.running();
    const testUser = await TestUser.create(browser, system, how);
    this.testUsers.push(testUser);
    return testUser;
  }

  /**
   * A user whose browser stays open until the end of the file, for tests that only open and inspect pages: with a cache and a
   * session they open faster. `prepare` is called once.
   */
  async keptTestUser(
    name: string,
    how: BrowserOptions,
    prepare: (testUser: TestUser) => Promise<void>,
  ): Promise<TestUser> {
    const existing = this.kept.get(name);
    if (existing) return existing;
    const { browser, system } = this.running();
    const testUser = await TestUser.create(browser, system, how);
    this.kept.set(name, testUser);
    await prepare(testUser);
    return testUser;
  }

  /** What the browsers of a test show. */
  private shown(): Promise<string[]> {
    return Promise.all(this.testUsers.map((testUser) => testUser.shown()));
  }

  /** Closes the browsers of a test; returns the errors that they and those that stay open reported. */
  private async closeBrowsers(): Promise<string[]> {
    const testUsers = this.testUsers.splice(0);
    await Promise.all(testUsers.map((testUser) => testUser.close()));
    return [...testUsers, ...this.kept.values()].flatMap(({ errors }) => errors.splice(0));
  }

  private running() {
    if (!this.started) throw new Error('the system of these tests has not started');
    return this.started;
  }
}

/** Set by test-environment.cjs. */
function hasTestFailed(): boolean {
  return Reflect.get(globalThis, 'hasTestFailed') === true;
}
