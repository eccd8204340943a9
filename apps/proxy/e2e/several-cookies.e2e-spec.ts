import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a request with several session cookies', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;
  let own: string;
  let again: string;
  let planted: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(upstream.url);
    const [ada, bob] = [await fixture.addUser(), await fixture.addUser()];
    own = cookieOf(await fixture.signIn(ada));
    again = cookieOf(await fixture.signIn(ada));
    planted = cookieOf(await fixture.signIn(bob));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** Whether a page of another origin is refused, as it is for callers with a session, but not for anonymous ones. */
  const isSignedIn = async (...cookies: string[]): Promise<boolean> => {
    const headers = { cookie: cookies.join('; '), origin: 'https://evil.example' };
    const { status } = await call(port, { path, method: 'POST', headers });
    expect([200, 403]).toContain(status);
    return status === 403;
  };

  it('is that of the user whom all of them name', async () => {
    expect(await isSignedIn(own)).toBe(true);
    expect(await isSignedIn(own, again)).toBe(true);
    expect(await isSignedIn('auth_tkt=0', again, own)).toBe(true);
  });

  it('is anonymous if they are of different users, in either order, known to the proxy or not', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await isSignedIn(own, planted)).toBe(false);
      expect(await isSignedIn(planted, own)).toBe(false);
      expect(await isSignedIn(own, again, planted)).toBe(false);
    }
  });

  it('is anonymous if they are more than are looked up', async () => {
    expect(await isSignedIn(own, own, own, 'auth_tkt=0')).toBe(true);
    expect(await isSignedIn(own, own, own, own, 'auth_tkt=0')).toBe(false);
  });
});
