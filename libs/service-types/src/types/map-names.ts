import { isResourceName } from '@gatehouse/names';
import type { MapNames, PlacedName } from '../service-type';

/** Names of layers in workspaces of a GeoServer: `topp:roads`. Names without prefix are those of all workspaces. */
export const WORKSPACE_MAPS: MapNames = {
  permissions: ['describelayer', 'getfeatureinfo', 'getlegendgraphic', 'getmap'],
  scopeType: 'workspace',
  endpoints: ['wms', 'ows'],
  placeOf: (name) => {
    const colon = name.indexOf(':');
    if (colon < 0) return undefined;
    return possible([
      { name: name.slice(0, colon), type: 'workspace' },
      { name: name.slice(colon + 1), type: 'layer' },
    ]);
  },
};

/** Names of layers of an ncWMS: the path of a file and a variable, of which permissions concern the file. */
export const FILE_MAPS: MapNames = {
  permissions: ['getfeatureinfo', 'getlegendgraphic', 'getmap', 'getmetadata'],
  endpoints: ['wms'],
  placeOf: (name) => {
    const path = name.split('/');
    const file = path.length > 1 ? path.slice(0, -1) : path;
    return possible(
      file.map((segment, index) => ({
        name: segment,
        type: index === file.length - 1 ? 'file' : 'directory',
      })),
    );
  },
};

function possible(place: readonly PlacedName[]): readonly PlacedName[] | undefined {
  return place.every(({ name }) => isResourceName(name)) ? place : undefined;
}
