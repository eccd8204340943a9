import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { runClient } from '../../../proxy/e2e/peers/servers/client';
import { type TestApi, startApi } from '../harness/start-api';
import { Synchronizing } from '../harness/synchronize';

describe('static catalogs that pystac writes, with which a service is synchronized', () => {
  let api: TestApi;
  let synchronizing: Synchronizing;
  let folder: string;
  const server = createServer((request, response) => {
    const path = join(folder, (request.url ?? '').replace('/data', ''));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.setHeader('content-type', 'application/json').end(readFileSync(path));
  });
  let url: string;
  beforeAll(async () => {
    api = await startApi();
    synchronizing = await Synchronizing.of(api);
    url = `http://127.0.0.1:${await listenOnLoopback(server)}/data`;
  });
  afterAll(async () => {
    await synchronizing.close();
    await api.close();
    server.closeAllConnections();
    await closeServer(server);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-stac-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['SELF_CONTAINED', 'RELATIVE_PUBLISHED'])(
    'have the children that pystac finds (%s)',
    async (kind) => {
      const walked = (await runClient('pystac_catalog.py', folder, kind)) as [string, string | null][];
      expect(walked).toHaveLength(4);
      const found = await synchronizing.found('api', 'stac', `${url}/catalog.json`);
      expect(found.sort()).toEqual(
        walked.map(([path, title]) => `route ${path}${title === null ? '' : ` (${title})`}`).sort(),
      );
    },
  );
});
