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
