// node tools/bench/proxy/proxy.mjs [--rounds 5] [--seconds 3] [--only small,verify] [--profile <folder>] — the proxy
// against a bare Node pipeline, nginx, and nginx that calls a trivial verify server; one process each, in one run,
// alternating, medians. After `npm run build`; needs wrk, nginx and taskset. The server under test has core 1 to itself,
// wrk and the upstream share core 0.
import { parseArgs } from 'node:util';
import { freePort, median, startApi, startProxy } from '../system.mjs';
import { createPlatform } from './platform.mjs';
import { cpuSeconds, load, pin, residentMb, start, startNginx } from './processes.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const ROUTES = 1_000;
const PORTS = await Promise.all(Array.from({ length: 6 }, freePort));
const [UPSTREAM, BARE, VERIFY, NGINX, AUTHED, DIRECT] = PORTS;
const upstreamUrl = `http://127.0.0.1:${UPSTREAM}`;

/** The least share of the requests of the bare Node peer. */
const TARGETS = { small: 0.8, verify: 0.7 };

/** @typedef {import('./processes.mjs').Load} Load */
/** @typedef {Load & { cpu: number, memory: number }} Measured */

// All receive the same requests.
let cookie = '';
const stops = [];
try {
  const system = await startApi();
  stops.push(system.stop);
  cookie = await createPlatform(system, upstreamUrl, ROUTES);
  const proxy = await startProxy(system, {}, profiling);
  stops.push(proxy.stop);
  pin(proxy.pid, 1);
  pin(system.pid, 0);
  const upstream = await start('upstream.mjs', 0, UPSTREAM);
  const bare = await start('bare-pipeline.mjs', 1, BARE, upstreamUrl);
  const verify = await start('verify-server.mjs', 1, VERIFY);
  // What ours verifies with is compared with a Node server that verifies nothing.
  const direct = await start('verify-server.mjs', 1, DIRECT);
  const plain = await startNginx(pass(NGINX, ''), 1);
  const authed = await startNginx(pass(AUTHED, `auth_request /verify;`), 1);
  stops.push(upstream.stop, bare.stop, verify.stop, direct.stop, plain.stop, authed.stop);

  const ours = { pids: () => [proxy.pid] };
  const both = { pids: () => [...authed.pids(), ...verify.pids()] };
  const at = (port) => `http://127.0.0.1:${port}`;
  await compare('small GETs (17 bytes), 32 connections', 32, [
    ['bare Node pipeline', bare, `${at(BARE)}/top/r1/small`],
    ['nginx', plain, `${at(NGINX)}/top/r1/small`],
    ['nginx, auth_request to a trivial Node server', both, `${at(AUTHED)}/top/r1/small`],
    ['Gatehouse', ours, `${proxy.url}/ows/proxy/atlas/top/r1/small`],
  ]);
  await compare('32 KiB, 32 connections', 32, [
    ['bare Node pipeline', bare, `${at(BARE)}/top/r1/large`],
    ['nginx', plain, `${at(NGINX)}/top/r1/large`],
    ['nginx, auth_request to a trivial Node server', both, `${at(AUTHED)}/top/r1/large`],
    ['Gatehouse', ours, `${proxy.url}/ows/proxy/atlas/top/r1/large`],
  ]);
  await compare('streams of 100 MB, 4 connections', 4, [
    ['bare Node pipeline', bare, `${at(BARE)}/stream/100000000`],
    ['nginx', plain, `${at(NGINX)}/stream/100000000`],
    ['Gatehouse', ours, `${proxy.url}/ows/proxy/atlas/stream/100000000`],
  ]);
  await compare('verify, 32 connections', 32, [
    ['bare Node server', direct, `${at(DIRECT)}/verify`],
    ['Gatehouse', ours, `${proxy.url}/ows/verify/atlas/top/r1/small`],
  ]);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** @param {string} what @param {number} connections @param {any[][]} peers */
async function compare(what, connections, peers) {
  if (!values.only.split(',').some((wanted) => what.startsWith(wanted))) return;
  /** @type {Map<string, Measured[]>} */
  const measured = new Map(peers.map(([name]) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    // Alternately in both directions: the speed of the machine changes within seconds.
    for (const [name, server, url] of round % 2 === 0 ? peers : [...peers].reverse()) {
      const before = cpuSeconds(server.pids());
      const result = await load(url, { connections, seconds: SECONDS, headers: [`Cookie: ${cookie}`] });
      if (result.errors > 0 || result.requests === 0) throw new Error(`${name}: ${JSON.stringify(result)}`);
      const cpu = cpuSeconds(server.pids()) - before;
      // The first round warms up.
      if (round >= 0) measured.get(name)?.push({ ...result, cpu, memory: residentMb(server.pids()) });
    }
  }
  console.log(`\n### ${what}\n`);
  console.log('| server | a second | MB/s | CPU µs a request | CPU ms a MB | p50 / p99 ms | memory MB |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, rounds] of measured) {
    const of = (/** @type {(one: Measured) => number} */ value) => median(rounds.map(value));
    const cells = [
      of(rateOf).toFixed(0),
      of((one) => one.bytes / 1e6 / one.seconds).toFixed(0),
      of((one) => (one.cpu * 1e6) / one.requests).toFixed(0),
      of((one) => (one.cpu * 1e3) / (one.bytes / 1e6)).toFixed(2),
      `${of((one) => one.p50).toFixed(2)} / ${of((one) => one.p99).toFixed(2)}`,
      of((one) => one.memory).toFixed(0),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  const target = Object.entries(TARGETS).find(([name]) => what.startsWith(name))?.[1];
  const ours = measured.get('Gatehouse') ?? [];
  console.log('\nGatehouse, median of the ratios of the rounds:');
  for (const [name, rounds] of measured) {
    if (rounds === ours) continue;
    const ratio = median(ours.map((one, round) => rateOf(one) / rateOf(rounds[round])));
    console.log(`- ${(ratio * 100).toFixed(0)} % of ${name}`);
    if (name === peers[0]?.[0] && target !== undefined)
      process.send?.({ what, value: ratio, target, atMost: false });
  }
}

/** Requests a second. @param {Load | undefined} result */
function rateOf(result) {
  return result === undefined ? NaN : result.requests / result.seconds;
}

/** A server block that forwards everything, after the directives in `extra`. */
function pass(port, extra) {
  return `upstream service_${port} { server 127.0.0.1:${UPSTREAM}; keepalive 64; keepalive_requests 1000000; }
    upstream verify_${port} { server 127.0.0.1:${VERIFY}; keepalive 64; keepalive_requests 1000000; }
    server { listen 127.0.0.1:${port};
      location / { ${extra} proxy_pass http://service_${port}; proxy_http_version 1.1; proxy_set_header Connection ""; }
      location = /verify { internal; proxy_pass http://verify_${port}; proxy_http_version 1.1;
        proxy_set_header Connection ""; proxy_pass_request_body off; proxy_set_header Content-Length ""; } }`;
}
