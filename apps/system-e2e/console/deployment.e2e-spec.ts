import { OpenIdProvider } from '@gatehouse/testing';
import { BrowserTests } from '../src/browser-tests';
import type { TestUser } from '../src/test-user';
import { startUpstream } from '../src/upstream';

describe('the console behind the prefix of a deployment', () => {
  const tests = BrowserTests.register(() => ({
    prefix: '/deep/auth',
    settings: { SVC_OUTGOING_ALLOWED: '127.0.0.0/8' },
  }));
  let testUser: TestUser;

  beforeEach(async () => {
    testUser = await tests.newTestUser();
  });

  it('signs in, returns, navigates and signs out below the prefix only', async () => {
    const requests: string[] = [];
    testUser.page.on('request', (request) => requests.push(request.url()));
    await testUser.open('not/there?a=b');
    await testUser.signIn(tests.system.administrator);
    await testUser.heading('Page not found').waitFor();
    expect(testUser.location).toBe('not/there?a=b');
    await testUser.page.getByRole('link', { name: 'Go to the home page' }).click();
    await testUser.page
      .getByText(/^Updated at/)
      .first()
      .waitFor();
    expect(testUser.location).toBe('');
    await testUser.signOut();
    expect(testUser.location).toBe('login');
    expect(requests.filter((url) => !url.startsWith(`${tests.system.apiUrl}/`))).toEqual([]);
  });

  it('does not lead from a crafted link through the sign-in page into the execution of a process', async () => {
    const upstream = await startUpstream();
    try {
      const { publicUrl } = await tests.api.createService('processes', upstream.url, 'wps');
      const { pathname } = new URL(publicUrl);
      const execute = `${pathname}?service=WPS&version=1.0.0&request=Execute&identifier=delete`;
      await testUser.open(`login?return=${encodeURIComponent(execute)}`);
      await testUser.signIn(tests.system.administrator);
      await testUser.page.waitForURL(tests.system.consoleUrl);
      expect(upstream.received).toEqual([]);
      // What only reads is shown, and an address that its user opens is executed.
      const read = `${pathname}?service=WPS&request=GetCapabilities`;
      await testUser.removeSessionCookie();
      await testUser.open(`login?return=${encodeURIComponent(read)}`);
      await testUser.signIn(tests.system.administrator);
      await testUser.heading('River data').waitFor();
      await testUser.page.goto(`${new URL(publicUrl).origin}${execute}`);
      expect(upstream.received.map(({ path }) => path)).toEqual([
        expect.stringContaining('GetCapabilities'),
        expect.stringContaining('Execute'),
      ]);
    } finally {
      await upstream.stop();
    }
  });

  it('does not lead from a crafted link through an identity provider into the execution of a process', async () => {
    const upstream = await startUpstream();
    const redirectUri = `${tests.system.apiUrl}/providers/institute/signin`;
    const client = { client_id: 'gatehouse', client_secret: 'a secret', redirect_uris: [redirectUri] };
    const provider = await OpenIdProvider.start({ clients: [client], users: { anna: {} } });
    try {
      const { publicUrl } = await tests.api.createService('provider-processes', upstream.url, 'wps');
      await tests.api.createProvider('institute', provider.issuer, client);
      for (const permission of ['getcapabilities', 'execute'])
        await tests.api.allowGroup('users', 'provider-processes', permission);
      const link = (query: string) => {
        const wanted = `${new URL(publicUrl).pathname}?service=WPS&version=1.0.0&${query}`;
        return { wanted, signIn: `${redirectUri}?return=${encodeURIComponent(wanted)}` };
      };
      // Cookies are removed while the console may still read.
      const { page } = testUser.expects(401);
      const execute = link('request=Execute&identifier=delete');

      // The first sign-in has a form; the provider has a session for the second, which shows no form.
      await page.goto(execute.signIn);
      await testUser.field('Name').fill('anna');
      await testUser.button('Continue').click();
      await page.waitForURL(tests.system.consoleUrl);
      await testUser.removeCookiesOf(tests.system.apiUrl);
      await page.goto(execute.signIn);
      await page.waitForURL(tests.system.consoleUrl);
      // From the sign-in page, which a link on any page opens.
      await testUser.removeCookiesOf(tests.system.apiUrl);
      await testUser.open(`login?return=${encodeURIComponent(execute.wanted)}`);
      await page.getByRole('link', { name: 'Continue with institute' }).click();
      await page.waitForURL(tests.system.consoleUrl);
      expect(upstream.received).toEqual([]);

      await testUser.removeCookiesOf(tests.system.apiUrl);
      await page.goto(link('request=GetCapabilities').signIn);
      await testUser.heading('River data').waitFor();
      // The user is allowed to execute it.
      await page.goto(`${new URL(publicUrl).origin}${execute.wanted}`);
      expect(upstream.received.map(({ path }) => path)).toEqual([
        expect.stringContaining('GetCapabilities'),
        expect.stringContaining('Execute'),
      ]);
      await tests.api.deleteProvider('institute');
    } finally {
      await Promise.all([provider.stop(), upstream.stop()]);
    }
  });

  it('signs in from the API reference, and returns to it', async () => {
    const { page } = testUser;
    await page.goto(`${tests.system.apiUrl}/api`);
    await page.getByPlaceholder('Filter by tag').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await testUser.signIn(tests.system.administrator);
    await page.waitForURL(`${tests.system.apiUrl}/api`);
    await page.getByText(`Signed in as ${tests.system.administrator.userName}`).waitFor();
    const session = await page.request.get(`${tests.system.apiUrl}/session`);
    expect(await session.json()).toMatchObject({ authenticated: true });
  });

  it('links to the API reference of the deployment', async () => {
    await testUser.signInWithoutPage(tests.system.administrator);
    await testUser.open();
    await testUser.page.getByRole('link', { name: 'API reference' }).click();
    await testUser.page.waitForURL(`${tests.system.apiUrl}/api`);
    // Violations of the policy are errors of the page, with which a test fails.
    const reply = await testUser.page.request.get(testUser.page.url());
    expect(reply.headers()['content-security-policy']).not.toContain('unsafe');
    const { page } = testUser;
    await page.getByPlaceholder('Filter by tag').waitFor();
    await page.locator('.opblock-tag[data-tag="System"]').click();
    await page.locator('[data-path="/version"]').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute', exact: true }).click();
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  });

  it('transfers at most 60 kB for the sign-in page, headers included', async () => {
    const wire = await testUser.page.context().newCDPSession(testUser.page);
    let bytes = 0;
    await wire.send('Network.enable');
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await testUser.open('login');
    await testUser.page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  it('is sent with a content security policy that allows its own scripts only', async () => {
    const page = await testUser.page.request.get(tests.system.consoleUrl);
    const policy = page.headers()['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types angular");
    const html = await page.text();
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
    expect(html).toContain(`ngcspnonce="${nonce}"`);
  });
});
