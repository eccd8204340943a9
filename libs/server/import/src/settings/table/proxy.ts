import { byDefault, composed, decision, flagOf, none, translated, wholeOf } from '../reference-setting';
import { platformOrigin } from './application';

const OAUTH =
  'Twitcher’s own tokens are not accepted. Users create API tokens ([tokens](tokens.md)), or sign in.';

/** Twitcher, and the parts of the two that describe containers, frameworks and tests. */
export const PROXY_SETTINGS = [
  composed(
    ['TWITCHER_PROTECTED_URL', 'TWITCHER_PROTECTED_PATH', 'TWITCHER_HOST'],
    'SVC_PROXY_PUBLIC_URL',
    'Another origin than that of `SVC_URL` is recommended ([isolation](isolation.md)); where they are the same, pages of services run in a sandbox.',
    (lookup) => {
      const url = lookup('TWITCHER_PROTECTED_URL');
      if (url !== undefined) return url.replace(/\/+$/, '');
      const path = lookup('TWITCHER_PROTECTED_PATH');
      const host = lookup('TWITCHER_HOST', 'HOSTNAME');
      const own = host === undefined ? originOf(lookup('MAGPIE_URL')) : `https://${host}`;
      const origin = platformOrigin(lookup) ?? own;
      if (origin === undefined) return undefined;
      return `${origin}${withPrefix(path ?? '/ows/proxy')}`;
    },
  ),
  translated(
    'TWITCHER_OWS_PROXY_PROTECTED_PATH',
    'SVC_PROXY_BASE_PATH',
    'Without the prefix that nginx strips.',
    (value) => {
      const path = value.replace(/\/+$/, '');
      return path.startsWith('/') || path === '' ? path : `/${path}`;
    },
  ),
  translated(
    'TWITCHER_SERVER_PORT',
    'SVC_PROXY_PORT',
    '`port` of `[server:main]` in `twitcher.ini`.',
    wholeOf,
  ),
  translated(
    ['TWITCHER_OWS_PROXY_SSL_VERIFY', 'BIRDHOUSE_VERIFY_SSL'],
    'SVC_PROXY_UPSTREAM_INSECURE',
    'The opposite. A private authority is better named with `SVC_PROXY_UPSTREAM_CA`.',
    (value) => (flagOf(value) === 'true' ? 'false' : 'true'),
  ),
  decision(
    'TWITCHER_OWS_SECURITY',
    'Decisions cannot be switched off. Where it is `false`, give the anonymous group the permissions that everybody has today.',
  ),
  byDefault('TWITCHER_OWS_PROXY', undefined, 'The proxy always serves `/proxy` and `/verify`.'),
  none(
    ['TWITCHER_OWS_PROXY_DELEGATE', 'TWITCHER_ADAPTER', 'TWITCHER_ADAPTER_DEFAULT', 'TWITCHER_RPCINTERFACE'],
    'The proxy decides itself; there are no adapters.',
  ),
  none('TWITCHER_URL', 'The public address is `SVC_PROXY_PUBLIC_URL`.'),
  none(['TWITCHER_WORKDIR', 'TWITCHER_PREFIX', 'TWITCHER_DIR'], 'Nothing is stored in files.'),
  decision(
    ['TWITCHER_USERNAME', 'TWITCHER_PASSWORD', 'TWITCHER_BASICAUTH'],
    'The registry of Twitcher is not served; its account is not imported.',
  ),
  decision('TWITCHER_OAUTH', OAUTH),
  decision(
    [
      'TWITCHER_TOKEN_TYPE',
      'TWITCHER_TOKEN_KEYFILE',
      'TWITCHER_TOKEN_CERTFILE',
      'TWITCHER_TOKEN_EXPIRES_IN',
      'TWITCHER_TOKEN_ISSUER',
      'TWITCHER_TOKEN_SECRET',
      'KEYCLOAK_URL',
      'KEYCLOAK_TOKEN_SECRET',
    ],
    `${OAUTH} Keycloak is configured as an identity provider ([providers](providers.md)).`,
  ),
  none(
    ['TWITCHER_LOG_LEVEL', 'TWITCHER_HOSTNAME'],
    'API and proxy share the settings; the level is that of Magpie.',
  ),
  decision(
    'TWITCHER_VERIFY_PATH',
    'Of the files of nginx: the path of `SVC_PROXY_PUBLIC_URL` with `verify` for `proxy`. It stays as it is.',
  ),
  none(
    [
      'MAGPIE_VERSION',
      'MAGPIE_IMAGE',
      'MAGPIE_IMAGE_URI',
      'MAGPIE_POSTGRES_VERSION',
      'MAGPIE_POSTGRES_DOCKER',
      'MAGPIE_POSTGRES_IMAGE',
      'MAGPIE_PERSIST_DIR',
      'TWITCHER_VERSION',
      'TWITCHER_RELEASE',
      'TWITCHER_DOCKER',
      'TWITCHER_IMAGE',
      'PHOENIX_DOCKER',
      'PHOENIX_VERSION',
      'PHOENIX_PASSWORD_HASH',
    ],
    'Containers and folders of the reference and its portal.',
  ),
  decision(
    [
      'MAGPIE_CLI_CONF',
      'MAGPIE_CLI_IMAGE',
      'MAGPIE_CLI_OUTPUT_DIR',
      'MAGPIE_CLI_PASS',
      'MAGPIE_CLI_USER',
      'MAGPIE_SERVER_URL',
      'MAGPIE_COOKIES',
    ],
    'Of scripts, whose tools have the same names: `gatehouse batch_update_users` for `magpie_batch_update_users`.',
  ),
  none(
    [
      'MAGPIE_AUTHOR',
      'MAGPIE_DESCRIPTION',
      'MAGPIE_SOURCE_URL',
      'MAGPIE_TITLE',
      'MAGPIE_SUB_TITLE',
      'MAGPIE_EXTERNAL_PROVIDERS',
      'MAGPIE_INTERNAL_PROVIDERS',
      'MAGPIE_PROVIDER_KEYS',
      'MAGPIE_FIXED_GROUP_EDITS',
      'MAGPIE_FIXED_GROUP_MEMBERSHIPS',
      'MAGPIE_FIXED_USERS',
      'MAGPIE_FIXED_USERS_REFS',
      'MAGPIE_USER_PWD_DISABLED',
      'MAGPIE_USER_PWD_LOCKED',
      'MAGPIE_CONTEXT_USER',
      'MAGPIE_USER_GROUP',
      'MAGPIE_USER_REGISTRATION',
      'MAGPIE_POSTGRES_',
    ],
    'Names in the code of the reference; no settings.',
  ),
  none(['MAGPIE_TEST_*', 'TWITCHER_TEST_*'], 'Of its tests.'),
  none('CACHE_*', 'Decisions need no cache: changes are visible in every proxy within 100 ms.'),
  none(
    ['PYRAMID_*', 'ZIGGURAT_FOUNDATIONS_*', 'RETRY_*', 'DEBUGTOOLBAR_*', 'SESSION_*'],
    'Of the frameworks of the reference.',
  ),
] as const;

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** As the reference does it. */
function withPrefix(path: string): string {
  const own = `/${path.replace(/^\/+|\/+$/g, '')}`;
  return own.startsWith('/twitcher/') ? own : `/twitcher${own}`;
}
