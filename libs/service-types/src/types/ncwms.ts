import { listed, listedIn } from '../parameters/names';
import { type ParameterValues, invalidParameter } from '../parameters/parameters';
import { readWms, wmsParameters } from '../parameters/wms';
import type { PermissionName } from '@gatehouse/access-engine';
import { type InvalidRequest, type RequestMapping, type ServiceType, isInvalid } from '../service-type';
import { Touched, mayBeAskedInBody, single } from './targets';
import { walk } from './walk';

const NAMES: readonly PermissionName[] = [
  'getcapabilities',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmap',
  'getmetadata',
];

const PARAMETERS = wmsParameters('layername', 'dataset');

/**
 * Layers are `<path of the file>/<variable>`, datasets paths of files; capabilities are those of a dataset, or of
 * all.
 */
const filesOf: RequestMapping = (request, tree) => {
  const asked = readWms(request, NAMES, PARAMETERS);
  if (asked === undefined || isInvalid(asked)) return asked;
  const { permission } = asked;
  const paths =
    permission === 'getcapabilities' ? datasetsOf(asked.values) : pathsOf(asked.names, asked.values);
  if (isInvalid(paths)) return paths;
  if (permission === 'getcapabilities' && paths.length === 0) return single(permission, tree.serviceId, true);
  const touched = new Touched();
  for (const path of paths) touched.add(walk(tree, path));
  if (asked.reachesUnnamed || touched.isEmpty) touched.add({ resourceId: tree.serviceId, exact: false });
  return touched.with(permission);
};

type Path = readonly string[];

function datasetsOf(values: ParameterValues): readonly Path[] | InvalidRequest {
  return sound(
    listed(values.get('dataset')).map((path) => path.split('/')),
    'dataset',
  );
}

function pathsOf(layers: readonly string[], values: ParameterValues): readonly Path[] | InvalidRequest {
  const datasets = datasetsOf(values);
  if (isInvalid(datasets)) return datasets;
  const named = [...layers, ...listedIn(values, ['layername'])].map((layer) => layer.split('/'));
  const files = sound(named, 'layers');
  if (isInvalid(files)) return files;
  return [...datasets, ...files.map((path) => path.slice(0, -1)).filter((path) => path.length > 0)];
}

/** Paths that every reader follows to the same file; others would lead past the rules of what they pass. */
function sound(paths: readonly Path[], locator: string): readonly Path[] | InvalidRequest {
  const isWinding = paths.some((path) => path.some((part) => part === '' || part === '.' || part === '..'));
  return isWinding ? invalidParameter(locator, `${locator} has an empty or a dot segment.`) : paths;
}

/** A Web Map Service over NetCDF files; its own path does not matter. spec: permissions 4.6.6, X16 of 7.3. */
export const ncwmsService: ServiceType = {
  name: 'ncwms',
  permissions: NAMES,
  resourceTypes: { directory: NAMES, file: NAMES },
  needsBody: mayBeAskedInBody,
  targetOf: filesOf,
};
