// node tools/bench/trees.mjs [--resources 450000] [--rounds 3] [--at-once 12] [--only 0,2] [--json file] — whole trees over HTTP:
// first byte, memory of the worker above that before, and what other requests wait meanwhile. After `npm run build`. Bars, for a tree of 10⁶: first byte
// ≤ 1 s, + 100 MB; twelve at once + 300 MB, others wait ≤ 100 ms more.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { assign, createResources, createUsers, numbered, writeBulk } from './bulk.mjs';
import { result } from './growth/results.mjs';
import { median, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '450000' },
    rounds: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '12' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const RESOURCES = Number(values.resources);
const ROUNDS = Number(values.rounds);
const AT_ONCE = Number(values['at-once']);
const QUIET_MS = 3_000;
const MB = 1024 * 1024;

/** A resource for each of these has many children without any of their own. */
const CROWDED = Math.floor(RESOURCES / 4);

const socket = join(tmpdir(), `gatehouse-bench-trees-${process.pid}`);
const hook = fileURLToPath(new URL('stalls/loop-delay.cjs', import.meta.url));
const system = await startApi({ BENCH_LOOP_SOCKET: socket }, ['--require', hook]);
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
try {
  const { root, deep } = await load();
  const trees = [
    { name: 'GET /resources/{id}', path: `/resources/${root}` },
    { name: 'GET /services/{s}/resources', path: '/services/atlas/resources' },
    { name: 'GET /resources', path: '/resources' },
    { name: 'the same, XML', path: '/resources?format=xml' },
    { name: 'the same, HTML', path: '/resources?format=html' },
    { name: 'GET /users/{u}/resources', path: '/users/reader/resources' },
    { name: 'the same, inherited', path: '/users/reader/resources?inherited=true' },
    { name: 'the same, filtered', path: '/users/reader/resources?inherited=true&filtered=true' },
    { name: 'GET /groups/{g}/resources', path: '/groups/readers/resources' },
    { name: 'GET /resources/{id}, 60 levels', path: `/resources/${deep}` },
  ].filter(
    ({ name }, index) =>
      values.only === undefined || values.only.split(',').includes(String(index)) || values.only === name,
  );
  const probe = await forked('stalls/probe.mjs', {
    api: [
      { name: 'GET /session', url: `${system.url}/session`, headers: { Cookie: system.cookie }, everyMs: 20 },
      {
        name: 'GET /services',
        url: `${system.url}/services`,
        headers: { Cookie: system.cookie },
        everyMs: 50,
      },
    ],
  });
  const reader = await forked('trees/reader.mjs', { url: system.url, cookie: system.cookie });

  // What is compiled and cached at the first requests is not what is measured.
  for (const { path } of trees) await reader.ask({ paths: [path] });
  console.log(
    '| tree | at once | MB | s | first byte, ms | memory, + MB | others before: p50 / p99 / max ms | others meanwhile | event loop held, ms | CPU of the worst turn, ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const results = [];
  const all = [];
  for (const { name, path } of trees) {
    for (const count of [1, AT_ONCE]) {
      /** @type {Awaited<ReturnType<typeof measure>>[]} */
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(2_000);
        rounds.push(await measure(path, count));
      }
      const of = (pick) => median(rounds.map(pick));
      const waits = (key) =>
        ['p50', 'p99', 'max'].map((which) => of((round) => round[key][which]).toFixed(0)).join(' / ');
      console.log(
        `| ${name} | ${count} | ${of(({ bytes }) => bytes / MB).toFixed(0)} | ${of(({ seconds }) => seconds).toFixed(1)} | ${of(({ first }) => first).toFixed(0)} | ${of(({ memory }) => memory / MB).toFixed(0)} | ${waits('before')} | ${waits('meanwhile')} | ${of(({ loop }) => loop).toFixed(0)} | ${of(({ cpu }) => cpu).toFixed(0)} |`,
      );
      results.push(...resultsOf(`${name}, ${count} at once`, rounds, count));
      all.push(...rounds);
    }
  }
  const title = `whole trees of ${RESOURCES.toLocaleString('en')} resources`;
  if (values.json !== undefined)
    await writeFile(values.json, JSON.stringify({ title, results, rounds: all }));

  async function measure(path, count) {
    const before = await watched(() => sleep(QUIET_MS));
    const idle = await residentBytes();
    let peak = idle;
    const sampling = setInterval(async () => (peak = Math.max(peak, await residentBytes())), 50);
    await loopDelay();
    let read;
    const meanwhile = await watched(
      async () => (read = await reader.ask({ paths: Array(count).fill(path) })),
    );
    const { max, cpu } = await loopDelay();
    clearInterval(sampling);
    return { ...read, memory: peak - idle, before, meanwhile, loop: max, cpu };
  }

  /** The response times of other requests during an action; those of both kinds together. */
  async function watched(work) {
    await probe.ask({ begin: 'api' });
    await work();
    const { probes, failures } = await probe.ask({ end: true });
    if (failures.length > 0) throw new Error(failures.join(', '));
    const worst = (key) => Math.max(...probes.map((one) => one[key]));
    return { p50: worst('p50'), p99: worst('p99'), max: worst('max') };
  }
} finally {
  for (const child of children) child.disconnect();
  await system.stop();
}

/** What has a bar. @param {string} which @param {any[]} rounds @param {number} count */
function resultsOf(which, rounds, count) {
  const mostMemory = count === 1 ? 100 : 300;
  const further = ({ before, meanwhile }) => meanwhile.max - before.max;
  return [
    result(rounds, `${which}: first byte`, 'ms', ({ first }) => first, { bar: '≤ 1 s', most: 1_000 }),
    result(rounds, `${which}: memory of the worker, more`, 'MB', ({ memory }) => memory / MB, {
      bar: `≤ ${mostMemory} MB`,
      most: mostMemory,
    }),
    result(rounds, `${which}: others wait longer by`, 'ms', further, { bar: '≤ 100 ms', most: 100 }),
    result(rounds, `${which}: the whole reply`, 's', ({ seconds }) => seconds),
  ];
}

async function residentBytes() {
  const status = await readFile(`/proc/${system.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
}

/** @returns {Promise<{ max: number, cpu: number }>} milliseconds */
async function loopDelay() {
  const text = [];
  for await (const chunk of connect(socket)) text.push(chunk);
  return JSON.parse(Buffer.concat(text).toString());
}

/** A process that answers each message with one. */
async function forked(script, options) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(options)]);
  children.push(child);
  const next = async () => {
    const ended = new AbortController();
    const { signal } = ended;
    try {
      const answers = once(child, 'message', { signal }).then(([answer]) => answer);
      const exits = once(child, 'exit', { signal }).then(() =>
        Promise.reject(new Error(`${script} has ended`)),
      );
      return await Promise.race([answers, exits]);
    } finally {
      ended.abort();
    }
  };
  await next();
  return {
    ask: (message) => {
      const answer = next();
      child.send(message);
      return answer;
    },
  };
}

/** One service with the resources, one resource deep below each other, a reader with assignments on all of them. */
function load() {
  return writeBulk(system, async (writer) => {
    const { groups, memberships, services } = writer.directory;
    const [userId] = await createUsers(writer, ['reader']);
    const [groupId] = await writer.commit(() =>
      groups.createAll([{ name: 'readers', description: '', discoverable: false }]),
    );
    await writer.commit(() => memberships.createAll([{ userId, groupId }]));
    const [atlas, deep] = await writer.commit(() =>
      services.createAll(
        ['atlas', 'deep'].map((name) => ({ name, typeName: 'api', url: 'http://127.0.0.1:9' })),
      ),
    );
    const below = (parents, count, prefix) =>
      createResources(
        writer,
        atlas,
        'route',
        parents.flatMap((parent) => numbered(count, (number) => ({ name: `${prefix}${number}`, parent }))),
      );
    const tops = await below([atlas.id], 100, 'top');
    const crowded = await below(tops.slice(0, 1), CROWDED, 'wide');
    const branches = await below(tops.slice(1), 50, 'branch');
    const leaves = await below(branches, Math.floor((RESOURCES - CROWDED) / branches.length), 'leaf');
    let parents = [deep.id];
    for (let level = 0; level < 60; level += 1)
      parents = await createResources(writer, deep, 'route', [
        ...numbered(20, (number) => ({ name: `r${number}`, parent: parents[0] })),
      ]);
    const permission = { name: 'read', access: 'allow', scope: 'recursive' };
    const assigned = [...crowded, ...leaves];
    await assign(
      writer,
      atlas,
      assigned.map((resourceId) => ({ kind: 'group', principalId: groupId, resourceId, permission })),
    );
    return { root: atlas.id, deep: deep.id };
  });
}
