// Times of the API operations that the console uses, on one service of many resources:
//
//   node tools/bench/console.mjs [--resources 100000] [--rounds 30]
//
// Directories of 10,000 files each, 1,000 users in 20 groups, a permission assignment for each fifty resources. Each
// operation is timed alone, in turns with the others and with `GET /version`, which is the round trip without any work; CPU
// is that of the process of the API. Target: 300 ms for the first rows (design of the console). `npm run build` first.
// 1,000,000 resources take some minutes to write.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SERVICE, WIDE, writeArchive } from './console/archive.mjs';
import { median, quantile, startApi } from './system.mjs';

/** @typedef {{ name: string, path: (round: number) => string, body?: unknown }} Operation */
/** @typedef {{ ms: number[], cpu: number[], bytes: number }} Times */

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '30' },
  },
});
const total = Number(values.resources);
const rounds = Number(values.rounds);
/** Milliseconds in a tick of the times of a process (`getconf CLK_TCK` is 100 on Linux). */
const TICK = 10;
/** One request takes less than a tick: its CPU is that of several of them. */
const REPEATED = 5;

const system = await startApi({ SVC_BCRYPT_COST: '4' });
try {
  const begun = performance.now();
  const archive = await writeArchive(system, total, { principals: true });
  const written = (performance.now() - begun) / 1000;
  const headers = {
    Cookie: system.cookie,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };

  /** @param {Operation} operation @param {number} round */
  const send = async ({ path, body }, round) => {
    const sent = performance.now();
    const reply = await fetch(system.url + path(round), {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path(round)}: ${reply.status} ${text}`);
    return { ms: performance.now() - sent, bytes: text.length };
  };

  const operations = operationsOn(archive);
  const [baseline] = operations;
  const firstAt = performance.now();
  // The first reply waits until the API has read what was written.
  await send({ name: 'revision', path: () => `/services/${SERVICE}/matrix?user_name=user0001&limit=1` }, 0);
  const caughtUp = (performance.now() - firstAt) / 1000;
  const times = new Map(
    operations.map((operation) => [operation, /** @type {Times} */ ({ ms: [], cpu: [], bytes: 0 })]),
  );
  for (let round = -2; round < rounds; round++)
    for (const operation of operations) {
      const before = cpuTime();
      const sent = [];
      for (let i = 0; i < REPEATED; i++) sent.push(await send(operation, Math.abs(round * REPEATED + i)));
      const cpu = (cpuTime() - before) / REPEATED;
      if (round < 0) continue;
      const taken = times.get(operation);
      taken?.ms.push(...sent.map(({ ms }) => ms));
      taken?.cpu.push(cpu);
      if (taken) taken.bytes = Math.max(taken.bytes, ...sent.map(({ bytes }) => bytes));
    }

  const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const bare = median(times.get(baseline)?.ms ?? []);
  console.log(
    `${total.toLocaleString('en')} resources, ${archive.assignments.toLocaleString('en')} assignments, written in ${written.toFixed(0)} s, read by the API ${caughtUp.toFixed(1)} s later; API ${memory()} MB resident\n`,
  );
  console.log('| operation | median ms | p95 ms | of a round trip | CPU ms | kB |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [{ name }, { ms, cpu, bytes }] of times)
    console.log(
      `| ${name} | ${median(ms).toFixed(1)} | ${quantile(ms, 0.95).toFixed(1)} | ${(median(ms) / bare).toFixed(1)} | ${mean(cpu).toFixed(1)} | ${(bytes / 1000).toFixed(0)} |`,
    );
} finally {
  await system.stop();
}

/** @param {Awaited<ReturnType<typeof writeArchive>>} archive @returns {Operation[]} */
function operationsOn({ service, directories, files }) {
  const matrix = `/services/${SERVICE}/matrix?user_name=user0001`;
  const file = (/** @type {number} */ round) => files[(round * 7919) % files.length];
  const children = Math.min(WIDE, total);
  /** @param {number} resource @param {string} access */
  const change = (resource, access) => ({
    changes: [
      { resource_id: resource, group_name: 'group01', permission_name: 'read', access, scope: 'recursive' },
    ],
    limit: 100,
  });
  return [
    { name: '`GET /version`', path: () => '/version' },
    { name: 'matrix, first rows', path: () => `${matrix}&limit=60` },
    {
      name: `matrix, open a node of ${children.toLocaleString('en')}`,
      path: (round) => `${matrix}&parent_id=${directories[round % directories.length]}&limit=60`,
    },
    {
      name: 'matrix, anywhere among its children',
      path: (round) => `${matrix}&parent_id=${directories[0]}&offset=${(round * 660) % children}&limit=60`,
    },
    { name: 'matrix, only assigned rows', path: () => `${matrix}&assigned=true&limit=60` },
    {
      name: 'search, part of a name',
      path: (round) => `/search?q=${`e-0${String(round * 37).padStart(4, '0')}`.slice(0, 7)}`,
    },
    {
      name: 'search, path',
      path: (round) => `/search?q=${encodeURIComponent(`${SERVICE}/directory-000/file-0${1000 + round}.nc`)}`,
    },
    { name: 'search, identifier', path: (round) => `/search?q=${file(round)}` },
    { name: 'location of a resource', path: (round) => `/resources/${file(round)}/location` },
    { name: 'access list of a file', path: (round) => `/resources/${file(round)}/access?limit=50` },
    { name: 'access list of the service', path: () => `/resources/${service}/access?limit=50` },
    { name: 'preview, one file', path: () => '/permissions/preview', body: change(files[1], 'deny') },
    {
      name: `preview, a branch of ${children.toLocaleString('en')}`,
      path: () => '/permissions/preview',
      body: change(directories[0], 'allow'),
    },
    { name: 'overview', path: () => '/overview' },
  ];
}

/** Milliseconds of CPU that the API has used so far. */
function cpuTime() {
  const fields = readFileSync(`/proc/${system.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Resident memory of the API in MB. */
function memory() {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${system.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
