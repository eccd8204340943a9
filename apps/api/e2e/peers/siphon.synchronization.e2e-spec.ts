import { createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { runClient } from '../../../proxy/e2e/peers/servers/client';
import { type TestApi, startApi } from '../harness/start-api';
import { Synchronizing } from '../harness/synchronize';

const XMLNS =
  'xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const VERSIONS = {
  /** TDS 4: one compound service below which each catalog repeats those that it uses, and schema locations. */
  '4': {
    open: `<catalog ${XMLNS} name="Peer" version="1.0.1">`,
    services: `<service name="VirtualServices" serviceType="Compound" base="">
      <service name="ncdods" serviceType="OPENDAP" base="/thredds/dodsC/" />
      <service name="HTTPServer" serviceType="HTTPServer" base="/thredds/fileServer/" />
    </service>
    <service name="latest" serviceType="Resolver" base="" />`,
    used: 'VirtualServices',
    href: (name: string) => `/thredds/catalog/${name}/catalog.xml`,
  },
  /** TDS 5: relative references below a scan, dates with their time zone, sizes, and the resolver beside the datasets. */
  '5': {
    open: `<catalog ${XMLNS} name="Peer" version="1.2">`,
    services: `<service name="all" serviceType="Compound" base="">
      <service name="odap" serviceType="OPENDAP" base="/thredds/dodsC/" />
      <service name="http" serviceType="HTTPServer" base="/thredds/fileServer/" />
    </service>
    <service name="latest" serviceType="Resolver" base="" />`,
    used: 'all',
    href: (name: string) => `${name}/catalog.xml`,
  },
} as const;

/** Folders with their files. */
const TREE: ReadonlyMap<string, readonly string[]> = new Map([
  ['', []],
  ['model', ['best.nc']],
  ['model/2026', ['a b.nc', 'ocean&amp;ice.nc']],
  ['model/2026/01', ['x.nc', 'y.nc']],
  ['radar', ['r1.nc']],
]);

function catalogAt(folder: string, version: keyof typeof VERSIONS): string | undefined {
  const files = TREE.get(folder);
  if (!files) return undefined;
  const { open, services, used, href } = VERSIONS[version];
  const inside = (name: string): boolean =>
    name !== folder && name.replace(/\/?[^/]*$/, '') === folder && name !== '';
  const below = [...TREE.keys()].filter(inside);
  const datasets = files.map(
    (name) => `<dataset name="${name}" ID="${folder}/${name}" urlPath="${folder}/${name}">
      <dataSize units="Kbytes">1.5</dataSize><date type="modified">2026-01-01T00:00:00Z</date></dataset>`,
  );
  const latest =
    files.length > 0
      ? `<dataset name="latest.xml" ID="latest" urlPath="latest.xml"><serviceName>latest</serviceName></dataset>`
      : '';
  const references = below.map((name) => {
    const last = name.split('/').at(-1) ?? '';
    const to = version === '4' ? href(name) : href(last);
    return `<catalogRef xlink:href="${to}" xlink:title="${last}" ID="${name}" name=""><property name="DatasetScan" value="true" /></catalogRef>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
${open}
${services}
<dataset name="${folder === '' ? 'All' : folder}" ID="${folder}">
  <metadata inherited="true"><serviceName>${used}</serviceName><dataType>GRID</dataType></metadata>
  ${[latest, ...datasets, ...references].join('\n  ')}
</dataset>
</catalog>`;
}

describe.each(['4', '5'] as const)('catalogs as TDS %s writes them', (version) => {
  let api: TestApi;
  let synchronizing: Synchronizing;
  let base: string;
  const server = createServer((request, response) => {
    const [, folder] = /^\/thredds(?:\/catalog)?(?:\/(.*))?\/catalog\.xml$/.exec(request.url ?? '') ?? [];
    const found = catalogAt(decodeURIComponent(folder ?? ''), version);
    if (found === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', 'application/xml;charset=UTF-8').end(found);
  });
  beforeAll(async () => {
    base = `http://127.0.0.1:${await listenOnLoopback(server)}/thredds`;
    api = await startApi();
    synchronizing = await Synchronizing.of(api);
  });
  afterAll(async () => {
    await synchronizing.close();
    await api.close();
    server.closeAllConnections();
    await closeServer(server);
  });

  it('have the datasets that Siphon finds', async () => {
    const [datasets, catalogs] = (await runClient('siphon_tree.py', `${base}/catalog/catalog.xml`)) as [
      string[],
      string[],
    ];
    expect(catalogs).toHaveLength(TREE.size);
    const name = await synchronizing.service('thredds', 'thredds', `${base}/catalog/catalog.xml`, {
      synchronization: { depth: 8 },
    });
    expect(await synchronizing.run(name)).toMatchObject({ state: 'succeeded', result: { complete: true } });
    const changes = await synchronizing.changes(name);
    const pathsOf = (type: string): string[] =>
      changes.flatMap(({ resource_type, path }) => (resource_type === type ? [path.join('/')] : [])).sort();
    expect(pathsOf('file')).toEqual(datasets.filter((path) => path !== 'latest.xml').sort());
    expect(pathsOf('directory')).toEqual([...TREE.keys()].filter((folder) => folder !== '').sort());
  });
});
