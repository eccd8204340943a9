// node tools/bench/memory/memory.mjs [--minutes 60] [--rate 100] — memory of API and proxy under mixed load, after a collection
// of garbage each minute. After `npm run build`. Target: no growth; the last quarter is compared with the second one, because
// caches fill and code is compiled in the first.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, startApi, startProxy } from '../system.mjs';
import { mixedLoad } from './mixed-load.mjs';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '100' } },
});
const MINUTES = Number(values.minutes);
const MB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-memory-'));
const hook = fileURLToPath(new URL('collect-on-signal.cjs', import.meta.url));
const settings = {
  NODE_OPTIONS: `--require ${hook}`,
  BENCH_MEMORY_FOLDER: folder,
  // Sign-ins should be a part of the load only.
  SVC_BCRYPT_COST: '4',
  SVC_SIGNIN_ACCOUNT_FAILURES: '1000000',
  SVC_SIGNIN_ADDRESS_FAILURES: '1000000',
};

/** @typedef {{ rss: number, heapUsed: number, external: number }} Memory in bytes */

/** @param {number | undefined} pid @returns {Promise<Memory>} after a collection of garbage */
async function memoryOf(pid) {
  const file = join(folder, `${pid}.json`);
  await rm(file, { force: true });
  process.kill(pid ?? 0, 'SIGUSR2');
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return JSON.parse(text);
  }
  throw new Error('a process does not report its memory');
}

/** @type {(() => Promise<unknown>)[]} */
const stops = [() => rm(folder, { recursive: true, force: true })];
try {
  const system = await startApi(settings);
  stops.push(system.stop);
  const proxy = await startProxy(system, settings);
  stops.push(proxy.stop);
  const load = await mixedLoad(system, proxy, Number(values.rate));
  stops.push(load.stop);

  /** @type {{ name: string, pid: number | undefined, samples: Memory[] }[]} */
  const watched = [
    { name: 'API', pid: system.pid, samples: [] },
    { name: 'proxy', pid: proxy.pid, samples: [] },
  ];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await sleep(60_000);
    for (const { pid, samples } of watched) samples.push(await memoryOf(pid));
    const now = watched.map(({ name, samples }) => {
      const { rss = 0, heapUsed = 0 } = samples.at(-1) ?? {};
      return `${name} ${(rss / MB).toFixed(1)} MB resident, ${(heapUsed / MB).toFixed(1)} MB of heap`;
    });
    console.log(`minute ${minute}: ${now.join('; ')}; ${load.sent()} requests, ${load.failed()} failed`);
  }
  console.log(
    `\n| ${MINUTES} minutes, ${values.rate} requests a second | second quarter MB | last quarter MB | growth |`,
  );
  console.log('| --- | --- | --- | --- |');
  for (const { name, samples } of watched)
    for (const measure of /** @type {const} */ (['rss', 'heapUsed'])) {
      const quarter = Math.max(1, Math.floor(samples.length / 4));
      const of = (part) => median(part.map((sample) => sample[measure])) / MB;
      const [before, after] = [of(samples.slice(quarter, 2 * quarter)), of(samples.slice(-quarter))];
      const growth = ((after / before - 1) * 100).toFixed(1);
      console.log(
        `| ${name}, ${measure === 'rss' ? 'resident' : 'heap'} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${growth} % |`,
      );
    }
} finally {
  for (const stop of stops.reverse()) await stop();
}
