// A source of a synchronization for the screenshots: a THREDDS server with a changing catalog.
import { createServer } from 'node:http';

const NAMESPACES =
  'xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** What it has at first, and what afterwards: titles by the paths of files. */
const BEFORE = {
  'tides/brest.nc': 'Tides at Brest',
  'tides/cuxhaven.nc': 'Tides at Cuxhaven',
  'waves/buoy-41.nc': 'Buoy 41',
  'waves/2024/january.nc': 'Waves in January 2024',
  'waves/2024/february.nc': 'Waves in February 2024',
};
const AFTER = {
  'tides/brest.nc': 'Tides at Brest, hourly',
  'waves/buoy-41.nc': 'Buoy 41',
  'waves/2024/january.nc': 'Waves in January 2024',
  'waves/2024/february.nc': 'Waves in February 2024',
  'waves/2025/january.nc': 'Waves in January 2025',
  'waves/2025/february.nc': 'Waves in February 2025',
  'sea-ice/extent.nc': 'Extent of the sea ice',
};

/** @returns {Promise<{ address: string, change: () => void, stop: () => Promise<unknown> }>} `change` shows the later state */
export async function startCatalog() {
  /** @type {Readonly<Record<string, string>>} */
  let files = BEFORE;
  const server = createServer((request, response) => {
    const folder = /^\/thredds\/(?:catalog\/(.+)\/)?catalog\.xml$/.exec(request.url ?? '');
    if (!folder) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/xml' }).end(catalogOf(files, folder[1] ?? ''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}/thredds`,
    change: () => {
      files = AFTER;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * The catalog of a folder, which refers to those of the folders in it.
 *
 * @param {Readonly<Record<string, string>>} files
 * @param {string} folder
 */
function catalogOf(files, folder) {
  const prefix = folder === '' ? '' : `${folder}/`;
  const below = Object.entries(files).filter(([path]) => path.startsWith(prefix));
  const folders = new Set(
    below
      .map(([path]) => path.slice(prefix.length).split('/'))
      .flatMap(([name, rest]) => (rest ? [name] : [])),
  );
  const datasets = below
    .filter(([path]) => !path.slice(prefix.length).includes('/'))
    .map(([path, title]) => `<dataset name="${title}" urlPath="${path}"/>`);
  const references = [...folders].map(
    (name) =>
      `<catalogRef xlink:title="${name}" xlink:href="/thredds/catalog/${prefix}${name}/catalog.xml" name=""/>`,
  );
  return `<catalog ${NAMESPACES}>${references.join('')}${datasets.join('')}</catalog>`;
}

/**
 * Registers a service, reads it twice, and accepts what it had at first.
 *
 * @param {string} url base of the API
 * @param {string} session value of the session cookie of an administrator
 * @param {{ address: string, change: () => void }} catalog
 */
export async function addSynchronized(url, session, catalog) {
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const send = async (method, path, body) => {
    const headers = { cookie: `auth_tkt=${session}`, 'content-type': 'application/json' };
    const reply = await fetch(`${url}/${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const synchronize = async () => {
    const { synchronization: started } = await send('POST', 'services/sea-state/synchronizations');
    for (;;) {
      const { synchronization } = await send('GET', 'services/sea-state/synchronization');
      const { synchronization_id: id, state } = synchronization.latest;
      if (id === started.synchronization_id && ['succeeded', 'failed'].includes(state)) return id;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const service = { service_name: 'sea-state', service_type: 'thredds', service_sync_type: 'thredds' };
  const synchronization = { mode: 'suggest', interval_minutes: 60, depth: 4 };
  await send('POST', 'services', { ...service, service_url: catalog.address, synchronization });
  const id = await synchronize();
  const changes = 'services/sea-state/synchronization/changes';
  await send('PATCH', changes, { decision: 'accept', synchronization_id: id, kind: 'appeared' });
  catalog.change();
  await synchronize();
}
