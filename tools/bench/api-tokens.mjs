// node tools/bench/api-tokens.mjs [--pairs 30] [--seconds 2] [--tokens 1000000] [--part requests,first-use] — requests with an API token,
// with and without a restriction, compared with the same with the cookie of a session: requests per second of processor time, in pairs of
// neighbouring rounds. Then what a million tokens in the database cost a proxy before they are used, and how long the first request with one
// takes. After `npm run build`; needs wrk and taskset. The measured process has core 1 to itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { createPlatform } from './proxy/platform.mjs';
import { described, ratioOfPairs } from './proxy/pairs.mjs';
import { cpuSeconds, load, pin, residentMb, start } from './proxy/processes.mjs';
import { freePort, quantile, SECRET, startApi, startProxy } from './system.mjs';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '2' },
    tokens: { type: 'string', default: '1000000' },
    part: { type: 'string', default: 'requests,first-use' },
  },
});
const PARTS = values.part.split(',');
/** The ratio that the lower end of the interval has to reach. */
const TARGET = 0.95;
const ROUTES = 1_000;
/** First requests that are measured, each with another token. */
const FIRST_USES = 300;

const stops = [];
try {
  const port = await freePort();
  const upstream = await start('upstream.mjs', 0, port);
  stops.push(upstream.stop);
  const system = await startApi();
  stops.push(system.stop);
  const cookie = await createPlatform(system, `http://127.0.0.1:${port}`, ROUTES);
  if (PARTS.includes('requests')) await measureRequests(system, cookie);
  if (PARTS.includes('first-use')) await measureFirstUses(system);
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** @param {{ url: string, databaseUrl: string, pid: number | undefined }} system @param {string} cookie */
async function measureRequests(system, cookie) {
  const proxy = await startProxy(system);
  stops.push(proxy.stop);
  for (const { pid } of [system, proxy]) pin(pid, 1);
  const tokens = {
    'a token': await createToken(system, cookie, { token_name: 'plain' }),
    'a restricted token': await createToken(system, cookie, {
      token_name: 'restricted',
      restriction: [{ service_name: 'atlas', permission_names: ['read'] }],
    }),
  };
  for (const [what, pid, url] of /** @type {[string, number | undefined, string][]} */ ([
    ['verify', proxy.pid, `${proxy.url}/ows/verify/atlas/top/r1/small`],
    ['small GETs', proxy.pid, `${proxy.url}/ows/proxy/atlas/top/r1/small`],
    ['`GET /session` at the API', system.pid, `${system.url}/session`],
  ]))
    for (const [name, token] of Object.entries(tokens)) {
      const ratio = await ratioOfPairs(
        Number(values.pairs),
        () => efficiency(pid, url, `Authorization: Bearer ${token}`),
        () => efficiency(pid, url, `Cookie: ${cookie}`),
      );
      console.log(`${what}, ${name} / the cookie: ${described(ratio, TARGET)}`);
    }
}

/** Requests per second of processor time. @param {number | undefined} pid @param {string} url @param {string} header */
async function efficiency(pid, url, header) {
  const before = cpuSeconds([pid]);
  const result = await load(url, { connections: 32, seconds: Number(values.seconds), headers: [header] });
  if (result.errors > 0 || result.requests === 0) throw new Error(`${url}: ${JSON.stringify(result)}`);
  return result.requests / (cpuSeconds([pid]) - before);
}

/** @param {{ url: string, databaseUrl: string }} system */
async function measureFirstUses(system) {
  const small = await startProxy(system);
  await sleep(3_000);
  const withFew = residentMb([small.pid]);
  await small.stop();
  const tokens = await writeTokens(system, Number(values.tokens));
  const proxy = await startProxy(system);
  stops.push(proxy.stop);
  await sleep(3_000);
  console.log(
    `resident memory of a proxy without tokens ${withFew.toFixed(0)} MB, with ${values.tokens} in the database ${residentMb([proxy.pid]).toFixed(0)} MB`,
  );
  const url = `${proxy.url}/ows/verify/atlas/top/r1/small`;
  const [first, second] = [[], []];
  for (const token of tokens) {
    first.push(await timed(url, token));
    second.push(await timed(url, token));
  }
  for (const [name, times] of /** @type {const} */ ([
    ['first', first],
    ['second', second],
  ]))
    console.log(
      `${name} request with a token: p50 ${quantile(times, 0.5).toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
    );
}

/** Milliseconds of one request. @param {string} url @param {string} token */
async function timed(url, token) {
  const begun = performance.now();
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`verify: ${answer.status}`);
  return performance.now() - begun;
}

/** @param {{ url: string }} system @param {string} cookie @param {object} body */
async function createToken({ url }, cookie, body) {
  const answer = await fetch(`${url}/users/current/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST /users/current/tokens: ${answer.status} ${await answer.text()}`);
  return /** @type {{ value: string }} */ (await answer.json()).value;
}

/**
 * Some tokens of the reader, and many others whose values nobody knows: these are written without records of their changes, of which there
 * would be a million.
 *
 * @param {{ databaseUrl: string }} system
 * @param {number} count
 * @returns {Promise<string[]>} the tokens of the reader
 */
async function writeTokens({ databaseUrl }, count) {
  const { createDataSource, runAs, UnitOfWork } = loadBuilt('libs/server/database/src/index.js');
  const { ApiTokenStore, deriveKeys } = loadBuilt('libs/server/identity/src/index.js');
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    await dataSource.transaction(async (manager) => {
      await manager.query('ALTER TABLE api_tokens DISABLE TRIGGER USER');
      await manager.query(
        `INSERT INTO api_tokens (user_id, name, token_hmac, expires_at)
           SELECT u.id, 'token ' || n, sha256(convert_to(n::text, 'UTF8')), now() + interval '90 days'
             FROM users u, generate_series(1, $1::integer) n WHERE u.name = 'admin'`,
        [count],
      );
      await manager.query('ALTER TABLE api_tokens ENABLE TRIGGER USER');
    });
    await dataSource.query('ANALYZE api_tokens');
    const unitOfWork = new UnitOfWork(dataSource);
    const store = new ApiTokenStore(dataSource, unitOfWork, deriveKeys(SECRET));
    const [{ id }] = await dataSource.query("SELECT id FROM users WHERE name = 'reader'");
    const expiresAt = new Date(Date.now() + 86_400_000);
    const create = async () => {
      const tokens = [];
      for (let number = 0; number < FIRST_USES; number += 1) {
        const fields = { name: `use ${number}`, expiresAt, isAdministrator: false, restriction: null };
        tokens.push((await store.create(id, fields)).token);
      }
      return tokens;
    };
    return await runAs({ kind: 'system', name: 'bench' }, () => unitOfWork.run(create));
  } finally {
    await dataSource.destroy();
  }
}
