import { bodyLimits } from './body-limits';
import {
  baseUrl,
  flag,
  list,
  networks,
  oneOf,
  optionalFlag,
  optionalPath,
  optionalText,
  origins,
  pattern,
  seconds,
  size,
  text,
  whole,
} from './kinds';
import { mailSettings } from './mail-settings';
import { outgoing } from './outgoing';
import { outboxSettings } from './outbox';
import { processes } from './processes';
import { readingLimits } from './reading-limits';
import { registration } from './registration';
import { signInLimits } from './sign-in-limits';

const DAY = 86_400;
const YEAR = 366 * DAY;

/** All settings; docs/configuration.md is generated from this table. Reference: sessions#provider-sign-in, configuration#sources, sessions#secrets, sessions#cookie, sessions#passwords, sessions#sign-in-limits. */
export const definitions = {
  listenHost: text('SVC_LISTEN_HOST', {
    fallback: '127.0.0.1',
    about: 'Address on which API and proxy listen. `0.0.0.0` or `::` for all.',
  }),
  port: whole(
    'SVC_PORT',
    { min: 0, max: 65535 },
    { fallback: '2001', about: 'Port of the API and the console.' },
  ),
  proxyPort: whole(
    'SVC_PROXY_PORT',
    { min: 0, max: 65535 },
    { fallback: '2002', about: 'Port of the proxy.' },
  ),
  dataDir: text('SVC_DATA_DIR', {
    fallback: './data',
    about: 'Folder of the embedded database and of generated secrets. Only one running instance can use it.',
  }),
  databaseUrl: optionalText('SVC_DB_URL', {
    secret: true,
    about: 'URL of an external PostgreSQL, 15 or newer. Without it `npm start` runs the embedded one.',
  }),
  databasePool: whole(
    'SVC_DB_POOL',
    { min: 2, max: 500 },
    {
      fallback: '20',
      about:
        'Maximum number of database connections of the API, and of the proxy, divided among their workers; each worker has at least 2, and one more for the change feed.',
    },
  ),
  ...processes,
  publicUrl: baseUrl('SVC_URL', {
    about:
      'Public base URL of the API, with the path prefix under which a front end serves it. Default: `http://localhost:` and the port.',
  }),
  proxyPublicUrl: baseUrl('SVC_PROXY_PUBLIC_URL', {
    about:
      'Public base URL of the proxy including the path; the name of a service is appended. Default: the origin of `SVC_URL` where that is set, else `http://localhost:` and `SVC_PROXY_PORT`, followed by `SVC_PROXY_BASE_PATH` and `/proxy`.',
  }),
  proxyBasePath: text('SVC_PROXY_BASE_PATH', {
    fallback: '/ows',
    about: 'Path under which the proxy serves `/proxy/{service}` and `/verify/{service}`.',
  }),
  proxyMaxStaleness: whole(
    'SVC_PROXY_MAX_STALENESS',
    { min: 1, max: DAY },
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
    { min: 1, max: DAY },
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
    { min: 1, max: DAY },
    {
      fallback: '300',
      about:
        'Seconds within which the reply of a service must begin after the request was sent. Can be overridden by an option of the service.',
    },
  ),
  proxyIdleTimeout: whole(
    'SVC_PROXY_IDLE_TIMEOUT',
    { min: 1, max: DAY },
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
  networkTokenName: text('SVC_NETWORK_TOKEN_NAME', {
    fallback: 'gatehouse_token',
    about: 'Query parameter that carries a network token to the proxy; it is never forwarded.',
  }),
  networkProvider: text('SVC_NETWORK_PROVIDER', {
    fallback: 'gatehouse_network',
    about: 'Name of the provider for network tokens.',
  }),
  metricsAllowed: networks('SVC_METRICS_ALLOWED', {
    fallback: '127.0.0.0/8, ::1/128',
    about: 'Networks (CIDR) of peers that may read `/metrics` of the proxy.',
  }),
  trustedProxies: list('SVC_TRUSTED_PROXIES', {
    fallback: '127.0.0.0/8, ::1/128',
    about: 'Networks (CIDR) of front ends whose forwarding headers are trusted.',
  }),
  keepAliveTimeout: whole(
    'SVC_KEEP_ALIVE_TIMEOUT',
    { min: 1, max: DAY },
    {
      fallback: '120',
      about:
        'Seconds for which API and proxy keep an idle connection of a client open. Must be longer than the idle timeout of the front end; otherwise requests occasionally fail with 502 (nginx: `keepalive_timeout` of the upstream, 60 s; AWS ALB: 60 s; Traefik: `idleConnTimeout`, 90 s; Envoy: `idle_timeout` of the cluster, 1 h, set it to 90 s).',
    },
  ),
  corsOrigins: origins('SVC_CORS_ORIGINS', {
    fallback: '',
    allowsAny: false,
    about: 'Origins whose pages may call the API with credentials. None by default.',
  }),
  ...bodyLimits,
  secret: text('SVC_SECRET', {
    mandatory: true,
    secret: true,
    about:
      'Key material (32 characters or more) from which the keys of sessions and one-time tokens are derived. Changing it ends all sessions.',
  }),
  adminUser: text('SVC_ADMIN_USER', {
    mandatory: true,
    apiOnly: true,
    about: 'Name of the configured administrator.',
  }),
  adminPassword: text('SVC_ADMIN_PASSWORD', {
    mandatory: true,
    apiOnly: true,
    secret: true,
    about:
      'Password of the configured administrator, without spaces around it; applied at start if it differs from the one applied last, so that a password that was changed through the API is kept.',
  }),
  adminEmail: optionalText('SVC_ADMIN_EMAIL', {
    apiOnly: true,
    about:
      'Email of the configured administrator, used when the account is created. Default: `<name>@mail.com`.',
  }),
  adminGroup: text('SVC_ADMIN_GROUP', {
    fallback: 'administrators',
    about: 'Group whose members may do everything.',
  }),
  anonymousUser: text('SVC_ANONYMOUS_USER', {
    fallback: 'anonymous',
    about:
      'Name of the anonymous user, which requests without a session have, and of the anonymous group, to which all users belong.',
  }),
  usersGroup: text('SVC_USERS_GROUP', {
    fallback: 'users',
    about: 'Ordinary group, created at start; accounts of external providers are added to it.',
  }),
  loggedUser: text('SVC_LOGGED_USER', {
    fallback: 'current',
    about: 'Keyword for the signed-in user in paths.',
  }),
  defaultProvider: text('SVC_DEFAULT_PROVIDER', {
    fallback: 'gatehouse',
    about: 'Name of the internal provider.',
  }),
  defaultProviderAliases: list('SVC_DEFAULT_PROVIDER_ALIASES', {
    fallback: 'ziggurat',
    about: 'Further names of the internal provider that existing clients send.',
  }),
  cookieName: text('SVC_COOKIE_NAME', { fallback: 'auth_tkt', about: 'Name of the session cookie.' }),
  cookieDomain: optionalText('SVC_COOKIE_DOMAIN', {
    about: 'Domain of the session cookie. Default: the host alone.',
  }),
  cookieSecure: optionalFlag('SVC_COOKIE_SECURE', {
    about: 'Whether the cookie is sent over https only. Default: true if `SVC_URL` is https.',
  }),
  cookieExpire: whole(
    'SVC_COOKIE_EXPIRE',
    { min: 0, max: YEAR },
    {
      fallback: '43200',
      about: 'Max-Age of the cookie in seconds; it is reissued after a tenth of that time. 0: no Max-Age.',
    },
  ),
  sessionMaxAge: whole(
    'SVC_SESSION_MAX_AGE',
    { min: 60, max: 10 * YEAR },
    {
      fallback: String(30 * DAY),
      about: 'Seconds after which a session ends, however often its cookie was reissued.',
    },
  ),
  bcryptCost: whole(
    'SVC_BCRYPT_COST',
    { min: 4, max: 16 },
    { fallback: '12', about: 'Cost of password hashes.' },
  ),
  passwordMinLength: whole(
    'SVC_PASSWORD_MIN_LENGTH',
    { min: 1, max: 1024 },
    {
      fallback: '12',
      about: 'Minimum length of a new password, in characters.',
    },
  ),
  userNameMaxLength: whole(
    'SVC_USER_NAME_MAX_LENGTH',
    { min: 1, max: 128 },
    {
      fallback: '64',
      about: 'Maximum length of a user name or group name, in characters.',
    },
  ),
  userNameExtraRegex: pattern('SVC_USER_NAME_EXTRA_REGEX', {
    about:
      'Additional regular expression that new user names must match: RE2 syntax, at most 500 characters, anchored at the start.',
  }),
  ...signInLimits,
  ...registration,
  ...mailSettings,
  ...outgoing,
  ...outboxSettings,
  uiEnabled: flag('SVC_UI_ENABLED', { fallback: 'true', about: 'Whether the console is served under /ui.' }),
  uiDir: optionalText('SVC_UI_DIR', {
    about: 'Folder of the built console. Default: that of this checkout.',
  }),
  logLevel: oneOf('SVC_LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    fallback: 'info',
    about: 'Minimum level of log messages.',
  }),
  logRequests: flag('SVC_LOG_REQUEST', {
    fallback: 'true',
    about: 'Whether requests are logged, one line per request.',
  }),
} as const;
