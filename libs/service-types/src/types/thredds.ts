import type { PermissionName, ServiceTree, TargetResource } from '@gatehouse/access-engine';
import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import { readPairs } from '../grammar/pairs';
import { type Outside, type Reading, covered, invalid, isOutside, outside } from '../reading';
import { MAX_MATCHED_TEXT_LENGTH } from '../pattern-engine';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { outsideNeeds } from './outside-needs';
import { type Layout, type Prefix, layoutOf, threddsConfiguration } from './thredds-configuration';
import { Touched, single } from './touched';
import { walk } from './walk';

const NAMES: readonly PermissionName[] = ['browse', 'read', 'write'];

/** Names of files are not longer (`NAME_MAX` of Linux). */
const MAX_SEGMENT_LENGTH = 255;

const CATALOG = /^catalog\.\w+$/;
/** A dataset of THREDDS 4 before the last mode of DAP 4, what follows it included. */
const MODE = /^(.+)\.(?:dmr|dap|dsr)(?:\..*)?$/i;
const ICON = /^threddsIcon\.\w+$/;

/** Parameters that make THREDDS open, fetch or relay something other than its path names, or draw a style document. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'dataset',
  'catalog',
  'url',
  'sld',
  'sld_body',
  'filename',
  'server',
  'baseurl',
]);

function matches({ length, pattern }: Prefix, path: readonly string[]): boolean {
  if (pattern === undefined) return path.length === 0;
  return path.length >= length && pattern.matchWhole(path.slice(0, length).join('/')) !== undefined;
}

/** Problems outside the path. Constraints of OPeNDAP are not pairs of names and values, so that each part is read separately. */
function problemBeside({ query, body }: ServiceRequest): Outside | undefined {
  if (body.kind !== 'none') {
    return outside(
      'NoApplicableCode',
      'body',
      'The request has a body, whose parameters would be read in addition to its path.',
    );
  }
  for (const part of query.split('&')) {
    const [pair] = entriesOfQuery(part);
    if (pair && ELSEWHERE.has(pair))
      return invalid(pair, `The parameter ${pair} names data in addition to the path.`);
  }
  return undefined;
}

/** The name of a parameter, lower case, where it is one. */
function entriesOfQuery(part: string): readonly string[] {
  const pairs = readPairs(part, 'query');
  return isOutside(pairs) ? [] : pairs.map(({ name }) => name);
}

/** The first segments determine whether data or metadata is requested; the method does not matter. */
function readPath(request: ServiceRequest, { tree, configuration, patterns }: ReadingContext): Reading {
  const { segments } = request;
  const layout = layoutOf(configuration, patterns);
  if (!layout)
    return outside(
      'NoApplicableCode',
      'path',
      'The configuration of the service has a pattern that cannot be used.',
    );
  if (segments.some(({ length }) => length > MAX_SEGMENT_LENGTH)) {
    return outside(
      'InvalidParameterValue',
      'path',
      `The path has a segment of more than ${MAX_SEGMENT_LENGTH} characters.`,
    );
  }
  const { skipped } = layout;
  const isSkipped = skipped.length > 0 && skipped.every((segment, index) => segments[index] === segment);
  const path = isSkipped ? segments.slice(skipped.length) : segments;
  if (path.length === 1 && ICON.test(path[0] ?? '')) return covered(single('browse', tree.serviceId, true));
  if (path.slice(0, layout.longestPrefix).join('/').length > MAX_MATCHED_TEXT_LENGTH) {
    return outside(
      'InvalidParameterValue',
      'path',
      `The path begins with segments of more than ${MAX_MATCHED_TEXT_LENGTH} characters.`,
    );
  }
  const prefix = layout.prefixes.find((candidate) => matches(candidate, path));
  if (!prefix)
    return outside(
      'InvalidParameterValue',
      'path',
      'The path does not begin with a prefix of data or metadata.',
    );
  const problem = problemBeside(request);
  if (problem) return problem;
  const touched = new Touched();
  const below = path.slice(prefix.length);
  for (const resource of resourcesAt(tree, below, layout, path[0] ?? '', prefix.permission === 'browse'))
    touched.add(resource);
  if (path[0] === 'dap4') addUpToDots(touched, tree, below, layout, Interpreted.of(request.limits));
  return covered(touched.with(prefix.permission));
}

/**
 * Adds what DAP 4 may cut a path to: THREDDS 4 splits the whole path at dots and goes back from its end, past what it does
 * not know, to `dmr`, `dap` or `dsr`. So the dataset may end before any dot of any segment, whatever follows.
 */
function addUpToDots(
  touched: Touched,
  tree: ServiceTree,
  path: readonly string[],
  { files }: Layout,
  interpreted: Interpreted,
): void {
  let above = tree.serviceId;
  for (const [index, segment] of path.entries()) {
    for (let dot = segment.indexOf('.'); dot >= 0; dot = segment.indexOf('.', dot + 1)) {
      if (!interpreted.mayLookUp(1)) {
        touched.addEverything();
        return;
      }
      // Without a name before the dot, what remains is the path above and a slash.
      const resourceId = dot === 0 ? above : tree.childByName(above, segment.slice(0, dot));
      if (resourceId !== undefined) touched.add({ resourceId, exact: true });
    }
    if (index === path.length - 1) {
      const dataset = MODE.exec(segment)?.[1] ?? segment;
      const isKnown = files.some((pattern) => pattern.matchStart(dataset) !== undefined);
      if (!isKnown && tree.childByName(above, dataset) === undefined)
        touched.add({ resourceId: above, exact: false });
    }
    const child = tree.childByName(above, segment);
    if (child === undefined) return;
    above = child;
  }
}

/**
 * The resources at a path below the prefix. The last segment may select how a file or the catalog of a directory is shown: every
 * registered resource that it may mean is touched.
 */
function resourcesAt(
  tree: ServiceTree,
  path: readonly string[],
  layout: Layout,
  prefix: string,
  isMetadata: boolean,
): readonly TargetResource[] {
  const whole = withoutFurtherSegment(path, layout, prefix);
  const last = whole.at(-1);
  if (last === undefined) return [{ resourceId: tree.serviceId, exact: true }];
  const above = walk(tree, whole.slice(0, -1));
  if (!above.exact) return [above];
  const found = [...namesOf(last, layout, prefix)].flatMap(
    (name) => tree.childByName(above.resourceId, name) ?? [],
  );
  if (found.length > 0) {
    const touched = found.map((resourceId): TargetResource => ({ resourceId, exact: true }));
    return prefix === 'dodsC' && isOtherFile(tree, above.resourceId, last, layout.suffixes[prefix])
      ? [...touched, { resourceId: above.resourceId, exact: false }]
      : touched;
  }
  const isListing = isMetadata && CATALOG.test(last) && tree.typeOf(above.resourceId) !== 'file';
  return [{ resourceId: above.resourceId, exact: isListing }];
}

/** `ncss` selects in a further segment which part of a dataset is requested. */
function withoutFurtherSegment(
  path: readonly string[],
  { suffixes }: Layout,
  prefix: string,
): readonly string[] {
  const isFurther =
    prefix === 'ncss' && path.length > 1 && suffixes['ncss']?.has(path.at(-1)?.toLowerCase() ?? '');
  return isFurther ? path.slice(0, -1) : path;
}

/** The names that a last segment may mean: itself, what a pattern of files matches, and itself without suffixes. */
function namesOf(segment: string, layout: Layout, prefix: string): ReadonlySet<string> {
  const names = new Set([segment]);
  const matched = layout.files
    .map((pattern) => pattern.matchStart(segment))
    .find((name) => name !== undefined);
  if (matched) names.add(matched);
  const known = suffixesOf(layout, prefix);
  for (let name = withoutSuffix(segment, known); name !== undefined; name = withoutSuffix(name, known))
    names.add(name);
  return names;
}

/** Of several suffixes, `dodsC` removes the last one: what is left may be a file that is not registered. */
function isOtherFile(tree: ServiceTree, above: number, segment: string, known: Suffixes): boolean {
  const dataset = withoutSuffix(segment, known);
  return (
    dataset !== undefined &&
    withoutSuffix(dataset, known) !== undefined &&
    tree.childByName(above, dataset) === undefined
  );
}

type Suffixes = ReadonlySet<string> | undefined;

function suffixesOf({ suffixes }: Layout, prefix: string): Suffixes {
  return prefix === 'dodsC' || prefix === 'dap4' ? suffixes[prefix] : undefined;
}

/** A name without its last suffix; undefined if that is none of the known ones. */
function withoutSuffix(name: string, known: Suffixes): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot > 0 && known?.has(name.slice(dot + 1).toLowerCase()) ? name.slice(0, dot) : undefined;
}

/** A THREDDS data server. Reference: request-mapping#thredds, X15 of 7.3. */
export const threddsService: ServiceType = {
  name: 'thredds',
  permissions: NAMES,
  resourceTypes: { directory: NAMES, file: NAMES },
  structure: { service: ['directory', 'file'], directory: ['directory', 'file'], file: [] },
  configuration: threddsConfiguration,
  isOws: false,
  cookies: 'all',
  ...outsideNeeds(['browse', 'read']),
  readsBody: () => false,
  read: readPath,
};
