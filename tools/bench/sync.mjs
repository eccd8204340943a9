// node tools/bench/sync.mjs [--resources 100000] [--created 5000] [--alone] — synchronizations of a service with so many resources: one that suggests
// all of them, and one again; of another service, one that creates so many, and one after it that finds nothing. Of each: the time, the processor time of the API and what of it is the source's own,
// the memory of the API above that before, how long other requests take beside it, the longest turn of the event loop, and the longest
// transaction that writes. With --alone, nobody sends other requests. After `npm run build`.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '100000' },
    created: { type: 'string', default: '5000' },
    alone: { type: 'boolean', default: false },
  },
});
/** Files of one folder, and so of one document. */
const WIDTH = 500;
const IDLE_MS = 10_000;
const PROBE_MS = 25;
const SAMPLE_MS = 5;
/** Clock ticks of `/proc/<pid>/stat` in a second. */
const TICKS = 100;

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-sync-'));
const socket = join(folder, 'loop.sock');
const hook = fileURLToPath(new URL('stalls/loop-delay.cjs', import.meta.url));
const system = await startApi({ BENCH_LOOP_SOCKET: socket }, ['--require', hook]);
const source = startSource({ suggested: Number(values.resources), created: Number(values.created) });
try {
  const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
  const dataSource = await createDataSource({ url: system.databaseUrl, poolSize: 2 }).initialize();
  await new Promise((resolve) => source.server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (source.server.address());
  await create('suggested', 'suggest', port);
  await create('created', 'create', port);
  await send('POST', '/groups', { group_name: 'probed' });
  await loopDelay();
  const idle = startProbes(dataSource);
  await sleep(IDLE_MS);
  print('without a synchronization', await idle.stop());
  await measured('all suggested', 'suggested', dataSource);
  await measured('all suggested again', 'suggested', dataSource);
  await measured('all created', 'created', dataSource);
  await measured('nothing differs', 'created', dataSource);
  await dataSource.destroy();
} finally {
  source.server.closeAllConnections();
  source.server.close();
  await system.stop();
  await rm(folder, { recursive: true });
}

/** @param {string} title @param {string} service @param {import('typeorm').DataSource} dataSource */
async function measured(title, service, dataSource) {
  await loopDelay();
  const before = {
    rss: status('VmRSS'),
    cpu: processorSeconds(),
    source: source.millis,
    at: performance.now(),
  };
  const probes = startProbes(dataSource);
  await send('POST', `/services/${service}/synchronizations`);
  for (;;) {
    await sleep(100);
    const { synchronization } = await send('GET', `/services/${service}/synchronization`);
    const { state, result, failure } = synchronization.latest;
    if (failure) throw new Error(JSON.stringify(failure));
    if (state !== 'succeeded') continue;
    console.log(
      `${title}: ${result.resources} resources, ${result.appeared} appeared, ${result.created} created`,
    );
    break;
  }
  const seconds = (performance.now() - before.at) / 1_000;
  const found = await probes.stop();
  const own = (source.millis - before.source) / 1_000;
  console.log(
    `  ${seconds.toFixed(1)} s, processor time of the API ${(processorSeconds() - before.cpu).toFixed(1)} s, the source took ${own.toFixed(1)} s, memory ${((found.rss - before.rss) / 1024).toFixed(0)} MB above the ${(before.rss / 1024).toFixed(0)} MB before`,
  );
  print('  beside it', found);
}

/** @param {string} title @param {Awaited<ReturnType<ReturnType<typeof startProbes>['stop']>>} found */
function print(title, { reads, writes, transaction, loop }) {
  const shown = (/** @type {number[]} */ times) =>
    `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, longest ${quantile(times, 1).toFixed(1)} ms of ${times.length}`;
  console.log(
    `${title}: reads ${shown(reads)}; writes ${shown(writes)}; longest turn ${loop.max.toFixed(0)} ms, ${loop.cpu.toFixed(0)} ms of processor time; longest transaction that writes ${transaction.toFixed(0)} ms`,
  );
}

/** Requests that somebody else sends meanwhile, and samples of the database. @param {import('typeorm').DataSource} dataSource */
function startProbes(dataSource) {
  /** @type {number[]} */
  const reads = [];
  /** @type {number[]} */
  const writes = [];
  let transaction = 0;
  let rss = 0;
  let isRunning = true;
  /** @param {number[]} times @param {() => Promise<unknown>} request */
  const repeat = async (times, request) => {
    while (isRunning) {
      const begun = performance.now();
      await request();
      times.push(performance.now() - begun);
      await sleep(PROBE_MS);
    }
  };
  let count = 0;
  const loops = [
    ...(values.alone
      ? []
      : [
          repeat(reads, () => send('GET', '/groups/probed')),
          repeat(writes, () => send('PATCH', '/groups/probed', { description: `probed ${(count += 1)}` })),
        ]),
    (async () => {
      while (isRunning) {
        const [row] = await dataSource.query(
          `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) * 1000 AS millis
           FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()`,
        );
        transaction = Math.max(transaction, Number(row.millis));
        rss = Math.max(rss, status('VmRSS'));
        await sleep(SAMPLE_MS);
      }
    })(),
  ];
  return {
    stop: async () => {
      isRunning = false;
      await Promise.all(loops);
      return { reads, writes, transaction, rss, loop: await loopDelay() };
    },
  };
}

/** A THREDDS server whose catalogs are made before, and how long its replies took. @param {Record<string, number>} sizes of services */
function startSource(sizes) {
  const wrapped = (/** @type {string} */ content) =>
    `<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</catalog>`;
  const contents = new Map(
    Object.entries(sizes).flatMap(([service, resources]) => {
      const folders = Math.ceil(resources / (WIDTH + 1));
      const names = Array.from({ length: folders }, (_, index) => `folder-${index}`);
      const references = names.map(
        (name) => `<catalogRef xlink:href="${name}/catalog.xml" xlink:title="${name}" ID="${name}"/>`,
      );
      const catalogs = names.map((name, place) => {
        const width = Math.min(WIDTH, resources - folders - place * WIDTH);
        const files = Array.from(
          { length: width },
          (_, index) =>
            `<dataset name="File ${index} of ${name}" ID="${name}-${index}" urlPath="${name}/file-${index}.nc"/>`,
        );
        return [`/${service}/${name}/catalog.xml`, wrapped(files.join(''))];
      });
      return [[`/${service}/catalog.xml`, wrapped(references.join(''))], ...catalogs];
    }),
  );
  const found = {
    millis: 0,
    server: createServer((request, response) => {
      const begun = performance.now();
      const content = contents.get(request.url ?? '');
      response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': 'application/xml' });
      response.end(content, () => {
        found.millis += performance.now() - begun;
      });
    }),
  };
  return found;
}

/** @param {string} name @param {string} mode @param {number} port */
async function create(name, mode, port) {
  await send('POST', '/services', {
    service_name: name,
    service_type: 'thredds',
    service_sync_type: 'thredds',
    service_url: `http://127.0.0.1:${port}/${name}`,
    synchronization: { mode },
  });
}

/** @param {string} method @param {string} path @param {object} [body] */
async function send(method, path, body) {
  const reply = await fetch(system.url + path, {
    method,
    headers: { Cookie: system.cookie, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

/** The longest turn of the event loop of the API since the last call. @returns {Promise<{ max: number, cpu: number }>} */
function loopDelay() {
  return new Promise((resolve, reject) => {
    let text = '';
    connect(socket)
      .on('data', (chunk) => (text += chunk))
      .on('end', () => resolve(JSON.parse(text)))
      .on('error', reject);
  });
}

/** A number of the status of the API, in KB. @param {string} name */
function status(name) {
  const text = readFileSync(`/proc/${system.pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
}

/** Of all threads of the API. */
function processorSeconds() {
  const fields = readFileSync(`/proc/${system.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
