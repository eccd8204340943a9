import { type ProcessPeer, startPywps } from '../../../proxy/e2e/peers/servers/pywps';
import { type TestApi, startApi } from '../harness/start-api';
import { Synchronizing } from '../harness/synchronize';
import { VersionRelay } from '../harness/version-relay';

describe('PyWPS, with which a service is synchronized', () => {
  let peer: ProcessPeer;
  let relay: VersionRelay;
  let api: TestApi;
  let synchronizing: Synchronizing;
  beforeAll(async () => {
    peer = await startPywps();
    [relay, api] = await Promise.all([new VersionRelay(peer.url).start(), startApi()]);
    synchronizing = await Synchronizing.of(api);
  });
  afterAll(async () => {
    await synchronizing.close();
    await api.close();
    await relay.stop();
    await peer.stop();
  });

  it.each([undefined, '1.0.0', '2.0.0'])('has its processes in WPS %s', async (version) => {
    relay.version = version;
    const found = await synchronizing.found('wps', 'wps', `${relay.url}/wps`);
    expect(found.sort()).toEqual(['process public (A process)', 'process secret (A process)']);
    expect(peer.readRuns()).toEqual([]);
  });
});
