import { BrowserTests } from '../src/browser-tests';
import type { Account } from '../src/system';
import type { TestUser } from '../src/test-user';

interface PageUnderTest {
  readonly name: string;
  /** Opens the page in the state that is tested. */
  readonly reach: (testUser: TestUser) => Promise<void>;
}

describe('accessibility of the console:', () => {
  const tests = BrowserTests.register();
  let alice: Account;

  beforeAll(async () => {
    const { api } = tests;
    alice = await api.createUser('alice');
    await api.createService('river-data');
    await api.allow('alice', 'river-data', 'access');
  });

  const pages: readonly PageUnderTest[] = [
    { name: 'the sign-in page', reach: (testUser) => testUser.open('login') },
    {
      name: 'the sign-in page with everything missing',
      reach: async (testUser) => {
        await testUser.open('login');
        await testUser.page.locator('button[type="submit"]').click();
        await testUser.page.locator('[aria-invalid="true"]').first().waitFor();
      },
    },
    {
      name: 'the sign-in page after a refusal',
      reach: async (testUser) => {
        testUser.expects(401);
        await testUser.open('login');
        await testUser.page.locator('input[name="user_name"]').fill('nobody-here');
        await testUser.page.locator('input[name="password"]').fill('whatever-it-is');
        await testUser.page.locator('button[type="submit"]').click();
        await testUser.page.locator('[aria-live] p').waitFor();
      },
    },
    {
      name: 'the home of an administrator',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open();
        await testUser.page.locator('[role="status"]:not(:empty)').waitFor();
      },
    },
    {
      name: 'the home of a member',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(alice);
        await testUser.open();
        await testUser.page.getByRole('link', { name: 'river-data' }).waitFor();
      },
    },
    {
      // It shows a table that is always loading.
      name: 'the page kit',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open('kit');
        await testUser.page.locator('h1').waitFor();
      },
    },
    ...['users', 'users/alice', 'groups', 'groups/administrators', 'notifications', 'account'].map(
      (address) => ({
        name: `the page ${address}`,
        reach: async (testUser: TestUser) => {
          await testUser.signInWithoutPage(tests.system.administrator);
          await testUser.open(address);
          await testUser.page.locator('[aria-busy="true"]:not(button)').waitFor({ state: 'detached' });
        },
      }),
    ),
    {
      name: 'the command palette with results',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open();
        await searchFor(testUser, 'a');
        await testUser.page.getByRole('option', { name: 'river-data' }).waitFor();
      },
    },
    {
      name: 'the command palette without results',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open();
        await searchFor(testUser, 'nothing has this name');
        await testUser.page.locator('[role="listbox"]').waitFor({ state: 'hidden' });
      },
    },
    {
      name: 'a page that is not there',
      reach: async (testUser) => {
        await testUser.signInWithoutPage(alice);
        await testUser.open('not/there');
      },
    },
    {
      name: 'a page whose session has ended',
      reach: async (testUser) => {
        testUser.expects(401);
        await testUser.signInWithoutPage(tests.system.administrator);
        await testUser.open();
        await testUser.page.locator('[role="status"]:not(:empty)').waitFor();
        await testUser.removeSessionCookie();
        await testUser.page.locator('main header button').click();
        await testUser.page.getByRole('dialog').waitFor();
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
    ] as const)('has no violation, fits its width and has a title and a language: %j', async (how) => {
      const testUser = await tests.newTestUser(how);
      await reach(testUser);
      expect(await testUser.violations()).toEqual([]);
      expect(await testUser.horizontalOverflow()).toBe(0);
      expect(await testUser.page.title()).toMatch(/^.+ – Gatehouse$/);
      const language = 'locale' in how ? 'fr' : 'en';
      expect(await testUser.page.locator('html').getAttribute('lang')).toBe(language);
    });
  });

  describe('with the keyboard alone', () => {
    it('a user signs in, shows the password, navigates and signs out', async () => {
      const testUser = await tests.newTestUser();
      const { keyboard } = testUser.page;
      await testUser.open('login');
      await testUser.page.locator('input[name="user_name"]:focus').waitFor();
      await keyboard.type('alice');
      await keyboard.press('Tab');
      await keyboard.type(alice.password);
      await keyboard.press('Tab');
      expect(await focused(testUser)).toBe('Show password');
      await keyboard.press('Space');
      await testUser.page.locator('input[name="password"][type="text"]').waitFor();
      await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      await testUser.heading('Signed in as alice').waitFor();

      const stops: string[] = [];
      for (let i = 0; i < 7; i++) {
        await keyboard.press('Tab');
        stops.push(await focused(testUser));
      }
      expect(stops).toEqual([
        'Skip to content',
        'Gatehouse, home',
        'Language and theme',
        'Account of alice',
        'Home',
        'Your account',
        'API reference',
      ]);

      for (let i = 0; i < 3; i++) await keyboard.press('Shift+Tab');
      await keyboard.press('Enter');
      await testUser.page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await testUser.heading('Sign in').waitFor();
    });

    it('a user skips to the content and continues there', async () => {
      const testUser = await tests.newTestUser();
      await testUser.signInWithoutPage(alice);
      await testUser.open('not/there');
      await testUser.page.keyboard.press('Tab');
      await testUser.page.keyboard.press('Enter');
      expect(testUser.location).toBe('not/there');
      await testUser.page.keyboard.press('Tab');
      expect(await focused(testUser)).toBe('Go to the home page');
      await testUser.page.keyboard.press('Enter');
      await testUser.heading('Signed in as alice').waitFor();
      // The focus moves to the heading of the new page.
      await testUser.page.locator('h1:focus').waitFor();
    });

    it('a user opens and closes the menu of a narrow page', async () => {
      const testUser = await tests.newTestUser({ width: 320 });
      await testUser.signInWithoutPage(alice);
      await testUser.open('not/there');
      const home = testUser.page.getByRole('link', { name: 'Home', exact: true });
      expect(await home.isVisible()).toBe(false);
      await testUser.button('Menu').focus();
      await testUser.page.keyboard.press('Enter');
      await home.waitFor();
      await testUser.page.locator('button:focus', { hasText: 'Close menu' }).waitFor();
      await testUser.page.keyboard.press('Tab');
      expect(await focused(testUser)).toBe('Home');
      await testUser.page.keyboard.press('Escape');
      await home.waitFor({ state: 'hidden' });
      expect(await focused(testUser)).toBe('Menu');
    });
  });

  it('has no control that is smaller than 24 pixels', async () => {
    const testUser = await tests.newTestUser({ width: 320 });
    for (const { reach } of pages.slice(0, 1).concat(pages.slice(3, 5))) {
      await reach(testUser);
      const small = await testUser.page
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

async function searchFor(testUser: TestUser, text: string): Promise<void> {
  await testUser.page.keyboard.press('Control+k');
  await testUser.page.getByRole('combobox').fill(text);
}

/** Accessible name of the focused element. */
async function focused(testUser: TestUser): Promise<string> {
  return testUser.page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
}
