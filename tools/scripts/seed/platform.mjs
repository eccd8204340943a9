// The platform as a whole: its services, their sizes, and the number of users.
import { cmip6, cordex, era5, oceanForecasts } from './climate.mjs';
import {
  baseMaps,
  climateIndices,
  drainageAreas,
  hydrologicalModels,
  projections,
  terrainAnalysis,
  wholeGeoserver,
} from './maps.mjs';
import { catalogueOfScenes, notebookServers, projectWorkspaces } from './routes.mjs';

/** @typedef {import('./climate.mjs').Breadth} Breadth */
/** @typedef {import('./users.mjs').User} User */
/** @typedef {import('./users.mjs').Team} Team */
/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('./tree.mjs').Tree} Tree */

/**
 * @typedef {object} Size
 * @property {number} resources services among them
 * @property {number} users
 * @property {number} projects
 * @property {Breadth} breadth
 */

/** @type {Readonly<Record<string, Size>>} */
export const SIZES = {
  small: {
    resources: 3_000,
    users: 150,
    projects: 24,
    breadth: { models: 5, experiments: 3, members: 1, variables: 4, periods: 3 },
  },
  medium: {
    resources: 100_000,
    users: 5_000,
    projects: 240,
    breadth: { models: 14, experiments: 5, members: 3, variables: 8, periods: 10 },
  },
  large: {
    resources: 1_000_000,
    users: 50_000,
    projects: 1_000,
    breadth: { models: 18, experiments: 8, members: 4, variables: 14, periods: 24 },
  },
};

/**
 * A service with the tree below it.
 *
 * @typedef {object} Blueprint
 * @property {string} name
 * @property {string} type
 * @property {string} url of the real service, private to the platform's network
 * @property {boolean} isPublic whether all users may read it
 * @property {object} [configuration]
 * @property {object} [proxy]
 * @property {number} [share] part of all resources; without it the tree is made whole
 * @property {(service: Node) => Tree} [tree]
 */

/**
 * @param {Size} size
 * @param {{ users: readonly User[], projects: readonly Team[] }} users
 * @returns {Blueprint[]} services of every type; the last one takes what the others leave
 */
export function makePlatform({ breadth }, { users, projects }) {
  return [
    {
      name: 'dashboard',
      type: 'access',
      url: 'http://dashboard.platform.internal:3000',
      isPublic: true,
    },
    {
      name: 'notebook-gallery',
      type: 'access',
      url: 'http://gallery.platform.internal:8000',
      isPublic: false,
    },
    {
      name: 'climate-indices',
      type: 'wps',
      url: 'http://indices.platform.internal:5000/wps',
      isPublic: true,
      tree: climateIndices,
    },
    {
      name: 'hydrological-models',
      type: 'wps',
      url: 'http://hydrology.platform.internal:9099/wps',
      isPublic: false,
      // A model may run for minutes before its reply begins.
      proxy: { headers_timeout: 900, max_concurrency: 16 },
      tree: hydrologicalModels,
    },
    {
      name: 'terrain-analysis',
      type: 'geoserverwps',
      url: 'http://geoserver.platform.internal:8080/geoserver/ows',
      isPublic: true,
      tree: terrainAnalysis,
    },
    {
      name: 'cmip6-archive',
      type: 'thredds',
      url: 'http://thredds.platform.internal:8083/thredds',
      isPublic: true,
      configuration: { skip_prefix: 'thredds', file_patterns: ['.*\\.nc', '.*\\.ncml'] },
      share: 0.45,
      tree: (service) => cmip6(service, breadth),
    },
    {
      name: 'cordex-archive',
      type: 'thredds',
      url: 'http://thredds-regional.platform.internal:8083/thredds',
      isPublic: false,
      share: 0.12,
      tree: (service) => cordex(service, breadth),
    },
    {
      name: 'era5-reanalysis',
      type: 'thredds',
      url: 'http://thredds-reanalysis.platform.internal:8083/thredds',
      isPublic: true,
      share: 0.02,
      tree: (service) => era5(service, breadth),
    },
    {
      name: 'ocean-forecasts',
      type: 'ncwms',
      url: 'http://ncwms.platform.internal:8080/ncWMS2',
      isPublic: true,
      share: 0.06,
      tree: (service) => oceanForecasts(service, breadth),
    },
    {
      name: 'geoserver',
      type: 'geoserver',
      url: 'http://geoserver.platform.internal:8080/geoserver',
      isPublic: false,
      configuration: { api: false, wfs: true, wms: true, wps: true },
      share: 0.02,
      tree: wholeGeoserver,
    },
    {
      name: 'projection-maps',
      type: 'geoserverwms',
      url: 'http://maps.platform.internal:8080/geoserver/wms',
      isPublic: true,
      share: 0.03,
      tree: projections,
    },
    {
      name: 'base-features',
      type: 'geoserverwfs',
      url: 'http://maps.platform.internal:8080/geoserver/wfs',
      isPublic: true,
      share: 0.02,
      tree: baseMaps,
    },
    {
      name: 'drainage-areas',
      type: 'wfs',
      url: 'http://features.platform.internal:8080/ows',
      isPublic: true,
      share: 0.005,
      tree: drainageAreas,
    },
    {
      name: 'notebooks',
      type: 'api',
      url: 'http://jupyterhub.platform.internal:8000',
      isPublic: false,
      share: 0.02,
      tree: (service) => notebookServers(service, users),
    },
    {
      name: 'project-workspaces',
      type: 'project-api',
      url: 'http://projects.platform.internal:4444',
      isPublic: false,
      share: 0.02,
      tree: (service) => projectWorkspaces(service, projects),
    },
    {
      name: 'scene-catalogue',
      type: 'api',
      url: 'http://stac.platform.internal:8880/stac',
      isPublic: true,
      share: 1,
      tree: catalogueOfScenes,
    },
  ];
}
