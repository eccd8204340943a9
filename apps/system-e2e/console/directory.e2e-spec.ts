import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';

describe('the directory in the console', () => {
  const tests = BrowserTests.register();
  let testUser: TestUser;

  beforeEach(async () => {
    testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
  });

  const link = (name: string) => testUser.page.getByRole('link', { name, exact: true });

  const userNames = async (): Promise<unknown> => (await tests.api.get('users'))['user_names'];

  it('deletes a user in four clicks from the home page, after showing the consequences', async () => {
    await tests.api.createGroup('leavers');
    await tests.api.createUser('leaver.one', { group: 'leavers' });
    await link('Users').click();
    await link('leaver.one').click();
    await testUser.heading('leaver.one').waitFor();
    await testUser.button('Delete').click();
    const dialog = testUser.page.getByRole('dialog', { name: 'Delete leaver.one?' });
    await dialog.getByText(/group memberships?$/).waitFor();
    expect(await userNames()).toContain('leaver.one');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await testUser.heading('Users').waitFor();
    expect(await userNames()).not.toContain('leaver.one');
  });

  it('adds a user to two groups with the keyboard alone', async () => {
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

  it('keeps filter and order of a table in its address', async () => {
    await tests.api.createUser('findable');
    await testUser.open('users?filter=finda&sort=-name');
    expect(await testUser.page.locator('tbody tr').count()).toBe(1);
    await testUser.page.getByRole('searchbox').fill('nobody-has-this-name');
    await testUser.page.getByText('Nothing matches the filter.').waitFor();
    expect(testUser.location).toBe('users?filter=nobody-has-this-name&sort=-name');
  });

  it('leads from addresses of the reference to its own', async () => {
    await testUser.open('users/current');
    await testUser.heading('Your account').waitFor();
    expect(testUser.location).toBe('account');
  });
});
