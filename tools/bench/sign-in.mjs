// node tools/bench/sign-in.mjs [--rounds 5] [--seconds 10] — sign-ins a second beside bare bcrypt on as many threads, in one run,
// in turns, medians. After `npm run build`. Bars: 90 % of bare bcrypt, and other requests' p99 ≤ 50 ms meanwhile.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import bcrypt from 'bcrypt';
import { median, quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '10' } },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
/** Of a new installation, see docs/configuration.md. */
const COST = 12;
/** One core stays free for other requests. */
const THREADS = Math.max(1, availableParallelism() - 1);
/** Sign-ins under way at a time: enough that the next one always waits at the door. */
const WAITING = THREADS * 4;
/** Other requests a second meanwhile. */
const OTHERS = 50;

const system = await startApi({
  SVC_BCRYPT_COST: String(COST),
  // A sign-in counts as failed until it has succeeded, and all of these come from one address and account.
  SVC_SIGNIN_ACCOUNT_FAILURES: '1000000',
  SVC_SIGNIN_ADDRESS_FAILURES: '1000000',
});

/** Runs `work` again and again, `lanes` at a time. @returns {Promise<number>} how often a second */
async function rate(lanes, work) {
  let done = 0;
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done / ((performance.now() - begun) / 1000);
}

async function signIn() {
  const answer = await fetch(`${system.url}/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(system.admin),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status}`);
}

/** Sends requests of somebody who is signed in, evenly, whether or not the ones before are answered. */
function others() {
  /** @type {number[]} */
  const times = [];
  /** @type {Promise<void>[]} */
  const pending = [];
  const timer = setInterval(() => {
    const begun = performance.now();
    const request = fetch(`${system.url}/session`, { headers: { Cookie: system.cookie } });
    pending.push(
      request.then((answer) => answer.arrayBuffer()).then(() => void times.push(performance.now() - begun)),
    );
  }, 1000 / OTHERS);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    return times;
  };
}

try {
  const hash = await bcrypt.hash(system.admin.password, COST);
  const [bare, ours, p50, p99] = [[], [], [], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    const alone = await rate(THREADS, () => bcrypt.compare(system.admin.password, hash));
    const stop = others();
    const together = await rate(WAITING, signIn);
    const times = await stop();
    // The first round warms up.
    if (round < 0) continue;
    bare.push(alone);
    ours.push(together);
    p50.push(median(times));
    p99.push(quantile(times, 0.99));
  }
  console.log(`| ${THREADS} thread${THREADS > 1 ? 's' : ''}, bcrypt cost ${COST}, medians of ${ROUNDS} | |`);
  console.log('| --- | --- |');
  console.log(`| bare bcrypt, a second | ${median(bare).toFixed(2)} |`);
  console.log(`| sign-ins, a second | ${median(ours).toFixed(2)} |`);
  const ratios = ours.map((one, index) => (one / (bare[index] ?? NaN)) * 100);
  console.log(`| ratio | ${median(ratios).toFixed(1)} % |`);
  console.log(`| \`GET /session\` meanwhile, p50 | ${median(p50).toFixed(1)} ms |`);
  console.log(`| \`GET /session\` meanwhile, p99 | ${median(p99).toFixed(1)} ms |`);
} finally {
  await system.stop();
}
