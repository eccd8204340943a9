import {
  claimsOf,
  clearCookies,
  identifyingTokensIn,
  newToken,
  setCookie,
  startCookies,
  tokensIn,
  withoutCookie,
} from './session-cookie';

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
    expect(clearCookies(settings)).toEqual([
      'auth_tkt=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ]);
  });

  it('is cleared for its domain and for the host alone, which browsers keep beside each other', () => {
    const ofDomain = { ...settings, cookieDomain: 'example.org' };
    const end = 'Path=/; HttpOnly; SameSite=Lax; Max-Age=0; expires=Thu, 01 Jan 1970 00:00:00 GMT';
    expect(clearCookies(ofDomain)).toEqual([`auth_tkt=; Domain=example.org; ${end}`, `auth_tkt=; ${end}`]);
    expect(startCookies(ofDomain, token, undefined, issued)).toEqual([
      setCookie(ofDomain, token, undefined, issued),
      `auth_tkt=; ${end}`,
    ]);
    expect(startCookies(settings, token, undefined, issued)).toEqual([
      setCookie(settings, token, undefined, issued),
    ]);
  });

  it('identifies nobody where more cookies have its name than are looked up, whatever their values are', () => {
    const four = [token, newToken(1, issued), 'a', ''];
    const header = (values: readonly string[]) => values.map((value) => `auth_tkt=${value}`).join('; ');
    expect(identifyingTokensIn(header(four), 'auth_tkt')).toEqual(four.slice(0, 2));
    expect(identifyingTokensIn(header([...four, 'b']), 'auth_tkt')).toEqual([]);
    expect(tokensIn(header([...four, newToken(2, issued)]), 'auth_tkt')).toHaveLength(3);
    expect(identifyingTokensIn('other=1', 'auth_tkt')).toBeUndefined();
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
