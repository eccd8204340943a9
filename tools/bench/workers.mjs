// node tools/bench/workers.mjs [--rounds 5] [--seconds 3] [--warm-up 4] [--cores shared|own] — processor time of a request with two workers compared with one,
// of all processes together, alternating, medians; of bare Node servers too, whose ratio is the cost of several processes on
// one core. After `npm run build`; needs wrk and taskset. The servers have core 1, wrk and the rest core 0; with
// `--cores own`, the second worker has core 0, as in a deployment with a worker per core, and shares it with wrk and the rest.
import { parseArgs } from 'node:util';
import { childrenOf, cpuSeconds, load, pin, start } from './proxy/processes.mjs';
import { createPlatform } from './proxy/platform.mjs';
import { freePort, median, startApi, startProxy } from './system.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '4' },
    cores: { type: 'string', default: 'shared' },
  },
});
const [ROUNDS, SECONDS] = [Number(values.rounds), Number(values.seconds)];
const WARM_UP = Number(values['warm-up']);
const COUNTS = [1, 2];
const CONNECTIONS = 32;

/** @type {(() => unknown)[]} */
const stops = [];
try {
  const first = await startApi();
  stops.push(first.stop);
  const port = await freePort();
  const cookie = await createPlatform(first, `http://127.0.0.1:${port}`, 100);
  const upstream = await start('upstream.mjs', 0, port);
  stops.push(upstream.stop);
  const ofProxy = [];
  const ofApi = [];
  for (const count of COUNTS) {
    const proxy = await startProxy(first, { SVC_PROXY_WORKERS: String(count) });
    stops.push(proxy.stop);
    ofProxy.push(proxy);
    const api = await startApi({ SVC_API_WORKERS: String(count) });
    stops.push(api.stop);
    ofApi.push(api);
  }
  const bare = { pipeline: [], server: [] };
  for (const count of COUNTS) {
    bare.pipeline.push(await startBare('bare-pipeline.mjs', count, `http://127.0.0.1:${port}`));
    bare.server.push(await startBare('verify-server.mjs', count));
  }
  pin(first.pid, 0);
  for (const { pid } of [...ofProxy, ...ofApi, ...bare.pipeline, ...bare.server]) pinWorkers(pid);
  console.log('| request | CPU µs, one worker | CPU µs, two workers | ratio |');
  console.log('| --- | --- | --- | --- |');
  await compare('small GET, bare Node pipeline', bare.pipeline, () => cookie, '/top/r1/small');
  await compare('small GET through the proxy', ofProxy, () => cookie, '/ows/proxy/atlas/top/r1/small');
  await compare('verify, bare Node server', bare.server, () => cookie, '/verify');
  await compare('verify', ofProxy, () => cookie, '/ows/verify/atlas/top/r1/small');
  await compare('`GET /session`', ofApi, (api) => api.cookie, '/session');
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** A server that does nothing for Gatehouse, with as many processes. @param {string} script @param {number} count @param {...string} args */
async function startBare(script, count, ...args) {
  const port = await freePort();
  const server =
    count === 1
      ? await start(script, 1, port, ...args)
      : await start('clustered.mjs', 1, script, count, port, ...args);
  stops.push(server.stop);
  return { pid: server.pids()[0], url: `http://127.0.0.1:${port}` };
}

/**
 * @param {string} what
 * @param {{ pid: number | undefined, url: string, cookie?: string }[]} servers by number of workers
 * @param {(server: any) => string} cookieOf
 * @param {string} path
 */
async function compare(what, servers, cookieOf, path) {
  /** @type {number[][]} */
  const costs = servers.map(() => []);
  // The first rounds warm up: each of two workers gets half of the requests, so that its code is compiled later.
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [index, server] of servers.entries()) {
      const pids = processesOf(server.pid);
      const before = cpuSeconds(pids);
      const headers = [`Cookie: ${cookieOf(server)}`];
      const result = await load(server.url + path, { connections: CONNECTIONS, seconds: SECONDS, headers });
      if (result.errors > 0 || result.requests === 0) throw new Error(`${what}: ${JSON.stringify(result)}`);
      if (round >= 0) costs[index]?.push(((cpuSeconds(pids) - before) / result.requests) * 1e6);
    }
  }
  const [one = NaN, two = NaN] = costs.map(median);
  const ratio = median((costs[0] ?? []).map((cost, round) => (costs[1]?.[round] ?? NaN) / cost));
  console.log(`| ${what} | ${one.toFixed(0)} | ${two.toFixed(0)} | ${ratio.toFixed(2)} |`);
  if (!what.includes('bare'))
    process.send?.({ what: `workers: ${what}`, value: ratio, target: 1.05, atMost: true });
}

/** @param {number} pid of a supervisor, or of the only process */
function pinWorkers(pid) {
  pin(pid, 1);
  for (const [index, worker] of childrenOf(pid).entries())
    pin(worker, values.cores === 'own' && index % 2 === 1 ? 0 : 1);
}

/** A supervisor and its workers, or the only process. */
function processesOf(pid) {
  return [pid, ...childrenOf(pid)];
}
