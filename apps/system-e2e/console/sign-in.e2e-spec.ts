import { failToSignIn } from '../src/api';
import { BrowserTests } from '../src/browser-tests';
import type { Account } from '../src/system';

const refusal = 'That user name or email and password do not match. Check both and try again.';

describe('signing in', () => {
  const tests = BrowserTests.register();
  let alice: Account;

  beforeAll(async () => {
    alice = await tests.api.createUser('alice');
  });

  it('is refused with a wrong password, works with the right one, and ends with signing out', async () => {
    const testUser = (await tests.newTestUser()).expects(401);
    await testUser.open('login');
    await testUser.signIn({ ...alice, password: 'not-her-password' });
    await testUser.page.getByText(refusal).first().waitFor();
    expect(await testUser.field('User name or email').inputValue()).toBe('alice');

    await testUser.signIn(alice);
    await testUser.heading('Signed in as alice').waitFor();
    expect(testUser.location).toBe('');

    await testUser.signOut();
    expect(testUser.location).toBe('login');
    const session = await testUser.page.request.get(`${tests.system.apiUrl}/session`);
    expect(await session.json()).toMatchObject({ authenticated: false });
  });

  it('accepts the email address instead of the name', async () => {
    const testUser = await tests.newTestUser();
    await testUser.open('login');
    await testUser.signIn({ ...alice, userName: 'Alice@Example.org' });
    await testUser.heading('Signed in as alice').waitFor();
  });

  it('shows the same message for an unknown user as for a wrong password', async () => {
    const testUser = (await tests.newTestUser()).expects(401);
    await testUser.open('login');
    await testUser.signIn({ userName: 'nobody-here', password: 'whatever-it-is' });
    await testUser.page.getByText(refusal).first().waitFor();
  });

  it('shows the same message for the anonymous user and for an invalid name', async () => {
    const testUser = (await tests.newTestUser()).expects(403).expects(422);
    await testUser.open('login');
    for (const userName of ['anonymous', 'no such name!']) {
      await testUser.page.reload();
      await testUser.signIn({ userName, password: 'whatever-it-is' });
      await testUser.page.getByText(refusal).first().waitFor();
    }
  });

  it('shows how long to wait after too many failures', async () => {
    const testUser = (await tests.newTestUser()).expects(429);
    await failToSignIn(tests.system, 'mallory', 10);
    await testUser.open('login');
    await testUser.signIn({ userName: 'mallory', password: 'one-more' });
    await testUser.page
      .getByText(/^Too many failed attempts\. Try again in 1[45] minutes\.$/)
      .first()
      .waitFor();
  });

  it('returns to the requested page, also after a reload', async () => {
    const testUser = await tests.newTestUser();
    await testUser.open('somewhere/deep?tab=rules#cell');
    expect(testUser.location).toMatch(/^login\?return=/);
    await testUser.signIn(alice);
    await testUser.heading('Page not found').waitFor();
    expect(testUser.location).toBe('somewhere/deep?tab=rules#cell');
    await testUser.page.reload();
    await testUser.heading('Page not found').waitFor();
    expect(testUser.location).toBe('somewhere/deep?tab=rules#cell');
  });

  it('shows nothing of the console without a session', async () => {
    const testUser = await tests.newTestUser();
    await testUser.open();
    expect(testUser.location).toBe('login');
    expect(await testUser.page.getByRole('navigation').count()).toBe(0);
  });

  it('does not show the previous page after signing out', async () => {
    const testUser = await tests.newTestUser();
    await testUser.signInWithoutPage(alice);
    await testUser.open();
    await testUser.signOut();
    await testUser.page.goBack();
    await testUser.heading('Sign in').waitFor();
    expect(await testUser.page.getByText('alice@example.org').count()).toBe(0);
  });

  it.each([
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'https:evil.example',
    'https://evil.example/',
    '//localhost@evil.example/',
    '/ui/\r\nLocation: https://evil.example/',
    'javascript:document.title="evil"',
    '/signout',
    '/ui/../signin?user_name=eve&password=x',
  ])('ignores return addresses of other origins: return=%j', async (hostile) => {
    const testUser = await tests.newTestUser();
    const visited: string[] = [];
    const requests: string[] = [];
    testUser.page.on('request', (request) => {
      visited.push(request.url());
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await testUser.open(`login?return=${encodeURIComponent(hostile)}`);
    await testUser.signIn(alice);
    await testUser.heading('Signed in as alice').waitFor();
    expect(testUser.location).toBe('');
    expect(visited.filter((url) => !url.startsWith(`${tests.system.apiUrl}/`))).toEqual([]);
    expect(requests.filter((call) => /signout|GET \/signin/.test(call))).toEqual([]);
  });

  it('requests the password in a dialog when the session ends while a page is open', async () => {
    const testUser = (await tests.newTestUser()).expects(401);
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
    await testUser.page
      .getByText(/^Updated at/)
      .first()
      .waitFor();
    await testUser.removeSessionCookie();
    await testUser.button('Refresh').click();

    const dialog = testUser.page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText(refusal).waitFor();

    // A change makes the page read again without a session; the refusal arrives when the user has already signed in.
    const refused = testUser.holdReply('**/overview');
    await tests.api.createUser('late-comer');
    const answerLate = await refused;
    await dialog.getByLabel('Password', { exact: true }).fill(tests.system.administrator.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await answerLate();

    const { user_names } = await tests.api.get('users');
    await testUser.page
      .getByRole('group', { name: 'Users' })
      .getByText(String((user_names as string[]).length))
      .waitFor();
    expect(await dialog.count()).toBe(0);
    expect(testUser.location).toBe('');
  });
});
