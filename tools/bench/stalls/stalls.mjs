// node tools/bench/stalls/stalls.mjs [--target api|proxy] [--only <expression>] [--rounds 3] [--copies 4] — what the worst
// documents of the corpus do to other requests. After `npm run build`. Each is sent alone, then in concurrent copies,
// finally all together; meanwhile another process sends small requests at a steady rate. Target: none waits more than 100 ms.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort, median, startApi, startProxy } from '../system.mjs';
import { loadCorpus, serviceName } from './corpus.mjs';
import { makePlatform } from './platform.mjs';
import { byProbe, head, line } from './report.mjs';

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'api,proxy' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    copies: { type: 'string', default: '4' },
    settings: { type: 'string', default: '{}' },
  },
});
const ROUNDS = Number(values.rounds);
const COPIES = Number(values.copies);
const QUIET_MS = 400;
const API_LIMIT = 1024 * 1024;
/** Children of the services in which names are looked up; the API shows 10,000 of them at most. */
const CHILDREN = values.target.includes('proxy') ? 100_000 : 20_000;
const PROXY_LIMIT = 10 * 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-stalls-'));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
const stops = [() => rm(folder, { recursive: true, force: true })];
try {
  const only = new RegExp(values.only);
  const wanted = values.target.split(',');
  const corpus = (await loadCorpus()).filter(
    ({ name, target }) => wanted.includes(target) && only.test(name),
  );
  const { probe, attacker } = await begin();
  for (const target of wanted) {
    const documents = corpus.filter((document) => document.target === target);
    if (documents.length > 0) await measure(target, documents, probe, attacker);
  }
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function begin() {
  const loopDelay = fileURLToPath(new URL('loop-delay.cjs', import.meta.url));
  const watched = (name) => ({
    NODE_OPTIONS: `--require ${loopDelay}`,
    BENCH_LOOP_SOCKET: join(folder, name),
  });
  const extra = JSON.parse(values.settings);
  const system = await startApi({ ...watched('api'), SVC_SIGNIN_ADDRESS_FAILURES: '1000000', ...extra });
  stops.push(system.stop);
  const port = await freePort();
  const upstream = forked('../proxy/upstream.mjs', String(port));
  await upstream.next();
  const { reader, watcher, ids } = await makePlatform(system, `http://127.0.0.1:${port}`, CHILDREN);
  const proxy = await startProxy(system, { ...watched('proxy'), ...extra });
  stops.push(proxy.stop);
  const cookies = { user: reader, administrator: system.cookie };
  const api = serviceName('api', false);
  const asUser = { Cookie: watcher };
  const probe = forked(
    'probe.mjs',
    JSON.stringify({
      api: [
        { name: 'GET /version', url: `${system.url}/version`, everyMs: 5 },
        { name: 'GET /session', url: `${system.url}/session`, headers: asUser, everyMs: 20 },
        {
          name: 'PUT …/permissions',
          method: 'PUT',
          url: `${system.url}/users/watcher/services/${api}/permissions`,
          headers: { Cookie: system.cookie, 'Content-Type': 'application/json' },
          body: '{"permission": "read-allow-recursive"}',
          everyMs: 60,
        },
      ],
      proxy: [
        { name: 'GET', url: `${proxy.url}/ows/proxy/${api}/small`, headers: asUser, everyMs: 5 },
        { name: 'verify', url: `${proxy.url}/ows/verify/${api}/small`, headers: asUser, everyMs: 5 },
      ],
    }),
  );
  const attacker = forked(
    'attacker.mjs',
    JSON.stringify({
      ids,
      targets: {
        api: { url: system.url, limit: API_LIMIT, cookies },
        proxy: { url: `${proxy.url}/ows/proxy`, limit: PROXY_LIMIT, cookies },
      },
    }),
  );
  await Promise.all([probe.next(), attacker.next()]);
  // Code is compiled and connections are open before the measurement.
  for (const target of ['api', 'proxy']) await watch(target, probe, () => sleep(3000));
  return { probe, attacker };
}

async function measure(target, documents, probe, attacker) {
  console.log(`\n### ${target}, ${documents.length} documents, medians of ${ROUNDS} rounds\n`);
  console.log(head(COPIES));
  const repeatable = documents.filter(({ once }) => !once).map(({ name }) => name);
  for (const name of repeatable) await entry(name, [name], COPIES, ROUNDS);
  const combined =
    repeatable.length > 1 ? await entry('all of them concurrently', repeatable, 1, ROUNDS) : [];
  for (const { name } of documents.filter(({ once }) => once)) await entry(name, [name], 1, 1);
  console.log(`\n${byProbe(combined)}`);

  async function entry(title, names, copies, times) {
    const rounds = [];
    for (let round = 0; round < times; round += 1) {
      await attacker.ask({ prepare: names });
      const quiet = await watch(target, probe, () => sleep(QUIET_MS));
      const alone = await attack(1);
      const together = copies > 1 ? await attack(copies) : undefined;
      rounds.push({ quiet, alone, together });
    }
    console.log(line(title, names, rounds));
    return rounds;
  }

  async function attack(copies) {
    let sent = [];
    const seen = await watch(target, probe, async () => {
      await sleep(30);
      sent = await attacker.ask({ copies });
      await sleep(60);
    });
    return { ...seen, sent };
  }
}

/** The measurements of the probes, and of the server's event loop, during an action. */
async function watch(target, probe, work) {
  interrupted.signal.throwIfAborted();
  await loopDelay(target);
  await probe.ask({ begin: target });
  await work();
  const seen = await probe.ask({ end: true });
  if (seen.failures.length > 0) console.error(seen.failures.join('; '));
  return { ...seen, loop: await loopDelay(target) };
}

/** The event loop delay of a server since the last call, in milliseconds. @returns {Promise<{ max: number, cpu: number }>} */
function loopDelay(target) {
  return new Promise((resolve, reject) => {
    let text = '';
    connect(join(folder, target))
      .on('data', (chunk) => (text += chunk))
      .on('end', () => resolve(JSON.parse(text)))
      .on('error', reject);
  });
}

/** A script of this folder as a process that answers messages in turn. */
function forked(script, argument) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [argument], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  stops.push(() => {
    child.kill();
  });
  let waiting;
  child.on('message', (message) => waiting?.resolve(message));
  child.on('exit', (code) => waiting?.reject(new Error(`${script} ended with ${code}`)));
  const next = () => new Promise((resolve, reject) => (waiting = { resolve, reject }));
  const ask = (message) => {
    const answered = next();
    child.send(message);
    return answered;
  };
  return { next, ask };
}
