import { type PeerName, type PeerSetup, openPeerSetup, serviceOf } from '../oracle/peer-setup';
import { runClient } from '../servers/client';

/**
 * Tests that OWSLib can use a server behind the proxy when it may read one of its layers. `announced`: the name in the
 * capabilities by version of WFS.
 */
export function testOwslib(name: PeerName, announced: Readonly<Record<string, string>>): void {
  describe(`OWSLib, with ${name} behind the proxy`, () => {
    let setup: PeerSetup;
    beforeAll(async () => {
      setup = await openPeerSetup(name);
    }, 60_000);
    afterAll(() => setup.close());

    const addressOf = (type: 'wfs' | 'ncwms') => `${setup.proxy}/${serviceOf(setup, type).name}`;

    it.each(Object.entries(announced))(
      'reads features by WFS %s under the name that the capabilities announce',
      async (version, typeName) => {
        expect(await runClient('owslib_maps.py', addressOf('wfs'), 'public', 'WFS', version)).toEqual({
          announced: typeName,
          schema: true,
          features: true,
          'by identifier': true,
          ...(version === '2.0.0' ? { 'by stored query': true } : {}),
        });
      },
    );

    it.each(['1.1.1', '1.3.0'])('reads maps and their features by WMS %s', async (version) => {
      expect(await runClient('owslib_maps.py', addressOf('ncwms'), 'public/v', 'WMS', version)).toEqual({
        announced: 'public/v',
        map: true,
        'feature info': true,
      });
    });
  });
}
