import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@gatehouse/testing';
import { Fixture } from '../../support/fixture';
import { runClient } from '../servers/client';
import { type PythonServer, startPythonServer } from '../servers/python';

/** The address at which a client starts, below that of the service, and what it finds there. */
export interface ThreddsClient {
  readonly name: 'pydap' | 'netcdf4' | 'siphon';
  readonly addressOf: (directory: string) => string;
  readonly finds: readonly unknown[];
}

/** Catalogues contain paths from the root, so a THREDDS behind a proxy is deployed under the same path as at the proxy. */
const CONTEXT = '/ows/proxy/thredds';

/** Tests that a client can read the permitted directory of a data server behind the proxy, and no other. */
export function testThreddsClient({ name, addressOf, finds }: ThreddsClient): void {
  describe(`${name}, with a THREDDS data server behind the proxy`, () => {
    let fixture: Fixture;
    let folder: string;
    let server: PythonServer;
    let service: string;
    beforeAll(async () => {
      fixture = await Fixture.open();
      folder = await mkdtemp(join(tmpdir(), 'gatehouse-thredds-'));
      server = await startPythonServer('thredds_server.py', folder, folder, CONTEXT);
      const { id } = await fixture.addService(`${server.url}${CONTEXT}`, 'thredds', { name: 'thredds' });
      const open = await fixture.addResource(id, 'public', 'directory');
      await fixture.publish(open, 'browse', 'read');
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const settings = { SVC_PROXY_PORT: String(port), SVC_PROXY_PUBLIC_URL: `${origin}/ows/proxy` };
      await fixture.startProxy(settings);
      service = `${origin}${CONTEXT}`;
    }, 60_000);
    afterAll(async () => {
      await fixture.close();
      await server.stop();
      await rm(folder, { recursive: true });
    });

    it('reads what its caller may read', async () => {
      expect(await runClient('thredds_client.py', name, `${service}${addressOf('public')}`)).toEqual(finds);
    });

    it('is refused what its caller may not read', async () => {
      await expect(runClient('thredds_client.py', name, `${service}${addressOf('secret')}`)).rejects.toThrow(
        /401|authori[sz]|access/i,
      );
    });
  });
}
