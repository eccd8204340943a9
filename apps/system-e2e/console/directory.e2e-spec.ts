import { readFileSync } from 'node:fs';
import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';
import { budgetOf, ways } from '../src/ways';

describe('the directory in the console', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;

  beforeEach(async () => {
    testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
  });

  /** The home page has links of the same names as the navigation, which is first. */
  const link = (name: string) => testUser.page.getByRole('link', { name, exact: true }).first();

  const userNames = async (): Promise<unknown> => (await tests.api.get('users'))['user_names'];

  it.each(ways)('deletes a user in four clicks, after showing the consequences, with $name', async (way) => {
    await tests.api.createGroup(`leavers-${way.budget(1)}`);
    await tests.api.createUser(`leaver.${way.budget(1)}`, { group: `leavers-${way.budget(1)}` });
    const name = `leaver.${way.budget(1)}`;
    const withinBudget = await budgetOf(testUser.page, way, 4);
    await way.press(link('Users'));
    await testUser.heading('Users').waitFor();
    await way.press(link(name));
    await testUser.heading(name).waitFor();
    await way.press(testUser.button('Delete'));
    const dialog = testUser.page.getByRole('dialog', { name: `Delete ${name}?` });
    await dialog.getByText(/group memberships?$/).waitFor();
    expect(await userNames()).toContain(name);
    await way.press(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await testUser.heading('Users').waitFor();
    expect(await userNames()).not.toContain(name);
    await withinBudget();
  });

  it.each(ways)(
    'keeps what was typed into a form when the session ends, and when the connection is lost, with $name',
    async (way) => {
      const { page } = testUser.expects(401);
      const name = `late.comer.${way.budget(1)}`;
      await testUser.open('users?add=true');
      const form = page.getByRole('dialog', { name: 'Add user' });
      const field = (label: string) => form.getByLabel(label, { exact: true });
      await way.enter(field('User name'), name);
      await way.enter(field('Email'), `${name}@example.org`);
      await way.enter(field('Password'), 'seven bridges of koenigsberg');
      await way.enter(field('Confirm password'), 'seven bridges of koenigsberg');
      await testUser.goOffline();
      await way.press(form.getByRole('button', { name: 'Add user' }));
      await form.getByText('No connection. Nothing can be saved until it returns').waitFor();
      await form.getByText('nothing you entered is lost').waitFor();
      await testUser.goOnline();
      await form.getByText('No connection.').waitFor({ state: 'detached' });
      await testUser.removeSessionCookie();
      await way.press(form.getByRole('button', { name: 'Add user' }));
      await testUser.signInAgain(tests.system.administrator, way);
      await page.getByText(`${name} was added.`).first().waitFor();
      expect(await userNames()).toContain(name);
    },
  );

  it('adds a user to two groups with the keyboard only', async () => {
    await tests.api.createGroup('clouds');
    await tests.api.createGroup('rivers');
    await tests.api.createUser('newcomer');
    await testUser.open('users/newcomer');
    await testUser.page.getByRole('combobox', { name: 'Add to a group' }).focus();
    const { keyboard } = testUser.page;
    for (const group of ['clouds', 'rivers']) {
      await keyboard.type(group);
      await keyboard.press('Enter');
      await testUser.button(`Remove from ${group}`).waitFor();
    }
    expect((await tests.api.get('users/newcomer/groups'))['group_names']).toEqual(
      expect.arrayContaining(['clouds', 'rivers']),
    );
  });

  it('continues to delete selected users when their page is left, and lists those that were not deleted', async () => {
    const { page } = testUser.expects(404);
    const names = ['parting.ana', 'parting.ben', 'parting.cleo'];
    for (const name of names) await tests.api.createUser(name);
    await testUser.open('users?filter=parting.');
    await page.getByRole('link', { name: 'parting.cleo', exact: true }).waitFor();
    await page.getByLabel('Select all').check();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/users/parting.*', async (route) => {
      await released;
      await route.continue();
    });
    await testUser.button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Deleting users: 0 of 3').first().waitFor();
    await link('Groups').click();
    await testUser.heading('Groups').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await tests.api.deleteUser('parting.ben');
    release();
    await page.getByText('2 users deleted.').first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'parting.ben' }).waitFor();
    expect(await userNames()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^parting/)]));
  });

  it('shows that a list cannot be read without a connection, and reads it as soon as the connection has returned', async () => {
    const { page } = testUser;
    await testUser.open('users');
    await page.getByRole('link', { name: 'admin', exact: true }).waitFor();
    await link('Groups').click();
    await testUser.heading('Groups').waitFor();
    await testUser.goOffline();
    await link('Users').click();
    await page.getByText('No connection. This is loaded as soon as it returns.').first().waitFor();
    // The files of this page have not been loaded.
    await link('Audit log').click();
    await page.getByText('This needs a connection.').first().waitFor();
    await testUser.heading('Users').waitFor();
    await testUser.goOnline();
    await page.getByRole('link', { name: 'admin', exact: true }).waitFor();
    expect(await page.getByText('connection').count()).toBe(0);
  });

  it('shows what another administrator changes, and keeps what is being edited', async () => {
    const { page } = testUser;
    await tests.api.createService('tides', 'http://127.0.0.1:9/first');
    await testUser.open('users');
    await page.getByRole('link', { name: 'admin', exact: true }).waitFor();
    await tests.api.createUser('latest');
    await page.getByRole('link', { name: 'latest', exact: true }).waitFor();
    await tests.api.deleteUser('latest');
    await page.getByRole('link', { name: 'latest', exact: true }).waitFor({ state: 'detached' });

    await testUser.open('services/tides?tab=settings');
    await testUser.field('Name').fill('tides-and-waves');
    await tests.api.changeService('tides', { service_url: 'http://127.0.0.1:9/second' });
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('input[name="service_url"]')?.value.endsWith('/second'),
    );
    expect(await testUser.field('Name').inputValue()).toBe('tides-and-waves');
  });

  it('publishes a new version of the terms of a group', async () => {
    const { page } = testUser;
    await tests.api.createGroup('readers-of-terms', 'Cite the data.');
    await testUser.open('groups/readers-of-terms');
    await testUser.button('New version').click();
    const text = page.getByRole('textbox', { name: 'New version' });
    expect(await text.inputValue()).toBe('Cite the data.');
    await text.fill('Cite the data, and ask before you publish.');
    await testUser.button('Publish').click();
    await page.getByText('The terms were published.').first().waitFor();
    const { terms } = (await tests.api.get('groups/readers-of-terms/terms')) as { terms: { text: string }[] };
    expect(terms.map((version) => version.text)).toEqual([
      'Cite the data, and ask before you publish.',
      'Cite the data.',
    ]);
  });

  it('filters the audit log, and keeps the filter in the address', async () => {
    const { page } = testUser;
    await tests.api.createGroup('audited');
    await testUser.open('audit');
    await testUser.field('Who').fill('admin');
    await testUser.field('What').selectOption('Group');
    await testUser.field('From').fill('2020-01-01');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?actor=admin&kind=group&from=2020-01-01$/);
    await page.getByText('audited').first().waitFor();
    await page.reload();
    await page.getByText('audited').first().waitFor();
    expect(await testUser.field('What').inputValue()).toBe('group');
    await testUser.field('About').fill('nothing at all');
    await testUser.button('Apply').click();
    await page.getByText('Write user:, group:, service: or resource:').first().waitFor();
    await testUser.button('Clear').click();
    await page.waitForURL(/\/audit$/);
    expect(await testUser.field('Who').inputValue()).toBe('');
    expect(await testUser.field('About').inputValue()).toBe('');
  });

  it('deletes selected services, after showing what is deleted with them', async () => {
    const { page } = testUser;
    await tests.api.createTree('old-archive', ['ice/2019.nc', 'snow/2019.nc']);
    await tests.api.createService('old-maps');
    await testUser.open('services?filter=old-');
    await page.getByLabel('Select old-archive').check();
    await page.getByLabel('Select old-maps').check();
    await testUser.button('Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 services?' });
    await dialog.getByText('2 top-level resources, everything below them').waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('2 services deleted.').first().waitFor();
    await page.getByText('Nothing matches the filter.').first().waitFor();
    const { services } = await tests.api.get('services');
    expect(JSON.stringify(services)).not.toContain('old-');
  });

  it('exports the services that match the filter, with the private URLs', async () => {
    const { page } = testUser;
    await tests.api.createService('export-me', 'http://127.0.0.1:9/export');
    await testUser.open('services?filter=export-');
    const download = page.waitForEvent('download');
    await testUser.button('Export CSV').click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8')).toBe(
      '\ufeffName,Type,Private URL\r\nexport-me,access,http://127.0.0.1:9/export\r\n',
    );
  });

  it('keeps filter and order of a table in its address', async () => {
    await tests.api.createUser('findable');
    await testUser.open('users?filter=finda&sort=-name');
    await testUser.page.locator('tbody tr', { hasText: 'findable' }).waitFor();
    expect(await testUser.page.locator('tbody tr').count()).toBe(1);
    await testUser.page.getByRole('searchbox').fill('nobody-has-this-name');
    await testUser.page.getByText('Nothing matches the filter.').first().waitFor();
    expect(testUser.location).toBe('users?filter=nobody-has-this-name&sort=-name');
  });

  it('moves neither rows when one is selected nor columns while typing, and returns to the scroll position', async () => {
    const { page } = testUser;
    for (let i = 10; i < 40; i += 1)
      await tests.api.createGroup(`still-row-${i}${i % 7 ? '' : '-with-a-longer-name'}`);
    await testUser.open('groups?filter=still-row');
    await page.getByRole('link', { name: 'still-row-10', exact: true }).waitFor();
    const tops = (): Promise<number[]> =>
      page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const widths = (): Promise<number[]> =>
      page
        .locator('thead th')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    const [rows, columns] = [await tops(), await widths()];
    expect(rows).toHaveLength(30);
    await page.getByLabel('Select still-row-11', { exact: true }).check();
    await page.getByRole('group', { name: '1 selected' }).waitFor();
    expect(await tops()).toEqual(rows);
    // What is done with the selection is in view, wherever the rows are.
    const bar = await page.getByRole('group', { name: '1 selected' }).boundingBox();
    expect(bar && bar.y + bar.height).toBeLessThanOrEqual(800);
    await testUser.button('Clear selection').click();
    expect(await tops()).toEqual(rows);
    for (const text of ['still-row-1', 'longer', 'still-row-10', 'no-such-row', 'still-row']) {
      await page.getByRole('searchbox').fill(text);
      await page.waitForURL((url) => url.searchParams.get('filter') === text);
      expect([text, await widths()]).toEqual([text, columns]);
    }
    await page.evaluate(() => window.scrollTo(0, 500));
    await page.getByRole('link', { name: 'still-row-25', exact: true }).click();
    await testUser.heading('still-row-25').waitFor();
    await page.goBack();
    await page.waitForFunction(() => window.scrollY === 500);
    expect(testUser.location).toBe('groups?filter=still-row');
  });

  it('keeps tab, filter and order of each of several tables, and the filter of an access list, in the address', async () => {
    const { page } = testUser;
    await testUser.open('notifications');
    await page.getByRole('tab', { name: 'Emails' }).click();
    await page.getByRole('searchbox').fill('nobody-has-this-address');
    await page.waitForURL(/notifications\?tab=mails&mails-filter=nobody-has-this-address$/);
    await page.reload();
    expect(await page.getByRole('searchbox').inputValue()).toBe('nobody-has-this-address');

    await tests.api.createTree('glaciers', ['alps/2024.nc']);
    await testUser.open('services/glaciers?tab=access');
    await page.getByRole('combobox', { name: 'Permission', exact: true }).selectOption('browse');
    await page.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Allowed and denied');
    await page.getByRole('combobox', { name: 'Another resource: name, path or id' }).fill('alps');
    await page.getByRole('option', { name: 'alps' }).first().click();
    await page.getByRole('heading', { name: 'Who has access to glaciers/alps, and why' }).waitFor();
    expect(testUser.location).toMatch(
      /^services\/glaciers\?tab=access&permission=browse&access=any&resource=\d+$/,
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Who has access to glaciers/alps, and why' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Permission', exact: true }).inputValue()).toBe('browse');
    expect(await page.getByRole('combobox', { name: 'Access', exact: true }).inputValue()).toBe('');
  });

  it('leads from a user, a group and a service to their histories', async () => {
    const { page } = testUser;
    await tests.api.createGroup('historians');
    await tests.api.createUser('herodotus', { group: 'historians' });
    await tests.api.createTree('annals', ['persia.nc']);
    for (const [address, text] of [
      ['users/herodotus', 'herodotus'],
      ['groups/historians', 'historians'],
      ['services/annals', 'annals'],
    ] as const) {
      await testUser.open(address);
      await page.getByRole('link', { name: 'History', exact: true }).click();
      await testUser.heading('Audit log').waitFor();
      expect(testUser.location).toMatch(/^audit\?object=/);
      await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
    }
  });

  it('leads from addresses of the reference to its own', async () => {
    await testUser.open('users/current');
    await testUser.heading('Your account').waitFor();
    expect(testUser.location).toBe('account');
  });
});
