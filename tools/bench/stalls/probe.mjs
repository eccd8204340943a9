// Small requests at a steady rate from a separate process. Messages start and stop it; it returns the response times
// in between, and how late its own timer was meanwhile, so that its own stalls are not attributed to the server.
import { Agent, request } from 'node:http';
import { quantile } from '../system.mjs';

/**
 * Of `bodies`, each request sends the next one.
 *
 * @typedef {{ name: string, url: string, method?: string, headers?: Record<string, string>, body?: string, bodies?: string[], everyMs: number }} Probe
 */

const TICK_MS = 2;
/** @type {Record<string, Probe[]>} */
const targets = JSON.parse(process.argv[2] ?? '{}');
const agent = new Agent({ keepAlive: true, maxSockets: 128 });
/** @type {{ probes: Probe[], sent: number[], times: Map<string, number[]>, failures: string[], late: number, open: Set<Promise<void>> } | undefined} */
let window;
let before = performance.now();

setInterval(() => {
  const now = performance.now();
  const elapsed = now - before;
  before = now;
  if (!window) return;
  window.late = Math.max(window.late, elapsed - TICK_MS);
  for (const [index, probe] of window.probes.entries()) {
    if (now - window.sent[index] < probe.everyMs) continue;
    window.sent[index] = now;
    ask(window, probe);
  }
}, TICK_MS);

function ask(into, probe) {
  const completed = new Promise((resolve) => {
    const { method = 'GET', headers = {}, bodies } = probe;
    const body = bodies ? bodies[into.times.get(probe.name).length % bodies.length] : probe.body;
    const begun = performance.now();
    const failed = (error) => {
      into.failures.push(`${probe.name}: ${error.message}`);
      resolve(undefined);
    };
    const sent = request(probe.url, { method, headers, agent }, (answer) => {
      answer.resume().once('close', () => {
        into.times.get(probe.name).push(performance.now() - begun);
        if (answer.statusCode !== 200 || !answer.complete)
          into.failures.push(`${probe.name}: ${answer.statusCode}`);
        resolve(undefined);
      });
    });
    sent.on('error', failed).end(body);
  });
  into.open.add(completed);
  void completed.then(() => into.open.delete(completed));
}

process.on('message', async (message) => {
  if (message.begin) {
    const probes = targets[message.begin];
    const times = new Map(probes.map(({ name }) => [name, []]));
    window = { probes, sent: probes.map(() => 0), times, failures: [], late: 0, open: new Set() };
    process.send?.('begun');
    return;
  }
  const ended = window;
  window = undefined;
  // Pending requests still wait for the end of the stall.
  await Promise.all(ended.open);
  const all = [...ended.times].map(([name, times]) => ({
    name,
    count: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(0, ...times),
  }));
  const failures = ended.failures.slice(0, 3);
  process.send?.({ probes: all, late: ended.late, failures, failed: ended.failures.length });
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
