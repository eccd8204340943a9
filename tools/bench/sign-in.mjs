// node tools/bench/sign-in.mjs [--rounds 5] [--seconds 10] [--flood 60] — sign-ins a second compared with bare bcrypt on as
// many threads, in one run, alternating, medians. After `npm run build`. Targets: 90 % of bare bcrypt, and other requests' p99
// ≤ 50 ms meanwhile. Then the time of one sign-in alone and behind a flood of wrong ones that were sent just before it. No
// more than two hashes go before it.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import bcrypt from 'bcrypt';
import { median, quantile, startApi } from './system.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    flood: { type: 'string', default: '60' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
/** Wrong sign-ins of a flood. */
const FLOOD = Number(values.flood);
/** Of a new installation, see docs/configuration.md. */
const COST = 12;
/** One core is left for other requests. */
const THREADS = Math.max(1, availableParallelism() - 1);
/** Concurrent sign-ins: enough that one is always queued. */
const WAITING = THREADS * 4;
/** Other requests a second meanwhile. */
const OTHERS = 50;

const system = await startApi({
  SVC_BCRYPT_COST: String(COST),
  // A sign-in counts as failed until it has succeeded, and all of these use one address and account.
  SVC_SIGNIN_ACCOUNT_FAILURES: '1000000',
  SVC_SIGNIN_ADDRESS_FAILURES: '1000000',
});

/** Runs `work` repeatedly, `concurrency` at a time. @returns {Promise<number>} runs per second */
async function rate(concurrency, work) {
  let done = 0;
  const begun = performance.now();
  const end = begun + SECONDS * 1000;
  const slot = async () => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, slot));
  return done / ((performance.now() - begun) / 1000);
}

/** @returns {Promise<number>} the status */
async function send(body, address) {
  const answer = await fetch(`${system.url}/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(address ? { 'X-Forwarded-For': address } : {}) },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function signIn(address) {
  const status = await send(system.admin, address);
  if (status !== 200) throw new Error(`sign-in: ${status}`);
}

/** Milliseconds of a sign-in from an address that is sent right after a flood. */
async function behindFlood(addressOf, address) {
  const statuses = Array.from({ length: FLOOD }, (_, index) =>
    send({ user_name: `ghost${index}`, password: 'wrong password' }, addressOf(index)),
  );
  // The API has received them by then.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const begun = performance.now();
  await signIn(address);
  const took = performance.now() - begun;
  const others = await Promise.all(statuses);
  if (others.some((status) => status !== 401 && status !== 503)) throw new Error(`flood: ${others}`);
  return took;
}

/** Figures of one sign-in: alone, from a new address behind a flood from one, from a known one behind a flood from many. */
async function floods() {
  const [alone, fromNew, fromKnown] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await signIn(`198.51.100.${round}`);
    alone.push(performance.now() - begun);
    fromNew.push(await behindFlood(() => '192.0.2.1', `198.51.101.${round}`));
    fromKnown.push(await behindFlood((index) => `203.0.113.${index}`, '198.51.100.0'));
  }
  const row = (what, times) =>
    console.log(
      `| ${what} | ${median(times).toFixed(0)} ms | ${(median(times) / median(alone)).toFixed(1)} |`,
    );
  console.log(`\n| one sign-in, medians of ${ROUNDS} | | times as long |`);
  console.log('| --- | --- | --- |');
  row('alone', alone);
  row(`behind ${FLOOD} wrong ones from one address, itself from a new one`, fromNew);
  row(`behind ${FLOOD} wrong ones from ${FLOOD} addresses, itself from a known one`, fromKnown);
}

/** Sends requests of a signed-in user at a steady rate, regardless of pending ones. */
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
    const together = await rate(WAITING, () => signIn());
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
  await floods();
} finally {
  await system.stop();
}
