import type { ConfigurationProblem, ServiceConfiguration } from '../service-type';
import { compiled } from './patterns';

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

function isPattern(value: unknown): boolean {
  return typeof value === 'string' && compiled(value, '') !== undefined;
}

function isObject(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listProblems(
  path: string,
  list: unknown,
  fits: (entry: unknown) => boolean,
  what = 'regular expression',
): ConfigurationProblem[] {
  if (!Array.isArray(list)) return [{ path, expected: `a list of ${what}s` }];
  return list.flatMap((entry, index) =>
    fits(entry) ? [] : [{ path: `${path}.${index}`, expected: `a ${what}` }],
  );
}

function sectionProblems(name: string, section: unknown): ConfigurationProblem[] {
  if (section === undefined) return [];
  if (!isObject(section)) return [{ path: name, expected: 'an object with a list of prefixes' }];
  return listProblems(`${name}.prefixes`, section['prefixes'], (entry) => entry === null || isPattern(entry));
}

function isSuffix(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);
}

function suffixProblems(suffixes: unknown): ConfigurationProblem[] {
  if (suffixes === undefined) return [];
  if (!isObject(suffixes)) return [{ path: 'suffixes', expected: 'an object of lists of suffixes' }];
  return Object.entries(suffixes).flatMap(([prefix, list]) =>
    Object.hasOwn(SUFFIXES, prefix)
      ? listProblems(`suffixes.${prefix}`, list, isSuffix, 'suffix')
      : [{ path: `suffixes.${prefix.slice(0, 64)}`, expected: 'one of dodsC, dap4 and ncss' }],
  );
}

/** Which path prefixes mean data and metadata, which names are files, and what may follow them. spec: permissions 4.4. */
export const threddsConfiguration: ServiceConfiguration = {
  problemsOf: ({ skip_prefix: skip, file_patterns: patterns, suffixes, ...rest }) => [
    ...(skip === undefined || skip === null || typeof skip === 'string'
      ? []
      : [{ path: 'skip_prefix', expected: 'a path prefix or null' }]),
    ...(patterns === undefined || patterns === null
      ? []
      : listProblems('file_patterns', patterns, isPattern)),
    ...suffixProblems(suffixes),
    ...SECTIONS.flatMap((name) => sectionProblems(name, rest[name])),
  ],
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
  readonly pattern: RegExp | undefined;
  readonly permission: 'browse' | 'read';
}

/** A configuration ready for use. */
export interface Layout {
  readonly skipped: readonly string[];
  readonly prefixes: readonly Prefix[];
  readonly files: readonly RegExp[];
  /** By `dodsC`, `dap4` and `ncss`; lower case. */
  readonly suffixes: Readonly<Record<string, ReadonlySet<string>>>;
}

const layouts = new WeakMap<object, { layout: Layout | undefined }>();

/** `undefined` for a configuration with a pattern that is none, as an older version may have stored. */
export function layoutOf(configuration: Stored): Layout | undefined {
  let known = layouts.get(configuration);
  if (!known)
    layouts.set(configuration, (known = { layout: prepared(threddsConfiguration.resolve(configuration)) }));
  return known.layout;
}

function prepared(configuration: Stored): Layout | undefined {
  if (threddsConfiguration.problemsOf(configuration).length > 0) return undefined;
  const { skip_prefix: skip, file_patterns: files, metadata_type: metadata, data_type: data } = configuration;
  const suffixes = Object.entries({
    ...SUFFIXES,
    ...(configuration['suffixes'] as typeof SUFFIXES | undefined),
  });
  return {
    skipped: String(skip ?? '')
      .split('/')
      .filter((segment) => segment !== ''),
    prefixes: [...prefixesIn(metadata, 'browse'), ...prefixesIn(data, 'read')],
    files: (files as string[]).flatMap((source) => compiled(source, '') ?? []),
    suffixes: Object.fromEntries(
      suffixes.map(([prefix, list]) => [prefix, new Set(list.map((suffix) => suffix.toLowerCase()))]),
    ),
  };
}

function prefixesIn(section: unknown, permission: Prefix['permission']): Prefix[] {
  const { prefixes: sources } = section as { prefixes: (string | null)[] };
  return sources.map((source) =>
    source === null
      ? { length: 0, pattern: undefined, permission }
      : { length: source.split('/').length, pattern: compiled(source, '$'), permission },
  );
}
