import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { type Content, type Layer, PLAIN, type Side, colourOf } from './features';
import { type Gateway, type Responder, startGateway } from './gateway';
import { type Tethered, startTethered } from './tethered';

/** Debian installs CGI programs here. */
const PROGRAM = '/usr/lib/cgi-bin/mapserv';

/** A server next to the proxy, and the requests that reach it. */
export interface MapPeer extends Pick<Gateway, 'url' | 'exchanges'> {
  /** How many responders have ended. */
  readonly deaths: number;
  /** The folder of the data of a side. */
  folderOf(side: Side): string;
  stop(): Promise<void>;
}

/** Starts two MapServers with WMS, WFS and OGC API Features on the same map, whose secrets differ. */
export async function startMapServer(content = PLAIN): Promise<MapPeer> {
  return startPair(async (folder, side, address) => {
    await content.write(folder, side);
    const map = mapFile(content, folder, side, address);
    await writeFile(join(folder, 'map.map'), map);
    await writeFile(join(folder, 'other.map'), map);
    await writeFile(join(folder, 'query.html'), '<!-- MapServer Template -->\n[public_mark][secret_mark]\n');
    await writeFile(join(folder, 'mapserver.conf'), configuration(folder));
    const parameters = {
      MAPSERVER_CONFIG_FILE: join(folder, 'mapserver.conf'),
      MS_MAPFILE: join(folder, 'map.map'),
    };
    return { command: [PROGRAM], parameters };
  });
}

interface Program {
  readonly command: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

/** Starts a FastCGI program twice behind one gateway, each with its own data in its own folder. */
export async function startPair(
  prepare: (folder: string, side: Side, address: string) => Promise<Program>,
): Promise<MapPeer> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-peer-'));
  const port = await freePort();
  const programs: Tethered[] = [];
  const folderOf = (side: Side) => join(root, side);
  const start = async (side: Side): Promise<Responder> => {
    const folder = folderOf(side);
    await mkdir(folder);
    const { command, parameters } = await prepare(folder, side, `http://127.0.0.1:${port}`);
    const socket = join(folder, 'socket');
    // The socket of a responder that has ended would prevent the next one from listening.
    const listening = ['sh', '-c', 'rm -f "$0"; exec spawn-fcgi -n -s "$0" -- "$@"', socket, ...command];
    const program = startTethered({ command: listening, environment: parameters, folder });
    programs.push(program);
    return { socket, parameters, restart: () => program.restart() };
  };
  const gateway = await startGateway(port, await start('main'), await start('twin'));
  return {
    url: gateway.url,
    exchanges: gateway.exchanges,
    get deaths() {
      return programs.reduce((sum, { deaths }) => sum + deaths, 0);
    },
    folderOf,
    stop: async () => {
      await gateway.close();
      await Promise.all(programs.map((program) => program.stop()));
      await rm(root, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string): string {
  const maps = ['map', 'ws', 'other'].map((name) => `    ${name} "${join(folder, 'map.map')}"`);
  return ['CONFIG', '  ENV', '    MS_MAP_PATTERN "."', '  END', '  MAPS', ...maps, '  END', 'END\n'].join(
    '\n',
  );
}

function mapFile({ layers, root }: Content, folder: string, side: Side, address: string): string {
  return `MAP
  NAME "${root}"
  EXTENT 0 0 3 3
  SIZE 32 32
  IMAGECOLOR 255 255 255
  SHAPEPATH "${folder}"
  PROJECTION "init=epsg:4326" END
  SYMBOL NAME "dot" TYPE ELLIPSE POINTS 1 1 END FILLED TRUE END
  LEGEND STATUS ON END
  WEB
    METADATA
      "ows_title" "peer"
      "wfs_onlineresource" "${address}/wfs?"
      "wms_onlineresource" "${address}/wms?"
      "ows_enable_request" "*"
      "ows_srs" "EPSG:4326"
      "oga_onlineresource" "http://peer.example.org/map/ogcapi"
    END
  END
${layers.map((layer) => layerOf(layer, folder, side)).join('')}END
`;
}

function layerOf(layer: Layer, folder: string, side: Side): string {
  const { name: title, shortName: name = title, set, groups = [] } = layer;
  return `  LAYER
    NAME "${name}"
    ${groups.length === 1 ? `GROUP "${groups[0]}"` : ''}
    TYPE POINT
    STATUS OFF
    TEMPLATE "query.html"
    CONNECTIONTYPE OGR
    CONNECTION "${join(folder, `${set}.geojson`)}"
    PROJECTION "init=epsg:4326" END
    METADATA
      "ows_title" "${title}"
      ${groups.length > 1 ? `"wms_layer_group" "/${groups.join('/')}"` : ''}
      "ows_enable_request" "*"
      "ows_srs" "EPSG:4326"
      "wms_extent" "0 0 3 3"
      "gml_include_items" "all"
      "gml_featureid" "id"
      "wms_include_items" "all"
    END
    CLASS
      NAME "${name}"
      STYLE SYMBOL "dot" SIZE 8 COLOR ${colourOf(set, side, ' ')} END
    END
  END
`;
}
