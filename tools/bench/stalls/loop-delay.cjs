// Loaded into a server before it starts: tells, on a socket of its own, how long its event loop was held up since last asked.
const { createServer } = require('node:net');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const RESOLUTION_MS = 2;
const path = process.env.BENCH_LOOP_SOCKET;

if (isMainThread && path) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify({ max: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }));
    delay.reset();
  })
    .listen(path)
    .unref();
}
