import type { Logger } from '@gatehouse/logging';
import { CookieReissue } from './cookie-reissue';
import type { IssuedToken, LiveSession } from './session-store';

const settings = {
  cookieName: 'auth_tkt',
  cookieDomain: undefined,
  cookieSecure: false,
  cookieExpire: 1_000,
};
const session = { userId: 1 } as LiveSession;
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

/** Sessions whose reissue is always due; `answer` is the result of the database. */
function setUp(answer: () => Promise<IssuedToken>) {
  const reissue = jest.fn(answer);
  const warn = jest.fn();
  const sessions = { isDueForReissue: () => true, reissue };
  return {
    reissue,
    warn,
    cookies: new CookieReissue(sessions, settings, { warn } as unknown as Logger),
  };
}

const issued = async () => ({ token: 'token', maxAge: 1_000 });

describe('the reissue of a session cookie', () => {
  it('issues one cookie for concurrent requests', async () => {
    const { cookies, reissue } = setUp(issued);
    const results = await Promise.all(Array.from({ length: 10 }, () => cookies.cookieFor(session, at(0))));
    expect(results.filter((cookie) => cookie !== undefined)).toHaveLength(1);
    expect(results[0]).toContain('auth_tkt=token');
    expect(reissue).toHaveBeenCalledTimes(1);
  });

  it('issues the next one after another tenth of its lifetime, also to a client that keeps its first cookie', async () => {
    const { cookies, reissue } = setUp(issued);
    for (const seconds of [0, 1, 99]) await cookies.cookieFor(session, at(seconds));
    expect(reissue).toHaveBeenCalledTimes(1);
    expect(await cookies.cookieFor(session, at(100))).toContain('auth_tkt=token');
  });

  it('that fails issues none, fails no request, and is retried later', async () => {
    let fails = true;
    const { cookies, warn } = setUp(() => (fails ? Promise.reject(new Error('away')) : issued()));
    expect(await cookies.cookieFor(session, at(0))).toBeUndefined();
    expect(warn).toHaveBeenCalledTimes(1);
    fails = false;
    expect(await cookies.cookieFor(session, at(9))).toBeUndefined();
    expect(await cookies.cookieFor(session, at(10))).toContain('auth_tkt=token');
  });

  it('that takes too long does not delay the reply', async () => {
    jest.useFakeTimers();
    try {
      const { cookies } = setUp(() => new Promise(() => undefined));
      const cookie = cookies.cookieFor(session, at(0));
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await cookie).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});
