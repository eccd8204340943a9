import { type MapPeer, startMapServer } from './servers/mapserver';
import { blocksBelow } from './tokens/page';
import { TokenUser } from './tokens/token-user';

/** What precedes the example of docs/tokens.md in a program without windows. */
const BEFORE = `
import json
import os
from pathlib import Path

from qgis.core import QgsApplication

QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
manager = QgsApplication.authManager()
assert manager.setMasterPassword("a password of the tests", True), "there is no store for credentials"
token = (Path.home() / ".gatehouse/token").read_text().strip()
`;
/** What follows it. */
const AFTER = `
stored = b"".join(file.read_bytes() for file in Path.home().rglob("*.db"))
print(json.dumps({
    "valid": layer.isValid(),
    "features": sorted(feature["public_mark"] for feature in layer.getFeatures()) if layer.isValid() else [],
    "encrypted": len(stored) > 0 and token.encode() not in stored,
}), flush=True)
# QGIS does not survive its end while there are layers.
os._exit(0)
`;

describe('QGIS with an API token in an authentication configuration, as docs/tokens.md says,', () => {
  let user: TokenUser;
  let peer: MapPeer;

  beforeAll(async () => {
    user = await TokenUser.open();
    peer = await startMapServer();
    const { fixture, userId } = user;
    const { id } = await fixture.addService(`${peer.url}/wfs`, 'wfs', {
      name: 'features',
      proxy: { token_basic: true },
    });
    const reading = ['describefeaturetype', 'getfeature'] as const;
    for (const name of ['getcapabilities', ...reading] as const) await fixture.allow(userId, id, name);
    const layer = await fixture.addResource(id, 'public', 'layer');
    await user.begin([
      { resource_id: id, names: ['getcapabilities'] },
      { resource_id: layer, names: reading },
    ]);
    await user.remove('.netrc');
  }, 60_000);
  afterAll(async () => {
    await user.close();
    await peer.stop();
  });

  async function use(layer: string): Promise<unknown> {
    const example = blocksBelow('QGIS').find(({ info }) => info === 'python qgis');
    const text = user.inPlace(example?.text.replace("typename='public'", `typename='${layer}'`) ?? '');
    expect(text).toContain(`typename='${layer}'`);
    // Debian installs the modules of QGIS for its own Python.
    const { code, output, stderr } = await user.run('/usr/bin/python3', ['-c', BEFORE + text + AFTER], '', {
      XDG_RUNTIME_DIR: user.home,
      QT_QPA_PLATFORM: 'offscreen',
    });
    if (code !== 0) throw new Error(`QGIS ended with ${code}: ${stderr.slice(-1500)}`);
    return JSON.parse(
      output
        .toString()
        .split('\n')
        .find((line) => line.startsWith('{')) ?? '',
    );
  }

  it('reads the features that the token allows, and keeps the token encrypted', async () => {
    expect(await use('public')).toEqual({
      valid: true,
      features: expect.arrayContaining(['PUBLIC-MARK']) as unknown,
      encrypted: true,
    });
  }, 60_000);

  it('is refused others, although the owner of the token may read them', async () => {
    peer.exchanges.splice(0);
    expect(await use('secret')).toMatchObject({ features: [] });
    expect(peer.exchanges.filter(({ target }) => !/request=GetCapabilities/i.test(target))).toEqual([]);
  }, 60_000);
});
