import { askedServices } from './asked-services';
import type { Check } from './finding';
import { NotExamined } from './not-examined';
import type { Seen } from './seen';

/** What the proxy replies to a caller without credentials. */
const NOBODY = new Set(['authentication_required', 'permission_denied']);

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
    id: 'secrets_differ',
    severity: 'error',
    finding: 'The proxy does not know a token that the API accepts.',
    risk: 'Sessions, too, are those of one process only: whoever is signed in is nobody at services.',
    remedy: 'Give API and proxy the same SVC_SECRET.',
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
  const url = `${await addressOfService(seen)}/gatehouse-doctor-asks-for-nothing`;
  const { body } = await seen.probeAt(url, { headers: { Authorization: `Bearer gth_${'0'.repeat(49)}` } });
  // That something else replies is another finding.
  const code = body?.['error_code'];
  return typeof code === 'string' ? [{ url, code }] : [];
}
