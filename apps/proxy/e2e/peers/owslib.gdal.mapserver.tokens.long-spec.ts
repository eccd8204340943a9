import { type Upstream, startUpstream } from '../support/upstream';
import { type MapPeer, startMapServer } from './servers/mapserver';
import { testExamples } from './tokens/examples';
import { TokenUser } from './tokens/token-user';

const POINTS = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [1, 1] },
      properties: { public_mark: 'PUBLIC-MARK' },
    },
  ],
};

describe('with an API token as docs/tokens.md says, a map server and files are used by', () => {
  let user: TokenUser;
  let peer: MapPeer;
  let files: Upstream;

  beforeAll(async () => {
    user = await TokenUser.open();
    peer = await startMapServer();
    files = await startUpstream();
    files.behave((_request, response) => {
      const text = JSON.stringify(POINTS);
      response.writeHead(200, { 'Content-Type': 'application/geo+json', 'Content-Length': text.length });
      response.end(text);
    });
    const { fixture, userId } = user;
    const proxy = { token_basic: true };
    const features = await fixture.addService(`${peer.url}/wfs`, 'wfs', { name: 'features', proxy });
    const maps = await fixture.addService(`${peer.url}/wms`, 'ncwms', { name: 'maps' });
    const stac = await fixture.addService(files.url, 'api', { name: 'stac' });
    const reading = {
      [features.id]: ['getcapabilities', 'describefeaturetype', 'getfeature'],
      [maps.id]: ['getcapabilities', 'getmap'],
      [stac.id]: ['read'],
    };
    for (const [id, names] of Object.entries(reading))
      for (const name of names) await fixture.allow(userId, Number(id), name as 'read');
    const layer = await fixture.addResource(features.id, 'public', 'layer');
    const file = await fixture.addResource(maps.id, 'public', 'file');
    const route = await fixture.addResource(stac.id, 'public', 'route');
    await user.begin([
      { resource_id: features.id, names: ['getcapabilities'] },
      { resource_id: layer, names: ['describefeaturetype', 'getfeature'] },
      { resource_id: maps.id, names: ['getcapabilities'] },
      { resource_id: file, names: ['getmap'] },
      { resource_id: route, names: ['read'] },
    ]);
  }, 60_000);
  afterAll(async () => {
    await user.close();
    await peer.stop();
    await files.close();
  });

  testExamples(() => user, {
    'OWSLib: WMS': { printed: /^PNG$/m, sends: 'header' },
    'OWSLib: WFS': { printed: /PUBLIC-MARK/, sends: 'header' },
    GDAL: { printed: /PUBLIC-MARK/, empty: /Feature Count: 0\n/, sends: 'header' },
    'GDAL: files': { printed: /PUBLIC-MARK/, sends: 'header' },
    'GDAL with .netrc': { printed: /PUBLIC-MARK/, empty: /Feature Count: 0\n/, sends: 'password' },
  });
});
