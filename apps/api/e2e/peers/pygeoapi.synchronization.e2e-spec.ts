import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PythonServer, pythonOf, startPythonAt } from '../../../proxy/e2e/peers/servers/python';
import { type TestApi, startApi } from '../harness/start-api';
import { Synchronizing } from '../harness/synchronize';

const PROGRAM = join(__dirname, 'python/pygeoapi_server.py');

describe('pygeoapi, with which a service is synchronized', () => {
  let folder: string;
  let server: PythonServer;
  let api: TestApi;
  let synchronizing: Synchronizing;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-pygeoapi-'));
    server = await startPythonAt(pythonOf('peers-pygeoapi'), PROGRAM, folder, folder);
    api = await startApi();
    synchronizing = await Synchronizing.of(api);
  });
  afterAll(async () => {
    await synchronizing.close();
    await api.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has collections and processes', async () => {
    expect((await synchronizing.found('api', 'ogcapi', server.url)).sort()).toEqual([
      'route collections',
      'route collections/lakes (Lakes)',
      'route collections/rivers (Rivers of the basin)',
      'route processes',
      'route processes/hello-world (Hello World)',
    ]);
  });

  it('has layers for a service of features', async () => {
    expect((await synchronizing.found('wfs', 'ogcapi', server.url)).sort()).toEqual([
      'layer lakes (Lakes)',
      'layer rivers (Rivers of the basin)',
    ]);
  });

  it('has processes for a service of processes', async () => {
    expect(await synchronizing.found('wps', 'wps', server.url)).toEqual([
      'process hello-world (Hello World)',
    ]);
  });

  it('has the folders of its STAC', async () => {
    expect((await synchronizing.found('api', 'stac', `${server.url}/stac`)).sort()).toEqual([
      'route images',
      'route images/older',
    ]);
  });
});
