import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, type Layer, PLAIN, type Side, colourOf } from './features';
import { type MapPeer, startPair } from './mapserver';

/** Debian installs FastCGI programs here. */
const PROGRAM = '/usr/lib/cgi-bin/qgis_mapserv.fcgi';

/** Starts two QGIS Servers with WMS, WFS, changes by WFS, and OGC API Features on the same project, whose secrets differ. */
export async function startQgisServer(content = PLAIN): Promise<MapPeer> {
  return startPair(async (folder, side, address) => {
    await content.write(folder, side);
    const [project, home] = [join(folder, 'project.qgs'), join(folder, 'home')];
    await mkdir(home);
    await writeFile(project, projectFile(content, side, address));
    const parameters = {
      QGIS_PROJECT_FILE: project,
      QGIS_OPTIONS_PATH: home,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      QT_QPA_PLATFORM: 'offscreen',
      // Otherwise attributes in XML would have another order in every process.
      QT_HASH_SEED: '0',
    };
    return { command: [PROGRAM], parameters };
  });
}

const SRS = '<spatialrefsys><authid>EPSG:4326</authid></spatialrefsys>';

/** QGIS Server does not find layers whose ids are very short. */
function idOf(layer: Layer, { layers }: Content): string {
  return `layer_${layers.indexOf(layer)}_of_${layer.set}`;
}

/** `address`: the address in the capabilities, which would otherwise follow the proxy’s header fields. */
function projectFile(content: Content, side: Side, address: string): string {
  const { layers, root } = content;
  const ids = layers.map((layer) => `<value>${idOf(layer, content)}</value>`).join('');
  const list = (name: string) => `<${name} type="QStringList">${ids}</${name}>`;
  return `<qgis version="3.22.16" projectname="${root}">
<projectCrs>${SRS}</projectCrs>
<layer-tree-group>${treeOf(content, [])}</layer-tree-group>
<projectlayers>${layers.map((layer) => layerOf(layer, idOf(layer, content), side)).join('')}</projectlayers>
<properties>
${list('WFSLayers')}
<WMSRootName type="QString">${root}</WMSRootName>
<WMSCrsList type="QStringList"><value>EPSG:4326</value></WMSCrsList>
<WMSUrl type="QString">${address}/wms</WMSUrl>
<WFSUrl type="QString">${address}/wfs</WFSUrl>
<WFSTLayers>${['Insert', 'Update', 'Delete'].map(list).join('')}</WFSTLayers>
</properties>
</qgis>
`;
}

/** The layers and groups of the group at a path. */
function treeOf(content: Content, path: readonly string[]): string {
  const inside = content.layers.filter(({ groups = [] }) => path.every((name, at) => groups[at] === name));
  const groups = new Set(inside.flatMap((layer) => layer.groups?.slice(path.length, path.length + 1) ?? []));
  return [
    ...inside
      .filter((layer) => (layer.groups ?? []).length === path.length)
      .map(
        (layer) =>
          `<layer-tree-layer id="${idOf(layer, content)}" name="${layer.name}" checked="Qt::Checked"/>`,
      ),
    ...[...groups].map(
      (name) =>
        `<layer-tree-group name="${name}" checked="Qt::Checked">${treeOf(content, [...path, name])}</layer-tree-group>`,
    ),
  ].join('');
}

function layerOf(layer: Layer, id: string, side: Side): string {
  const style = {
    color: `${colourOf(layer.set, side, ',')},255`,
    name: 'circle',
    outline_style: 'no',
    size: '2',
  };
  const properties = Object.entries(style).map(([key, value]) => `<prop k="${key}" v="${value}"/>`);
  return `<maplayer type="vector" geometry="Point" wkbType="Point">
<id>${id}</id>
<datasource>./${layer.set}.geojson</datasource>
<layername>${layer.name}</layername>
${layer.shortName === undefined ? '' : `<shortname>${layer.shortName}</shortname>`}
<srs>${SRS}</srs>
<provider encoding="UTF-8">ogr</provider>
<flags><Identifiable>1</Identifiable><Removable>1</Removable><Searchable>1</Searchable></flags>
<renderer-v2 type="singleSymbol"><symbols><symbol type="marker" name="0" alpha="1">
<layer class="SimpleMarker" enabled="1" pass="0">${properties.join('')}</layer>
</symbol></symbols></renderer-v2>
</maplayer>
`;
}
