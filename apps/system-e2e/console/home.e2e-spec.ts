import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';

describe('the home page', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;

  beforeEach(async () => {
    testUser = await tests.newTestUser();
  });

  const figure = async (name: string): Promise<number> =>
    Number(await testUser.page.getByRole('group', { name, exact: true }).locator('.value').textContent());

  it('shows administrators the numbers of users, groups and services, and updates them on request', async () => {
    await tests.api.createGroup('counted-group');
    await tests.api.createUser('counted-user');
    await tests.api.createService('counted-service');
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
    await testUser.page
      .getByText(/^Updated at/)
      .first()
      .waitFor();
    expect(await testUser.page.title()).toBe('Overview – Gatehouse');

    const users = ((await tests.api.get('users'))['user_names'] as string[]).length;
    const groups = ((await tests.api.get('groups'))['group_names'] as string[]).length;
    expect(await figure('Users')).toBe(users);
    expect(await figure('Groups')).toBe(groups);
    expect(await figure('Services')).toBe(1);
    const byType = testUser.page.getByRole('region', { name: 'Services by type' });
    expect(await byType.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^access\s+1$/),
    ]);

    const changes = testUser.page.getByRole('region', { name: 'Recent changes' });
    await changes.getByRole('link', { name: 'counted-group' }).waitFor();

    await tests.api.createUser('counted-later');
    await testUser.button('Refresh').click();
    await testUser.page
      .getByRole('group', { name: 'Users', exact: true })
      .getByText(String(users + 1))
      .waitFor();
  });

  it('says what was changed, and undoes it in the overview and in the audit log without losing the place', async () => {
    const { page } = testUser;
    await tests.api.createTree('cmip6', ['MIROC6/ssp585.nc']);
    await tests.api.createUser('passer.by');
    await tests.api.assign('users/passer.by', 'cmip6/MIROC6', 'read');
    await tests.api.deleteUser('passer.by');
    const client = { client_id: 'gatehouse', client_secret: 'a secret of a client' };
    await tests.api.createProvider('polar', 'https://polar.example.org', client);
    await tests.api.assign('groups/anonymous', 'cmip6/MIROC6', 'read');
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
    const changes = page.getByRole('region', { name: 'Recent changes' });
    const grant = `${tests.system.administrator.userName} granted read to everyone on cmip6/MIROC6 and below`;
    await changes.getByText('deleted the user passer.by').waitFor();
    const sentences = await changes.locator('gh-audit-sentence').allInnerTexts();
    expect(sentences[0]).toBe(grant);
    expect(sentences.join()).toContain('added the identity provider polar');
    expect(sentences.join()).not.toMatch(/group_id|number \d|Permission of/);
    // The deletion of a user cannot be undone.
    expect(await changes.getByRole('button', { name: /^Undo/ }).count()).toBe(1);

    await changes.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor();
    const entry = page.getByRole('listitem').filter({ hasText: grant });
    await entry.getByRole('button', { name: /^Undo revision/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('changed 1 permission assignment').waitFor();
    await dialog.getByText('read for everyone on cmip6/MIROC6').waitFor();
    await dialog.getByText(/users? loses? read|users lose read/).waitFor();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await entry.getByText(/^Undone by /).waitFor();
    expect(await page.getByRole('button', { name: 'Show new entries' }).count()).toBe(0);
    expect(await page.locator('gh-audit-sentence').first().innerText()).toMatch(
      /removed the grant of read to everyone/,
    );
    await page
      .getByText(/undo of revision/)
      .first()
      .waitFor();
    expect(await entry.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Undone by'));

    // On phones, fields stay within the card; in French, the two answers differ.
    await page.setViewportSize({ width: 360, height: 740 });
    const right = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    expect(await right('#gh-audit-from')).toBeLessThan(await right('form[role=search]'));
    await page.evaluate(() => localStorage.setItem('gatehouse.language', 'fr'));
    await testUser.open();
    await page.getByRole('button', { name: /^Rétablir l’état/ }).click();
    const question = page.getByRole('dialog', { name: 'Rétablir l’état antérieur ?' });
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Annuler', 'Rétablir']);
    await question.getByRole('button', { name: 'Rétablir' }).click();
    const undone = page.getByRole('listitem').filter({ hasText: 'a retiré l’autorisation read' });
    await undone.getByText(/^Rétabli par /).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Rétabli par'));
    await tests.api.unassign('groups/anonymous', 'cmip6/MIROC6', 'read');
  });

  it('shows administrators their account and the version of the system', async () => {
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
    const you = testUser.page.getByRole('region', { name: 'You', exact: true });
    await you.getByText('administrators', { exact: true }).waitFor();
    const here = testUser.page.getByRole('region', { name: 'This system' });
    await here.getByText(`${tests.system.apiUrl}/`, { exact: true }).waitFor();
    expect(await here.innerText()).toContain(String((await tests.api.get('version'))['version']));
  });

  it('shows users their groups and accessible services, and requests nothing that is for administrators', async () => {
    await tests.api.createGroup('modellers');
    await tests.api.createService('river-data');
    await tests.api.createService('closed-data');
    const bob = await tests.api.createUser('bob', { group: 'modellers' });
    await tests.api.allow('bob', 'river-data', 'access');
    const requests: string[] = [];
    testUser.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await testUser.signInWithoutPage(bob);
    await testUser.open();

    await testUser.heading('Signed in as bob').waitFor();
    const groups = testUser.page.getByRole('region', { name: 'Your groups' });
    await groups.getByText('modellers', { exact: true }).waitFor();
    const reach = testUser.page.getByRole('region', { name: 'What you can reach' });
    const link = reach.getByRole('link', { name: 'river-data' });
    expect(await link.getAttribute('href')).toMatch(/\/river-data$/);
    expect(await reach.getByText('closed-data').count()).toBe(0);
    expect(requests.filter((path) => ['/users', '/groups', '/services'].includes(path))).toEqual([]);
  });

  it('shows a message to users without access to any service', async () => {
    await testUser.signInWithoutPage(await tests.api.createUser('newcomer'));
    await testUser.open();
    await testUser.page
      .getByText('You do not have access to any service yet. An administrator can grant it.')
      .waitFor();
    const reach = testUser.page.getByRole('region', { name: 'What you can reach' });
    expect(await reach.getByRole('link').count()).toBe(0);
  });
});
