import type { Browser } from 'playwright-core';
import { AdministratorApi } from '../src/api';
import { type Account, type RunningSystem, startSystem } from '../src/system';
import { type Circumstances, launchBrowser, Visitor } from '../src/visitor';

interface PageUnderTest {
  readonly name: string;
  /** Brings a visitor who has just arrived to the page in the state that is looked at. */
  readonly reach: (visitor: Visitor) => Promise<void>;
}

describe('everybody can use the console', () => {
  let system: RunningSystem;
  let browser: Browser;
  let alice: Account;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    // Every test signs in; how well passwords are kept is proven elsewhere.
    system = await startSystem({ settings: { SVC_BCRYPT_COST: '4' } });
    const api = await AdministratorApi.signIn(system);
    alice = await api.createUser('alice');
    await api.createService('river-data');
    await api.allow('alice', 'river-data', 'access');
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  }, 30_000);

  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints);
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
    expect(complaints).toEqual([]);
  });

  async function arrive(how?: Circumstances): Promise<Visitor> {
    const visitor = await Visitor.arrive(browser, system, how);
    visitors.push(visitor);
    return visitor;
  }

  const pages: readonly PageUnderTest[] = [
    { name: 'the sign-in page', reach: (visitor) => visitor.open('login') },
    {
      name: 'the sign-in page with everything missing',
      reach: async (visitor) => {
        await visitor.open('login');
        await visitor.page.locator('button[type="submit"]').click();
        await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
      },
    },
    {
      name: 'the sign-in page after a refusal',
      reach: async (visitor) => {
        visitor.expects(401);
        await visitor.open('login');
        await visitor.page.locator('input[name="user_name"]').fill('nobody-here');
        await visitor.page.locator('input[name="password"]').fill('whatever-it-is');
        await visitor.page.locator('button[type="submit"]').click();
        await visitor.page.locator('[aria-live] p').waitFor();
      },
    },
    {
      name: 'the home of an administrator',
      reach: async (visitor) => {
        await visitor.isSignedIn(system.administrator);
        await visitor.open();
        await visitor.page.locator('[role="status"]:not(:empty)').waitFor();
      },
    },
    {
      name: 'the home of a member',
      reach: async (visitor) => {
        await visitor.isSignedIn(alice);
        await visitor.open();
        await visitor.page.getByRole('link', { name: 'river-data' }).waitFor();
      },
    },
    {
      name: 'a page that is not there',
      reach: async (visitor) => {
        await visitor.isSignedIn(alice);
        await visitor.open('not/there');
      },
    },
    {
      name: 'a page whose session has ended',
      reach: async (visitor) => {
        visitor.expects(401);
        await visitor.isSignedIn(system.administrator);
        await visitor.open();
        await visitor.page.locator('[role="status"]:not(:empty)').waitFor();
        await visitor.loseSession();
        await visitor.page.locator('main header button').click();
        await visitor.page.getByRole('dialog').waitFor();
      },
    },
  ];

  describe.each(pages)('$name', ({ reach }) => {
    // 320 px wide is also 1280 px at four times the size. WCAG 1.4.10
    it.each([
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { colorScheme: 'light', width: 320 },
      { colorScheme: 'dark', width: 320, locale: 'fr-FR' },
      { forcedColors: 'active' },
    ] as const)('breaks no rule of accessibility, fits its width and says what it is: %j', async (how) => {
      const visitor = await arrive(how);
      await reach(visitor);
      expect(await visitor.violations()).toEqual([]);
      expect(await visitor.overhang()).toBe(0);
      expect(await visitor.page.title()).toMatch(/^.+ – Gatehouse$/);
      const language = 'locale' in how ? 'fr' : 'en';
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language);
    });
  });

  describe('with the keyboard alone', () => {
    it('one signs in, shows the password, moves about and signs out', async () => {
      const visitor = await arrive();
      const { keyboard } = visitor.page;
      await visitor.open('login');
      await visitor.page.locator('input[name="user_name"]:focus').waitFor();
      await keyboard.type('alice');
      await keyboard.press('Tab');
      await keyboard.type(alice.password);
      await keyboard.press('Tab');
      expect(await focused(visitor)).toBe('Show password');
      await keyboard.press('Space');
      await visitor.page.locator('input[name="password"][type="text"]').waitFor();
      await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      await visitor.heading('Signed in as alice').waitFor();

      const stops: string[] = [];
      for (let i = 0; i < 5; i++) {
        await keyboard.press('Tab');
        stops.push(await focused(visitor));
      }
      expect(stops).toEqual(['Skip to content', 'Gatehouse, home', 'Sign out', 'Home', 'API reference']);

      await keyboard.press('Shift+Tab');
      await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      await visitor.heading('Sign in').waitFor();
    });

    it('one skips to the content and goes on from there', async () => {
      const visitor = await arrive();
      await visitor.isSignedIn(alice);
      await visitor.open('not/there');
      await visitor.page.keyboard.press('Tab');
      await visitor.page.keyboard.press('Enter');
      expect(visitor.place).toBe('not/there');
      await visitor.page.keyboard.press('Tab');
      expect(await focused(visitor)).toBe('Go to the home page');
      await visitor.page.keyboard.press('Enter');
      await visitor.heading('Signed in as alice').waitFor();
      // Reading goes on at the title of the new page.
      await visitor.page.locator('h1:focus').waitFor();
    });

    it('one opens the menu of a narrow page and closes it again', async () => {
      const visitor = await arrive({ width: 320 });
      await visitor.isSignedIn(alice);
      await visitor.open('not/there');
      expect(await visitor.button('Sign out').isVisible()).toBe(false);
      await visitor.button('Menu').focus();
      await visitor.page.keyboard.press('Enter');
      await visitor.button('Sign out').waitFor();
      await visitor.page.keyboard.press('Tab');
      expect(await focused(visitor)).toBe('Sign out');
      await visitor.page.keyboard.press('Escape');
      await visitor.button('Sign out').waitFor({ state: 'hidden' });
      expect(await focused(visitor)).toBe('Menu');
    });
  });

  it('has nothing to press that is smaller than 24 pixels', async () => {
    const visitor = await arrive({ width: 320 });
    for (const { reach } of pages.slice(0, 1).concat(pages.slice(3, 6))) {
      await reach(visitor);
      const small = await visitor.page
        .locator('button:visible, input:visible, a:visible')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.getBoundingClientRect().height < 24)
            .map((element) => element.outerHTML),
        );
      expect(small).toEqual([]);
    }
  });
});

/** What assistive technology would call the element that has the focus. */
async function focused(visitor: Visitor): Promise<string> {
  return visitor.page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}
