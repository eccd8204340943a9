// node tools/bench/timing.mjs [--samples 2000] [--only sign-in] — whether the time of a reply discloses that an account
// exists, for sign-in, registration and password reset. After `npm run build`. Requests about existing and missing accounts
// alternate in random order, one at a time, over loopback; hashes are cheap (cost 4), so that they hide nothing. Two-sample
// tests, and the same tests for two groups of missing accounts as a control. Mail goes to a server of the bench.
import { parseArgs } from 'node:util';
import { Agent, request } from 'node:http';
import { SMTPServer } from 'smtp-server';
import { median, startApi } from './system.mjs';
import { kolmogorovSmirnov, mannWhitney, medianDifference } from './timing/two-sample.mjs';

const { values } = parseArgs({
  options: { samples: { type: 'string', default: '2000' }, only: { type: 'string' } },
});
const SAMPLES = Number(values.samples);
const WARM_UP = 200;
/**
 * Number of existing accounts, and of missing names in each group: as many as requests, since a
 * repeated name is slower or faster.
 */
const ACCOUNTS = SAMPLES + WARM_UP;
const PASSWORD = 'tractor under the bridge';

const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.resume().on('end', done),
});
await new Promise((resolve) => mails.listen(0, '127.0.0.1', () => resolve(undefined)));
const system = await startApi({
  SVC_BCRYPT_COST: '4',
  SVC_SIGNIN_ACCOUNT_FAILURES: '1000000',
  SVC_SIGNIN_ADDRESS_FAILURES: '1000000',
  SVC_SMTP_HOST: '127.0.0.1',
  SVC_SMTP_PORT: String(mails.server.address().port),
  SVC_SMTP_SSL: 'false',
  SVC_SMTP_FROM: 'gate@example.org',
  SVC_USER_REGISTRATION_ENABLED: 'true',
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Every request has a different address. */
let hosts = 0;
const nextAddress = () => {
  hosts += 1;
  return `10.${(hosts >> 16) & 255}.${(hosts >> 8) & 255}.${hosts & 255}`;
};

/** Sends a body as JSON. @returns {Promise<{ status: number, took: number }>} milliseconds until the whole reply was read */
function post(path, body, headers = {}) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const begun = process.hrtime.bigint();
    const sent = request(
      `${system.url}${path}`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(text),
          'X-Forwarded-For': nextAddress(),
          ...headers,
        },
      },
      (reply) => {
        reply.resume();
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, took: Number(process.hrtime.bigint() - begun) / 1e6 }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

let registrations = 0;
const nextName = () => {
  registrations += 1;
  return `registrant${String(registrations).padStart(7, '0')}`;
};

// Names and addresses of all groups are of the same length.
const nameOf = (group, index) => `${group}${String(index).padStart(5, '0')}`;
const emailOf = (group, index) => `${nameOf(group, index)}@example.org`;

/** What is measured: the request about the account of a number, of a group of names. */
const MEASURED = {
  'sign-in': {
    status: 401,
    send: (group, index) => post('/signin', { user_name: nameOf(group, index), password: 'wrong password' }),
  },
  'password reset': {
    status: 202,
    send: (group, index) => post('/register/password-reset', { user_name: nameOf(group, index) }),
  },
  // All names are free; the email address is that of an account or not.
  registration: {
    status: 201,
    send: (group, index) =>
      post('/register/users', { user_name: nextName(), email: emailOf(group, index), password: PASSWORD }),
  },
};

async function createAccounts() {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const user = { user_name: nameOf('taken', index), email: emailOf('taken', index), password: PASSWORD };
    const { status } = await post('/users', user, { Cookie: system.cookie });
    if (status !== 201) throw new Error(`account: ${status}`);
  }
}

/** @returns {Promise<Record<string, number[]>>} milliseconds by group */
async function measure({ status, send }) {
  /** @type {Record<string, number[]>} */
  const times = { taken: [], first: [], other: [] };
  const groups = Object.keys(times);
  for (let round = -WARM_UP; round < SAMPLES; round += 1) {
    const index = round + WARM_UP;
    const order = groups.map((group) => ({ group, key: Math.random() })).sort((a, b) => a.key - b.key);
    for (const { group } of order) {
      const reply = await send(group, index);
      if (reply.status !== status) throw new Error(`${group}: ${reply.status}`);
      if (round >= 0) times[group].push(reply.took);
    }
  }
  return times;
}

function report(name, what, one, other) {
  const { p: byRank } = mannWhitney(one, other);
  const { d, p } = kolmogorovSmirnov(one, other);
  const { low, high } = medianDifference(one, other);
  const us = (ms) => `${(ms * 1000).toFixed(0)}`;
  const cells = [
    `${name}, ${what}`,
    `${median(one).toFixed(3)} / ${median(other).toFixed(3)}`,
    us(median(one) - median(other)),
    `${us(low)} … ${us(high)}`,
    byRank.toFixed(3),
    `${d.toFixed(3)} (${p.toFixed(3)})`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

try {
  await createAccounts();
  console.log(
    `| n = ${SAMPLES} of each | medians, ms | difference, µs | 99 % interval, µs | Mann–Whitney p | KS D (p) |`,
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [name, measured] of Object.entries(MEASURED)) {
    if (values.only !== undefined && values.only !== name) continue;
    const { taken, first, other } = await measure(measured);
    report(name, 'existing and missing', taken, first);
    report(name, 'missing and missing', first, other);
  }
} finally {
  agent.destroy();
  await system.stop();
  await new Promise((resolve) => mails.close(() => resolve(undefined)));
}
