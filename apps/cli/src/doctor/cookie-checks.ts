import type { Check } from './finding';
import { endOfSession } from './front-end-probes';
import { NotExamined } from './not-examined';

/** Whether browsers keep the session cookie, and send it where it belongs and nowhere else. */
export const COOKIE_CHECKS: readonly Check[] = [
  {
    id: 'cookie_without_secure',
    severity: 'error',
    finding: 'Session cookies are sent over http, too.',
    risk: 'A request of http, which any page can cause, discloses the session.',
    remedy: 'Remove SVC_COOKIE_SECURE=false, or set SVC_URL to the https address.',
    link: 'reference/sessions.md',
    evidence: async (seen) => {
      if (!seen.isHttps) throw new NotExamined('the address is one of http');
      return (await seen.settings())['cookie_secure'] === false
        ? ['cookie_secure of /ui/settings.json is false.']
        : [];
    },
  },
  {
    id: 'cookies_hidden',
    severity: 'error',
    finding: 'The front end removes cookies of replies.',
    risk: 'Nobody can sign in with a browser.',
    remedy: 'Let Set-Cookie pass (nginx: no proxy_hide_header or proxy_ignore_headers for it).',
    link: 'reference/sessions.md',
    evidence: async (seen) =>
      (await endOfSession(seen)) === undefined ? ['The end of a session sets no cookie.'] : [],
  },
  {
    id: 'cookies_changed',
    severity: 'error',
    finding: 'The front end changes the session cookie.',
    risk: 'Scripts can read it, it is sent in clear text or by other sites, or browsers do not send it at all.',
    remedy:
      'Pass Set-Cookie as it is (nginx: no proxy_cookie_flags, proxy_cookie_path or proxy_cookie_domain).',
    link: 'reference/sessions.md',
    evidence: async (seen) => {
      const cookie = await endOfSession(seen);
      if (cookie === undefined) return [];
      const isSecure = seen.isHttps && (await seen.settings())['cookie_secure'] === true;
      return ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
        .filter(
          (attribute) => !cookie.split(/;\s*/).some((each) => each.toLowerCase() === attribute.toLowerCase()),
        )
        .map((attribute) => `The cookie has no ${attribute}: ${cookie}.`);
    },
  },
  {
    id: 'cookie_domain_differs',
    severity: 'error',
    finding: 'The session cookie is not one of the addresses that clients use.',
    risk: 'Browsers drop it, so that nobody can sign in, or do not send it to services.',
    remedy: 'Set SVC_COOKIE_DOMAIN to a domain that both hosts have in common, or remove it for one host.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const cookie = await endOfSession(seen);
      if (cookie === undefined) return [];
      const own = new URL(seen.url).hostname;
      const domain = /;\s*domain=\.?([^;]+)/i.exec(cookie)?.[1]?.toLowerCase();
      const hosts = [own, new URL(await seen.proxyUrl()).hostname];
      return [...new Set(hosts)]
        .filter((host) =>
          domain === undefined ? host !== own : host !== domain && !host.endsWith(`.${domain}`),
        )
        .map((host) => `A cookie of ${domain ?? own} is not one of ${host}.`);
    },
  },
];
