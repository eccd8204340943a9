import { MAX_SERVICES, askedServices } from './asked-services';
import type { Check } from './finding';
import {
  ATTEMPTS,
  NOWHERE,
  REVISION,
  SPELLED,
  UNKNOWN_TOKEN,
  changedPath,
  endOfSession,
  isOfProxy,
  isProxyThere,
  keptByCache,
} from './front-end-probes';
import { NotExamined } from './not-examined';
import type { Probe } from './probe';
import type { Seen } from './seen';

/** What the proxy replies to an API token that nobody has, at any service, and what it may reply before it looks at that. */
const REFUSED_TOKEN = 'api_token_invalid';
const BEFORE_TOKENS = new Set(['service_not_found', 'not_ready', 'stale', 'configuration_not_usable']);

/** What it replies to credentials that it does not know, unless a cookie counts instead. */
const REFUSED = 'unsupported_credentials';

/** Whether requests for services reach the proxy with what they were sent with, and a proxy that belongs to this API. */
export const SERVICE_CHECKS: readonly Check[] = [
  {
    id: 'proxy_behind',
    severity: 'error',
    finding: 'The proxy does not follow the API.',
    risk: 'It has another database, or a copy of it, or has lost the change feed: permissions and sessions that were removed are still in force there.',
    remedy:
      'Give API and proxy the same SVC_DB_URL, and see the log of the proxy for the change feed; restart it if the connection is lost.',
    link: 'proxy.md#metrics',
    evidence: async (seen) => {
      const older = await olderRevision(seen);
      if (older.length > 0) return older;
      const url = `${await addressOfService(seen)}${NOWHERE}`;
      const { body } = await unknownCaller(seen, url);
      const code = body?.['error_code'];
      return code === 'service_not_found' ? [`${url} is answered with ${code}.`] : [];
    },
  },
  {
    id: 'service_not_protected',
    severity: 'error',
    finding: 'Something else than the proxy answers requests for a service.',
    risk: 'If that is the service itself, everybody can use it, whatever is permitted in Gatehouse; otherwise nobody can.',
    remedy:
      'Remove the part of the front end that answers this address or leads it to the service, such as one of an earlier set-up; forward all that is below SVC_PROXY_PUBLIC_URL to the proxy.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!(await isProxyThere(seen))) throw new NotExamined('the address of the proxy does not lead to it');
      const services = await seen.list('GET /services', 'services', { flatten: true });
      const found: string[] = [];
      for (const { public_url: url } of services.slice(0, MAX_SERVICES)) {
        // A part of the front end may be about the service itself, or about what is below it.
        for (const address of [String(url), `${String(url)}${NOWHERE}`]) {
          const reply = await impossibleCaller(seen, address);
          if (isRefusal(reply)) continue;
          found.push(`${address} answers an unknown token with ${reply.status}, and not as the proxy does.`);
          break;
        }
      }
      return found;
    },
  },
  {
    id: 'credentials_lost',
    severity: 'error',
    finding: 'The front end removes credentials of requests for services.',
    risk: 'API tokens have no effect there: callers are nobody.',
    remedy: 'Pass Authorization to the proxy, which keeps it from services.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      if (!(await isProxyThere(seen))) throw new NotExamined('the address of the proxy does not lead to it');
      const url = `${await addressOfService(seen)}${NOWHERE}`;
      const reply = await unknownCaller(seen, url);
      const code = reply.body?.['error_code'];
      // What comes from something else than the proxy is another finding. A public service answers through the proxy.
      const isOfProxy = isRefusal(reply) || isRefusal(await impossibleCaller(seen, url));
      return !isOfProxy || code === REFUSED_TOKEN || BEFORE_TOKENS.has(String(code))
        ? []
        : [`An unknown token at ${url} is answered as if there were none (${String(code ?? reply.status)}).`];
    },
  },
  {
    id: 'cookies_lost',
    severity: 'error',
    finding: 'The front end removes cookies of requests for services.',
    risk: 'Sessions have no effect there: whoever is signed in is nobody.',
    remedy: 'Pass Cookie to the proxy, which keeps the session from services.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const name = /^[^=;]+/.exec((await endOfSession(seen)) ?? '')?.[0];
      if (name === undefined) throw new NotExamined('the name of the session cookie is not known');
      const url = `${await addressOfService(seen)}${NOWHERE}`;
      const headers = { Authorization: 'Gatehouse-Doctor 0' };
      const code = async (own: Readonly<Record<string, string>>): Promise<unknown> =>
        (await seen.probeAt(url, { headers: { ...headers, ...own } })).body?.['error_code'];
      // Beside a cookie, even one of no session, other credentials do not count.
      if ((await code({})) !== REFUSED) throw new NotExamined('credentials do not arrive at the proxy');
      return (await code({ Cookie: `${name}=0` })) === REFUSED
        ? [`A cookie ${name} at ${url} has no effect.`]
        : [];
    },
  },
  {
    id: 'service_paths_changed',
    severity: 'error',
    finding: 'The front end changes paths of requests for services.',
    risk: 'What is decided about is not what was asked for, and files whose names have special characters are not found.',
    remedy: 'Pass the path as it was sent (nginx: proxy_pass without a path, merge_slashes off).',
    link: 'proxy.md#paths',
    evidence: async (seen) => {
      const url = await seen.proxyUrl();
      if (!(await isProxyThere(seen))) throw new NotExamined('the address of the proxy does not lead to it');
      const reply = await seen.probeOfProxy(SPELLED);
      if (reply === undefined) return [];
      return (await isOfProxy(seen, reply))
        ? changedPath(url, reply.body)
        : [`${url}${SPELLED} is answered with ${reply.status} by something else.`];
    },
  },
  {
    id: 'secrets_differ',
    severity: 'error',
    finding: 'The proxy does not know a token that the API accepts.',
    risk: 'Sessions, too, are those of one process only: whoever is signed in is nobody at services.',
    remedy: 'Give API and proxy the same SVC_SECRET and SVC_DB_URL.',
    link: 'configuration.md',
    evidence: async (seen) => {
      const [service] = await askedServices(seen);
      if (!service) throw new NotExamined('there are no services from which the proxy keeps credentials');
      if ((await keptByCache(seen)) !== undefined) throw new NotExamined('a cache answers for the proxy');
      const url = String(service['public_url']);
      let refused = 0;
      for (let count = 0; count < ATTEMPTS; count += 1) {
        const { body } = await seen.probeAt(url, { headers: { Authorization: seen.api.authorization } });
        refused += Number(body?.['error_code'] === REFUSED_TOKEN);
      }
      return refused > 0
        ? [`${url} refuses the token of this program in ${refused} of ${ATTEMPTS} requests.`]
        : [];
    },
  },
];

/** What the proxy replies where a revision is demanded that its database does not have, or of which it cannot know. */
const OLDER: Readonly<Record<string, string>> = {
  future_revision: 'the proxy has a database without it',
  not_confirmed: 'the proxy does not get changes of its database',
  stale: 'the proxy has not reached its database for too long',
  not_ready: 'the proxy has not loaded any yet',
};

/** A sentence if the proxy has not got the revision of the API. */
async function olderRevision(seen: Seen): Promise<readonly string[]> {
  const revision = await ownRevision(seen);
  if (revision === undefined) return [];
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const reply = await seen.probeOfProxy(NOWHERE, { headers: { [REVISION]: revision } });
    const code = String(reply?.body?.['error_code']);
    const reason = OLDER[code];
    if (reason !== undefined) return [`The API has revision ${revision}; ${reason} (${code}).`];
  }
  return [];
}

/** The newest revision, of a reply to this program; undefined where the header is removed. */
async function ownRevision(seen: Seen): Promise<string | undefined> {
  const headers = { Authorization: seen.api.authorization };
  const reply = await seen.probeAt(`${seen.url}/users/current`, { headers });
  const revision = reply.headers[REVISION.toLowerCase()];
  return typeof revision === 'string' && /^\d+$/.test(revision) ? revision : undefined;
}

/** Of the first service. */
async function addressOfService(seen: Seen): Promise<string> {
  const [service] = await seen.list('GET /services', 'services', { flatten: true });
  if (!service) throw new NotExamined('there are no services');
  return String(service['public_url']);
}

/** Whether a reply is a refusal of the proxy; services may have request ids of their own. */
function isRefusal({ body, headers }: Probe): boolean {
  return (headers['x-gatehouse-reason'] ?? body?.['error_code']) !== undefined;
}

/** The reply to a token that nobody has: the proxy refuses it before the service is asked. */
function unknownCaller(seen: Seen, url: string): Promise<Probe> {
  return seen.probeAt(url, { headers: { Authorization: UNKNOWN_TOKEN } });
}

/** The same with a malformed revision: the proxy refuses that also where the token is removed on the way, and the service is public. */
function impossibleCaller(seen: Seen, url: string): Promise<Probe> {
  return seen.probeAt(url, { headers: { Authorization: UNKNOWN_TOKEN, [REVISION]: 'none' } });
}
