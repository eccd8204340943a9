// node tools/bench/requests.mjs [--rounds 5] [--seconds 3] — the cost of requests to API and proxy compared with bare
// servers, and with two workers compared with one: runs reads.mjs, proxy/proxy.mjs and workers.mjs one after the other,
// then lists their results beside the targets. After `npm run build`, on a machine that does nothing else; needs wrk, nginx
// and taskset.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});

/** @type {{ what: string, value: number, target?: number, atMost: boolean }[]} */
const results = [];
for (const [script, ...args] of [
  ['reads.mjs'],
  ['proxy/proxy.mjs', '--only', 'small,verify'],
  ['workers.mjs'],
]) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [...args, '--rounds', values.rounds, '--seconds', values.seconds]);
  child.on('message', (result) => results.push(/** @type {any} */ (result)));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}
console.log('\n| measured | value | target | |');
console.log('| --- | --- | --- | --- |');
for (const { what, value, target, atMost } of results) {
  const isMet =
    target === undefined ? '' : (atMost ? value <= target : value >= target) ? 'met' : '**missed**';
  const limit = target === undefined ? '' : `${atMost ? '≤' : '≥'} ${target}`;
  console.log(`| ${what} | ${value.toFixed(2)} | ${limit} | ${isMet} |`);
}
