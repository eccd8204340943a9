// Loaded into a server before it starts: reports, on a separate socket, for how long its event loop was blocked at most since
// the previous report, and how much processor time the process used in the worst turn. The former counts the time for which the
// machine had no core for it; the latter counts its other threads, such as those that collect garbage.
const { createServer } = require('node:net');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION_MS = 2;
const path = process.env.BENCH_LOOP_SOCKET;

if (isMainThread && path) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let before = process.cpuUsage();
  let mostCpu = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    mostCpu = Math.max(mostCpu, (user + system) / 1000);
  }, RESOLUTION_MS).unref();
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify({ max: Math.max(0, delay.max / 1e6 - RESOLUTION_MS), cpu: mostCpu }));
    delay.reset();
    mostCpu = 0;
  })
    .listen(path)
    .unref();
}
