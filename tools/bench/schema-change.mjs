// A change of the schema that builds the indexes on names of a large directory, while another process reads and writes: how long it
// takes, and for how long readers and writers wait meanwhile and before.
//
//   node tools/bench/schema-change.mjs [--size large] [--until NamesWithoutLanguage1795402800000]      (after npm run build)
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BulkWriter } from '../scripts/seed/bulk-writer.mjs';
import { fill } from '../scripts/seed/fill.mjs';
import { SIZES } from '../scripts/seed/platform.mjs';
import { loadBuilt } from '../scripts/checkout.mjs';

const { createDataSource, migrate } = loadBuilt('libs/server/database/src/index.js');
const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');

/** How long readers and writers are measured before the change, in ms. */
const BEFORE_MS = 15_000;

/** @param {string} url */
const settingsOf = (url) =>
  loadSettings({
    SVC_DB_URL: url,
    SVC_SECRET: 'x'.repeat(43),
    SVC_ADMIN_USER: 'chief',
    SVC_ADMIN_PASSWORD: 'x'.repeat(29),
  });

/** Reads and writes until it is told to stop, and reports the waits of each kind since the last report. @param {string} url */
async function useDatabase(url) {
  const dataSource = await createDataSource({ url, poolSize: 6 }).initialize();
  const writer = new BulkWriter(dataSource, settingsOf(url), 'bench');
  const [{ name }] = await dataSource.query('SELECT name FROM resources WHERE parent_id IS NULL LIMIT 1');
  let written = 0;
  let isStopped = false;
  /** @type {Record<'reads' | 'writes', number[]>} */
  let waits = { reads: [], writes: [] };
  /** @param {'reads' | 'writes'} kind @param {number} pauseMs @param {() => Promise<unknown>} work */
  const repeat = async (kind, pauseMs, work) => {
    while (!isStopped) {
      const begun = performance.now();
      await work();
      waits[kind].push(performance.now() - begun);
      await sleep(pauseMs);
    }
  };
  process.on('message', (message) => {
    if (message === 'stop') isStopped = true;
    process.send?.(waits);
    waits = { reads: [], writes: [] };
  });
  process.send?.('ready');
  await Promise.all([
    repeat('reads', 10, () =>
      dataSource.query('SELECT id FROM resources WHERE name = $1 AND parent_id IS NULL', [name]),
    ),
    repeat('writes', 20, () =>
      writer.commit(() => writer.directory.groups.createAll([{ name: `during-the-change-${written++}` }])),
    ),
  ]);
  await dataSource.destroy();
  process.disconnect();
}

/** @param {readonly number[]} values */
function summary(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (/** @type {number} */ part) =>
    (sorted[Math.floor((sorted.length - 1) * part)] ?? NaN).toFixed(1);
  return `${sorted.length} of them, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}

/** When each migration is applied. @param {import('typeorm').DataSource} dataSource */
function watchSteps(dataSource) {
  const names = async () =>
    (await dataSource.query('SELECT name FROM gatehouse_migrations ORDER BY id')).map(
      (/** @type {{ name: string }} */ row) => row.name,
    );
  /** @type {Map<string, number>} */
  const seen = new Map();
  let isStopped = false;
  const look = async () => {
    for (const name of await names()) if (!seen.has(name)) seen.set(name, performance.now());
  };
  const watching = (async () => {
    await look();
    const before = [...seen.keys()];
    while (!isStopped) {
      await look();
      await sleep(100);
    }
    await look();
    for (const name of before) seen.delete(name);
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return [...seen].map(([name, at]) => ({ name, at }));
    },
  };
}

/** @param {string} url @param {import('typeorm').DataSource} dataSource */
async function measure(url, dataSource) {
  const user = fork(fileURLToPath(import.meta.url), ['--url', url]);
  const answer = async (/** @type {string} */ question) => {
    const answered = once(user, 'message');
    user.send(question);
    const [waits] = await answered;
    return waits;
  };
  await once(user, 'message');
  await answer('begin');
  await sleep(BEFORE_MS);
  const before = await answer('change');
  const begun = performance.now();
  const seconds = (/** @type {number} */ at) => `${((at - begun) / 1000).toFixed(1)} s`;
  const steps = watchSteps(dataSource);
  await migrate(dataSource);
  console.log(`schema change  ${seconds(performance.now())}`);
  for (const { name, at } of await steps.stop()) console.log(`  until ${name}: ${seconds(at)}`);
  const meanwhile = await answer('stop');
  await once(user, 'exit');
  for (const [when, waits] of Object.entries({ before, meanwhile }))
    for (const kind of ['reads', 'writes']) console.log(`${kind} ${when}: ${summary(waits[kind])}`);
}

/** @param {{ size: string, until: string }} options */
async function run({ size, until }) {
  const { startEmbeddedPostgres } = loadBuilt('libs/server/database/src/embedded/index.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    const dataSource = await createDataSource({ url: server.url, poolSize: 3 }).initialize();
    await migrate(dataSource);
    const filled = await fill(dataSource, {
      size: SIZES[size],
      seed: 1,
      password: undefined,
      settings: settingsOf(server.url),
      besideOthers: false,
      onProgress: () => undefined,
    });
    console.log(`resources      ${filled.resources.toLocaleString('en')}`);
    const isApplied = async () =>
      (await dataSource.query('SELECT 1 FROM gatehouse_migrations WHERE name = $1', [until])).length > 0;
    while (await isApplied()) await dataSource.undoLastMigration();
    await dataSource.query('VACUUM ANALYZE');
    await measure(server.url, dataSource);
    await dataSource.destroy();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'large' },
    until: { type: 'string', default: 'NamesWithoutLanguage1795402800000' },
    url: { type: 'string' },
  },
});
await (values.url === undefined ? run(values) : useDatabase(values.url));
