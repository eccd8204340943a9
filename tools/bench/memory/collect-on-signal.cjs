// Loaded into a process before it starts: at SIGUSR2 it collects its garbage and notes what memory it then has, and how many handles
// keep it running (sockets, timers, requests).
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  // Twice: what the first round finalises is only freed by the second.
  collect();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  writeFileSync(
    `${process.env.BENCH_MEMORY_FOLDER}/${process.pid}.json`,
    JSON.stringify({ rss, heapUsed, external, handles: process.getActiveResourcesInfo().length }),
  );
});
