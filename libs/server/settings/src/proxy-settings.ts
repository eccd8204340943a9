import { flag, oneOf, optionalPath, optionalText, origins, seconds, size, whole } from './kinds';
import { readingLimits } from './reading-limits';

const DAY_SECONDS = 86_400;

/** What the proxy is limited to, and how it treats services and front ends. Reference: deployment#sources. */
export const proxySettings = {
  proxyMaxStaleness: whole(
    'SVC_PROXY_MAX_STALENESS',
    { min: 1, max: DAY_SECONDS },
    {
      fallback: '60',
      about:
        'Seconds for which the proxy makes decisions on its last snapshot while the database is unavailable; after that, it denies all requests.',
    },
  ),
  proxyBodyLimit: size('SVC_PROXY_BODY_LIMIT', {
    fallback: '10 MB',
    about:
      'Largest request body that the proxy reads for a decision (operations in XML, JSON and forms). Other bodies are streamed without limit.',
  }),
  proxyBodyTimeout: whole(
    'SVC_PROXY_BODY_TIMEOUT',
    { min: 1, max: DAY_SECONDS },
    {
      fallback: '60',
      about:
        'Seconds within which such a body must be received completely; otherwise the request is rejected.',
    },
  ),
  proxyBodyMemory: size('SVC_PROXY_BODY_MEMORY', {
    fallback: '256 MB',
    about:
      'Maximum memory of such bodies in one proxy process; further requests are rejected with 503. It includes their bytes, the decoded text, and the parsed elements, attributes, members and fields. Reply bodies that hooks read count as well.',
  }),
  ...readingLimits,
  proxyHooksFile: optionalText('SVC_PROXY_HOOKS_FILE', {
    about: 'File (YAML or JSON) of hooks, by service name. They run before those stored with the service.',
  }),
  proxyHookBodyLimit: size('SVC_PROXY_HOOK_BODY_LIMIT', {
    fallback: '5 MB',
    about:
      'Largest reply body that the proxy reads for a hook. Replies without such hooks are streamed without limit.',
  }),
  proxyConnectTimeout: whole(
    'SVC_PROXY_CONNECT_TIMEOUT',
    { min: 1, max: 3_600 },
    { fallback: '5', about: 'Timeout in seconds for connecting to a service.' },
  ),
  proxyHeadersTimeout: whole(
    'SVC_PROXY_HEADERS_TIMEOUT',
    { min: 1, max: DAY_SECONDS },
    {
      fallback: '300',
      about:
        'Seconds within which the reply of a service must begin after the request was sent. Can be overridden by an option of the service.',
    },
  ),
  proxyIdleTimeout: whole(
    'SVC_PROXY_IDLE_TIMEOUT',
    { min: 1, max: DAY_SECONDS },
    { fallback: '300', about: 'Seconds for which a reply of a service or a WebSocket may be idle.' },
  ),
  proxyUpstreamConnections: whole(
    'SVC_PROXY_UPSTREAM_CONNECTIONS',
    { min: 1, max: 100_000 },
    {
      fallback: '256',
      about:
        'Maximum number of simultaneous requests and WebSockets from one proxy to one upstream (scheme, host and port). If several services share the upstream, one service can use at most seven eighths of them.',
    },
  ),
  proxyUpstreamQueue: whole(
    'SVC_PROXY_UPSTREAM_QUEUE',
    { min: 0, max: 1_000_000 },
    {
      fallback: '1024',
      about:
        'Maximum number of requests that wait for one of these slots; further requests are rejected with 503.',
    },
  ),
  proxyUpstreamQueueTimeout: whole(
    'SVC_PROXY_UPSTREAM_QUEUE_TIMEOUT',
    { min: 1, max: 3_600 },
    {
      fallback: '30',
      about: 'Seconds for which a request waits for a slot before it is rejected with 503.',
    },
  ),
  proxyUpstreamKeepAlive: seconds(
    'SVC_PROXY_UPSTREAM_KEEP_ALIVE',
    { min: 0.1, max: 600 },
    {
      fallback: '4',
      about:
        'Seconds for which the proxy keeps idle connections to a service that does not announce its own timeout. Must be shorter than the timeout of the service (gunicorn: 2 s, set 1; Node.js, uvicorn and Apache: 5 s). `Keep-Alive: timeout=` of a reply takes precedence, less 2 s.',
    },
  ),
  proxyUpstreamCa: optionalText('SVC_PROXY_UPSTREAM_CA', {
    about:
      'File with certificates (PEM) of certificate authorities that are trusted for services over https, in addition to the well-known ones.',
  }),
  proxyUpstreamInsecure: flag('SVC_PROXY_UPSTREAM_INSECURE', {
    fallback: 'false',
    about:
      'Disables verification of the certificates of services over https. An attacker between proxy and service can then read and modify all traffic: for tests only.',
  }),
  proxyPollInterval: seconds(
    'SVC_PROXY_POLL_INTERVAL',
    { min: 0.05, max: 60 },
    {
      fallback: '1',
      about:
        'Interval in seconds at which the change log is polled while no notification arrives. Where notifications (LISTEN/NOTIFY) are not delivered, revocations can be delayed by this interval.',
    },
  ),
  proxyCorsOrigins: origins('SVC_PROXY_CORS_ORIGINS', {
    fallback: '',
    about:
      'Origins whose pages may call services through the proxy with credentials; `*` allows all others without credentials. If set, the proxy answers preflight requests itself and replaces the CORS headers of services.',
  }),
  verifyNginxOriginalUri: optionalPath('SVC_VERIFY_NGINX_ORIGINAL_URI', {
    about:
      'Public path below which nginx serves the services, such as `/data` or `/`. If set, decisions on verify calls of nginx use the path in `X-Original-URI` after this prefix and the service name, instead of the path of the call.',
  }),
  verifyWithoutMethod: oneOf('SVC_VERIFY_WITHOUT_METHOD', ['read', 'deny'], {
    fallback: 'read',
    about:
      'How a GET call to the verify route of nginx without `X-Original-Method` is treated: as a read, or denied. Calls with other methods count as their own method with `read`, and are denied with `deny`.',
  }),
} as const;
