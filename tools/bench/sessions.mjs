// node tools/bench/sessions.mjs [--rounds 5] [--seconds 3] — checks of a session a second, by the API (`GET /session`) and
// by the proxy (verify), compared with a bare node:http server: one process each on core 1, the load on core 0, in one run,
// in turns, medians. After `npm run build`; needs wrk and taskset.
import { parseArgs } from 'node:util';
import { writeBulk } from './bulk.mjs';
import { load, pin, start } from './proxy/processes.mjs';
import { freePort, median, startApi, startProxy } from './system.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const CONNECTIONS = 32;
const SERVICE = { name: 'dashboard', typeName: 'access', url: 'http://127.0.0.1:9' };

/** @type {(() => Promise<unknown>)[]} */
const stops = [];
try {
  const system = await startApi();
  stops.push(system.stop);
  await writeBulk(system, (writer) => writer.commit(() => writer.directory.services.create(SERVICE)));
  const proxy = await startProxy(system);
  stops.push(proxy.stop);
  const port = await freePort();
  const bare = await start('verify-server.mjs', 1, port);
  stops.push(bare.stop);
  pin(system.pid, 1);
  pin(proxy.pid, 1);

  const peers = /** @type {const} */ ([
    ['bare node:http server', `http://127.0.0.1:${port}/`],
    ['API, `GET /session`', `${system.url}/session`],
    ['proxy, verify', `${proxy.url}/ows/verify/dashboard`],
  ]);
  /** @type {Map<string, import('./proxy/processes.mjs').Load[]>} */
  const measured = new Map(peers.map(([name]) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, url] of peers) {
      const headers = [`Cookie: ${system.cookie}`];
      const result = await load(url, { connections: CONNECTIONS, seconds: SECONDS, headers });
      if (result.errors > 0 || result.requests === 0) throw new Error(`${name}: ${JSON.stringify(result)}`);
      // The first round warms up.
      if (round >= 0) measured.get(name)?.push(result);
    }

  const rateOf = (name) =>
    median((measured.get(name) ?? []).map(({ requests, seconds }) => requests / seconds));
  const [[baseline]] = peers;
  console.log(`| ${CONNECTIONS} connections, medians of ${ROUNDS} | a second | of bare | p50 ms | p99 ms |`);
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name] of peers) {
    const [rate, runs] = [rateOf(name), measured.get(name) ?? []];
    const share = ((rate / rateOf(baseline)) * 100).toFixed(0);
    const [p50, p99] = [median(runs.map((run) => run.p50)), median(runs.map((run) => run.p99))];
    console.log(`| ${name} | ${Math.round(rate)} | ${share} % | ${p50.toFixed(2)} | ${p99.toFixed(2)} |`);
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}
