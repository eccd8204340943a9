import type { Locator } from 'playwright-core';
import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';
import { startUpstream } from '../src/upstream';
import { budgetOf, ways } from '../src/ways';

describe('the request tester', () => {
  const tests = BrowserTests.register(() => ({ settings: { SVC_CONTACT: 'help@example.org' } }));
  let user: TestUser;
  let url: string;

  beforeAll(async () => {
    await tests.api.createGroup('sailors');
    await tests.api.createUser('ada', { group: 'sailors' });
    ({ publicUrl: url } = await tests.api.createService('ocean'));
  });
  beforeEach(async () => {
    user = await tests.newTestUser();
    await user.signInWithoutPage(tests.system.administrator);
    const permissions = `${tests.system.apiUrl}/groups/sailors/services/ocean/permissions`;
    await user.page.request.put(permissions, { data: { permission: 'access-deny-recursive' } });
  });

  it.each(ways)(
    'confirms a new service that is public except for one branch, in fifteen clicks, with $name',
    async (way) => {
      const { page } = user;
      const name = `thredds-${way.budget(1)}`;
      const upstream = await startUpstream();
      try {
        await user.open();
        const withinBudget = await budgetOf(page, way, 15);
        await way.press(page.getByRole('link', { name: 'Services', exact: true }).first());
        await way.press(user.button('Register a service'));
        await page.locator('select[name="service_type"]').selectOption('thredds');
        await user.field('Name').fill(name);
        await user.field('Private URL').fill(upstream.url);
        await way.press(user.button('Register'));
        await user.heading(name).waitFor();
        await way.press(user.button('Paste paths…'));
        await page
          .locator('textarea[name="paths"]')
          .fill('ocean/2024/sst.nc\nocean/2024/chl.nc\nprivate/draft.nc');
        await way.press(user.button('Preview'));
        await way.press(user.button('Create 6 resources'));
        await page.getByRole('rowheader', { name: 'private' }).waitFor();
        await way.press(user.button('Open to everyone…'));
        await way.press(user.button('Set'));
        const cells = page
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: 'private' }) })
          .getByRole('gridcell');
        await way.press(cells.nth(1));
        await way.press(page.getByRole('menuitemradio', { name: 'Deny here and below', exact: true }));
        await way.press(user.button('Review'));
        await page.getByRole('dialog').getByText(/gain/).first().waitFor();
        await way.press(user.button('Save'));
        await page
          .getByText(/assignments saved as revision \d+/)
          .first()
          .waitFor();
        await way.press(page.getByRole('link', { name: 'Request tester' }));
        const address = (path: string): string => `${url.replace(/ocean$/, name)}/fileServer/${path}`;
        await user.field('URL or curl command').fill(address('private/draft.nc'));
        await way.press(user.button('Explain'));
        await page
          .getByText(/^Refused with status 401/)
          .first()
          .waitFor();
        expect((await fetch(address('private/draft.nc'))).status).toBe(401);
        await user.field('URL or curl command').fill(address('ocean/2024/sst.nc'));
        await page.keyboard.press('Enter');
        await page
          .getByText(/^Forwarded|^Allowed/)
          .first()
          .waitFor();
        expect((await fetch(address('ocean/2024/sst.nc'))).status).toBe(200);
        await withinBudget();
      } finally {
        await upstream.stop();
      }
    },
  );

  const change = () => user.page.getByRole('link', { name: /^Change it: group sailors/ });

  it('leads from a failing URL to the deciding assignment in four clicks', async () => {
    await user.open();
    await user.page.getByRole('link', { name: 'Request tester' }).click();
    await user.field('URL or curl command').fill(`${url}/2024/sst.nc`);
    await user.page.getByRole('combobox', { name: 'User', exact: true }).fill('ada');
    await user.button('Explain').click();
    await user.page.getByText('Refused with status 403, for ada.').first().waitFor();
    expect(await user.violations()).toEqual([]);
    await change().click();
    await user.page.waitForURL(/\/ui\/permissions\/groups\/sailors\/ocean\?resource=\d+/);
  });

  it('begins in its first field however it is opened, suggests users, and returns to the user that does not exist', async () => {
    const { page } = user;
    const request = user.field('URL or curl command');
    const name = page.getByRole('combobox', { name: 'User', exact: true });
    const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);
    await user.open();
    await page.getByRole('link', { name: 'Request tester' }).click();
    await page.locator('textarea[name="request"]:focus').waitFor();
    await user.open();
    await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.type('Request tester');
    await page.getByRole('option', { name: 'Request tester' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('textarea[name="request"]:focus').waitFor();
    await request.fill(`${url}/2024/sst.nc`);
    user.expects(404);
    await name.fill('ad');
    await page.getByRole('option', { name: /^ada/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('User not found.').waitFor();
    await page.locator('[role="combobox"][aria-invalid="true"]:focus').waitFor();
    expect(await isFocused(name)).toBe(true);
    const described = (await name.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`#${described.split(' ')[0]}`).innerText()).toBe('User not found.');
    expect(await user.violations()).toEqual([]);
    await name.fill('ad');
    await page.getByRole('option', { name: /^ada/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Refused with status 403, for ada.').first().waitFor();
    expect(await isFocused(page.getByRole('heading', { name: 'Result' }))).toBe(true);
  });

  it('can be used with the keyboard only', async () => {
    await user.open('request-tester');
    await user.field('URL or curl command').focus();
    await user.page.keyboard.insertText(`curl '${url}/2024/sst.nc' -H 'Accept: */*'`);
    await user.page.keyboard.press('Tab');
    await user.page.keyboard.type('ada');
    await user.page.keyboard.press('Enter');
    await user.page.getByText('Refused with status 403, for ada.').first().waitFor();
    for (let presses = 0; presses < 10; presses++) {
      if (await change().evaluate((link) => link === document.activeElement)) break;
      await user.page.keyboard.press('Tab');
    }
    expect(await change().evaluate((link) => link === document.activeElement)).toBe(true);
    await user.page.keyboard.press('Enter');
    await user.page.waitForURL(/\/ui\/permissions\/groups\/sailors\/ocean\?resource=\d+/);
  });
});

describe('the page with which the proxy refuses a request', () => {
  const tests = BrowserTests.register(() => ({ settings: { SVC_CONTACT: 'help@example.org' } }));
  let url: string;

  beforeAll(async () => {
    await tests.api.createUser('bob');
    ({ publicUrl: url } = await tests.api.createService('ocean'));
  });

  it.each([
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { colorScheme: 'light', width: 320 },
    { colorScheme: 'dark', width: 320, locale: 'fr-FR' },
  ] as const)('breaks no rule of accessibility and fits its width: %j', async (how) => {
    const user = await tests.newTestUser(how);
    user.expects(401).expects(403);
    await user.page.goto(url);
    expect(await user.violations()).toEqual([]);
    expect(await user.horizontalOverflow()).toBe(0);
    await user.signInWithoutPage({ userName: 'bob', password: 'the-password-of-bob' });
    await user.page.goto(url);
    expect(await user.violations()).toEqual([]);
    expect(await user.horizontalOverflow()).toBe(0);
  });

  it('leads to the sign-in and back to the requested page of the service', async () => {
    const user = await tests.newTestUser();
    user.expects(401).expects(403);
    await user.page.goto(`${url}?a=b`);
    await user.page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await user.signIn({ userName: 'bob', password: 'the-password-of-bob' });
    await user.page.waitForURL(`${url}?a=b`);
    await user.page.getByText('Signed in as').first().waitFor();
  });
});
