import type { PermissionName } from '../permission';
import type { ConfigurationProblem, ServiceConfiguration, ServiceType } from './service-type';
import { refuseEveryRequest } from './unmapped';

const NAMES: readonly PermissionName[] = ['browse', 'read', 'write'];

const SECTIONS = ['metadata_type', 'data_type'] as const;

const DEFAULTS = {
  skip_prefix: 'thredds',
  file_patterns: ['.*\\.nc'],
  metadata_type: { prefixes: [null, 'catalog\\.\\w+', 'catalog', 'ncml', 'uddc', 'iso'] },
  data_type: { prefixes: ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'] },
};

/**
 * Compiled with the `u` flag, under which an escape that this language does not know is an error rather than a letter:
 * a pattern that would silently mean something else than its author thinks is refused.
 */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
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

/** A THREDDS data server. Its requests are not mapped yet. */
export const threddsService: ServiceType = {
  name: 'thredds',
  permissions: NAMES,
  resourceTypes: { directory: NAMES, file: NAMES },
  structure: { service: ['directory', 'file'], directory: ['directory', 'file'], file: [] },
  configuration: prefixes,
  targetOf: refuseEveryRequest,
};
