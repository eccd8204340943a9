import type { Row } from '../declaration/shown';
import { NotReachable } from '../failures';
import { MAX_SERVICES, askedServices, detailedServices } from './asked-services';
import type { Check } from './finding';
import { metrics } from './metrics';
import { NotExamined } from './not-examined';
import { refusedNames } from './refused-names';
import type { Seen } from './seen';

const DAY_MS = 86_400_000;
const TOKEN_DAYS = 7;
const QUEUE_MS = 15 * 60_000;
const BEHIND_SECONDS = 60;
const LATE_SECONDS = 26 * 3_600;
/** Entries of the audit log whose addresses are compared. */
const RECENT_ENTRIES = 50;
/** So many users who share one private address are a front end. */
const MIN_USERS = 3;

/** What administrators see. */
export const INSIDE_CHECKS: readonly Check[] = [
  {
    id: 'token_ends',
    severity: 'warning',
    finding: 'The token of this program ends soon.',
    risk: 'From then on, what runs with it fails.',
    remedy: 'Create a new one; two tokens may overlap.',
    link: 'reference/sessions.md#api-tokens',
    evidence: async (seen) => {
      const token = (await seen.ask('GET /session'))['token'] as Row | undefined;
      if (!token) throw new NotExamined('there is no token');
      const days = Math.floor((Date.parse(String(token['expires'])) - seen.now()) / DAY_MS);
      return days < TOKEN_DAYS ? [`It ends on ${String(token['expires']).slice(0, 16)}Z.`] : [];
    },
  },
  {
    id: 'webhook_suspended',
    severity: 'error',
    finding: 'A webhook is suspended after failures.',
    risk: 'Its receiver does not learn of changes.',
    remedy: 'Repair the receiver, then: gatehouse webhooks resume <id>.',
    link: 'reference/webhooks.md',
    evidence: async (seen) =>
      (await seen.list('GET /webhooks', 'webhooks'))
        .filter(({ state }) => state === 'suspended')
        .map(({ webhook_id: id, name, failures }) => `${name} (${id}); failures: ${failures}.`),
  },
  {
    id: 'messages_failed',
    severity: 'warning',
    finding: 'Mails or calls of webhooks have failed.',
    risk: 'Users wait for mails, and receivers for events.',
    remedy: 'See the reason in the console (Notifications), and replay them.',
    link: 'reference/notifications.md',
    evidence: async (seen) => {
      const { failed_notifications: count } = await seen.ask('GET /overview');
      if (Number(count) === 0) return [];
      const [last] = await seen.list('GET /notifications', 'notifications', { state: 'failed', limit: 1 });
      return [`Failed messages: ${count}${lastError(last)}.`];
    },
  },
  {
    id: 'messages_waiting',
    severity: 'error',
    finding: 'Messages wait for long.',
    risk: 'The mail server, a receiver or the worker of the outbox does not work.',
    remedy: 'See the reason in the console (Notifications).',
    link: 'reference/notifications.md',
    evidence: async (seen) => {
      const waiting = await seen.list('GET /notifications', 'notifications', {
        state: 'queued',
        limit: 1000,
      });
      const message = waiting.at(-1);
      const oldest = message?.['created'];
      if (typeof oldest !== 'string' || seen.now() - Date.parse(oldest) < QUEUE_MS) return [];
      return [
        `Waiting messages: ${waiting.length}; the oldest since ${oldest.slice(0, 16)}Z${lastError(message)}.`,
      ];
    },
  },
  {
    id: 'accounts_with_error',
    severity: 'warning',
    finding: 'Accounts have the status WebhookError.',
    risk: 'A system that has to know them does not.',
    remedy: 'Repair the receiver, then: gatehouse users change <name> --status OK.',
    link: 'reference/webhooks.md',
    evidence: async (seen) => {
      const { users_with_webhook_error: count } = await seen.ask('GET /overview');
      return Number(count) > 0 ? [`Accounts with this status: ${count}.`] : [];
    },
  },
  {
    id: 'node_not_working',
    severity: 'error',
    finding: 'The connection with another instance does not work.',
    risk: 'Its users cannot use this instance, or the reverse.',
    remedy: 'Check its addresses and clocks: gatehouse nodes check <name>.',
    link: 'network.md',
    evidence: async (seen) =>
      (await statesOfNodes(seen))
        .filter(({ condition }) => condition !== 'ok' && condition !== 'not_checked')
        .map(({ name, condition, detail }) => `${name}: ${condition}${detail ? `, ${detail}` : ''}.`),
  },
  {
    id: 'node_not_tried',
    severity: 'warning',
    finding: 'The connection with another instance was never tried.',
    risk: 'Whether its addresses and its key are right shows only when somebody needs it.',
    remedy: 'Try it: gatehouse nodes check <name>.',
    link: 'network.md',
    evidence: async (seen) =>
      (await statesOfNodes(seen))
        .filter(({ condition }) => condition === 'not_checked')
        .map(({ name }) => `${name} was never asked.`),
  },
  {
    id: 'service_not_answering',
    severity: 'error',
    finding: 'A service does not answer the proxy.',
    risk: 'Nobody can use it.',
    remedy: 'Start it, or correct its address: gatehouse services change <name> --url-of-service <url>.',
    link: 'proxy.md#failures',
    evidence: async (seen) => {
      const wrong: string[] = [];
      for (const { service_name: name, public_url: url } of await askedServices(seen)) {
        const reason = await unanswered(seen, String(url));
        if (reason !== undefined) wrong.push(`${String(name)}: ${reason}`);
      }
      return wrong;
    },
  },
  {
    id: 'pages_trusted',
    severity: 'warning',
    finding: 'Pages of a service are trusted at the origin of the API.',
    risk: 'Whoever can store a page in it can do everything that its readers may in Gatehouse.',
    remedy: 'Publish the services under another origin, or remove the option pages.',
    link: 'isolation.md#choosing-a-deployment',
    evidence: async (seen) => {
      if (new URL(await seen.proxyUrl()).origin !== new URL(seen.url).origin) return [];
      const trusted = (await detailedServices(seen)).filter(
        ({ proxy }) => (proxy as Row | null)?.['pages'] === 'trusted',
      );
      return trusted.map(({ service_name: name }) => `${String(name)} has pages: trusted.`);
    },
  },
  {
    id: 'names_refused',
    severity: 'warning',
    finding: 'Names that are not registered are refused to users who are allowed what is above them.',
    risk: 'Layers or files that were added since are refused to them.',
    remedy: 'Register the names, by a synchronization or in the console, or remove the denials below.',
    link: 'proxy.md#names-that-are-not-registered',
    evidence: async (seen) => {
      const services = await seen.list('GET /services', 'services', { flatten: true });
      const found: string[] = [];
      for (const { service_name: name } of services.slice(0, MAX_SERVICES)) {
        const refused = await refusedNames(seen, String(name));
        if (refused !== undefined) found.push(refused);
      }
      return found;
    },
  },
  {
    id: 'provider_not_working',
    severity: 'error',
    finding: 'An identity provider does not answer as it should.',
    risk: 'Its users cannot sign in.',
    remedy: 'Correct the issuer, or repair the provider: gatehouse providers discover <issuer>.',
    link: 'providers.md',
    evidence: async (seen) => {
      const providers = await seen.list('GET /providers', 'identity_providers');
      const found: string[] = [];
      for (const { provider_name, protocol } of providers) {
        if (protocol !== 'openid-connect') continue;
        const path = { provider_name: String(provider_name) };
        const provider = (await seen.ask('GET /providers/{provider_name}', path))['provider'] as Row;
        const issuer = (provider['definition'] as Row)['issuer'];
        if (typeof issuer !== 'string') continue;
        const { state, reason } = await seen.api.send('POST /discovery', { body: { issuer } });
        if (state !== 'usable') found.push(`${String(provider_name)}: ${String(reason ?? state)}`);
      }
      return found;
    },
  },
  {
    id: 'events_buffered',
    severity: 'warning',
    finding: 'The front end holds streams back.',
    risk: 'The console shows changes late, and programs that follow them wait.',
    remedy: 'Switch buffering off for streams (nginx: proxy_buffering off).',
    link: 'front-ends/README.md',
    evidence: async (seen) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), seen.eventMs);
      try {
        const response = await seen.events(late.signal);
        const reader = response.body?.getReader();
        await reader?.read();
        await reader?.cancel();
        return [];
      } catch (error) {
        if (!late.signal.aborted) throw error;
        return [`The first event has not arrived within ${seen.eventMs / 1000} s.`];
      } finally {
        clearTimeout(timer);
      }
    },
  },
  {
    id: 'follower_behind',
    severity: 'error',
    finding: 'The API is behind the database.',
    risk: 'Revoked permissions and sessions go on working.',
    remedy: 'See its log for the change feed; restart it if the connection is lost.',
    link: 'reference/deployment.md#metrics',
    evidence: async (seen) => {
      const behind = (await metrics(seen)).find(
        ({ name }) => name === 'gatehouse_api_snapshot_behind_seconds',
      );
      return behind && behind.value > BEHIND_SECONDS ? [`It is ${Math.round(behind.value)} s behind.`] : [];
    },
  },
  {
    id: 'job_failed',
    severity: 'error',
    finding: 'A scheduled job has failed.',
    risk: 'What has expired is not removed, and the database grows.',
    remedy: 'See the log of the API.',
    link: 'reference/deployment.md#metrics',
    evidence: async (seen) =>
      (await metrics(seen))
        .filter(({ name, value }) => name === 'gatehouse_job_failed' && value === 1)
        .map(({ labels }) => `The last run of ${labels['job']} has failed.`),
  },
  {
    id: 'configuration_drift',
    severity: 'warning',
    finding: 'The instance differs from the configuration files that were applied.',
    risk: 'What was changed elsewhere is not under version control, and the next start reverts it as far as the files state it.',
    remedy: 'Bring it into the files, or apply them again: gatehouse config drift.',
    link: 'reference/configuration-files.md',
    evidence: async (seen) =>
      (await seen.list('GET /configuration/sets', 'sets'))
        .filter(({ drift_count: count }) => Number(count) > 0)
        .map(({ name, drift_count: count }) => `Differences of the file set ${name}: ${count}.`),
  },
  {
    id: 'client_addresses_hidden',
    severity: 'warning',
    finding: 'A front end does not tell the API the addresses of clients.',
    risk: 'The audit log does not say where a change came from, and limits by network count all clients as one.',
    remedy:
      'Let the front end send X-Forwarded-For, and set SVC_TRUSTED_PROXIES to its network. If all of these users, or the token, were on that machine, nothing is wrong.',
    link: 'reference/deployment.md#trusted-proxies',
    evidence: async (seen) => {
      const entries = await seen.list('GET /audit', 'entries', { limit: RECENT_ENTRIES });
      const actors = entries
        .map(({ actor }) => (actor ?? {}) as Row)
        .filter(({ address }) => address !== null);
      const users = new Set(actors.map(({ user_name: name }) => name).filter((name) => name !== null));
      const [address, ...others] = new Set(actors.map((actor) => String(actor['address'])));
      const isHidden = users.size >= MIN_USERS && others.length === 0 && isPrivate(String(address));
      if (isHidden) return [`The last entries of ${users.size} users are all from ${address}.`];
      const network = await networkOfToken(seen);
      return network !== undefined && isLoopback(network) && !isLoopback(await seen.ownAddress())
        ? [`The token of this program was last used from ${network}, but this program is elsewhere.`]
        : [];
    },
  },
  {
    id: 'job_late',
    severity: 'warning',
    finding: 'A scheduled job is late.',
    risk: 'What has expired is not removed, and the database grows.',
    remedy: 'See the log of the API.',
    link: 'reference/deployment.md#metrics',
    evidence: async (seen) =>
      (await metrics(seen))
        .filter(({ name, value }) => name === 'gatehouse_job_oldest_due_seconds' && value > LATE_SECONDS)
        .map(
          ({ labels, value }) =>
            `${labels['job']} has had something to remove for ${Math.round(value / 3600)} hours.`,
        ),
  },
];

/** Why a message was not sent, to be added to a sentence. */
function lastError(message: Row | undefined): string {
  const reason = message?.['last_error'];
  return typeof reason === 'string' ? ` (${String(message?.['kind'])}: ${reason})` : '';
}

/** What is known of each connection with another instance. */
async function statesOfNodes(seen: Seen): Promise<readonly Row[]> {
  const nodes = await seen.list('GET /network/nodes', 'nodes');
  const states = nodes.map(({ name }) =>
    seen.ask('GET /network/nodes/{node_name}/state', { node_name: String(name) }),
  );
  return (await Promise.all(states)).map(({ state }) => state as Row);
}

/** Whether an address is one of a machine or network of its own, as front ends have. */
function isPrivate(address: string): boolean {
  return /^(?:::ffff:)?(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^(?:::1$|f[cd])/i.test(address);
}

/** An address of the machine itself, or its network. */
function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$|^0:0:0:0::\/64$/i.test(address);
}

/** Where the token of this program was used at last; undefined if it was not noted yet. */
async function networkOfToken(seen: Seen): Promise<string | undefined> {
  const { token } = await seen.ask('GET /session');
  const { token_id: id } = (token ?? {}) as Row;
  const { tokens } = await seen.ask('GET /users/{user_name}/tokens', { user_name: 'current' });
  const own = (tokens as readonly Row[]).find(({ token_id: each }) => each === id);
  const network = ((own?.['last_used'] ?? {}) as Row)['network'];
  return typeof network === 'string' ? network : undefined;
}

/** Why a service is not reached by the proxy; undefined if it is, or if nobody may know. */
async function unanswered(seen: Seen, url: string): Promise<string | undefined> {
  const headers = { Authorization: seen.api.authorization };
  try {
    const { status, body } = await seen.probeAt(url, { headers });
    const isUpstream = [502, 504].includes(status) && typeof body?.['error_code'] === 'string';
    return isUpstream ? `${String(body?.['detail'])} (${String(body?.['error_code'])})` : undefined;
  } catch (error) {
    // That the proxy itself is not reached is another finding.
    if (error instanceof NotReachable) return undefined;
    throw error;
  }
}
