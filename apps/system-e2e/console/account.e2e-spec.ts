import { BrowserTests } from '../src/browser-tests';

const NEW_PASSWORD = 'tractor under the bridge';

describe('on the page of the own account,', () => {
  // A session is never recent.
  const tests = BrowserTests.register(() => ({ settings: { SVC_RECENT_SIGN_IN: '0' } }));

  it('a user sets a new password with the current one, and sees on its field why it is refused', async () => {
    const account = await tests.api.createUser('ada');
    const testUser = await tests.newTestUser();
    testUser.expects(403);
    await testUser.signInWithoutPage(account);
    await testUser.open('account');
    await testUser.button('Edit: New password').click();
    const [password, current] = [testUser.field('New password'), testUser.field('Current password')];
    await password.fill(NEW_PASSWORD);
    const save = () => testUser.page.getByRole('button', { name: 'Save', exact: true }).click();
    await save();
    await testUser.page.getByText('Enter your current password.').waitFor();
    await current.fill('not this one');
    await save();
    await testUser.page.getByText('This is not your current password.').waitFor();
    expect(await current.getAttribute('aria-invalid')).toBe('true');
    expect(await testUser.violations()).toEqual([]);
    await current.fill(account.password);
    await save();
    const messages = testUser.page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Your password was changed.').waitFor();

    const again = await tests.newTestUser();
    await again.open('login');
    await again.signIn({ userName: 'ada', password: NEW_PASSWORD });
    await again.heading('Signed in as ada').waitFor();
  });

  /** The status of a request of a program with a token. */
  const statusOf = async (address: string, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'harvester/2.1' };
    return (await fetch(address, { headers })).status;
  };
  it('a user creates an API token for one directory, sees its use by a program, and revokes it', async () => {
    await tests.api.createTree('archive', ['ocean/sst.nc', 'land/soil.nc']);
    const bob = await tests.api.createUser('bob');
    await tests.api.assign('users/bob', 'archive/ocean', 'read');
    await tests.api.assign('users/bob', 'archive/land', 'read');
    const testUser = await tests.newTestUser();
    const { page } = testUser;
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    await testUser.signInWithoutPage(bob);
    await testUser.open('account');

    await testUser.button('Create token').click();
    const form = dialog('Create token');
    await form.getByLabel('Name', { exact: true }).fill('nightly');
    await form.getByRole('button', { name: 'archive', exact: true }).click();
    await form.getByRole('button', { name: 'Choose archive/ocean', exact: true }).click();
    await form.getByRole('checkbox', { name: 'read', exact: true }).check();
    await form.getByLabel('Your current password', { exact: true }).fill(bob.password);
    await form.getByRole('button', { name: 'Create token', exact: true }).click();

    const shown = dialog('Token nightly');
    const token = (await shown.getByRole('group', { name: 'The token' }).textContent()) ?? '';
    expect(token).toMatch(/^gth_[0-9A-Za-z]{49}$/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);

    const row = page.getByRole('region', { name: 'API tokens' }).getByRole('listitem');
    await row.getByText('archive/ocean and below').waitFor();
    await row.getByText('Never used').waitFor();

    const { listenerUrl, servicesUrl } = tests.system;
    expect(await statusOf(`${listenerUrl}/session`, token)).toBe(200);
    // The restriction refuses it before the service, which does not answer, is asked.
    expect(await statusOf(`${servicesUrl}/archive/fileServer/land/soil.nc`, token)).toBe(403);
    expect(await statusOf(`${servicesUrl}/archive/fileServer/ocean/sst.nc`, token)).toBe(502);

    // Uses are stored together, a second later at most.
    const used = row.getByText(/Last used .+ from .+ with harvester\/2\.1/);
    while (!(await used.isVisible())) {
      await testUser.open('account');
      await row.getByText(/^(Last|Never) used/).waitFor();
    }
    await testUser.button('Revoke nightly').click();
    const question = dialog('Revoke the token nightly?');
    await question.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('There are no tokens.').waitFor();
    expect(await statusOf(`${listenerUrl}/session`, token)).toBe(401);
  });
});
