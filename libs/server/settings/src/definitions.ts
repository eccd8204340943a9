import { auditSettings } from './audit-settings';
import { bodyLimits } from './body-limits';
import { databaseSettings } from './database-settings';
import { baseUrl, listener, networks, origins } from './address-kinds';
import { PRESETS, flag, formedText, oneOf, optionalText, text, whole } from './kinds';
import { configurationFiles } from './configuration-files';
import { mailSettings } from './mail-settings';
import { networkKeySettings, networkSettings } from './network-settings';
import { outgoing } from './outgoing';
import { outboxSettings } from './outbox';
import { accountSettings } from './account-settings';
import { identities } from './identities';
import { proxySettings } from './proxy-settings';
import { portalSettings } from './portal';
import { providerSettings } from './provider-settings';
import { processes } from './processes';
import { registration } from './registration';
import { signInLimits } from './sign-in-limits';
import { synchronization } from './synchronization';

const DAY_SECONDS = 86_400;

/**
 * All settings; docs/configuration.md is generated from this table. Reference: sessions#provider-sign-in,
 * deployment#sources, sessions#secrets, sessions#cookie, sessions#passwords, sessions#sign-in-limits.
 */
export const definitions = {
  preset: oneOf('SVC_PRESET', ['none', ...PRESETS], {
    fallback: 'none',
    about:
      'Defaults for an instance that replaces another software: `magpie` for one of Magpie, whose clients and nodes know the names of network mode. Settings that are set take precedence.',
  }),
  listenHost: listener('SVC_LISTEN_HOST', {
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
  ...databaseSettings,
  ...processes,
  publicUrl: baseUrl('SVC_URL', {
    about:
      'Public base URL of the API, with the path prefix under which a front end serves it. Default: `http://localhost:` and the port.',
  }),
  proxyPublicUrl: baseUrl('SVC_PROXY_PUBLIC_URL', {
    about:
      'Public base URL of the proxy including the path; the name of a service is appended. Default: the origin of `SVC_URL` where that is set, else `http://localhost:` and `SVC_PROXY_PORT`, followed by `SVC_PROXY_BASE_PATH` and `/proxy`.',
  }),
  contact: optionalText('SVC_CONTACT', {
    about:
      'Whom users ask for access or help: an email address, a URL, or a text. Shown on the pages with which the proxy refuses requests of browsers.',
  }),
  proxyBasePath: formedText(
    'SVC_PROXY_BASE_PATH',
    { pattern: /^(\/[\w.-]+)*$/, expected: 'must look like /ows' },
    {
      fallback: '/ows',
      about: 'Path under which the proxy serves `/proxy/{service}` and `/verify/{service}`.',
    },
  ),
  ...proxySettings,
  ...networkSettings,
  ...networkKeySettings,
  metricsAllowed: networks('SVC_METRICS_ALLOWED', {
    fallback: '127.0.0.0/8, ::1/128',
    about: 'Networks (CIDR) of clients that may read `/metrics` of the API and of the proxy.',
  }),
  trustedProxies: networks('SVC_TRUSTED_PROXIES', {
    fallback: '127.0.0.0/8, ::1/128',
    about: 'Networks (CIDR) of front ends whose forwarding headers are trusted.',
  }),
  keepAliveTimeout: whole(
    'SVC_KEEP_ALIVE_TIMEOUT',
    { min: 1, max: DAY_SECONDS },
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
  ...identities,
  ...accountSettings,
  ...signInLimits,
  ...registration,
  ...mailSettings,
  ...configurationFiles,
  ...providerSettings,
  readOnly: flag('SVC_READ_ONLY', {
    fallback: 'false',
    about:
      'Read-only mode: the API accepts sign-in, sign-out and the end of sessions, and refuses every other change with 503 `read_only`. Scheduled synchronizations pause, sign-ins at providers create no accounts and change no memberships, and configuration files are not applied at the start. The proxy and the commands that write to the database themselves are not affected.',
  }),
  ...outgoing,
  ...outboxSettings,
  ...synchronization,
  ...portalSettings,
  ...auditSettings,
  uiEnabled: flag('SVC_UI_ENABLED', { fallback: 'true', about: 'Whether the console is served under /ui.' }),
  uiDir: optionalText('SVC_UI_DIR', {
    about: 'Folder of the built console. Default: that of this checkout.',
  }),
  uiTheme: oneOf('SVC_UI_THEME', ['blue', 'green', 'maroon', 'purple'], {
    fallback: 'blue',
    about:
      'Accent colour of the console, of its public pages, and of the pages of the proxy for refused requests.',
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
