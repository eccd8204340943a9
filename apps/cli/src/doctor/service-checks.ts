import { NotReachable } from '../failures';
import { askedServices } from './asked-services';
import { NOWHERE, SPELLED, changedPath, endOfSession } from './client-checks';
import type { Check } from './finding';
import { NotExamined } from './not-examined';
import type { Seen } from './seen';

/** What the proxy replies to a caller without credentials. */
const NOBODY = new Set(['authentication_required', 'permission_denied']);

/** What it replies to credentials that it does not know, unless a cookie counts instead. */
const REFUSED = 'unsupported_credentials';

/** Whether requests for services reach the proxy with what they were sent with, and a proxy that belongs to this API. */
export const SERVICE_CHECKS: readonly Check[] = [
  {
    id: 'proxy_behind',
    severity: 'error',
    finding: 'The proxy does not know a service.',
    risk: 'It has another database, or does not follow changes: permissions that were removed may still be in force there.',
    remedy: 'Give API and proxy the same SVC_DB_URL, and see the log of the proxy.',
    link: 'reference/deployment.md',
    evidence: async (seen) =>
      (await unknownCaller(seen)).flatMap(({ url, code }) =>
        code === 'service_not_found' ? [`${url} is answered with ${code}.`] : [],
      ),
  },
  {
    id: 'credentials_lost',
    severity: 'error',
    finding: 'The front end removes credentials of requests for services.',
    risk: 'API tokens have no effect there: callers are nobody.',
    remedy: 'Pass Authorization to the proxy, which keeps it from services.',
    link: 'front-ends/README.md',
    evidence: async (seen) =>
      (await unknownCaller(seen)).flatMap(({ url, code }) =>
        NOBODY.has(code) ? [`An unknown token at ${url} is answered as if there were none (${code}).`] : [],
      ),
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
      const reply = await seen.probeAt(`${url}${SPELLED}`).catch((error: unknown) => {
        if (error instanceof NotReachable) return undefined;
        throw error;
      });
      // That it is not reached, or something else replies, is another finding.
      return typeof reply?.body?.['error_code'] === 'string' ? changedPath(url, reply.body) : [];
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
      const url = String(service['public_url']);
      const { body } = await seen.probeAt(url, { headers: { Authorization: seen.api.authorization } });
      return body?.['error_code'] === 'api_token_invalid'
        ? [`${url} refuses the token of this program.`]
        : [];
    },
  },
];

/** Of the first service. */
async function addressOfService(seen: Seen): Promise<string> {
  const [service] = await seen.list('GET /services', 'services', { flatten: true });
  if (!service) throw new NotExamined('there are no services');
  return String(service['public_url']);
}

/** What the proxy replies to a token that nobody has: it refuses that before the service is asked. */
async function unknownCaller(
  seen: Seen,
): Promise<readonly { readonly url: string; readonly code: string }[]> {
  const url = `${await addressOfService(seen)}${NOWHERE}`;
  const { body } = await seen.probeAt(url, { headers: { Authorization: `Bearer gth_${'0'.repeat(49)}` } });
  // That something else replies is another finding.
  const code = body?.['error_code'];
  return typeof code === 'string' ? [{ url, code }] : [];
}
