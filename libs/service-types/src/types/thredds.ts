import type { PermissionName } from '@gatehouse/access-engine';
import { LONGEST_SEGMENT, compiled } from './patterns';
import type {
  ConfigurationProblem,
  RequestMapping,
  ServiceConfiguration,
  ServiceType,
} from '../service-type';
import type { ServiceTree, TargetResource } from '@gatehouse/access-engine';
import { walk } from './walk';

const NAMES: readonly PermissionName[] = ['browse', 'read', 'write'];

const SECTIONS = ['metadata_type', 'data_type'] as const;

const DEFAULTS = {
  skip_prefix: 'thredds',
  file_patterns: ['.*\\.nc'],
  metadata_type: { prefixes: [null, 'catalog\\.\\w+', 'catalog', 'ncml', 'uddc', 'iso'] },
  data_type: { prefixes: ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'] },
};

function isPattern(value: unknown): boolean {
  return typeof value === 'string' && compiled(value, '') !== undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listProblems(
  path: string,
  list: unknown,
  fits: (entry: unknown) => boolean,
): ConfigurationProblem[] {
  if (!Array.isArray(list)) return [{ path, expected: 'a list of regular expressions' }];
  return list.flatMap((entry, index) =>
    fits(entry) ? [] : [{ path: `${path}.${index}`, expected: 'a regular expression' }],
  );
}

function sectionProblems(name: string, section: unknown): ConfigurationProblem[] {
  if (section === undefined) return [];
  if (!isObject(section)) return [{ path: name, expected: 'an object with a list of prefixes' }];
  return listProblems(`${name}.prefixes`, section['prefixes'], (entry) => entry === null || isPattern(entry));
}

/** Which path prefixes mean data and metadata, and which names are files. spec: permissions 4.4. */
const prefixes: ServiceConfiguration = {
  problemsOf: ({ skip_prefix: skip, file_patterns: patterns, ...rest }) => [
    ...(skip === undefined || skip === null || typeof skip === 'string'
      ? []
      : [{ path: 'skip_prefix', expected: 'a path prefix or null' }]),
    ...(patterns === undefined || patterns === null
      ? []
      : listProblems('file_patterns', patterns, isPattern)),
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
interface Prefix {
  readonly length: number;
  readonly pattern: RegExp | undefined;
  readonly permission: 'browse' | 'read';
}

/** A configuration ready for use. */
interface Layout {
  readonly skipped: readonly string[];
  readonly prefixes: readonly Prefix[];
  readonly files: readonly RegExp[];
}

const layouts = new WeakMap<object, { layout: Layout | undefined }>();

/** `undefined` for a configuration with a pattern that is none, as an older version may have stored. */
function layoutOf(configuration: Readonly<Record<string, unknown>>): Layout | undefined {
  let known = layouts.get(configuration);
  if (!known) layouts.set(configuration, (known = { layout: prepared(prefixes.resolve(configuration)) }));
  return known.layout;
}

function prepared(configuration: Readonly<Record<string, unknown>>): Layout | undefined {
  if (prefixes.problemsOf(configuration).length > 0) return undefined;
  const { skip_prefix: skip, file_patterns: files, metadata_type: metadata, data_type: data } = configuration;
  return {
    skipped: String(skip ?? '')
      .split('/')
      .filter((segment) => segment !== ''),
    prefixes: [...prefixesIn(metadata, 'browse'), ...prefixesIn(data, 'read')],
    files: (files as string[]).flatMap((source) => compiled(source, '') ?? []),
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

function matches({ length, pattern }: Prefix, path: readonly string[]): boolean {
  if (pattern === undefined) return path.length === 0;
  return path.length >= length && pattern.test(path.slice(0, length).join('/'));
}

const CATALOG = /^catalog\.\w+$/;

/**
 * The resource at a path below the prefix; the last segment may say how a file or the catalog of a directory is
 * shown.
 */
function resourceAt(
  tree: ServiceTree,
  path: readonly string[],
  files: readonly RegExp[],
  isMetadata: boolean,
): TargetResource {
  const last = path.at(-1);
  if (last === undefined) return { resourceId: tree.serviceId, exact: true };
  const above = walk(tree, path.slice(0, -1));
  if (!above.exact) return above;
  const file = files.map((pattern) => pattern.exec(last)?.[0]).find((name) => name !== undefined) ?? last;
  const child = tree.childByName(above.resourceId, file);
  if (child !== undefined) return { resourceId: child, exact: true };
  return { resourceId: above.resourceId, exact: isMetadata && CATALOG.test(last) };
}

/** The first segments say whether data or what is known about them is wanted; the method does not matter. */
const pathOf: RequestMapping = ({ segments }, tree, configuration) => {
  const layout = layoutOf(configuration);
  if (!layout || segments.some(({ length }) => length > LONGEST_SEGMENT)) return undefined;
  const { skipped } = layout;
  const isSkipped = skipped.length > 0 && skipped.every((segment, index) => segments[index] === segment);
  const path = isSkipped ? segments.slice(skipped.length) : segments;
  const prefix = layout.prefixes.find((candidate) => matches(candidate, path));
  if (!prefix) return undefined;
  const isMetadata = prefix.permission === 'browse';
  return {
    permission: prefix.permission,
    resources: [resourceAt(tree, path.slice(prefix.length), layout.files, isMetadata)],
  };
};

/** A THREDDS data server. spec: permissions 4.6.3, X15 of 7.3. */
export const threddsService: ServiceType = {
  name: 'thredds',
  permissions: NAMES,
  resourceTypes: { directory: NAMES, file: NAMES },
  structure: { service: ['directory', 'file'], directory: ['directory', 'file'], file: [] },
  configuration: prefixes,
  targetOf: pathOf,
};
