import type { PermissionName, ServiceTree } from '@gatehouse/access-engine';
import { MAX_RESOURCE_NAME_LENGTH } from '@gatehouse/names';
import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import { namesIn } from '../grammar/names';
import { NCWMS, readWms } from '../protocols/wms';
import { type Outside, type Reading, covered, invalid, isOutside } from '../reading';
import type { ServiceRequest } from '../request';
import type { ServiceType } from '../service-type';
import { endpointProblem } from './endpoint';
import { FILE_MAPS } from './map-names';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { Touched, single } from './touched';
import { walk } from './walk';
import { NCWMS_OPERATIONS } from '../protocols/wms-parameters';

const NAMES: readonly PermissionName[] = ['getcapabilities', ...FILE_MAPS.permissions];

type Path = readonly string[];

/** Segments of a name; no path of a file has more. */
const MAX_SEGMENTS = 200;

/** Names of files as ncWMS follows them: `*`, `?`, brackets and braces are patterns over files to it. */
const SEGMENT = /^[^*?[\]{}\\]+$/;

/**
 * Layers are `<path of the file>/<variable>`, datasets paths of files; capabilities are those of a dataset, or of all. Other
 * names are below the dataset, if one is named as well.
 */
function filesOf(request: ServiceRequest, context: ReadingContext): Reading {
  // It takes a path that is not that of its endpoint for the name of a dataset.
  const problem = endpointProblem(request, context, 'wms', true);
  if (problem) return problem;
  const requested = readWms(request, NCWMS, context.parameters);
  if (isOutside(requested)) return requested;
  const { permission, parameters } = requested;
  const datasets = parameters ? namesIn(parameters, ['dataset'], 'none') : [];
  if (isOutside(datasets)) return datasets;
  const touched = new Touched();
  const paths = pathsOf(requested.names, datasets);
  if (isOutside(paths)) return paths;
  const { tree } = context;
  if (permission === 'getcapabilities' && paths.length === 0)
    return covered(single(permission, tree.serviceId, true));
  const interpreted = Interpreted.of(request.limits);
  const isMap = permission !== 'getcapabilities';
  for (const path of paths) addFile(touched, path, context, interpreted, isMap);
  // A server without variables treats the whole name as a layer.
  for (const layer of requested.names) {
    const whole = walk(tree, layer.split('/'));
    if (whole.exact) touched.add(whole);
  }
  if (requested.reachesUnnamed) touched.addEverything();
  // A menu covers all datasets, regardless of the layers that are named as well.
  const isMenu = parameters?.get('item')?.toLowerCase() === 'menu';
  if (touched.isEmpty || isMenu) touched.add({ resourceId: tree.serviceId, exact: false });
  return covered(touched.with(permission));
}

function pathsOf(layers: readonly string[], datasets: readonly string[]): readonly Path[] | Outside {
  const paths: Path[] = [];
  for (const dataset of datasets) paths.push(dataset.split('/'));
  // Each layer may be below each dataset.
  if (paths.some((path) => path.length > MAX_SEGMENTS)) return tooDeep();
  for (const layer of layers) {
    const path = layer.split('/');
    if (path.length > MAX_SEGMENTS) return tooDeep();
    if (path.length > 1) paths.push(path.slice(0, -1));
    else if (datasets.length === 0) paths.push(path);
    if (path.some((part) => !SEGMENT.test(part))) return winding();
    for (const dataset of datasets)
      if (path.length > 1) paths.push([...dataset.split('/'), ...path.slice(0, -1)]);
  }
  return paths.some((path) => path.some((part) => part === '.' || part === '..' || !SEGMENT.test(part)))
    ? winding()
    : paths;
}

function tooDeep(): Outside {
  return invalid('layers', `A name has more than ${MAX_SEGMENTS} segments.`);
}

/** Paths that do not lead every reader to the same file would lead past the rules of what they pass. */
function winding(): Outside {
  return invalid('layers', 'A name has an empty segment, a dot segment or a pattern.');
}

function addFile(
  touched: Touched,
  path: Path,
  context: ReadingContext,
  interpreted: Interpreted,
  isMap: boolean,
): void {
  const { tree } = context;
  const found = walk(tree, path);
  if (found.exact) {
    touched.add(found);
    return;
  }
  const isBelowService = found.resourceId === tree.serviceId;
  // A name below a directory is a path; a first segment may be a group of layers to other servers.
  touched.addUnregistered(
    { name: path.join('/'), inheritsFrom: found.resourceId, isMap: isMap && isBelowService },
    context,
  );
  if (!isBelowService) return;
  for (const resourceId of tree.childrenByFold(tree.serviceId, path[0] ?? ''))
    touched.add({ resourceId, exact: path.length === 1 });
  // An alias is a beginning of the name to ncWMS, followed by any one character: `dataXfile` is `file` of `data`.
  const first = path[0]?.toLowerCase() ?? '';
  if (beginsWithName(first, tree, interpreted)) touched.addEverything();
}

/** Whether a text begins with the name of a child of the service; there may be very many of those. */
function beginsWithName(text: string, tree: ServiceTree, interpreted: Interpreted): boolean {
  // A letter has two characters at most in lower case.
  const longest = Math.min(text.length, 2 * MAX_RESOURCE_NAME_LENGTH);
  // With too many of them this is assumed, which requires more permissions.
  if (!interpreted.mayLookUp(longest)) return true;
  for (let length = longest; length > 0; length--) {
    if (tree.childByName(tree.serviceId, text.slice(0, length)) !== undefined) return true;
  }
  return false;
}

/** A Web Map Service over NetCDF files. Reference: request-mapping#ncwms, X16 of 7.3. */
export const ncwmsService: ServiceType = {
  name: 'ncwms',
  permissions: NAMES,
  resourceTypes: { directory: NAMES, file: NAMES },
  maps: () => FILE_MAPS,
  isOws: true,
  operations: NCWMS_OPERATIONS,
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: filesOf,
};
