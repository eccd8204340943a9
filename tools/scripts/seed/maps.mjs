// Map layers, features and processes: GeoServers with their workspaces, a feature service, processing services.
import { childOf } from './tree.mjs';

/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('./tree.mjs').Tree} Tree */

const PROVINCES = ['ab', 'bc', 'mb', 'nb', 'nl', 'ns', 'nt', 'nu', 'on', 'pe', 'qc', 'sk', 'yt'];
const THEMES = [
  'land-cover',
  'elevation',
  'hydrography',
  'permafrost',
  'forest-inventory',
  'wetlands',
  'soil-texture',
  'surficial-geology',
  'transportation',
  'protected-areas',
  'population-density',
  'fire-perimeters',
];
const INDICES = [
  'tx-mean',
  'tn-mean',
  'tg-mean',
  'prcptot',
  'frost-days',
  'ice-days',
  'hot-spell-frequency',
  'growing-degree-days',
  'heating-degree-days',
  'cooling-degree-days',
  'tropical-nights',
  'consecutive-dry-days',
  'freeze-thaw-cycles',
  'snow-cover-duration',
];
const SCENARIOS = ['ssp126', 'ssp245', 'ssp370', 'ssp585'];
const HORIZONS = ['1971-2000', '1991-2020', '2021-2050', '2041-2070', '2071-2100'];
const SEASONS = ['annual', 'djf', 'mam', 'jja', 'son'];
const PERCENTILES = ['p10', 'p50', 'p90'];

/**
 * Workspaces of base maps, one for each theme and region, with a layer for each product and year.
 *
 * @param {Node} parent a service, or a route of one
 * @returns {Tree}
 */
export function* baseMaps(parent) {
  for (const theme of THEMES)
    for (const province of PROVINCES) {
      const workspace = childOf(parent, 'workspace', `${theme}-${province}`);
      yield workspace;
      for (let year = 2024; year >= 1985; year -= 1)
        for (const product of ['raster', 'outline', 'labels', 'change'])
          yield childOf(workspace, 'layer', `${theme}_${province}_${product}_${year}`);
    }
}

/**
 * Workspaces of climate projections, one for each index and scenario.
 *
 * @param {Node} parent
 * @returns {Tree}
 */
export function* projections(parent) {
  for (const index of INDICES)
    for (const scenario of SCENARIOS) {
      const workspace = childOf(parent, 'workspace', `${index}-${scenario}`);
      yield workspace;
      for (const province of PROVINCES)
        for (const horizon of HORIZONS)
          for (const season of SEASONS)
            for (const percentile of PERCENTILES)
              yield childOf(
                workspace,
                'layer',
                [index, scenario, province, horizon, season, percentile].join('_'),
              );
    }
}

/**
 * A whole GeoServer: its REST interface as routes, processes of a workspace, then the workspaces of maps.
 *
 * @param {Node} service
 * @returns {Tree}
 */
export function* wholeGeoserver(service) {
  const rest = childOf(service, 'route', 'rest');
  yield rest;
  for (const name of [
    'about',
    'layers',
    'namespaces',
    'resource',
    'security',
    'settings',
    'styles',
    'workspaces',
  ])
    yield childOf(rest, 'route', name);
  const analysis = childOf(service, 'workspace', 'analysis');
  yield analysis;
  for (const name of SPATIAL) yield childOf(analysis, 'process', `vec-${name}`);
  yield* baseMaps(service);
}

/**
 * Features of drainage areas, in the one level that such a service has.
 *
 * @param {Node} service
 * @returns {Tree}
 */
export function* drainageAreas(service) {
  for (const kind of ['watersheds', 'gauges', 'rivers', 'lakes'])
    for (let region = 1; region <= 11; region += 1)
      for (let first = 0; first < 8; first += 1)
        for (let second = 0; second < 26; second += 1) {
          const area = `${String(region).padStart(2, '0')}${letter(first)}${letter(second)}`;
          yield childOf(service, 'layer', `${kind}_${area}`, `${kind} of the drainage area ${area}`);
        }
}

const SPATIAL = [
  'buffer',
  'clip',
  'centroid',
  'intersection',
  'nearest',
  'simplify',
  'snap',
  'union',
  'reproject',
];
const TERRAIN = [
  'aspect',
  'contour',
  'flow-accumulation',
  'hillshade',
  'slope',
  'viewshed',
  'zonal-statistics',
];

/**
 * The processes of a GeoServer by workspace.
 *
 * @param {Node} service
 * @returns {Tree}
 */
export function* terrainAnalysis(service) {
  for (const [name, processes] of /** @type {const} */ ([
    ['terrain', TERRAIN],
    ['vectors', SPATIAL],
  ])) {
    const workspace = childOf(service, 'workspace', name);
    yield workspace;
    for (const process of processes) yield childOf(workspace, 'process', process);
  }
}

/**
 * The processes of a service that computes climate indices, over several kinds of areas.
 *
 * @param {Node} service
 * @returns {Tree}
 */
export function* climateIndices(service) {
  for (const name of [
    'subset_bbox',
    'subset_gridpoint',
    'subset_polygon',
    'average_polygon',
    'geoseries_to_netcdf',
  ])
    yield childOf(service, 'process', name);
  for (const area of ['', 'grid_point_', 'bbox_', 'polygon_'])
    for (const index of INDICES) yield childOf(service, 'process', `${area}${index.replaceAll('-', '_')}`);
}

/** @param {Node} service @returns {Tree} */
export function* hydrologicalModels(service) {
  for (const model of ['gr4j_cemaneige', 'hmets', 'hbv_ec', 'mohyse', 'blended'])
    for (const task of ['simulation', 'calibration', 'forecast'])
      yield childOf(service, 'process', `raven_${model}_${task}`);
  for (const name of [
    'delineate_watershed',
    'nalcms_zonal_statistics',
    'terrain_analysis',
    'regionalisation',
  ])
    yield childOf(service, 'process', name);
}

/** @param {number} position */
function letter(position) {
  return String.fromCharCode(65 + position);
}
