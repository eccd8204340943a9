import { PLAIN, type Content } from '../../../../proxy/e2e/peers/servers/features';
import type { MapPeer } from '../../../../proxy/e2e/peers/servers/mapserver';
import { type TestApi, startApi } from '../../harness/start-api';
import { Synchronizing } from '../../harness/synchronize';
import { VersionRelay } from '../../harness/version-relay';

/** Layers in a group, and one without. */
const MAP: Content = {
  ...PLAIN,
  layers: [
    { name: 'roads', set: 'public' },
    { name: 'rivers', set: 'public', groups: ['water'] },
    { name: 'lakes', set: 'secret', groups: ['water'] },
  ],
};

const WFS = ['layer lakes', 'layer rivers', 'layer roads'];

interface Maps {
  readonly name: string;
  readonly start: (content: Content) => Promise<MapPeer>;
  /** The names in WMS: of layers, groups, and the map itself. */
  readonly wms: readonly string[];
  readonly wmsVersions: readonly string[];
  readonly wfsVersions: readonly string[];
}

/** Tests that the resources of a map server are found in each version of its protocols. */
export function testMapServer({ name, start, wms, wmsVersions, wfsVersions }: Maps): void {
  describe(`${name}, with which a service is synchronized`, () => {
    let peer: MapPeer;
    let relay: VersionRelay;
    let api: TestApi;
    let synchronizing: Synchronizing;
    beforeAll(async () => {
      peer = await start(MAP);
      [relay, api] = await Promise.all([new VersionRelay(peer.url).start(), startApi()]);
      synchronizing = await Synchronizing.of(api);
    }, 60_000);
    afterAll(async () => {
      await synchronizing.close();
      await api.close();
      await relay.stop();
      await peer.stop();
    });

    it.each([undefined, ...wfsVersions])('has its feature types in WFS %s', async (version) => {
      relay.version = version;
      const found = await synchronizing.found('wfs', 'wfs', `${relay.url}/wfs`);
      expect(found.sort()).toEqual(WFS);
    });

    it.each([undefined, ...wmsVersions])('has its layers, groups and map in WMS %s', async (version) => {
      relay.version = version;
      const found = await synchronizing.found('ncwms', 'wms', `${relay.url}/wms`);
      expect(found.sort()).toEqual([...wms].sort());
    });

    it('has names without a workspace, which a GeoServer would not have', async () => {
      relay.version = undefined;
      const found = await synchronizing.found('geoserverwms', 'wms', `${relay.url}/wms`);
      expect(found.every((line) => line.startsWith('unusable layer '))).toBe(true);
    });

    it('has layers that appear and vanish, and are decided about', async () => {
      relay.version = undefined;
      const service = await synchronizing.service('wfs', 'wfs', `${relay.url}/wfs`);
      const parent = (await api.admin.get(`/services/${service}`)).body.service.resource_id;
      const resource = { parent_id: parent, resource_name: 'gone', resource_type: 'layer' };
      await api.admin.post('/resources', resource).expect(201);
      const done = await synchronizing.run(service);
      expect(done.result).toMatchObject({ complete: true, appeared: 3, vanished: 1 });
      await synchronizing.accept(service, done);
      expect((await synchronizing.run(service)).result).toMatchObject({ appeared: 0, vanished: 0 });
    });
  });
}
