// Web APIs, as a tree of the path segments that matter: a catalogue of satellite scenes, notebook servers, projects.
import { dateAfter } from './climate.mjs';
import { childOf } from './tree.mjs';

/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('./tree.mjs').Tree} Tree */

const COLLECTIONS = /** @type {const} */ ([
  ['sentinel-2-l2a', 'S2B', 5],
  ['landsat-c2-l2', 'LC09', 8],
  ['sentinel-1-grd', 'S1A', 6],
  ['modis-13q1', 'MOD13Q1', 16],
]);
const COLUMNS = 'CDEFGHJKLMNPQRSTUVWX';

/**
 * A SpatioTemporal Asset Catalog: collections with their scenes by tile and day. The scenes do not run out before any
 * requested size.
 *
 * @param {Node} service
 * @returns {Tree}
 */
export function* catalogueOfScenes(service) {
  for (const name of ['conformance', 'queryables', 'search']) yield childOf(service, 'route', name);
  const collections = childOf(service, 'route', 'collections');
  yield collections;
  /** @type {{ items: Node, satellite: string, revisit: number }[]} */
  const sources = [];
  for (const [name, satellite, revisit] of COLLECTIONS) {
    const collection = childOf(collections, 'route', name);
    yield collection;
    const items = childOf(collection, 'route', 'items');
    yield items;
    sources.push({ items, satellite, revisit });
  }
  for (let pass = 0; ; pass += 1)
    for (let tile = 0; tile < 40; tile += 1)
      for (const { items, satellite, revisit } of sources) {
        const name = `${satellite}_${10 + (tile % 12)}${COLUMNS[tile % 20]}_${dateAfter(2016, pass * revisit)}_${tile}`;
        yield childOf(items, 'route', name);
      }
}

/**
 * A hub of notebook servers: its own interface, and a server for each user.
 *
 * @param {Node} service
 * @param {readonly { name: string, title: string }[]} users
 * @returns {Tree}
 */
export function* notebookServers(service, users) {
  const hub = childOf(service, 'route', 'hub');
  yield hub;
  for (const name of ['api', 'admin', 'home', 'login', 'spawn', 'token']) yield childOf(hub, 'route', name);
  const user = childOf(service, 'route', 'user');
  yield user;
  for (const { name, title } of users) {
    const server = childOf(user, 'route', name, title);
    yield server;
    for (const part of ['api', 'lab', 'tree', 'files']) yield childOf(server, 'route', part);
  }
}

/**
 * Workspaces of projects: what they share, by kind.
 *
 * @param {Node} service
 * @param {readonly { name: string, title: string }[]} projects
 * @returns {Tree}
 */
export function* projectWorkspaces(service, projects) {
  for (let year = 2024; year >= 2012; year -= 1) {
    const folder = childOf(service, 'route', String(year));
    yield folder;
    for (const { name, title } of projects) {
      const project = childOf(folder, 'route', name, title);
      yield project;
      for (const kind of ['datasets', 'notebooks', 'reports']) {
        const area = childOf(project, 'route', kind);
        yield area;
        for (const version of ['draft', 'review', 'final']) yield childOf(area, 'route', version);
      }
    }
  }
}
