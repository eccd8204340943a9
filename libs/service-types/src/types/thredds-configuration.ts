import { type CompiledPattern, type PatternEngine, isPatternProblem } from '../pattern-engine';
import { PatternList } from '../pattern-list';
import type { ConfigurationProblem, ServiceConfiguration } from '../service-type';

type Stored = Readonly<Record<string, unknown>>;

const SECTIONS = ['metadata_type', 'data_type'] as const;

/**
 * What follows the name of a dataset in addresses of THREDDS 4 and 5. `dodsC` takes what follows the last dot for one of
 * these, `dap4` one or several at the end, `ncss` a further segment.
 */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  dodsC: 'dds das ddx dods asc ascii blob close info html htm ver version help'.split(' '),
  dap4: 'dmr dap dsr xml txt html'.split(' '),
  ncss: (
    'dataset.xml dataset.html pointDataset.xml pointDataset.html datasetBoundaries.xml datasetBoundaries.wkt ' +
    'datasetBoundaries.json station.xml'
  ).split(' '),
};

const DEFAULTS = {
  skip_prefix: 'thredds',
  file_patterns: ['.*\\.nc'],
  metadata_type: { prefixes: [null, 'catalog\\.\\w+', 'catalog', 'ncml', 'uddc', 'iso'] },
  data_type: { prefixes: ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'] },
};

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is expected instead of a value; undefined when it is valid. */
type Check = (value: unknown) => string | undefined;

function listProblems(path: string, list: unknown, what: string, expectedFor: Check): ConfigurationProblem[] {
  if (!Array.isArray(list)) return [{ path, expected: `a list of ${what}s` }];
  return list.flatMap((entry, index) => {
    const expected = expectedFor(entry);
    return expected === undefined ? [] : [{ path: `${path}.${index}`, expected }];
  });
}

function patternCheck(patterns: PatternList): Check {
  return (value) => {
    if (typeof value !== 'string') return 'a regular expression';
    const result = patterns.compile(value);
    return isPatternProblem(result) ? result.expected : undefined;
  };
}

function sectionProblems(name: string, section: unknown, expectedFor: Check): ConfigurationProblem[] {
  if (section === undefined) return [];
  if (!isObject(section)) return [{ path: name, expected: 'an object with a list of prefixes' }];
  const orNone: Check = (entry) => (entry === null ? undefined : expectedFor(entry));
  return listProblems(`${name}.prefixes`, section['prefixes'], 'regular expression', orNone);
}

const suffixCheck: Check = (value) =>
  typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? undefined : 'a suffix';

function suffixProblems(suffixes: unknown): ConfigurationProblem[] {
  if (suffixes === undefined) return [];
  if (!isObject(suffixes)) return [{ path: 'suffixes', expected: 'an object of lists of suffixes' }];
  return Object.entries(suffixes).flatMap(([prefix, list]) =>
    Object.hasOwn(SUFFIXES, prefix)
      ? listProblems(`suffixes.${prefix}`, list, 'suffix', suffixCheck)
      : [{ path: `suffixes.${prefix.slice(0, 64)}`, expected: 'one of dodsC, dap4 and ncss' }],
  );
}

function problemsIn(configuration: Stored, patterns: PatternList): readonly ConfigurationProblem[] {
  const { skip_prefix: skip, file_patterns: files, suffixes, ...rest } = configuration;
  const expectedFor = patternCheck(patterns);
  return [
    ...(skip === undefined || skip === null || typeof skip === 'string'
      ? []
      : [{ path: 'skip_prefix', expected: 'a path prefix or null' }]),
    ...(files === undefined || files === null
      ? []
      : listProblems('file_patterns', files, 'regular expression', expectedFor)),
    ...suffixProblems(suffixes),
    ...SECTIONS.flatMap((name) => sectionProblems(name, rest[name], expectedFor)),
  ];
}

/**
 * Which path prefixes mean data and metadata, which names are files, and what may follow them.
 * Reference: request-mapping#configuration.
 */
export const threddsConfiguration: ServiceConfiguration = {
  problemsOf: (configuration, patterns) => problemsIn(configuration, new PatternList(patterns)),
  obstaclesIn: (resolved, patterns) => preparedFrom(resolved, patterns).problems,
  resolve: (stored) => {
    const resolved: Record<string, unknown> = { ...DEFAULTS, ...stored };
    if (stored['file_patterns'] === null) resolved['file_patterns'] = [];
    for (const name of SECTIONS) {
      const section = stored[name];
      const own = isObject(section) && Array.isArray(section['prefixes']) && section['prefixes'].length > 0;
      if (!own) resolved[name] = DEFAULTS[name];
    }
    return resolved;
  },
};

/** A prefix of paths: so many segments, joined by slashes, match the pattern; without one, there are none. */
export interface Prefix {
  readonly length: number;
  readonly pattern: CompiledPattern | undefined;
  readonly permission: 'browse' | 'read';
}

/** A configuration ready for use. */
export interface Layout {
  readonly skipped: readonly string[];
  readonly prefixes: readonly Prefix[];
  /** Segments of the longest prefix. */
  readonly longestPrefix: number;
  readonly files: readonly CompiledPattern[];
  /** By `dodsC`, `dap4` and `ncss`; lower case. */
  readonly suffixes: Readonly<Record<string, ReadonlySet<string>>>;
}

interface Prepared {
  /** Undefined when there are problems. */
  readonly layout: Layout | undefined;
  readonly problems: readonly ConfigurationProblem[];
}

const cache = new WeakMap<PatternEngine, WeakMap<object, Prepared>>();

/** `undefined` for a configuration that cannot be used, such as one with a pattern that an earlier version has stored. */
export function layoutOf(resolved: Stored, patterns: PatternEngine): Layout | undefined {
  return preparedFrom(resolved, patterns).layout;
}

/** Compiles a configuration once, because every request to the service needs it. */
function preparedFrom(resolved: Stored, patterns: PatternEngine): Prepared {
  let ofEngine = cache.get(patterns);
  if (!ofEngine) cache.set(patterns, (ofEngine = new WeakMap()));
  let prepared = ofEngine.get(resolved);
  if (!prepared)
    ofEngine.set(resolved, (prepared = prepare(threddsConfiguration.resolve(resolved), patterns)));
  return prepared;
}

function prepare(configuration: Stored, engine: PatternEngine): Prepared {
  const problems = problemsIn(configuration, new PatternList(engine));
  if (problems.length > 0) return { layout: undefined, problems };
  const patterns = new PatternList(engine);
  const { skip_prefix: skip, file_patterns: files, metadata_type: metadata, data_type: data } = configuration;
  const prefixes = [...prefixesIn(metadata, 'browse', patterns), ...prefixesIn(data, 'read', patterns)];
  const suffixes = Object.entries({
    ...SUFFIXES,
    ...(configuration['suffixes'] as typeof SUFFIXES | undefined),
  });
  const layout: Layout = {
    skipped: String(skip ?? '')
      .split('/')
      .filter((segment) => segment !== ''),
    prefixes,
    longestPrefix: prefixes.reduce((longest, { length }) => Math.max(longest, length), 0),
    files: (files as string[]).map((source) => usable(source, patterns)),
    suffixes: Object.fromEntries(
      suffixes.map(([prefix, list]) => [prefix, new Set(list.map((suffix) => suffix.toLowerCase()))]),
    ),
  };
  return { layout, problems };
}

function prefixesIn(section: unknown, permission: Prefix['permission'], patterns: PatternList): Prefix[] {
  const { prefixes: sources } = section as { prefixes: (string | null)[] };
  return sources.map((source) =>
    source === null
      ? { length: 0, pattern: undefined, permission }
      : { length: source.split('/').length, pattern: usable(source, patterns), permission },
  );
}

/** A pattern in which no problem was found. */
function usable(source: string, patterns: PatternList): CompiledPattern {
  const pattern = patterns.compile(source);
  // INVARIANT: the engine gives the same result for the same source, and the same patterns have the same total size.
  if (isPatternProblem(pattern))
    throw new Error(`a pattern that had no problem cannot be compiled: ${source}`);
  return pattern;
}
