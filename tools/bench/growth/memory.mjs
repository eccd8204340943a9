// Memory, handles and connections of a worker of the API under mixed load, with a large directory.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeBulk } from '../bulk.mjs';
import { mixedLoad } from '../memory/mixed-load.mjs';
import { createTree } from './deletions.mjs';
import { startSystem } from './measured-system.mjs';
import { result } from './results.mjs';

const MINUTE_MS = 60_000;
const MB = 1024 * 1024;
const CONSIDERED_MINUTES = 60;
/** Standard errors within which a slope is not one. */
const ERRORS = 2;

/** @param {{ resources: number, minutes: number, rate: number }} options */
export async function memory({ resources, minutes, rate }) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-growth-memory-'));
  const system = await startSystem({
    settings: {
      NODE_OPTIONS: `--require ${fileURLToPath(new URL('../memory/collect-on-signal.cjs', import.meta.url))}`,
      BENCH_MEMORY_FOLDER: folder,
      SVC_SIGNIN_ACCOUNT_FAILURES: '1000000',
      SVC_SIGNIN_ADDRESS_FAILURES: '1000000',
    },
  });
  try {
    await system.call('POST', '/services', {
      service_name: 'wide',
      service_type: 'api',
      service_url: 'http://127.0.0.1:9',
    });
    await writeBulk(system.api, async (writer) => {
      await createTree(writer, await writer.directory.services.byName('wide'), resources);
    });
    const load = await mixedLoad(system.api, system.proxies[0], rate);
    const samples = [];
    try {
      for (let minute = 1; minute <= minutes; minute += 1) {
        await sleep(MINUTE_MS);
        samples.push(await sample(system, folder));
        console.log(
          `minute ${minute}: ${JSON.stringify(samples.at(-1))}, ${load.sent()} requests, ${load.failed()} failed`,
        );
      }
    } finally {
      await load.stop();
    }
    return {
      title: `a worker of the API at ${resources.toLocaleString('en')} resources, ${minutes} minutes of ${rate} requests a second`,
      results: resultsOf(samples, load),
      rounds: samples,
    };
  } finally {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {import('./measured-system.mjs').MeasuredSystem} system @param {string} folder */
async function sample({ api, dataSource }, folder) {
  const file = join(folder, `${api.pid}.json`);
  await rm(file, { force: true });
  process.kill(Number(api.pid), 'SIGUSR2');
  let text = '';
  for (const end = Date.now() + 60_000; !text.endsWith('}'); await sleep(50)) {
    if (Date.now() > end) throw new Error('the API does not report its memory');
    text = await readFile(file, 'utf8').catch(() => '');
  }
  const { rss, heapUsed, handles } = JSON.parse(text);
  const [{ connections }] = await dataSource.query(
    "SELECT count(*)::integer AS connections FROM pg_stat_activity WHERE application_name LIKE 'gatehouse api%'",
  );
  return { resident: rss / MB, heap: heapUsed / MB, handles, connections };
}

/** @param {{ resident: number, heap: number, handles: number, connections: number }[]} samples @param {{ failed(): number }} load */
function resultsOf(samples, load) {
  const last = samples.slice(-CONSIDERED_MINUTES);
  const slopes = /** @type {const} */ ([
    ['resident', 'MB an hour'],
    ['heap', 'MB an hour'],
    ['handles', 'an hour'],
    ['connections', 'an hour'],
  ]).map(([key, unit]) => {
    const { slope, error } = fitted(last.map((one) => one[key]));
    return {
      what: `slope of ${key}, last ${last.length} minutes (standard error ${(error * 60).toFixed(2)})`,
      unit,
      bar: `within ${ERRORS} standard errors of 0`,
      value: slope * 60,
      values: [slope * 60],
      isMet: Math.abs(slope) <= ERRORS * error,
    };
  });
  const most = { bar: '≤ 800 MB', most: 800 };
  return [
    result(
      [samples],
      'resident, at most',
      'MB',
      (all) => Math.max(...all.map(({ resident }) => resident)),
      most,
    ),
    ...slopes,
    result([load], 'requests that failed', '', (one) => one.failed(), { bar: '0', most: 0 }),
  ];
}

/** A line through values at equal distances, by least squares. @param {readonly number[]} values */
function fitted(values) {
  const { length } = values;
  const [meanX, meanY] = [(length - 1) / 2, values.reduce((sum, value) => sum + value, 0) / length];
  let [xx, xy] = [0, 0];
  for (const [x, value] of values.entries()) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (value - meanY);
  }
  const slope = xy / xx;
  const residual = values.reduce((sum, value, x) => sum + (value - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(residual / (length - 2) / xx) };
}
