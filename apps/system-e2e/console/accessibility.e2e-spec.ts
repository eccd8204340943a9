import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserTests } from '../src/browser-tests';
import { CatalogServer } from '../src/catalog-server';
import type { Account } from '../src/system';
import type { BrowserOptions, TestUser } from '../src/test-user';
import { defectsOfViews } from '../src/views';

const IMPORTED = {
  import_id: 7,
  source_name: 'magpie',
  address: 'postgresql://db.example.org/magpie',
  state: 'failed',
  started: '2026-11-22T08:00:00.000Z',
  finished: '2026-11-22T08:00:05.000Z',
  failure: 'the disk of the database is full',
};
const REPORT = {
  revision: '91af68bcdc67',
  taken: '2026-11-22T07:59:00.000Z',
  keeps_ids: true,
  counts: [{ kind: 'user', source: 120, create: 118, change: 0, remove: 0, unchanged: 1, skip: 1 }],
  conflicts: [
    {
      code: 'user_name_taken',
      summary: 'Users with a name that another user has.',
      rule: 'It is not imported.',
      alternatives: ['skip', 'rename: …'],
      count: 21,
      examples: [{ kind: 'user', ids: [12], subject: 'Bob', detail: 'not imported', decision: 'skip' }],
    },
  ],
};

interface PageUnderTest {
  readonly name: string;
  /** Who is signed in. */
  readonly as?: 'administrator' | 'alice';
  /** Whether the state leaves something in the browser, such as an expected error. */
  readonly alone?: true;
  /** Opens the page in the state that is tested. */
  readonly reach: (testUser: TestUser) => Promise<void>;
}

describe('accessibility of the console:', () => {
  const tests = BrowserTests.register(() => ({
    settings: {
      SVC_GITHUB_CLIENT_ID: 'client',
      SVC_GITHUB_CLIENT_SECRET: 'secret',
      SVC_NETWORK_ENABLED: 'true',
      SVC_NETWORK_INSTANCE_NAME: 'node-a',
      SVC_NETWORK_PEM_FILES: join(mkdtempSync(join(tmpdir(), 'network-')), 'key.pem'),
      SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    },
  }));
  let alice: Account;
  let catalog: CatalogServer;

  beforeAll(async () => {
    const { api } = tests;
    await api.registerNode('node-b', 'https://b.example.org');
    alice = await api.createUser('alice');
    await api.createService('river-data');
    await api.allow('alice', 'river-data', 'access');
    await api.createTree('archive', ['ocean/sst.nc', 'land/soil.nc']);
    await api.assign('users/alice', 'archive/ocean', 'read');
    await api.applyConfiguration(
      'permissions: [{ service: archive, resource: /land, permission: browse, group: readers }]',
    );
    await api.unassign('groups/readers', 'archive/land', 'browse-allow-recursive');
    catalog = await CatalogServer.start();
    catalog.has('tides.nc', 'wind/daily.nc');
    const synchronized = { service_sync_type: 'thredds' };
    await api.createService('catalog', catalog.address, 'thredds', synchronized);
    await api.synchronize('catalog');
    await api.createTokens([
      { token_name: 'nightly', administrator: true },
      { token_name: 'nothing but public', restriction: [] },
      {
        token_name: 'one directory',
        restriction: [{ service_name: 'archive', permission_names: ['browse', 'read'] }],
      },
    ]);
  });

  afterAll(() => catalog.close());

  const cellOf = (testUser: TestUser, row: string) =>
    testUser.page
      .getByRole('row')
      .filter({ has: testUser.page.getByRole('rowheader', { name: row }) })
      .getByRole('gridcell')
      .nth(1);

  /** Times that another administrator has changed the same permission. */
  let conflicts = 0;
  /** Tokens that were created in the form. */
  let tokens = 0;
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
      alone: true,
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
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open();
        await testUser.page.locator('[role="status"]:not(:empty)').waitFor();
      },
    },
    {
      name: 'the home of a member',
      as: 'alice',
      reach: async (testUser) => {
        await testUser.open();
        await testUser.page.getByRole('link', { name: 'river-data' }).waitFor();
      },
    },
    {
      // It shows a table that is always loading.
      name: 'the page kit',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('kit');
        await testUser.page.locator('h1').waitFor();
      },
    },
    ...[
      { address: 'users' },
      { address: 'users/alice' },
      { address: 'groups' },
      { address: 'groups/administrators' },
      { address: 'notifications' },
      { address: 'notifications?tab=portal' },
      { address: 'account' },
      { address: 'providers' },
      { address: 'network' },
      { address: 'network?tab=users' },
      { address: 'services', shows: 'a:text-is("river-data")' },
      { address: 'services/river-data', shows: '[role="rowheader"]' },
      { address: 'services/archive?tab=settings', shows: 'textarea' },
      { address: 'services/catalog', shows: 'gh-sync-notice p' },
      { address: 'services/catalog?tab=synchronization', shows: 'gh-sync-tree li' },
      { address: 'services/catalog?tab=settings', shows: 'gh-sync-credentials button' },
      { address: 'registrations' },
      { address: 'permissions', shows: '[role="combobox"]' },
      { address: 'permissions/users/alice/river-data', shows: '[role="rowheader"]' },
      { address: 'request-tester' },
      { address: 'audit', shows: 'main time' },
      { address: 'imports', shows: 'gh-empty' },
      { address: 'configuration', shows: 'gh-file-set-card' },
      { address: 'configuration?tab=plan', shows: 'input[name="set"]' },
    ].map(({ address, shows = 'h1' }) => ({
      name: `the page ${address}`,
      as: 'administrator' as const,
      reach: async (testUser: TestUser) => {
        await testUser.open(address);
        await testUser.page.locator(shows).first().waitFor();
        await testUser.page.locator('[aria-busy="true"]:not(button)').waitFor({ state: 'detached' });
      },
    })),
    {
      name: 'the command palette with results',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open();
        await searchFor(testUser, 'a');
        await testUser.page.getByRole('option', { name: 'river-data' }).waitFor();
      },
    },
    {
      name: 'the command palette without results',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open();
        await searchFor(testUser, 'nothing has this name');
        await testUser.page.locator('[role="listbox"]').waitFor({ state: 'hidden' });
      },
    },
    {
      name: 'the command palette whose search fails',
      as: 'administrator',
      alone: true,
      reach: async (testUser) => {
        await testUser.open();
        await testUser.page.route('**/search?*', (route) => route.fulfill({ status: 503, json: {} }));
        testUser.expects(503);
        await searchFor(testUser, 'a');
        await testUser.page
          .getByRole('dialog')
          .getByRole('button', { name: /^(Try again|Réessayer)$/ })
          .waitFor();
      },
    },
    {
      name: 'the form for a user',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('users?add=true');
        await testUser.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'the form for a service account',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('users?add-service=true');
        await testUser.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'the form for an API token with an entry',
      as: 'administrator',
      reach: async (testUser) => {
        const { page } = testUser;
        await testUser.open('account');
        await page.locator('gh-api-tokens .actions button').first().click();
        await page.getByRole('button', { name: /^(Choose|Choisir) archive$/ }).click();
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
        await page.locator('gh-restriction-editor .add').click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'an API token that was created',
      as: 'administrator',
      reach: async (testUser) => {
        const { page } = testUser;
        await testUser.open('account');
        await page.locator('gh-api-tokens .actions button').first().click();
        await page.locator('input[name="token_name"]').fill(`token ${++tokens}`);
        await page.locator('gh-token-form button[type="submit"]').click();
        await page.locator('gh-new-token pre').first().waitFor();
      },
    },
    {
      name: 'the question before a user is deleted',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('users/alice');
        await testUser.page.locator('gh-page-header button').click();
        await testUser.page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'the form for a service',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services?add=true');
        await testUser.page.getByRole('dialog').locator('option').nth(5).waitFor({ state: 'attached' });
      },
    },
    {
      name: 'the form for a service that is synchronized',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services?add=true');
        await testUser.page.locator('select[name="service_sync_type"]').selectOption('thredds');
        await testUser.page.locator('gh-sync-options').waitFor();
      },
    },
    {
      name: 'the form for the credentials of a synchronization',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services/catalog?tab=settings');
        await testUser.page.locator('gh-sync-credentials button').click();
        await testUser.page.locator('gh-sync-credentials input[name="password"]').waitFor();
      },
    },
    {
      name: 'the question before all changes of a synchronization are accepted',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services/catalog?tab=synchronization');
        await testUser.page.locator('gh-change-review .decide button').nth(2).click();
        await testUser.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'the question before a service is deleted',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services/archive');
        await testUser.page.locator('gh-service-page > header button').click();
        await testUser.page.getByRole('dialog').getByRole('listitem').filter({ hasText: /\d/ }).waitFor();
      },
    },
    {
      name: 'a table with selected rows',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('users');
        await testUser.page.locator('tbody input[type="checkbox"]').first().check();
        await testUser.page.locator('input[role="combobox"]').waitFor();
      },
    },
    {
      name: 'the users with access to a resource',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('services/archive?tab=access');
        await testUser.page.locator('gh-access-list tbody tr').first().waitFor();
      },
    },
    {
      name: 'the preview of a list of paths',
      as: 'administrator',
      reach: async (testUser) => {
        const { page } = testUser;
        await testUser.open('services/archive');
        await page.getByRole('button', { name: /^(Paste paths…|Coller des chemins…)$/ }).click();
        await page.locator('textarea[name="paths"]').fill('ocean/chl.nc');
        await page.locator('gh-paste-paths button[type="submit"]').click();
        await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'the choices of a permission',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('permissions/users/alice/archive');
        await cellOf(testUser, 'ocean').click();
        await testUser.page.getByRole('menuitemradio').first().waitFor();
      },
    },
    {
      name: 'the explanation of a permission',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('permissions/users/alice/archive');
        await cellOf(testUser, 'ocean').focus();
        await testUser.page.keyboard.press('?');
        await testUser.page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'the review of a change of permissions',
      as: 'administrator',
      alone: true,
      reach: async (testUser) => {
        const { page } = testUser;
        await testUser.open('permissions/users/alice/archive');
        await cellOf(testUser, 'land').focus();
        await page.keyboard.press('a');
        await page.locator('gh-edit-bar button').last().click();
        await page.getByRole('dialog').getByRole('cell', { name: 'alice' }).first().waitFor();
      },
    },
    {
      name: 'the conflict of two changes of permissions',
      as: 'administrator',
      alone: true,
      reach: async (testUser) => {
        const { page } = testUser.expects(412);
        await testUser.open('permissions/users/alice/archive');
        await cellOf(testUser, 'land').focus();
        await page.keyboard.press('a');
        await page.locator('gh-edit-bar button').last().click();
        await page.getByRole('dialog').getByRole('cell', { name: 'alice' }).first().waitFor();
        const change = ++conflicts % 2 === 1 ? 'assign' : 'unassign';
        await tests.api[change]('users/alice', 'archive/land', 'read-deny-recursive');
        await page.getByRole('dialog').getByRole('button').last().click();
        await page.getByRole('dialog').getByRole('radio').first().waitFor();
      },
    },
    {
      name: 'the plan of configuration files',
      as: 'administrator',
      reach: async (testUser) => {
        await planFiles(testUser);
      },
    },
    {
      name: 'the question before configuration files are applied',
      as: 'administrator',
      reach: async (testUser) => {
        await planFiles(testUser);
        await testUser.page.locator('gh-plan-view .bar button').click();
        await testUser.page.getByRole('dialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      // Imports are made with a database of Magpie; reading one is tested with the API.
      name: 'the report of an import',
      as: 'administrator',
      alone: true,
      reach: async (testUser) => {
        await testUser.page.route('**/imports?*', (route) =>
          route.fulfill({ json: { imports: [IMPORTED] } }),
        );
        await testUser.page.route('**/imports/7', (route) =>
          route.fulfill({ json: { import: { ...IMPORTED, report: REPORT } } }),
        );
        await testUser.open('imports');
        await testUser.page.locator('details summary').first().click();
        await testUser.page.getByRole('cell', { name: 'Bob' }).waitFor();
      },
    },
    {
      name: 'the export of configuration files',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('configuration?tab=export');
        await testUser.page.locator('gh-export-files .actions button').click();
        await testUser.page.getByRole('listitem').filter({ hasText: 'service-archive.yml' }).waitFor();
      },
    },
    {
      name: 'the copy of permissions',
      as: 'administrator',
      reach: async (testUser) => {
        await testUser.open('permissions/users/alice');
        await testUser.page
          .getByRole('button', { name: /^(Copy permissions…|Copier les permissions…)$/ })
          .click();
        await testUser.page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'a page that is not there',
      as: 'alice',
      reach: (testUser) => testUser.open('not/there'),
    },
    {
      name: 'a page whose session has ended',
      as: 'administrator',
      alone: true,
      reach: async (testUser) => {
        testUser.expects(401);
        await testUser.open();
        await testUser.page.locator('[role="status"]:not(:empty)').waitFor();
        await testUser.removeSessionCookie();
        await testUser.page.locator('main header button').click();
        await testUser.page.getByRole('dialog').waitFor();
      },
    },
  ];

  /** A browser with the page in the state that is tested. */
  const opened = async (
    { as, alone, reach }: PageUnderTest,
    language: string,
    how: BrowserOptions = {},
  ): Promise<TestUser> => {
    const signIn = async (testUser: TestUser): Promise<void> => {
      if (as) await testUser.signInWithoutPage(as === 'alice' ? alice : tests.system.administrator);
    };
    const name = `${as ?? 'anonymous'}, ${language}`;
    const testUser = alone ? await tests.newTestUser(how) : await tests.keptTestUser(name, how, signIn);
    if (alone) await signIn(testUser);
    await reach(testUser);
    expect(await testUser.page.title()).toMatch(/^.+ – Gatehouse$/);
    expect(await testUser.page.locator('html').getAttribute('lang')).toBe(language);
    return testUser;
  };

  describe.each(pages)('$name', (page) => {
    it('has no violation and fits its width, also with larger text', async () => {
      expect(await defectsOfViews(await opened(page, 'en'))).toEqual([]);
    });

    it('has no violation and fits a narrow width in French, dark', async () => {
      const how = { colorScheme: 'dark', width: 320, locale: 'fr-FR' } as const;
      const testUser = await opened(page, 'fr', how);
      expect(await testUser.violations()).toEqual([]);
      expect(await testUser.horizontalOverflow()).toBe(0);
      expect(await testUser.narrowTexts()).toEqual([]);
    });
  });

  describe('with the keyboard only,', () => {
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
    // Links inside sentences, as in the audit log, are as high as the text. WCAG 2.5.8
    const checked =
      /^the (sign-in page|home of a member|page (users|groups|services|registrations|account))$/;
    for (const page of pages.filter(({ name }) => checked.test(name))) {
      const testUser = await opened(page, 'en');
      await testUser.show({ width: 320 });
      const small = await testUser.page
        .locator('button:visible, input:not([type="checkbox"]):visible, a:visible')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.getBoundingClientRect().height < 24)
            .map((element) => element.outerHTML),
        );
      expect(small).toEqual([]);
      await testUser.show({});
    }
  });
});

/** Plans files with messages, permissions and objects. */
async function planFiles(testUser: TestUser): Promise<void> {
  await testUser.open('configuration?tab=plan');
  const text = `groups: [{ name: sailors }]
permissions:
  - { service: archive, resource: /ocean, permission: read, group: sailors }
  - { service: nowhere, permission: read, group: sailors }
x: 1`;
  const file = { name: 'platform.yml', mimeType: 'application/yaml', buffer: Buffer.from(text) };
  await testUser.page.locator('input[name="files"]').setInputFiles(file);
  await testUser.page.locator('gh-plan-files > gh-card > .actions button').click();
  await testUser.page.locator('gh-plan-view h2').waitFor();
}

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
