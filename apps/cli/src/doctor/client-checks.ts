import { NotReachable } from '../failures';
import { difference, ownClock } from './clocks';
import type { Check } from './finding';
import {
  NOWHERE,
  REVISION,
  SPELLED,
  UNKNOWN_TOKEN,
  assertAnswers,
  changedPath,
  isOfProxy,
  isRevisionLost,
  keptByCache,
  methodsThatFail,
  signInProbe,
} from './front-end-probes';
import { NotExamined } from './not-examined';
import { isLoopback } from './seen';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
/** A body that the API accepts by default, and so does nginx. */
const BODY_BYTES = 990_000;

/** What clients of the API see, without credentials. */
export const CLIENT_CHECKS: readonly Check[] = [
  {
    id: 'no_https',
    severity: 'error',
    finding: 'API or services are used without TLS.',
    risk: 'Passwords, cookies and tokens can be read and changed on their way.',
    remedy:
      'Put a front end with TLS in front of both, and set SVC_URL and SVC_PROXY_PUBLIC_URL to their https addresses.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!seen.isHttps) return seen.isLoopback ? [] : [`The address is ${seen.url}.`];
      const services = await seen.addressOfProxy();
      const isClear = services !== undefined && services.startsWith('http:') && !isLoopback(services);
      return isClear ? [`The address of services is ${services}.`] : [];
    },
  },
  {
    id: 'certificate_ends',
    severity: 'warning',
    finding: 'A certificate ends soon.',
    risk: 'From then on, clients refuse to connect.',
    remedy: 'Renew it, and let the front end read it again.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!seen.isHttps) throw new NotExamined('the address is one of http');
      const { certificateEnds: ofApi } = await seen.probe('/version');
      const ofServices = (await seen.probeOfProxy(NOWHERE))?.certificateEnds;
      const sentence = (whose: string, ends: string | undefined): string[] => {
        const days = ends === undefined ? CERTIFICATE_DAYS : (Date.parse(ends) - seen.now()) / DAY_MS;
        return days < CERTIFICATE_DAYS ? [`That of ${whose} ends on ${String(ends).slice(0, 10)}.`] : [];
      };
      const found = sentence('the API', ofApi);
      return ofServices === ofApi ? found : [...found, ...sentence('the services', ofServices)];
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
    finding: 'Something in front of API or proxy answers from a cache.',
    risk: 'Users get the replies of others, and revoked sessions go on working.',
    remedy: 'Switch the cache off for both; their replies forbid it with Cache-Control.',
    link: 'proxy.md#caching',
    evidence: async (seen) => {
      const [first, second] = [
        await seen.probeAt(`${seen.url}/session`),
        await seen.probeAt(`${seen.url}/session`),
      ];
      const id = first.headers['x-request-id'];
      if (id !== undefined && id === second.headers['x-request-id'])
        return [`Two replies have the same request id ${String(id)}.`];
      if (second.headers.age !== undefined) return [`A reply of /session has Age: ${second.headers.age}.`];
      const kept = await keptByCache(seen);
      return kept === undefined ? [] : [`Two replies of the proxy have the same request id ${kept}.`];
    },
  },
  {
    id: 'errors_replaced',
    severity: 'error',
    finding: 'The front end answers in place of the API.',
    risk: 'The console and other clients cannot tell what is wrong, and show errors that make no sense.',
    remedy:
      'Let replies of all statuses pass (nginx: no proxy_intercept_errors), and raise limits of the rate of requests (nginx: limit_req with a burst).',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const { isGatehouse, status } = await seen.probe(NOWHERE);
      return isGatehouse ? [] : [`${NOWHERE} is answered with ${status} by something else.`];
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
      await assertAnswers(seen);
      return methodsThatFail((method) => seen.probe(NOWHERE, { method }));
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
      await assertAnswers(seen);
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
      await assertAnswers(seen);
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
      await assertAnswers(seen);
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
    remedy: 'Let the header pass in requests for the API and for services, and in replies of the API.',
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
      if (await isRevisionLost(seen)) lost.push('The proxy does not receive that of a request.');
      if (!seen.hasToken) return lost;
      const headers = { Authorization: seen.api.authorization };
      const { status, headers: replied } = await seen.probeAt(`${seen.url}/users/current`, { headers });
      const isHidden = status === 200 && replied[REVISION.toLowerCase()] === undefined;
      return isHidden ? [...lost, 'A reply to a signed-in caller has none.'] : lost;
    },
  },
  {
    id: 'api_credentials_lost',
    severity: 'error',
    finding: 'The front end removes credentials of requests for the API.',
    risk: 'API tokens have no effect there: programs are nobody.',
    remedy: 'Pass Authorization to the API.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      await assertAnswers(seen);
      const headers = { Authorization: UNKNOWN_TOKEN };
      const { status, body } = await seen.probe('/version', { headers });
      return status === 200 && body?.['version'] !== undefined
        ? ['An unknown token is answered as if there were none.']
        : [];
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
      await assertAnswers(seen);
      const { headers } = await seen.probe(NOWHERE);
      return ['x-request-id', 'x-gatehouse-reason']
        .filter((name) => headers[name] === undefined)
        .map((name) => `A reply has no ${name}.`);
    },
  },
  {
    id: 'any_origin_allowed',
    severity: 'error',
    finding: 'Pages of any origin may read replies with credentials.',
    risk: 'A page on the web reads and changes everything that its visitor may.',
    remedy: 'Let API and proxy answer preflights; remove Access-Control headers of the front end.',
    link: 'proxy.md#cross-site-requests',
    evidence: async (seen) => {
      const origin = 'https://gatehouse-doctor.invalid';
      const request = { headers: { Origin: origin } };
      const replies = [
        ['the API', await seen.probe('/session', request)],
        ['a service', await seen.probeOfProxy(NOWHERE, request)],
      ] as const;
      return replies.flatMap(([whose, reply]) => {
        const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
          reply?.headers ?? {};
        return allowed === origin && credentials === 'true'
          ? [`A request of ${origin} to ${whose} is allowed with credentials.`]
          : [];
      });
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
    remedy:
      'Forward the path of SVC_PROXY_PUBLIC_URL to the proxy, and let its replies of all statuses pass (nginx: no proxy_intercept_errors, no auth_basic).',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const url = await seen.proxyUrl();
      try {
        const reply = await seen.probeAt(`${url}${NOWHERE}`);
        return (await isOfProxy(seen, reply))
          ? []
          : [`${url} answers with ${reply.status}, and not as the proxy does.`];
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
