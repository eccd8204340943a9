import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { Fixture, cookieOf } from '../../support/fixture';
import { run } from '../program';
import { type MapPeer, startMapServer } from '../servers/mapserver';
import { PROGRAMS } from '../servers/python';
import { startQgisServer } from '../servers/qgis';

const READING = {
  wfs: ['describefeaturetype', 'getfeature', 'transaction'],
  ncwms: ['getmap', 'getfeatureinfo', 'getlegendgraphic'],
  geoserverwfs: ['describefeaturetype', 'getfeature', 'transaction'],
  geoserverwms: ['getmap', 'getfeatureinfo', 'getlegendgraphic'],
} as const;
type MapType = keyof typeof READING;

const MAP =
  'service=WMS&version=1.1.1&request=GetMap&styles=&srs=EPSG:4326&bbox=0,0,3,3&width=32&height=32&format=image/png';

/** What QGIS reports: by step, and the requests that were refused. */
type Outcome = Readonly<Record<string, unknown>>;

/**
 * Tests that QGIS can use a server behind the proxy with the session of a user who may use one of its layers. `announced`: the
 * name of that layer in the capabilities by version of WFS. `isEditable`: whether the server takes transactions.
 */
export function testQgis(
  name: 'mapserver' | 'qgis',
  announced: Readonly<Record<string, string>>,
  isEditable: boolean,
): void {
  describe(`QGIS, with ${name} behind the proxy`, () => {
    let fixture: Fixture;
    let peer: MapPeer;
    let proxy: string;
    let home: string;
    let cookie: string;
    const services = new Map<string, string>();

    beforeAll(async () => {
      fixture = await Fixture.open();
      peer = await (name === 'mapserver' ? startMapServer() : startQgisServer());
      home = await mkdtemp(join(tmpdir(), 'gatehouse-qgis-'));
      const user = await fixture.addUser();
      cookie = cookieOf(await fixture.signIn(user));
      await addService(user, 'wfs', '/wfs');
      await addService(user, 'ncwms', '/wms');
      await addService(user, 'geoserverwfs', '/wfs');
      await addService(user, 'geoserverwms', '/wms');
      const port = await freePort();
      proxy = `http://127.0.0.1:${port}/ows/proxy`;
      await fixture.startProxy({ SVC_PROXY_PORT: String(port), SVC_PROXY_PUBLIC_URL: proxy });
    }, 120_000);
    afterAll(async () => {
      await fixture.close();
      await peer.stop();
      await rm(home, { recursive: true });
    });

    /** The user may use `public`, or, for the types with workspaces, all of the workspace `ws`. */
    async function addService(user: number, type: MapType, path: string): Promise<void> {
      const service = await fixture.addService(`${peer.url}${path}`, type);
      const [child, kind] = type.startsWith('geoserver')
        ? ['ws', 'workspace']
        : ['public', type === 'wfs' ? 'layer' : 'file'];
      const resource = await fixture.addResource(service.id, child, kind);
      await fixture.allow(user, service.id, 'getcapabilities', 'match');
      for (const permission of READING[type]) await fixture.allow(user, resource, permission);
      services.set(type, service.name);
    }

    async function use(
      type: MapType,
      layer: string,
      { version = '', session = cookie } = {},
    ): Promise<Outcome> {
      peer.exchanges.splice(0);
      const protocol = type.endsWith('wfs') ? 'WFS' : 'WMS';
      const address = `${proxy}/${services.get(type)}`;
      const settings = `HOME=${home} XDG_RUNTIME_DIR=${home} QT_QPA_PLATFORM=offscreen PYTHONDONTWRITEBYTECODE=1`;
      // Debian installs the modules of QGIS for its own Python.
      const { code, output, stderr } = await run(
        'env',
        ...settings.split(' '),
        '/usr/bin/python3',
        join(PROGRAMS, 'qgis_client.py'),
        ...[protocol, address, layer, version, session],
      );
      if (code !== 0) throw new Error(`QGIS ended with ${code}: ${stderr.slice(-1500)}`);
      return JSON.parse(output.toString()) as Outcome;
    }

    /** Whether the server was asked for more than its capabilities. */
    const dataRequests = () =>
      peer.exchanges
        .filter(({ target }) => !/request=GetCapabilities/i.test(target))
        .map(({ target }) => target);

    it('draws a map with its legend, and queries it', async () => {
      expect(await use('ncwms', 'public/v')).toEqual({
        capabilities: true,
        map: true,
        legend: true,
        'feature info': true,
        refused: [],
      });
      const legend = dataRequests().find((target) => /request=GetLegendGraphic/i.test(target));
      expect(legend).toMatch(/[?&]SLD_VERSION=/i);
    });

    it.each(Object.entries(announced))(
      'reads features by WFS %s, also of a layer with a filter in several lines',
      async (version, layer) => {
        const outcome = await use('wfs', layer, { version });
        expect(outcome).toMatchObject({
          capabilities: true,
          features: expect.arrayContaining(['PUBLIC-MARK', 'PUBLIC-MARK']),
          map: true,
          filtered: ['2'],
          'in a rectangle': ['1'],
          refused: [],
        });
        expect(dataRequests().some((target) => /[?&]filter=[^&]*%0A/i.test(target))).toBe(true);
        expect(outcome['change']).toEqual(isEditable ? true : ['ERROR: layer not editable']);
        expect(outcome['addition']).toEqual(isEditable ? true : ['ERROR: layer not editable']);
      },
    );

    it('changes features where the server can', () => {
      const stored = readFileSync(join(peer.folderOf('main'), 'public.geojson'), 'utf8');
      expect(/"note": ?7\b/.test(stored)).toBe(isEditable);
      expect(stored.includes('ADDED')).toBe(isEditable);
    });

    it('uses a server with workspaces at the bare address that its capabilities announce', async () => {
      // Neither server has workspaces: `ws:public` is the name of no layer to them, but the proxy does not know that.
      const maps = await use('geoserverwms', 'ws:public');
      expect(dataRequests().some((target) => /^\/wms\?.*request=GetLegendGraphic/i.test(target))).toBe(true);
      expect(refusalsIn(maps)).toEqual([]);
      for (const [type, query] of [
        ['geoserverwms', `${MAP}&layers=ws:public`],
        ['geoserverwfs', 'service=WFS&version=1.1.0&request=GetFeature&typename=ws:public'],
      ] as const) {
        peer.exchanges.splice(0);
        const { status } = await fetch(`${proxy}/${services.get(type)}?${query}`, {
          headers: { Cookie: cookie },
        });
        expect([401, 403]).not.toContain(status);
        expect(dataRequests()).toEqual([`/${type.slice(-3)}?${query}`]);
      }
    });

    it('has nothing of another layer', async () => {
      const maps = await use('ncwms', 'secret/v');
      expect([maps['map'], maps['legend'], maps['feature info']]).not.toContain(true);
      expect(dataRequests()).toEqual([]);
      const features = await use('wfs', 'secret', { version: '1.1.0' });
      expect([features['features'], features['filtered'], features['in a rectangle']]).toEqual([[], [], []]);
      expect(dataRequests()).toEqual([]);
      expect(refusalsIn(features).join()).toContain('403 ');
    });

    it('has nothing without the session', async () => {
      const maps = await use('ncwms', 'public/v', { session: 'x=1' });
      expect(maps['capabilities']).not.toBe(true);
      const features = await use('wfs', 'public', { version: '1.1.0', session: 'x=1' });
      expect(features['features']).toEqual([]);
      expect(refusalsIn(maps).join()).toContain('401 ');
      expect(peer.exchanges).toEqual([]);
    });

    it('leaves no files but in its own folder', async () => {
      expect(await readdir(join(__dirname, '../python'))).not.toContain('__pycache__');
      expect((await readdir(home)).length).toBeGreaterThan(0);
    });
  });
}

/** What the proxy refused, as opposed to errors of the server. */
function refusalsIn({ refused }: Outcome): readonly string[] {
  return (refused as readonly string[]).filter((text) => /^40[13] /.test(text));
}
