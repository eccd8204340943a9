import type { Browser } from 'playwright-core';
import { AdministratorApi, failToSignIn } from '../src/api';
import { type Account, type RunningSystem, startSystem } from '../src/system';
import { type Circumstances, launchBrowser, Visitor } from '../src/visitor';

const refusal = 'That user name or email and password do not match. Check both and try again.';

describe('signing in', () => {
  let system: RunningSystem;
  let browser: Browser;
  let api: AdministratorApi;
  let alice: Account;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    system = await startSystem();
    api = await AdministratorApi.signIn(system);
    alice = await api.createUser('alice');
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  }, 30_000);

  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints);
    await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
    expect(complaints).toEqual([]);
  });

  async function arrive(how?: Circumstances): Promise<Visitor> {
    const visitor = await Visitor.arrive(browser, system, how);
    visitors.push(visitor);
    return visitor;
  }

  it('is refused with a wrong password, works with the right one, and ends with signing out', async () => {
    const visitor = (await arrive()).expects(401);
    await visitor.open('login');
    await visitor.signIn({ ...alice, password: 'not-her-password' });
    await visitor.page.getByText(refusal).waitFor();
    expect(await visitor.field('User name or email').inputValue()).toBe('alice');

    await visitor.signIn(alice);
    await visitor.heading('Signed in as alice').waitFor();
    expect(visitor.place).toBe('');

    await visitor.button('Sign out').click();
    await visitor.heading('Sign in').waitFor();
    expect(visitor.place).toBe('login');
    const session = await visitor.page.request.get(`${system.apiUrl}/session`);
    expect(await session.json()).toMatchObject({ authenticated: false });
  });

  it('takes the email as well as the name', async () => {
    const visitor = await arrive();
    await visitor.open('login');
    await visitor.signIn({ ...alice, userName: 'Alice@Example.org' });
    await visitor.heading('Signed in as alice').waitFor();
  });

  it('says the same for a person there is not as for a wrong password', async () => {
    const visitor = (await arrive()).expects(401);
    await visitor.open('login');
    await visitor.signIn({ userName: 'nobody-here', password: 'whatever-it-is' });
    await visitor.page.getByText(refusal).waitFor();
  });

  it('says the same for the user that stands for everyone, and for what cannot be a name', async () => {
    const visitor = (await arrive()).expects(403).expects(422);
    await visitor.open('login');
    for (const userName of ['anonymous', 'no such name!']) {
      await visitor.page.reload();
      await visitor.signIn({ userName, password: 'whatever-it-is' });
      await visitor.page.getByText(refusal).waitFor();
    }
  });

  it('says how long to wait after too many failures', async () => {
    const visitor = (await arrive()).expects(429);
    await failToSignIn(system, 'mallory', 10);
    await visitor.open('login');
    await visitor.signIn({ userName: 'mallory', password: 'one-more' });
    await visitor.page.getByText(/^Too many failed attempts\. Try again in 1[45] minutes\.$/).waitFor();
  });

  it('returns to the page that was asked for, which also survives a reload', async () => {
    const visitor = await arrive();
    await visitor.open('somewhere/deep?tab=rules#cell');
    expect(visitor.place).toMatch(/^login\?return=/);
    await visitor.signIn(alice);
    await visitor.heading('Page not found').waitFor();
    expect(visitor.place).toBe('somewhere/deep?tab=rules#cell');
    await visitor.page.reload();
    await visitor.heading('Page not found').waitFor();
    expect(visitor.place).toBe('somewhere/deep?tab=rules#cell');
  });

  it('shows nothing of the console without a session', async () => {
    const visitor = await arrive();
    await visitor.open();
    expect(visitor.place).toBe('login');
    expect(await visitor.page.getByRole('navigation').count()).toBe(0);
  });

  it('does not show the page again that was left by signing out', async () => {
    const visitor = await arrive();
    await visitor.isSignedIn(alice);
    await visitor.open();
    await visitor.button('Sign out').click();
    await visitor.heading('Sign in').waitFor();
    await visitor.page.goBack();
    await visitor.heading('Sign in').waitFor();
    expect(await visitor.page.getByText('alice@example.org').count()).toBe(0);
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
  ])('stays here whatever the link says: return=%j', async (hostile) => {
    const visitor = await arrive();
    const visited: string[] = [];
    const asked: string[] = [];
    visitor.page.on('request', (request) => {
      visited.push(request.url());
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await visitor.open(`login?return=${encodeURIComponent(hostile)}`);
    await visitor.signIn(alice);
    await visitor.heading('Signed in as alice').waitFor();
    expect(visitor.place).toBe('');
    expect(visited.filter((url) => !url.startsWith(`${system.apiUrl}/`))).toEqual([]);
    expect(asked.filter((call) => /signout|GET \/signin/.test(call))).toEqual([]);
  });

  it('asks for the password over the page when the session ends in the middle of work', async () => {
    const visitor = (await arrive()).expects(401);
    await visitor.isSignedIn(system.administrator);
    await visitor.open();
    await visitor.page.getByText(/^Updated at/).waitFor();
    await visitor.loseSession();
    await api.createUser('late-comer');
    await visitor.button('Refresh').click();

    const dialog = visitor.page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText(refusal).waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(system.administrator.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });

    const { user_names } = await api.get('users');
    await visitor.page
      .getByRole('group', { name: 'Users' })
      .getByText(String((user_names as string[]).length))
      .waitFor();
    expect(visitor.place).toBe('');
  });
});
