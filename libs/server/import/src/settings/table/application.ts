import {
  NeedsDecision,
  byDefault,
  composed,
  decision,
  flagOf,
  none,
  translated,
  wholeOf,
} from '../reference-setting';

const CONTAINER_PATH =
  'A path in the container of the reference: mount the file or folder at the same path, or change the setting.';
const SOURCE =
  'Describes the database of the reference, which Gatehouse only reads: `gatehouse import magpie --from` gets its address. `SVC_DB_URL` is a database of its own.';
const TOOLS =
  'Gatehouse has no examples that it copies, and reads its settings file from `SVC_INI_FILE_PATH`.';

const LEVELS: Readonly<Record<string, string>> = {
  notset: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  critical: 'fatal',
  fatal: 'fatal',
};

/** Addresses, files, logs, database, network mode and portal. */
export const APPLICATION_SETTINGS = [
  composed(
    [
      'MAGPIE_URL',
      'MAGPIE_SCHEME',
      'MAGPIE_HOST',
      'HOSTNAME',
      'BIRDHOUSE_PROXY_SCHEME',
      'BIRDHOUSE_FQDN_PUBLIC',
      'BIRDHOUSE_FQDN',
      'PAVICS_FQDN_PUBLIC',
      'PAVICS_FQDN',
    ],
    'SVC_URL',
    'With the prefix under which the front end serves the API (`/magpie`). Made of scheme, host and port where there is no URL; of the host of birdhouse-deploy and `/magpie` where there is neither.',
    (lookup) => {
      const url = lookup('MAGPIE_URL');
      if (url !== undefined) return (/^https?:\/\//.test(url) ? url : `http://${url}`).replace(/\/+$/, '');
      const host = lookup('MAGPIE_HOST');
      if (host !== undefined)
        return `${lookup('MAGPIE_SCHEME') ?? 'http'}://${host}:${lookup('MAGPIE_PORT') ?? '2001'}`;
      const platform = platformOrigin(lookup);
      return platform === undefined ? undefined : `${platform}/magpie`;
    },
  ),
  translated(
    ['MAGPIE_PORT', 'MAGPIE_SERVER_PORT'],
    'SVC_PORT',
    'Also `port` of `[server:main]` in `magpie.ini`.',
    wholeOf,
  ),
  translated(
    ['MAGPIE_SERVER_HOST', 'TWITCHER_SERVER_HOST'],
    'SVC_LISTEN_HOST',
    '`host` of `[server:main]`. Set `SVC_TRUSTED_PROXIES` to the front end where it is on another machine or in another container.',
  ),
  decision(
    'FORWARDED_ALLOW_IPS',
    'Set `SVC_TRUSTED_PROXIES` to the network of the front end. Everybody is never trusted, since any client could then name its address and host.',
  ),
  none(
    ['MAGPIE_SERVER_WORKERS', 'MAGPIE_SERVER_THREADS', 'TWITCHER_SERVER_WORKERS', 'TWITCHER_SERVER_THREADS'],
    'By default one process for each processor (`SVC_API_WORKERS`, `SVC_PROXY_WORKERS`).',
  ),
  none(
    ['MAGPIE_SERVER_TIMEOUT', 'TWITCHER_SERVER_TIMEOUT'],
    'Limits of requests are `SVC_BODY_TIMEOUT` and those of the proxy, such as `SVC_PROXY_HEADERS_TIMEOUT`.',
  ),
  none(
    [
      'MAGPIE_SERVER_USE',
      'TWITCHER_SERVER_USE',
      'MAGPIE_SERVER_LISTEN',
      'TWITCHER_SERVER_LISTEN',
      'MAGPIE_MAX_RESTART',
    ],
    'The server of the reference.',
  ),
  translated(
    'MAGPIE_CRON_LOG',
    'SVC_CRON_LOG',
    'For `gatehouse sync_resources`. The API has its own schedule.',
  ),
  translated(
    ['MAGPIE_LOG_LEVEL', 'MAGPIE_LOGGER_LEVEL'],
    'SVC_LOG_LEVEL',
    'Also `level` of `[logger_magpie]`. `DEBUG` never shows secrets here.',
    (value) => {
      const level = LEVELS[value.toLowerCase()];
      if (level === undefined) throw new NeedsDecision('The value is not a level of the reference.');
      return level;
    },
  ),
  translated('MAGPIE_LOG_REQUEST', 'SVC_LOG_REQUEST', '', flagOf),
  none('MAGPIE_LOG_PRINT', 'Logs are always written to standard output.'),
  none('MAGPIE_LOG_EXCEPTION', 'Errors are always logged.'),
  translated('MAGPIE_UI_ENABLED', 'SVC_UI_ENABLED', '', flagOf),
  translated('MAGPIE_UI_THEME', 'SVC_UI_THEME', '`blue`, `green`, `maroon` or `purple`.', (value) =>
    value.toLowerCase().replace(/^theme-|\.css$/g, ''),
  ),
  none(
    ['MAGPIE_DB_MIGRATION', 'MAGPIE_DB_MIGRATION_ATTEMPTS'],
    'The API brings its schema up to date at every start, and waits for the database (`SVC_DB_START_TIMEOUT`).',
  ),
  decision(['MAGPIE_DB_URL', 'SQLALCHEMY_URL'], SOURCE),
  decision(
    [
      'MAGPIE_POSTGRES_USERNAME',
      'MAGPIE_POSTGRES_USER',
      'POSTGRES_MAGPIE_USERNAME',
      'POSTGRES_USERNAME',
      'POSTGRES_USER',
      'MAGPIE_POSTGRES_PASSWORD',
      'POSTGRES_MAGPIE_PASSWORD',
      'POSTGRES_PASSWORD',
      'MAGPIE_POSTGRES_HOST',
      'POSTGRES_HOST',
      'MAGPIE_POSTGRES_PORT',
      'POSTGRES_PORT',
      'MAGPIE_POSTGRES_DB',
      'MAGPIE_DB_NAME',
      'POSTGRES_DB',
    ],
    SOURCE,
  ),

  translated('MAGPIE_CONFIG_PATH', 'SVC_CONFIG_PATH', CONTAINER_PATH),
  translated('MAGPIE_CONFIG_DIR', 'SVC_CONFIG_DIR', CONTAINER_PATH),
  translated('MAGPIE_PROVIDERS_CONFIG_PATH', 'SVC_PROVIDERS_CONFIG_PATH', CONTAINER_PATH),
  translated('MAGPIE_PERMISSIONS_CONFIG_PATH', 'SVC_PERMISSIONS_CONFIG_PATH', CONTAINER_PATH),
  translated(
    'MAGPIE_WEBHOOKS_CONFIG_PATH',
    'SVC_WEBHOOKS_CONFIG_PATH',
    `${CONTAINER_PATH} Targets that are private or use http need \`SVC_OUTGOING_ALLOWED\`.`,
  ),
  decision(
    'MAGPIE_PROVIDERS_HOOKS_PATH',
    'Hooks in Python are not executed. Write them again in the file of `SVC_PROXY_HOOKS_FILE` ([hooks](hooks.md) has those of birdhouse-deploy); until then their services are refused, unless `SVC_CONFIG_HOOKS=ignore`.',
  ),
  none(['MAGPIE_INI_FILE_PATH', 'MAGPIE_ENV_DIR', 'MAGPIE_ENV_FILE', 'MAGPIE_POSTGRES_ENV_FILE'], TOOLS),
  none(
    ['MAGPIE_ROOT', 'MAGPIE_MODULE_DIR', 'MAGPIE_DIR', 'MAGPIE_CONSTANTS'],
    'Of the code of the reference.',
  ),

  translated('MAGPIE_NETWORK_ENABLED', 'SVC_NETWORK_ENABLED', '', flagOf),
  translated('MAGPIE_NETWORK_INSTANCE_NAME', 'SVC_NETWORK_INSTANCE_NAME'),
  translated('MAGPIE_NETWORK_NAME_PREFIX', 'SVC_NETWORK_NAME_PREFIX'),
  translated(
    'MAGPIE_NETWORK_GROUP_NAME',
    'SVC_NETWORK_GROUP_NAME',
    'A constant of the reference; birdhouse-deploy writes it down.',
  ),
  translated(
    'MAGPIE_NETWORK_TOKEN_NAME',
    'SVC_NETWORK_TOKEN_NAME',
    'A constant of the reference; birdhouse-deploy writes it down.',
  ),
  translated(
    'MAGPIE_NETWORK_PROVIDER',
    'SVC_NETWORK_PROVIDER',
    'A constant of the reference; birdhouse-deploy writes it down.',
  ),
  byDefault('MAGPIE_NETWORK_ANONYMOUS_EMAIL_FORMAT', undefined, 'A constant of the reference.'),
  translated('MAGPIE_NETWORK_DEFAULT_TOKEN_EXPIRY', 'SVC_NETWORK_DEFAULT_TOKEN_EXPIRY', '', wholeOf),
  translated(
    'MAGPIE_NETWORK_INTERNAL_TOKEN_EXPIRY',
    'SVC_NETWORK_INTERNAL_TOKEN_EXPIRY',
    'At most 300.',
    wholeOf,
  ),
  composed(
    ['MAGPIE_NETWORK_PEM_FILES', 'MAGPIE_NETWORK_PEM_DIR', 'MAGPIE_NETWORK_PEM_FILES_ON_CONTAINER'],
    'SVC_NETWORK_PEM_FILES',
    'Take the files along: other instances know their public keys. birdhouse-deploy names them relative to `MAGPIE_NETWORK_PEM_DIR`.',
    (lookup) => {
      const files = lookup('MAGPIE_NETWORK_PEM_FILES');
      const folder = lookup('MAGPIE_NETWORK_PEM_DIR');
      if (files === undefined || folder === undefined) return files;
      const inFolder = (file: string): string => (file.startsWith('/') ? file : `${folder}/${file}`);
      return files.split(':').map(inFolder).join(':');
    },
  ),
  translated('MAGPIE_NETWORK_PEM_PASSWORDS', 'SVC_NETWORK_PEM_PASSWORDS'),
  translated('MAGPIE_NETWORK_CREATE_MISSING_PEM_FILE', 'SVC_NETWORK_CREATE_MISSING_PEM_FILE', '', flagOf),

  translated(
    'PHOENIX_HOST',
    'SVC_PORTAL_HOST',
    'Without it, nothing is pushed; the reference then pushes to its own host.',
  ),
  composed(['PHOENIX_PORT'], 'SVC_PORTAL_PORT', 'Only beside `PHOENIX_HOST`.', (lookup) =>
    ofPortal(lookup, 'PHOENIX_PORT'),
  ),
  composed(['PHOENIX_USER'], 'SVC_PORTAL_USER', 'Only beside `PHOENIX_HOST`.', (lookup) =>
    ofPortal(lookup, 'PHOENIX_USER'),
  ),
  composed(
    ['PHOENIX_PASSWORD'],
    'SVC_PORTAL_PASSWORD',
    'Only beside `PHOENIX_HOST`. The reference has a default, Gatehouse none.',
    (lookup) => ofPortal(lookup, 'PHOENIX_PASSWORD'),
  ),
  composed(['PHOENIX_PUSH'], 'SVC_PORTAL_PUSH', 'Only beside `PHOENIX_HOST`.', (lookup) => {
    const value = ofPortal(lookup, 'PHOENIX_PUSH');
    return value === undefined ? undefined : flagOf(value);
  }),
  none('MAGPIE_PUSH_PHOENIX', 'The reference does not read it either; it reads `phoenix.push`.'),
] as const;

function ofPortal(lookup: (...names: string[]) => string | undefined, name: string): string | undefined {
  return lookup('PHOENIX_HOST') === undefined ? undefined : lookup(name);
}

/** Where birdhouse-deploy publishes the platform. */
export function platformOrigin(lookup: (...names: string[]) => string | undefined): string | undefined {
  const host = lookup('BIRDHOUSE_FQDN_PUBLIC', 'BIRDHOUSE_FQDN', 'PAVICS_FQDN_PUBLIC', 'PAVICS_FQDN');
  return host === undefined ? undefined : `${lookup('BIRDHOUSE_PROXY_SCHEME') ?? 'https'}://${host}`;
}
