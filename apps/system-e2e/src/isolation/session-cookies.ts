import type { BrowserContext } from 'playwright-core';
import type { Account, RunningSystem } from '../system';

export const COOKIE = 'auth_tkt';

type StoredCookie = Parameters<BrowserContext['addCookies']>[0][number];

/** Signs in without a browser; returns the values of `Set-Cookie` that set a cookie. */
export async function signedIn(system: RunningSystem, { userName, password }: Account): Promise<string[]> {
  const answer = await fetch(`${system.listenerUrl}/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_name: userName, password }),
  });
  const headers = answer.headers.getSetCookie().filter((header) => !/max-age=0\b/i.test(header));
  if (!headers.some((header) => header.startsWith(`${COOKIE}=`)))
    throw new Error(`${userName} could not sign in: ${answer.status}.`);
  return headers;
}

/** The value of the session cookie. */
export function sessionToken(headers: readonly string[]): string {
  return headers.find((header) => header.startsWith(`${COOKIE}=`))?.split(/[=;]/)[1] ?? '';
}

/** A cookie as a browser stores it that has received a value of `Set-Cookie` from an address. */
export function storedCookie(header: string, address: string): StoredCookie {
  const [pair = '', ...parts] = header.split(/; */);
  const attributes = new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.toLowerCase(), value] as const;
    }),
  );
  const [name = '', value = ''] = pair.split('=');
  const domain = attributes.get('domain')?.replace(/^\./, '');
  const maxAge = Number(attributes.get('max-age') ?? 3600);
  return {
    name,
    value,
    // A dot marks a cookie for all hosts below the domain.
    domain: domain ? `.${domain}` : new URL(address).hostname,
    path: attributes.get('path') ?? '/',
    expires: Math.floor(Date.now() / 1000) + maxAge,
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: 'Lax',
  };
}
