import type { Browser } from 'playwright-core';
import { type RunningSystem, startSystem } from '../src/system';
import { launchBrowser, Visitor } from '../src/visitor';

describe('the console behind the prefix of a deployment', () => {
  let system: RunningSystem;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    browser = await launchBrowser();
    system = await startSystem({ prefix: '/deep/auth' });
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  }, 30_000);

  beforeEach(async () => {
    visitor = await Visitor.arrive(browser, system);
  });

  afterEach(async () => {
    await visitor.leave();
    expect(visitor.complaints).toEqual([]);
  });

  it('signs in, returns, goes about and signs out without ever leaving the prefix', async () => {
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(request.url()));
    await visitor.open('not/there?a=b');
    await visitor.signIn(system.administrator);
    await visitor.heading('Page not found').waitFor();
    expect(visitor.place).toBe('not/there?a=b');
    await visitor.page.getByRole('link', { name: 'Go to the home page' }).click();
    await visitor.page.getByText(/^Updated at/).waitFor();
    expect(visitor.place).toBe('');
    await visitor.button('Sign out').click();
    await visitor.heading('Sign in').waitFor();
    expect(visitor.place).toBe('login');
    expect(asked.filter((url) => !url.startsWith(`${system.apiUrl}/`))).toEqual([]);
  });

  it('leads to the reference of this deployment’s API', async () => {
    await visitor.isSignedIn(system.administrator);
    await visitor.open();
    await visitor.page.getByRole('link', { name: 'API reference' }).click();
    await visitor.page.waitForURL(`${system.apiUrl}/api`);
    expect((await visitor.page.request.get(visitor.page.url())).ok()).toBe(true);
  });

  it('signs people in with 60 kB at most, as they come over the wire, headers and all', async () => {
    const wire = await visitor.page.context().newCDPSession(visitor.page);
    let bytes = 0;
    await wire.send('Network.enable');
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await visitor.open('login');
    await visitor.page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  it('is sent with a policy that lets nothing foreign in', async () => {
    const page = await visitor.page.request.get(system.consoleUrl);
    const policy = page.headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
    expect(html).toContain(`ngcspnonce="${nonce}"`);
  });
});
