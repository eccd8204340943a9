import { setTimeout as sleep } from 'node:timers/promises';
import type { ProtectedService } from '../src/api';
import { BrowserTests } from '../src/browser-tests';
import type { Account } from '../src/system';
import { startUpstream, type Upstream } from '../src/upstream';
import type { TestUser } from '../src/test-user';

describe('a protected service in the browser of a user who signed in to the console', () => {
  const tests = BrowserTests.register();
  let upstream: Upstream;
  let alice: Account;
  let rivers: ProtectedService;
  let testUser: TestUser;

  beforeAll(async () => {
    upstream = await startUpstream();
    alice = await tests.api.createUser('alice');
    rivers = await tests.api.createService('river-data', upstream.url);
  });
  afterAll(() => upstream?.stop());

  beforeEach(async () => {
    testUser = await tests.newTestUser();
  });

  /** Opens the service in the browser; returns the status of the response. */
  async function open(path: string): Promise<number | undefined> {
    return (await testUser.page.goto(`${rivers.publicUrl}${path}`))?.status();
  }

  /** Opens the service until the proxy has received the last change, 20 s at most. */
  async function openUntil(status: number, path: string): Promise<number | undefined> {
    for (const end = Date.now() + 60_000; ; await sleep(20)) {
      const found = await open(path);
      if (found === status || Date.now() > end) return found;
    }
  }

  it('is accessible while the user is signed in and has the permission, and not otherwise', async () => {
    testUser.expects(401).expects(403);
    expect(await open('/flow')).toBe(401);

    await testUser.open('login');
    await testUser.signIn(alice);
    await testUser.heading('Signed in as alice').waitFor();
    expect(await openUntil(403, '/flow')).toBe(403);
    expect(upstream.received).toEqual([]);

    await tests.api.allow('alice', 'river-data', 'access');
    expect(await openUntil(200, '/flow?station=7')).toBe(200);
    await testUser.heading('River data').waitFor();
    // The session cookie must not reach the upstream.
    expect(upstream.received).toEqual([{ path: '/flow?station=7', cookie: undefined }]);

    await tests.api.revoke('alice', 'river-data', 'access');
    expect(await openUntil(403, '/flow')).toBe(403);

    await tests.api.allow('alice', 'river-data', 'access');
    expect(await openUntil(200, '/flow')).toBe(200);
    await testUser.open();
    await testUser.signOut();
    expect(await openUntil(401, '/flow')).toBe(401);

    const reached = upstream.received.length;
    expect(await open('/flow')).toBe(401);
    expect(upstream.received).toHaveLength(reached);
  });
});
