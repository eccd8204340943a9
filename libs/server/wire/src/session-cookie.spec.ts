import { claimsOf, clearCookie, newToken, setCookie, tokensIn, withoutCookie } from './session-cookie';

const settings = { cookieName: 'auth_tkt', cookieDomain: undefined, cookieSecure: false, cookieExpire: 3600 };
const issued = new Date('2026-05-01T10:00:00Z');

describe('the session cookie', () => {
  const token = newToken(42, issued);

  it('has the shape that existing clients parse: 128 digits, 8 of the time, the id, the marker', () => {
    const header = setCookie(settings, token, 3600, issued);
    expect(header).toMatch(
      /^auth_tkt=[0-9a-f]{128}[0-9a-f]{8}42!userid_type:int; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; expires=Fri, 01 May 2026 11:00:00 GMT$/,
    );
    expect(claimsOf(token)).toEqual({ issuedAt: issued, userId: 42 });
  });

  it('is accepted with and without the marker, plain, quoted and encoded', () => {
    for (const value of [
      token,
      `${token}!userid_type:int`,
      `"${token}!userid_type:int"`,
      `${token}%21userid_type%3Aint`,
    ]) {
      expect(tokensIn(`a=b; auth_tkt=${value}; c=d`, 'auth_tkt')).toEqual([token]);
    }
  });

  it('returns every token of its name when a client sends several', () => {
    const other = newToken(7, issued);
    expect(tokensIn(`auth_tkt=${token}; auth_tkt=${other}`, 'auth_tkt')).toEqual([token, other]);
  });

  it('returns nothing for values that are not tokens', () => {
    for (const value of [
      '',
      'abc',
      `${token}x`,
      token.toUpperCase(),
      token.slice(3),
      `${token}!userid_type:str`,
    ]) {
      expect(tokensIn(`auth_tkt=${value}`, 'auth_tkt')).toEqual([]);
    }
  });

  it('has Secure and Domain if configured, and no expiry without Max-Age', () => {
    const header = setCookie(
      { ...settings, cookieSecure: true, cookieDomain: 'a.example' },
      token,
      undefined,
      issued,
    );
    expect(header).toMatch(/; Domain=a\.example; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('is cleared with the same path and an end in the past', () => {
    expect(clearCookie(settings)).toBe(
      'auth_tkt=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; expires=Thu, 01 Jan 1970 00:00:00 GMT',
    );
  });

  it('is removed from forwarded headers, and nothing else is', () => {
    expect(withoutCookie(`a=1; auth_tkt=${token}; b=2`, 'auth_tkt')).toBe('a=1; b=2');
    expect(withoutCookie(`auth_tkt=${token}`, 'auth_tkt')).toBeUndefined();
    expect(withoutCookie('auth_tkt_other=1', 'auth_tkt')).toBe('auth_tkt_other=1');
    expect(withoutCookie('; b=2;; auth_tkt ; =auth_tkt; auth_tkt=1; ', 'auth_tkt')).toBe(
      '; b=2;; =auth_tkt;',
    );
  });
});
