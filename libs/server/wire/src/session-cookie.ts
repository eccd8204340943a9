import { randomBytes } from 'node:crypto';
import type { Settings } from '@gatehouse/settings';

/** The content of the cookie of a session; trusted only after its token was found among the sessions. */
export interface TokenClaims {
  readonly issuedAt: Date;
  readonly userId: number;
}

export type CookieSettings = Pick<Settings, 'cookieName' | 'cookieDomain' | 'cookieSecure' | 'cookieExpire'>;

/** The names of all cookies that Gatehouse sets in browsers. Services must not set any of them. */
export interface OwnCookieNames {
  /** That of the session. */
  readonly session: string;
  /** That of a sign-in with a provider that is in progress. */
  readonly provider: string;
  /** That of the page on which such a sign-in continues. */
  readonly homepage: string;
}

export function ownCookieNames({ cookieName }: Pick<Settings, 'cookieName'>): OwnCookieNames {
  return { session: cookieName, provider: `${cookieName}_provider`, homepage: 'homepage_route' };
}

const MARKER = '!userid_type:int';
/** 128 hexadecimal digits, 8 of the time of issue, the user's id: as existing clients parse it. Reference: sessions#cookie. */
const TOKEN = /^[0-9a-f]{128}([0-9a-f]{8})([1-9][0-9]{0,9})$/;

const SPELLED_OTHERWISE = /["%]/;

/** A new token: 64 random bytes, then what clients read from it. */
export function newToken(userId: number, issuedAt: Date): string {
  const seconds = Math.floor(issuedAt.getTime() / 1000);
  return randomBytes(64).toString('hex') + seconds.toString(16).padStart(8, '0') + String(userId);
}

export function claimsOf(token: string): TokenClaims | undefined {
  const parts = TOKEN.exec(token);
  if (!parts?.[1] || !parts[2]) return undefined;
  return { issuedAt: new Date(parseInt(parts[1], 16) * 1000), userId: Number(parts[2]) };
}

/** Cookies of one name that are looked up. A browser sends several when its paths or domains overlap. */
const MAX_COOKIES = 4;

/**
 * The session tokens in a `Cookie` header, in their order, with or without the `!userid_type:int` marker, which
 * clients may also send percent-encoded or in quotes. Values that cannot be tokens of ours are left out; undefined when no
 * cookie has that name.
 */
export function tokensIn(cookieHeader: string | undefined, cookieName: string): string[] | undefined {
  return cookiesIn(cookieHeader, cookieName)?.tokens;
}

/**
 * The same for the tokens that can identify a caller: none where more cookies have the name than are looked up, because a page
 * of another host could otherwise decide which of them count. Reference: sessions#several-cookies.
 */
export function identifyingTokensIn(
  cookieHeader: string | undefined,
  cookieName: string,
): string[] | undefined {
  const cookies = cookiesIn(cookieHeader, cookieName);
  return cookies && (cookies.count > MAX_COOKIES ? [] : cookies.tokens);
}

interface SessionCookies {
  /** Number of cookies of the name, whatever their values are. */
  count: number;
  readonly tokens: string[];
}

function cookiesIn(cookieHeader: string | undefined, cookieName: string): SessionCookies | undefined {
  if (!cookieHeader) return undefined;
  let cookies: SessionCookies | undefined;
  // Read at every request of API and proxy: only examined pairs are extracted.
  for (let from = 0, end = 0; from < cookieHeader.length; from = end + 1) {
    end = cookieHeader.indexOf(';', from);
    if (end < 0) end = cookieHeader.length;
    const at = cookieHeader.indexOf('=', from);
    if (at < 0) break;
    if (at > end || cookieHeader.slice(from, at).trim() !== cookieName) continue;
    const token = tokenOf(cookieHeader.slice(at + 1, end).trim());
    cookies ??= { count: 0, tokens: [] };
    cookies.count += 1;
    if (TOKEN.test(token)) cookies.tokens.push(token);
  }
  return cookies;
}

function tokenOf(sent: string): string {
  const value = SPELLED_OTHERWISE.test(sent)
    ? sent
        .replace(/^"(.*)"$/, '$1')
        .replace('%21', '!')
        .replace(/%3a/i, ':')
    : sent;
  return value.endsWith(MARKER) ? value.slice(0, -MARKER.length) : value;
}

/** `Set-Cookie` that sends a token to the client. `maxAge` in seconds; undefined makes a cookie without end. */
export function setCookie(
  settings: CookieSettings,
  token: string,
  maxAge: number | undefined,
  now: Date,
): string {
  return serialize(settings, `${token}${MARKER}`, maxAge, now);
}

/**
 * `Set-Cookie` values that remove the cookie, regardless of its value: the one of this host and, if there is a
 * `SVC_COOKIE_DOMAIN`, the one of that domain. Browsers keep them beside each other.
 */
export function clearCookies(settings: CookieSettings): string[] {
  const ofHost = clearHostCookie(settings);
  return settings.cookieDomain ? [serialize(settings, '', 0, new Date(0)), ofHost] : [ofHost];
}

/** `Set-Cookie` values for a new session: its cookie, which replaces one of this host alone. */
export function startCookies(
  settings: CookieSettings,
  token: string,
  maxAge: number | undefined,
  now: Date,
): string[] {
  const cookie = setCookie(settings, token, maxAge, now);
  return settings.cookieDomain ? [cookie, clearHostCookie(settings)] : [cookie];
}

function clearHostCookie(settings: CookieSettings): string {
  return serialize({ ...settings, cookieDomain: undefined }, '', 0, new Date(0));
}

function serialize(settings: CookieSettings, value: string, maxAge: number | undefined, now: Date): string {
  const parts = [`${settings.cookieName}=${value}`];
  if (settings.cookieDomain) parts.push(`Domain=${settings.cookieDomain}`);
  parts.push('Path=/', 'HttpOnly', 'SameSite=Lax');
  if (settings.cookieSecure) parts.push('Secure');
  if (maxAge !== undefined) {
    parts.push(`Max-Age=${maxAge}`, `expires=${new Date(now.getTime() + maxAge * 1000).toUTCString()}`);
  }
  return parts.join('; ');
}

/** The `Cookie` header without the cookies of that name; undefined when nothing is left. For what is forwarded. */
export function withoutCookie(cookieHeader: string | undefined, cookieName: string): string | undefined {
  if (cookieHeader === undefined) return undefined;
  if (!cookieHeader.includes(cookieName)) return cookieHeader;
  let kept: string | undefined;
  for (let from = 0, end = 0; from <= cookieHeader.length; from = end + 1) {
    end = cookieHeader.indexOf(';', from);
    if (end < 0) end = cookieHeader.length;
    const pair = cookieHeader.slice(from, end);
    const at = pair.indexOf('=');
    if ((at < 0 ? pair : pair.slice(0, at)).trim() !== cookieName)
      kept = kept === undefined ? pair : `${kept};${pair}`;
  }
  return kept?.trim() || undefined;
}
