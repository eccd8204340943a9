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
  parameterNames,
  pathWord,
  someOf,
  webOrigins,
  whole,
} from './option-kinds';
import { WrittenValue } from './written-value';

/**
 * Spellings of paths that readers disagree about and that are refused unless a service opts in, because its upstream is
 * known to read them as the proxy does. Reference: request-mapping#paths.
 */
export const PATH_EXCEPTIONS = ['encoded-separators', 'path-parameters', 'empty-segments'] as const;

export type PathException = (typeof PATH_EXCEPTIONS)[number];

/** How the proxy treats requests for one service. */
export interface ServiceOptions {
  readonly paths: ReadonlySet<PathException>;
  /** Further request parameters, in lower case, that clients of the service send and that are harmless at its upstream. */
  readonly parameters: ReadonlySet<string>;
  /** Whether names that are no resources are beyond what rules on resources allow. */
  readonly registeredNamesOnly: boolean;
  /** The word below the private URL under which an endpoint answers as well; the type's own where undefined. */
  readonly endpoint: string | undefined;
  /** Whether our cookie and tokens reach the upstream. */
  readonly forwardCredentials: boolean;
  /** Cookies that reach the upstream also with requests that otherwise carry none; names compared exactly. */
  readonly forwardCookies: ReadonlySet<string>;
  /** Whether the upstream is told by a signed header who is calling. */
  readonly identityHeader: boolean;
  /** Origins, as browsers serialize them, whose pages may change state at the service with the session of their reader. */
  readonly trustedOrigins: ReadonlySet<string>;
  /** Whether the front end of the proxy may be told by `X-Accel-Redirect` which file to send. */
  readonly accelRedirect: boolean;
  /** Most requests to the service at a time from one proxy; undefined: the proxy's own limit. */
  readonly maxConcurrency: number | undefined;
  /** Milliseconds until the upstream's reply must begin; undefined: the proxy's own limit. */
  readonly headersTimeout: number | undefined;
}

const HOOKS = 'hooks';

type Stored = Readonly<Record<string, unknown>>;

/** The options as they are stored and written in the API. */
const OPTIONS = {
  paths: someOf(PATH_EXCEPTIONS),
  parameters: parameterNames,
  registered_names_only: flag,
  endpoint: pathWord,
  forward_credentials: flag,
  forward_cookies: cookieNames,
  identity_header: flag,
  trusted_origins: webOrigins,
  accel_redirect: flag,
  max_concurrency: whole(100_000, 1),
  headers_timeout: whole(86_400, 1_000),
} as const;

/**
 * What is wrong with options that somebody wants to store; null erases them and is always fine. With the type of the
 * service, hooks about resources and permissions that it cannot have are wrong too.
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

/** What is wrong with a list of hooks that stands at `path`. */
export function hookProblems(
  value: unknown,
  path: string,
  patterns: PatternEngine,
  type?: ServiceType,
): readonly ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  readHooks(new WrittenValue(value, path, problems), new PatternList(patterns), type);
  return problems;
}

/** A list of hooks as it was read, with what is wrong in it: with any problem the hooks are of no use. */
export interface ReadHooks {
  readonly hooks: readonly Hook[];
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads a list of hooks that stands at `path`. */
export function hooksIn(value: unknown, path: string, patterns: PatternEngine): ReadHooks {
  if (value === undefined) return { hooks: [], problems: [] };
  const problems: ConfigurationProblem[] = [];
  return { hooks: readHooks(new WrittenValue(value, path, problems), new PatternList(patterns)), problems };
}

/** The hooks of a list in which nothing is wrong. */
export function hooksOf(value: unknown, patterns: PatternEngine): readonly Hook[] | 'unreadable' {
  const { hooks, problems } = hooksIn(value, HOOKS, patterns);
  return problems.length === 0 ? hooks : 'unreadable';
}

const NO_HOOKS: ReadHooks = { hooks: [], problems: [] };
const readHooksOf = new WeakMap<PatternEngine, WeakMap<object, ReadHooks>>();

/**
 * The hooks in stored options, remembered for the same stored object. With problems, as when a newer version has stored them or
 * an earlier one has accepted a pattern that the engine cannot compile, it is not known what they would have filtered or
 * refused, so that requests for the service have to be refused.
 */
export function storedHooks(stored: unknown, patterns: PatternEngine): ReadHooks {
  if (!isObject(stored) || stored[HOOKS] === undefined) return NO_HOOKS;
  let known = readHooksOf.get(patterns);
  if (!known) readHooksOf.set(patterns, (known = new WeakMap()));
  let read = known.get(stored);
  if (!read) known.set(stored, (read = hooksIn(stored[HOOKS], HOOKS, patterns)));
  return read;
}

const remembered = new WeakMap<object, ServiceOptions>();
const DEFAULTS = read({});

/**
 * The options in force. What does not fit counts as not set: a newer version beside this one may store options that this
 * one does not know, and every default is the careful choice. Hooks have no such default: see {@link storedHooks}.
 */
export function serviceOptions(stored: unknown): ServiceOptions {
  if (!isObject(stored)) return DEFAULTS;
  let options = remembered.get(stored);
  if (!options) remembered.set(stored, (options = read(stored)));
  return options;
}

function read(stored: Stored): ServiceOptions {
  const option = <T>(name: keyof typeof OPTIONS, { fits, read: of }: OptionKind<T>): T =>
    of(fits(stored[name]) ? stored[name] : undefined);
  return {
    paths: option('paths', OPTIONS.paths),
    parameters: option('parameters', OPTIONS.parameters),
    registeredNamesOnly: option('registered_names_only', OPTIONS.registered_names_only),
    endpoint: option('endpoint', OPTIONS.endpoint),
    forwardCredentials: option('forward_credentials', OPTIONS.forward_credentials),
    forwardCookies: option('forward_cookies', OPTIONS.forward_cookies),
    identityHeader: option('identity_header', OPTIONS.identity_header),
    trustedOrigins: option('trusted_origins', OPTIONS.trusted_origins),
    accelRedirect: option('accel_redirect', OPTIONS.accel_redirect),
    maxConcurrency: option('max_concurrency', OPTIONS.max_concurrency),
    headersTimeout: option('headers_timeout', OPTIONS.headers_timeout),
  };
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
