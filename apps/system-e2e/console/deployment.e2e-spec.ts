import type { Browser } from 'playwright-core';
import { type RunningSystem, startSystem } from '../src/system';
import { launchBrowser, TestUser } from '../src/test-user';

describe('the console behind the prefix of a deployment', () => {
  let system: RunningSystem;
  let browser: Browser;
  let testUser: TestUser;

  beforeAll(async () => {
    browser = await launchBrowser();
    system = await startSystem({ prefix: '/deep/auth' });
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  }, 30_000);

  beforeEach(async () => {
    testUser = await TestUser.arrive(browser, system);
  });

  afterEach(async () => {
    await testUser.leave();
    expect(testUser.complaints).toEqual([]);
  });

  it('signs in, returns, goes about and signs out without ever leaving the prefix', async () => {
    const asked: string[] = [];
    testUser.page.on('request', (request) => asked.push(request.url()));
    await testUser.open('not/there?a=b');
    await testUser.signIn(system.administrator);
    await testUser.heading('Page not found').waitFor();
    expect(testUser.place).toBe('not/there?a=b');
    await testUser.page.getByRole('link', { name: 'Go to the home page' }).click();
    await testUser.page.getByText(/^Updated at/).waitFor();
    expect(testUser.place).toBe('');
    await testUser.button('Sign out').click();
    await testUser.heading('Sign in').waitFor();
    expect(testUser.place).toBe('login');
    expect(asked.filter((url) => !url.startsWith(`${system.apiUrl}/`))).toEqual([]);
  });

  it('leads to the reference of this deployment’s API', async () => {
    await testUser.isSignedIn(system.administrator);
    await testUser.open();
    await testUser.page.getByRole('link', { name: 'API reference' }).click();
    await testUser.page.waitForURL(`${system.apiUrl}/api`);
    expect((await testUser.page.request.get(testUser.page.url())).ok()).toBe(true);
  });

  it('signs people in with 60 kB at most, as they come over the wire, headers and all', async () => {
    const wire = await testUser.page.context().newCDPSession(testUser.page);
    let bytes = 0;
    await wire.send('Network.enable');
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await testUser.open('login');
    await testUser.page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  it('is sent with a policy that lets nothing foreign in', async () => {
    const page = await testUser.page.request.get(system.consoleUrl);
    const policy = page.headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
    expect(html).toContain(`ngcspnonce="${nonce}"`);
  });
});
