import {
  type ConfigurationProblem,
  type PatternEngine,
  PatternList,
  type ServiceType,
} from '@gatehouse/service-types';
import type { Hook } from './hook';
import { readHooks } from './read-hooks';
import {
  type OptionKind,
  cookieNames,
  flag,
  flagSet,
  oneOf,
  parameterNames,
  pathWord,
  someOf,
  webOrigins,
  whole,
} from './option-kinds';
import { WrittenValue } from './written-value';

/**
 * Path spellings that servers interpret differently. They are rejected unless a service opts in, because its upstream is
 * known to interpret them as the proxy does. Reference: request-mapping#paths.
 */
const PATH_EXCEPTIONS = ['encoded-separators', 'path-parameters', 'empty-segments'] as const;

export type PathException = (typeof PATH_EXCEPTIONS)[number];

/** How names in requests are treated that are not registered; `safe` by default. */
export const UNREGISTERED_NAMES = ['safe', 'inherit', 'refuse'] as const;

/** The proxy options of one service. */
export interface ServiceOptions {
  readonly paths: ReadonlySet<PathException>;
  /** Further request parameters, in lower case, that clients of the service send and that are harmless at its upstream. */
  readonly parameters: ReadonlySet<string>;
  /** Whether permission assignments on resources apply only to registered names. */
  readonly registeredNamesOnly: boolean;
  /** How names in requests are treated that are not registered. Reference: request-mapping#names-that-are-not-registered. */
  readonly unregisteredNames: (typeof UNREGISTERED_NAMES)[number];
  /** Path segment below the private URL at which the endpoint is also available; that of the type if undefined. */
  readonly endpoint: string | undefined;
  /** Whether `/private.json` is also `/private` to the server of an `api`. */
  readonly suffixes: boolean;
  /** Whether the session cookie and tokens of Gatehouse are forwarded to the upstream. */
  readonly forwardCredentials: boolean;
  /** Whether API tokens are accepted as passwords of `Basic`, besides where the proxy accepts them at all services. */
  readonly tokenBasic: boolean;
  /**
   * Cookies that are forwarded to the upstream even with requests whose cookies are otherwise
   * dropped; names are compared exactly.
   */
  readonly forwardCookies: ReadonlySet<string>;
  /** Whether the upstream receives the identity of the caller in a signed header. */
  readonly identityHeader: boolean;
  /** Origins, as browsers serialize them, whose pages are allowed to change state at the service with the session of the user. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** Whether `X-Accel-Redirect`, which selects a file for the front end to send, is kept. */
  readonly accelRedirect: boolean;
  /**
   * Whether the pages of the service are as trusted as those of Gatehouse, where both have one origin: its pages can do
   * everything that the user can do in Gatehouse. Without effect where the origins differ.
   */
  readonly pages: 'trusted' | undefined;
  /** Maximum number of concurrent requests to the service from one proxy; undefined for the limit of the proxy. */
  readonly maxConcurrency: number | undefined;
  /** Milliseconds until the reply of the upstream must begin; undefined for the limit of the proxy. */
  readonly headersTimeout: number | undefined;
  /** Whether requests are refused unless the service has hooks, of its own or in the file of the proxy. */
  readonly hooksRequired: boolean;
}

const HOOKS = 'hooks';

type Stored = Readonly<Record<string, unknown>>;

/** The options as stored, and as written in the API. */
const OPTIONS = {
  paths: someOf(PATH_EXCEPTIONS),
  parameters: parameterNames,
  registered_names_only: flag,
  unregistered_names: oneOf(UNREGISTERED_NAMES),
  endpoint: pathWord,
  suffixes: flagSet,
  forward_credentials: flag,
  token_basic: flag,
  forward_cookies: cookieNames,
  identity_header: flag,
  trusted_origins: webOrigins,
  accel_redirect: flag,
  pages: oneOf(['trusted']),
  max_concurrency: whole(100_000, 1),
  headers_timeout: whole(86_400, 1_000),
  hooks_required: flag,
} as const;

/**
 * The problems of options to store; null removes them and is always valid. If the type of the service is
 * given, hooks must also fit its resource types and permissions.
 */
export function serviceOptionsProblems(
  value: unknown,
  patterns: PatternEngine,
  type?: ServiceType,
): readonly ConfigurationProblem[] {
  if (value === null) return [];
  if (!isObject(value)) return [{ path: '', expected: 'an object or null' }];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (name === HOOKS) return hookProblems(entry, HOOKS, patterns, type);
    if (!Object.hasOwn(OPTIONS, name)) return [{ path: name.slice(0, 100), expected: 'no such option' }];
    const { fits, expected } = OPTIONS[name as keyof typeof OPTIONS];
    return fits(entry) ? [] : [{ path: name, expected }];
  });
}

/** The problems of a list of hooks at `path`. */
function hookProblems(
  value: unknown,
  path: string,
  patterns: PatternEngine,
  type?: ServiceType,
): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  readHooks(new WrittenValue(value, path, problems), new PatternList(patterns), type);
  return problems;
}

/** A list of hooks with its problems; if there are any, the hooks must not be used. */
export interface ReadHooks {
  readonly hooks: readonly Hook[];
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads a list of hooks at `path`. */
export function hooksIn(value: unknown, path: string, patterns: PatternEngine): ReadHooks {
  if (value === undefined) return { hooks: [], problems: [] };
  const problems: ConfigurationProblem[] = [];
  return { hooks: readHooks(new WrittenValue(value, path, problems), new PatternList(patterns)), problems };
}

/** The hooks of a list without problems. */
export function hooksOf(value: unknown, patterns: PatternEngine): readonly Hook[] | 'unreadable' {
  const { hooks, problems } = hooksIn(value, HOOKS, patterns);
  return problems.length === 0 ? hooks : 'unreadable';
}

const NO_HOOKS: ReadHooks = { hooks: [], problems: [] };
const readHooksOf = new WeakMap<PatternEngine, WeakMap<object, ReadHooks>>();

/**
 * The hooks in stored options, cached per stored object. If they have problems, for example because a newer version stored
 * them or an earlier one accepted a pattern that the engine cannot compile, it is unknown what they would have filtered or
 * rejected, so requests for the service must be refused.
 */
export function storedHooks(stored: unknown, patterns: PatternEngine): ReadHooks {
  if (!isObject(stored) || stored[HOOKS] === undefined) return NO_HOOKS;
  let cached = readHooksOf.get(patterns);
  if (!cached) readHooksOf.set(patterns, (cached = new WeakMap()));
  let read = cached.get(stored);
  if (!read) cached.set(stored, (read = hooksIn(stored[HOOKS], HOOKS, patterns)));
  return read;
}

const cached = new WeakMap<object, ServiceOptions>();
const DEFAULTS = read({});

/**
 * The options in effect. Invalid ones count as absent: a newer version that runs alongside may store options that this
 * one does not know, and every default is the safe choice. Hooks have no such default: see {@link storedHooks}.
 */
export function serviceOptions(stored: unknown): ServiceOptions {
  if (!isObject(stored)) return DEFAULTS;
  let options = cached.get(stored);
  if (!options) cached.set(stored, (options = read(stored)));
  return options;
}

function read(stored: Stored): ServiceOptions {
  const option = <T>(name: keyof typeof OPTIONS, { fits, read: of }: OptionKind<T>): T =>
    of(fits(stored[name]) ? stored[name] : undefined);
  return {
    paths: option('paths', OPTIONS.paths),
    parameters: option('parameters', OPTIONS.parameters),
    registeredNamesOnly: option('registered_names_only', OPTIONS.registered_names_only),
    unregisteredNames: option('unregistered_names', OPTIONS.unregistered_names) ?? 'safe',
    endpoint: option('endpoint', OPTIONS.endpoint),
    suffixes: option('suffixes', OPTIONS.suffixes),
    forwardCredentials: option('forward_credentials', OPTIONS.forward_credentials),
    tokenBasic: option('token_basic', OPTIONS.token_basic),
    forwardCookies: option('forward_cookies', OPTIONS.forward_cookies),
    identityHeader: option('identity_header', OPTIONS.identity_header),
    trustedOrigins: option('trusted_origins', OPTIONS.trusted_origins),
    accelRedirect: option('accel_redirect', OPTIONS.accel_redirect),
    pages: option('pages', OPTIONS.pages),
    maxConcurrency: option('max_concurrency', OPTIONS.max_concurrency),
    headersTimeout: option('headers_timeout', OPTIONS.headers_timeout),
    hooksRequired: option('hooks_required', OPTIONS.hooks_required),
  };
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
