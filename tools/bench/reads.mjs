// node tools/bench/reads.mjs [--rounds 5] [--seconds 3] [--only session,effective,…] [--profile <folder>] — reads of the
// API compared with NestJS on Express with one handler that sends a text of the same bytes, each server a process on core
// 1, client and database on core 0: the maximum of each, alternating, medians; then the times at 70 % of its own maximum.
// After `npm run build`; needs taskset.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { assign, createResources, createUsers, numbered, pick, writeBulk } from './bulk.mjs';
import { cpuSeconds, pin } from './proxy/processes.mjs';
import { pace, saturate } from './reads/client.mjs';
import { freePort, median, quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    profile: { type: 'string' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const CONNECTIONS = Number(values.connections);
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const [RESOURCES, USERS, ASSIGNMENTS] = [20_000, 1_000, 20_000];

execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)], { stdio: 'ignore' });

/** @type {(() => Promise<unknown>)[]} */
const stops = [];
try {
  const system = await startApi({}, profiling);
  stops.push(system.stop);
  pin(system.pid, 1);
  const resources = await load(system);
  const user = () => `user${1 + Math.floor(Math.random() * USERS)}`;
  const reads = [
    { name: 'session', target: 50, pathOf: () => '/session' },
    {
      name: 'effective',
      target: 50,
      pathOf: () => `/users/${user()}/resources/${pick(resources)}/permissions?effective=true`,
    },
    { name: 'services', target: 40, pathOf: () => '/services' },
    { name: 'user-services', target: 40, pathOf: () => `/users/${user()}/services?inherited=true` },
    {
      name: 'user-resources',
      target: 40,
      pathOf: () => `/users/${user()}/services/small1/resources?inherited=true`,
    },
    {
      name: 'all-resources',
      target: 40,
      pathOf: () => `/users/reader/resources?inherited=true&filtered=true`,
    },
  ].filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
  const headers = { Cookie: system.cookie, Accept: 'application/json' };

  const replies = {};
  for (const { name, pathOf } of reads)
    replies[`/${name}`] = await (await fetch(system.url + pathOf(), { headers })).text();
  const bare = await startBare(replies);
  stops.push(bare.stop);

  console.log(
    '| read | bytes | bare, a second | API, a second | of bare | target | CPU µs: bare, API | at 70 %: bare p50 / p99 ms | API p50 / p99 ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, target, pathOf } of reads) {
    const peers = [
      { pid: bare.pid, rates: [], costs: [], options: { url: bare.url, headers, pathOf: () => `/${name}` } },
      { pid: system.pid, rates: [], costs: [], options: { url: system.url, headers, pathOf } },
    ];
    // The first round warms up.
    for (let round = -1; round < ROUNDS; round += 1)
      for (const { pid, rates, costs, options } of peers) {
        const used = cpuSeconds([pid]);
        const answered = await saturate({ ...options, connections: CONNECTIONS, seconds: SECONDS });
        if (round < 0) continue;
        rates.push(answered / SECONDS);
        costs.push(((cpuSeconds([pid]) - used) / answered) * 1e6);
      }
    const [bareRate, apiRate] = peers.map(({ rates }) => median(rates));
    process.send?.({
      what: `reads: ${name}`,
      value: apiRate / bareRate,
      target: target / 100,
      atMost: false,
    });
    const times = [];
    for (const { rates, options } of peers)
      times.push(
        await pace({
          ...options,
          connections: CONNECTIONS * 2,
          seconds: SECONDS * 2,
          rate: median(rates) * 0.7,
        }),
      );
    process.send?.({
      what: `reads: p99 of ${name} at 70 %, ms (bare: ${quantile(times[0], 0.99).toFixed(1)})`,
      value: quantile(times[1], 0.99),
      target: name === 'session' || name === 'effective' ? 5 : undefined,
      atMost: true,
    });
    const shown = times.map((all) => `${quantile(all, 0.5).toFixed(2)} / ${quantile(all, 0.99).toFixed(2)}`);
    const cost = peers.map(({ costs }) => median(costs).toFixed(0)).join(', ');
    console.log(
      `| ${name} | ${Buffer.byteLength(replies[`/${name}`])} | ${Math.round(bareRate)} | ${Math.round(apiRate)} | ${((apiRate / bareRate) * 100).toFixed(0)} % | ${target} % | ${cost} | ${shown[0]} | ${shown[1]} |`,
    );
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** @param {Record<string, string>} replies by path */
async function startBare(replies) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-bare-'));
  const file = join(folder, 'replies.json');
  await writeFile(file, JSON.stringify(replies));
  const port = await freePort();
  const script = fileURLToPath(new URL('reads/bare-nest.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, String(port), file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  });
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  pin(child.pid, 1);
  const stop = async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) =>
      child.exitCode === null ? child.once('exit', resolve) : resolve(undefined),
    );
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop };
}

/** Twelve services: one large one, eleven with twenty resources each; answers the ids of the resources of the large one. */
function load(system) {
  return writeBulk(system, async (writer) => {
    const users = await createUsers(writer, [...numbered(USERS, (number) => `user${number}`), 'reader']);
    const names = ['atlas', ...numbered(11, (number) => `small${number}`)];
    const [atlas, ...small] = await writer.commit(() =>
      writer.directory.services.createAll(
        names.map((name) => ({ name, typeName: 'api', url: 'http://127.0.0.1:9' })),
      ),
    );
    const create = (service, parents, count, prefix) =>
      createResources(
        writer,
        service,
        'route',
        parents.flatMap((parent) =>
          numbered(count, (number) => `${prefix}${number}`).map((name) => ({ name, parent })),
        ),
      );
    const tops = await create(atlas, [atlas.id], 200, 'top');
    const resources = [...tops, ...(await create(atlas, tops, (RESOURCES - 200) / 200, 'r'))];
    const permission = (name, access, scope) => ({ name, access, scope });
    await assign(
      writer,
      atlas,
      users.slice(0, USERS).flatMap((principalId) =>
        Array.from({ length: ASSIGNMENTS / USERS }, () => ({
          kind: 'user',
          principalId,
          resourceId: pick(resources),
          permission: permission(
            pick(['read', 'write']),
            Math.random() < 0.7 ? 'allow' : 'deny',
            'recursive',
          ),
        })),
      ),
    );
    for (const service of small) {
      const leaves = await create(service, [service.id], 20, 'leaf');
      const assigned = users.flatMap((principalId) =>
        [
          ...((principalId + service.id) % 2 === 0
            ? [{ resourceId: service.id, permission: permission('read', 'allow', 'recursive') }]
            : []),
          ...leaves
            .slice(0, 5)
            .map((resourceId) => ({ resourceId, permission: permission('write', 'deny', 'match') })),
        ].map((one) => ({ kind: 'user', principalId, ...one })),
      );
      await assign(writer, service, assigned);
    }
    return resources;
  });
}
