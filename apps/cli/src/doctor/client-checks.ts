import type { Row } from '../declaration/shown';
import { NotReachable } from '../failures';
import { difference, ownClock } from './clocks';
import type { Check } from './finding';
import { NotExamined } from './not-examined';
import type { Seen } from './seen';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
/** Nothing has this name. */
export const NOWHERE = '/gatehouse-doctor-asks-for-nothing';
/** A front end that reads paths decodes the slash, and joins two of them. */
export const SPELLED = `${NOWHERE}/a%20b/c%2Fd//%C3%A9`;
const REVISION = 'X-Access-Revision';
/** A body that the API accepts by default, and so does nginx. */
const BODY_BYTES = 990_000;

/** What clients of the API see, without credentials. */
export const CLIENT_CHECKS: readonly Check[] = [
  {
    id: 'no_https',
    severity: 'error',
    finding: 'The API is used without TLS.',
    risk: 'Passwords, cookies and tokens can be read and changed on their way.',
    remedy: 'Put a front end with TLS in front of it, and set SVC_URL to its https address.',
    link: 'front-ends/README.md',
    evidence: async (seen) => (seen.isHttps || seen.isLoopback ? [] : [`The address is ${seen.url}.`]),
  },
  {
    id: 'certificate_ends',
    severity: 'warning',
    finding: 'The certificate ends soon.',
    risk: 'From then on, clients refuse to connect.',
    remedy: 'Renew it, and let the front end read it again.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!seen.isHttps) throw new NotExamined('the address is one of http');
      const { certificateEnds } = await seen.probe('/version');
      if (certificateEnds === undefined) return [];
      const days = Math.floor((Date.parse(certificateEnds) - seen.now()) / DAY_MS);
      return days < CERTIFICATE_DAYS ? [`It ends on ${certificateEnds.slice(0, 10)}.`] : [];
    },
  },
  {
    id: 'http_answered',
    severity: 'warning',
    finding: 'The http address answers without leading to https.',
    risk: 'Whoever types the address sends a password in clear text.',
    remedy: 'Redirect http to https at the front end.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!seen.isHttps) throw new NotExamined('the address is not one of https');
      const { hostname, pathname } = new URL(seen.url);
      const url = `http://${hostname}:${seen.httpPort}${pathname === '/' ? '' : pathname}/version`;
      const reply = await seen.probeAt(url).catch((error: unknown) => {
        if (error instanceof NotReachable) return undefined;
        throw error;
      });
      return reply?.isGatehouse ? [`${url} answers with status ${reply.status}.`] : [];
    },
  },
  {
    id: 'other_public_url',
    severity: 'error',
    finding: 'The instance takes another address for its own.',
    risk: 'Links in mails, redirects and the checks of origins are those of the other address.',
    remedy: 'Set SVC_URL to the address that clients use.',
    link: 'configuration.md',
    evidence: async (seen) => {
      const { body } = await seen.probe('/version');
      const stated = String(body?.['url'] ?? '').replace(/\/version$/, '');
      return stated === seen.url ? [] : [`Clients use ${seen.url}; replies name ${stated || 'none'}.`];
    },
  },
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
    id: 'clocks_differ',
    severity: 'error',
    finding: 'The clock of the instance differs from that of this machine.',
    risk: 'Sessions, one-time links and messages between instances are refused, or are valid for too long.',
    remedy: 'Synchronize the clocks of all machines (NTP).',
    link: 'reference/network-protocol.md',
    evidence: async (seen) => {
      const version = await seen.probe('/version');
      const stated = Date.parse(version.headers.date ?? '');
      const own = await ownClock(seen);
      if (Number.isNaN(stated) && own === undefined) throw new NotExamined('replies have no Date');
      return [
        ...difference('That of the replies (Date)', stated, version),
        ...(own === undefined ? [] : difference('That of the API (its metrics)', own.stated, own.probe)),
      ];
    },
  },
  {
    id: 'other_version',
    severity: 'warning',
    finding: 'This program and the instance are of different versions.',
    risk: 'Commands can be missing at the instance, and doctor may look for the wrong things.',
    remedy: 'Use the program of the version of the instance.',
    link: 'upgrade.md',
    evidence: async (seen) => {
      const version = String((await seen.probe('/version')).body?.['version']);
      return version === seen.version ? [] : [`The instance is ${version}, this program ${seen.version}.`];
    },
  },
  {
    id: 'replies_cached',
    severity: 'error',
    finding: 'Something in front of the API answers from a cache.',
    risk: 'Users get the replies of others, and revoked sessions go on working.',
    remedy: 'Switch the cache off for the API; its replies forbid it with Cache-Control.',
    link: 'proxy.md#caching',
    evidence: async (seen) => {
      const [first, second] = [
        await seen.probeAt(`${seen.url}/session`),
        await seen.probeAt(`${seen.url}/session`),
      ];
      const id = first.headers['x-request-id'];
      if (id !== undefined && id === second.headers['x-request-id'])
        return [`Two replies have the same request id ${String(id)}.`];
      return second.headers.age === undefined ? [] : [`A reply of /session has Age: ${second.headers.age}.`];
    },
  },
  {
    id: 'methods_refused',
    severity: 'error',
    finding: 'The front end does not let all methods pass.',
    risk: 'Changes and deletions fail, in the console, too.',
    remedy: 'Let GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS pass.',
    link: 'proxy.md#verify-front-ends',
    evidence: async (seen) => {
      const wrong: string[] = [];
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status, isGatehouse, body } = await seen.probe(NOWHERE, { method });
        if (!isGatehouse) wrong.push(`${method} is answered with ${status} by something else.`);
        else if (body?.['method'] !== method) wrong.push(`${method} arrives as ${String(body?.['method'])}.`);
      }
      return wrong;
    },
  },
  {
    id: 'bodies_lost',
    severity: 'error',
    finding: 'The front end does not pass bodies of requests.',
    risk: 'Nobody can sign in, and no change is possible.',
    remedy: 'Pass the body to the API, with its length and type.',
    link: 'proxy.md#bodies',
    evidence: async (seen) => {
      const { status, isGatehouse, body } = await signInProbe(seen, '{"user_name": ""}');
      if (!isGatehouse) return [`A small body is answered with ${status} by something else.`];
      // The complaint is about the value: it has arrived.
      return body?.['error_code'] === 'value_empty'
        ? []
        : [`The API has answered ${status}, ${String(body?.['error_code'])}.`];
    },
  },
  {
    id: 'bodies_limited',
    severity: 'warning',
    finding: 'The front end refuses bodies that the API accepts.',
    risk: 'Large changes of permissions and configurations of services fail.',
    remedy: 'Raise its limit to that of the API (nginx: client_max_body_size).',
    link: 'proxy.md#bodies',
    evidence: async (seen) => {
      const text = JSON.stringify({ user_name: '', came_from: 'x'.repeat(BODY_BYTES) });
      const { status, isGatehouse } = await signInProbe(seen, text);
      return isGatehouse ? [] : [`${BODY_BYTES / 1000} kB are answered with ${status} by something else.`];
    },
  },
  {
    id: 'paths_changed',
    severity: 'error',
    finding: 'The front end changes paths.',
    risk: 'Names with special characters are not found, and rules of the front end are evaded.',
    remedy: 'Pass the path as it was sent (nginx: proxy_pass without a path).',
    link: 'proxy.md#paths',
    evidence: async (seen) => {
      const { isGatehouse, body, status } = await seen.probe(SPELLED);
      if (!isGatehouse) return [`${SPELLED} is answered with ${status} by something else.`];
      return changedPath(seen.url, body);
    },
  },
  {
    id: 'revisions_lost',
    severity: 'warning',
    finding: 'The front end removes X-Access-Revision.',
    risk: 'Clients cannot wait until a change applies, and the console can overwrite what others have changed in the meantime.',
    remedy: 'Let the header pass in requests for the API and in its replies.',
    link: 'reference/data.md#access-revision',
    evidence: async (seen) => {
      const {
        isGatehouse,
        body,
        headers: { 'x-request-id': id },
      } = await seen.probe('/version', { headers: { [REVISION]: 'none' } });
      const known = await seen.probeAt(`${seen.url}/version`);
      if (id !== undefined && id === known.headers['x-request-id'])
        throw new NotExamined('a cache answers for the API');
      const isLost = isGatehouse && body?.['error_code'] !== 'malformed_revision';
      const lost = isLost ? ['The API does not receive that of a request.'] : [];
      if (!seen.hasToken) return lost;
      const headers = { Authorization: seen.api.authorization };
      const { status, headers: replied } = await seen.probeAt(`${seen.url}/users/current`, { headers });
      const isHidden = status === 200 && replied[REVISION.toLowerCase()] === undefined;
      return isHidden ? [...lost, 'A reply to a signed-in caller has none.'] : lost;
    },
  },
  {
    id: 'headers_hidden',
    severity: 'warning',
    finding: 'The front end removes headers of replies.',
    risk: 'Clients cannot tell errors apart, and a problem is not found in the log by its request id.',
    remedy: 'Let X-Request-Id and X-Gatehouse-Reason pass.',
    link: 'proxy.md#request-ids',
    evidence: async (seen) => {
      const { headers } = await seen.probe(NOWHERE);
      return ['x-request-id', 'x-gatehouse-reason']
        .filter((name) => headers[name] === undefined)
        .map((name) => `A reply has no ${name}.`);
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
  {
    id: 'any_origin_allowed',
    severity: 'error',
    finding: 'Pages of any origin may read replies of the API with credentials.',
    risk: 'A page on the web reads and changes everything that its visitor may.',
    remedy: 'Let the API answer preflights; remove Access-Control headers of the front end.',
    link: 'proxy.md#cross-site-requests',
    evidence: async (seen) => {
      const origin = 'https://gatehouse-doctor.invalid';
      const { headers } = await seen.probe('/session', { headers: { Origin: origin } });
      const allowed = headers['access-control-allow-origin'];
      const isOpen = allowed === origin && headers['access-control-allow-credentials'] === 'true';
      return isOpen ? [`A request of ${origin} is allowed with credentials.`] : [];
    },
  },
  {
    id: 'host_believed',
    severity: 'error',
    finding: 'Forwarding headers of clients change the address of the instance.',
    risk: 'An attacker makes links in mails lead to another host.',
    remedy: 'Set SVC_URL, and let the front end replace X-Forwarded-Host and X-Forwarded-Proto.',
    link: 'reference/deployment.md#trusted-proxies',
    evidence: async (seen) => {
      const host = 'gatehouse-doctor.invalid';
      const headers = { 'X-Forwarded-Host': host, Forwarded: `host=${host}` };
      const { body, text } = await seen.probe(NOWHERE, { headers });
      return text.includes(host) ? [`A reply names ${host}: ${String(body?.['url'])}.`] : [];
    },
  },
  {
    id: 'proxy_not_found',
    severity: 'error',
    finding: 'The address of the proxy does not lead to it.',
    risk: 'Services cannot be used, and the console shows addresses that do not work.',
    remedy: 'Forward the path of SVC_PROXY_PUBLIC_URL to the proxy.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const url = await seen.proxyUrl();
      try {
        const { status, body } = await seen.probeAt(`${url}${NOWHERE}`);
        // The API, too, has such an answer, for a path of its own.
        const { body: ofApi } = await seen.probe(NOWHERE);
        const isProxy =
          typeof body?.['error_code'] === 'string' && body['error_code'] !== ofApi?.['error_code'];
        return isProxy && status !== 421 ? [] : [`${url} answers with ${status}, and not as the proxy does.`];
      } catch (error) {
        if (error instanceof NotReachable) return [error.message];
        throw error;
      }
    },
  },
  {
    id: 'one_origin',
    severity: 'warning',
    finding: 'API and services have the same origin.',
    risk: 'Pages of services are restricted by a policy; one with `pages: trusted` can do everything that its reader may.',
    remedy: 'Publish the services under another host name or port.',
    link: 'isolation.md#choosing-a-deployment',
    evidence: async (seen) => {
      const { origin } = new URL(seen.url);
      return new URL(await seen.proxyUrl()).origin === origin ? [`Both are at ${origin}.`] : [];
    },
  },
];

/** A sentence if a path has arrived in another spelling than {@link SPELLED}, by the reply to it. */
export function changedPath(base: string, reply: Row | undefined): string[] {
  const arrived = String(reply?.['url']);
  return arrived.endsWith(SPELLED) ? [] : [`${base}${SPELLED} arrives as ${arrived}.`];
}

/** The cookie that takes away the one of a session; undefined if the reply has none. */
export async function endOfSession(seen: Seen): Promise<string | undefined> {
  const { headers } = await seen.probe('/signout');
  return headers['set-cookie']?.[0];
}

function signInProbe(seen: Seen, body: string) {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return seen.probe('/signin', { method: 'POST', headers, body });
}
