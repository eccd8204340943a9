import type { Check } from './finding';
import { ATTEMPTS, NOWHERE, isOfProxy, isProxyThere, methodsThatFail } from './front-end-probes';
import { NotExamined } from './not-examined';
import type { Probe } from './probe';
import type { Seen } from './seen';

/** Longer than a line of 4 kB; Gatehouse and the usual front ends accept 8 kB. */
const LONG = 'x'.repeat(6_000);
/** Larger than the usual limit of nginx, 1 MB. */
const UPLOAD_BYTES = 2_000_000;
/** What clients of maps and features send, and what filters take for attacks. */
const FILTER =
  '?FILTER=%3CFilter%3E%3CPropertyName%3Ename%3C/PropertyName%3E%3C/Filter%3E&CQL_FILTER=name%20LIKE%20%27select%25%27%20OR%201=1';

/** What a front end does to requests beside those that the API is examined by, mostly to those for services. */
export const FRONT_END_CHECKS: readonly Check[] = [
  {
    id: 'caching_allowed',
    severity: 'warning',
    finding: 'The front end lets browsers and caches keep replies of the API.',
    risk: 'After a sign-out or a change, browsers show what was before, and shared caches what others may see.',
    remedy: 'Pass Cache-Control of the API on, and add none (nginx: no expires for it).',
    link: 'proxy.md#caching',
    evidence: async (seen) => {
      const found: string[] = [];
      for (const path of ['/session', '/ui/settings.json']) {
        const { status, headers } = await seen.probe(path);
        const control = String(headers['cache-control'] ?? 'none');
        const isKept = !/no-store/i.test(control) || /max-age=[1-9]|public/i.test(control);
        if (status === 200 && isKept) found.push(`Cache-Control of ${path}: ${control}.`);
      }
      return found;
    },
  },
  {
    id: 'page_policy_changed',
    severity: 'warning',
    finding: 'The front end changes the policy that browsers apply to pages of the console.',
    risk: 'With another policy the console may not work; without one, a script that was slipped in is executed.',
    remedy: 'Pass Content-Security-Policy of the API on, and add none.',
    link: 'isolation.md',
    evidence: async (seen) => {
      const { status, headers } = await seen.probe('/session');
      if (status !== 200) return [];
      const policy = headers['content-security-policy'];
      if (policy === undefined) return ['Replies have no Content-Security-Policy.'];
      return String(policy).includes(',') ? [`Replies have several: ${String(policy)}.`] : [];
    },
  },
  {
    id: 'console_not_found',
    severity: 'error',
    finding: 'Something else than the API answers for the console.',
    risk: 'The console does not work.',
    remedy: 'Forward all paths of SVC_URL to the API, those below /ui and of files, too.',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const status = await seen.otherConsole();
      return status === undefined ? [] : [`/ui/settings.json is answered with ${status} by something else.`];
    },
  },
  {
    id: 'instances_differ',
    severity: 'error',
    finding: 'Several instances answer at the address of the API, and they do not agree.',
    risk: 'Users are signed out at random, and see now the one state and now the other.',
    remedy:
      'Give all instances the same version, SVC_SECRET and SVC_DB_URL, or take the others out of the front end.',
    link: 'configuration.md',
    evidence: async (seen) => {
      const versions = new Set<string>();
      for (let count = 0; count < ATTEMPTS; count += 1)
        versions.add(String((await seen.probeAt(`${seen.url}/version`)).body?.['version']));
      if (versions.size > 1) return [`Versions of replies: ${[...versions].sort().join(', ')}.`];
      if (!seen.hasToken) return [];
      const headers = { Authorization: seen.api.authorization };
      let refused = 0;
      for (let count = 0; count < ATTEMPTS; count += 1)
        refused += Number((await seen.probeAt(`${seen.url}/users/current`, { headers })).status === 401);
      return refused > 0 && refused < ATTEMPTS
        ? [`Of ${ATTEMPTS} requests with the token of this program, ${refused} were refused.`]
        : [];
    },
  },
  {
    id: 'service_methods_refused',
    severity: 'error',
    finding: 'The front end does not let all methods of requests for services pass.',
    risk: 'Uploads, deletions, processes and requests of other sites fail, though they are permitted.',
    remedy: 'Let all methods pass, HEAD and OPTIONS, too; the proxy decides about them.',
    link: 'proxy.md#verify-front-ends',
    evidence: async (seen) => {
      await assertProxy(seen);
      return methodsThatFail((method) => seen.probeOfProxy(NOWHERE, { method }));
    },
  },
  {
    id: 'service_bodies_limited',
    severity: 'warning',
    finding: 'The front end limits bodies of requests for services.',
    risk: 'Uploads and large operations fail with an error of the front end.',
    remedy:
      'Remove the limit for services (nginx: client_max_body_size 0); the proxy has its own for what it reads.',
    link: 'proxy.md#bodies',
    evidence: async (seen) => {
      await assertProxy(seen);
      const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(UPLOAD_BYTES) };
      const request = { method: 'POST', headers, body: 'x'.repeat(UPLOAD_BYTES) };
      const reply = await seen.probeOfProxy(NOWHERE, request);
      return reply?.status === 413
        ? [`${UPLOAD_BYTES / 1_000_000} MB are answered with 413 by something else.`]
        : [];
    },
  },
  {
    id: 'requests_filtered',
    severity: 'error',
    finding: 'A filter in front of Gatehouse refuses requests by their content.',
    risk: 'Requests with filters of maps and features, or with special characters, fail, though they are permitted.',
    remedy:
      'Exempt API and services from the rules of the filter (web application firewall) that take queries for attacks.',
    link: 'front-ends/README.md',
    evidence: (seen) => refusedByOthers(seen, FILTER, {}),
  },
  {
    id: 'long_requests_refused',
    severity: 'warning',
    finding: 'The front end refuses long addresses or headers.',
    risk: 'Requests with many layers or processes fail, and so do those with large cookies or tokens of identity providers.',
    remedy:
      'Let it accept 8 kB for the address, and for each header (nginx: large_client_header_buffers 4 8k).',
    link: 'front-ends/README.md',
    evidence: async (seen) => [
      ...(await refusedByOthers(seen, `?long=${LONG}`, {})),
      ...(await refusedByOthers(seen, '', { 'X-Gatehouse-Doctor': LONG })),
    ],
  },
];

/** What is refused by something else than API and proxy; a sentence for each of them. */
async function refusedByOthers(
  seen: Seen,
  query: string,
  headers: Readonly<Record<string, string>>,
): Promise<string[]> {
  const what = Object.keys(headers)[0] ?? query.slice(0, 40);
  const sentence = (where: string, { status }: Probe): string =>
    `${where} answers a request with ${what.replace(/^\?/, '')}… with ${status}, and not as Gatehouse does.`;
  const found: string[] = [];
  if ((await seen.probe(NOWHERE)).isGatehouse) {
    const reply = await seen.probe(`${NOWHERE}${query}`, { headers });
    if (!reply.isGatehouse) found.push(sentence(seen.url, reply));
  }
  if (await isProxyThere(seen)) {
    const reply = await seen.probeOfProxy(`${NOWHERE}${query}`, { headers });
    if (reply !== undefined && !(await isOfProxy(seen, reply)))
      found.push(sentence(await seen.proxyUrl(), reply));
  }
  return found;
}

async function assertProxy(seen: Seen): Promise<void> {
  if (!(await isProxyThere(seen))) throw new NotExamined('the address of the proxy does not lead to it');
}
