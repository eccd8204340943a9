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
});
