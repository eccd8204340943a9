import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { AdministratorApi, type ProtectedService } from '../src/api';
import { type Account, type RunningSystem, startSystem } from '../src/system';
import { startUpstream, type Upstream } from '../src/upstream';
import { launchBrowser, TestUser } from '../src/test-user';

describe('a protected service in the browser of somebody who signed in to the console', () => {
  let browser: Browser;
  let upstream: Upstream;
  let system: RunningSystem;
  let api: AdministratorApi;
  let alice: Account;
  let rivers: ProtectedService;
  let testUser: TestUser;

  beforeAll(async () => {
    browser = await launchBrowser();
    upstream = await startUpstream();
    system = await startSystem();
    api = await AdministratorApi.signIn(system);
    alice = await api.createUser('alice');
    rivers = await api.createService('river-data', upstream.url);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await upstream?.stop();
    await system?.stop();
  }, 30_000);

  beforeEach(async () => {
    testUser = await TestUser.arrive(browser, system);
  });

  afterEach(() => testUser?.leave());

  /** Opens the service in the browser and tells the status of the answer. */
  async function open(path: string): Promise<number | undefined> {
    return (await testUser.page.goto(`${rivers.publicUrl}${path}`))?.status();
  }

  /** A change reaches the proxy within moments of its answer; opens the service until it has, 5 s at most. */
  async function openUntil(status: number, path: string): Promise<number | undefined> {
    for (const end = Date.now() + 5_000; ; await sleep(20)) {
      const found = await open(path);
      if (found === status || Date.now() > end) return found;
    }
  }

  it('is reached after the grant and not before it, nor after it was revoked, nor after signing out', async () => {
    testUser.expects(401).expects(403);
    expect(await open('/flow')).toBe(401);

    await testUser.open('login');
    await testUser.signIn(alice);
    await testUser.heading('Signed in as alice').waitFor();
    expect(await openUntil(403, '/flow')).toBe(403);
    expect(upstream.received).toEqual([]);

    await api.allow('alice', 'river-data', 'access');
    expect(await openUntil(200, '/flow?station=7')).toBe(200);
    await testUser.heading('River data').waitFor();
    // What proves to us who somebody is must not reach the upstream.
    expect(upstream.received).toEqual([{ path: '/flow?station=7', cookie: undefined }]);

    await api.revoke('alice', 'river-data', 'access');
    expect(await openUntil(403, '/flow')).toBe(403);

    await api.allow('alice', 'river-data', 'access');
    expect(await openUntil(200, '/flow')).toBe(200);
    await testUser.open();
    await testUser.button('Sign out').click();
    await testUser.heading('Sign in').waitFor();
    expect(await openUntil(401, '/flow')).toBe(401);

    const reached = upstream.received.length;
    expect(await open('/flow')).toBe(401);
    expect(upstream.received).toHaveLength(reached);
    expect(testUser.complaints).toEqual([]);
  });
});
