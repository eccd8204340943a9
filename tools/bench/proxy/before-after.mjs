// node tools/bench/proxy/before-after.mjs --before <checkout> [--pairs 30] [--seconds 2] [--origins same] — requests per second
// of processor time of the proxy in this checkout, divided by those of another checkout of an earlier commit: pairs of
// neighbouring rounds in alternating order, and the 95 % interval of their mean. `npm run build` in both checkouts first; needs
// wrk and taskset. The proxy that is measured has core 1 to itself; wrk, the service and the APIs share core 0.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/checkout.mjs';
import { freePort, startApi, startProxy } from '../system.mjs';
import { createPlatform } from './platform.mjs';
import { described, ratioOfPairs } from './pairs.mjs';
import { cpuSeconds, load, pin, start } from './processes.mjs';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    pairs: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '2' },
    // One origin for API and services, where replies are isolated by a content security policy.
    origins: { type: 'string', default: 'separate' },
  },
});
if (values.before === undefined) throw new Error('--before names the checkout of the earlier commit');
const PAIRS = Number(values.pairs);
const SECONDS = Number(values.seconds);
const ROUTES = 1_000;
/** The ratio that the lower end of the interval has to reach. */
const TARGET = 0.98;

/** @typedef {{ url: string, pid: number | undefined, cookie: string }} Measured */

const stops = [];
try {
  const port = await freePort();
  const upstream = await start('upstream.mjs', 0, port);
  stops.push(upstream.stop);
  const before = await startCheckout(resolve(values.before), `http://127.0.0.1:${port}`);
  const after = await startCheckout(root, `http://127.0.0.1:${port}`);
  await compare('small GETs with a session', '/ows/proxy/atlas/top/r1/small', before, after, true);
  await compare('small GETs of anonymous callers', '/ows/proxy/public/open/small', before, after, false);
  await compare('verify', '/ows/verify/atlas/top/r1/small', before, after, true);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** @param {string} checkout @param {string} upstreamUrl @returns {Promise<Measured>} */
async function startCheckout(checkout, upstreamUrl) {
  const system = await startApi({}, [], checkout);
  stops.push(system.stop);
  const cookie = await createPlatform(system, upstreamUrl, ROUTES);
  await createPublicService(system, upstreamUrl);
  const isolation = values.origins === 'same' ? { SVC_PROXY_PUBLIC_URL: `${system.url}/ows/proxy` } : {};
  const proxy = await startProxy(system, isolation, [], checkout);
  stops.push(proxy.stop);
  pin(system.pid, 0);
  pin(proxy.pid, 1);
  return { url: proxy.url, pid: proxy.pid, cookie };
}

/** A service that everyone may read. @param {{ url: string, cookie: string }} system @param {string} upstreamUrl */
async function createPublicService(system, upstreamUrl) {
  for (const [path, body] of /** @type {[string, object][]} */ ([
    ['/services', { service_name: 'public', service_type: 'api', service_url: upstreamUrl }],
    ['/groups/anonymous/services/public/permissions', { permission: 'read-allow-recursive' }],
  ])) {
    const answer = await fetch(system.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: system.cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  }
}

/** @param {string} what @param {string} path @param {Measured} before @param {Measured} after @param {boolean} hasSession */
async function compare(what, path, before, after, hasSession) {
  const ratio = await ratioOfPairs(
    PAIRS,
    () => efficiency(after, path, hasSession),
    () => efficiency(before, path, hasSession),
  );
  console.log(`${what}: ${described(ratio, TARGET)}`);
}

/** Requests per second of processor time. @param {Measured} server @param {string} path @param {boolean} hasSession */
async function efficiency({ url, pid, cookie }, path, hasSession) {
  const before = cpuSeconds([pid]);
  const headers = hasSession ? [`Cookie: ${cookie}`] : [];
  const result = await load(url + path, { connections: 32, seconds: SECONDS, headers });
  if (result.errors > 0 || result.requests === 0) throw new Error(`${url}: ${JSON.stringify(result)}`);
  return result.requests / (cpuSeconds([pid]) - before);
}
