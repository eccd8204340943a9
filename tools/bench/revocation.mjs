// node tools/bench/revocation.mjs [--rounds 300] — how long after its reply a write of the API shows in two other
// processes. After `npm run build`. Target: p99 ≤ 100 ms. A permission is assigned and removed alternately; both proxies
// are polled until they agree.
import http from 'node:http';
import { parseArgs } from 'node:util';
import { quantile, startApi, startProxy } from './system.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } });
const ROUNDS = Number(values.rounds);
const agent = new http.Agent({ keepAlive: true });

const system = await startApi();
const proxies = [await startProxy(system), await startProxy(system)];
try {
  await send('POST', '/services', {
    service_name: 'atlas',
    service_type: 'access',
    service_url: 'http://127.0.0.1:9',
  });
  const password = 'a reader of the bench';
  await send('POST', '/users', { user_name: 'reader', email: 'reader@example.org', password });
  const signedIn = await send('POST', '/signin', { user_name: 'reader', password }, '');
  const reader = String(signedIn.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const permissions = '/users/reader/services/atlas/permissions';

  const times = { granted: [], revoked: [], ended: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await send('POST', permissions, { permission: 'access' });
    times.granted.push(await shownEverywhere(reader, 200));
    await send('DELETE', `${permissions}/access`);
    times.revoked.push(await shownEverywhere(reader, 403));
  }
  await send('POST', permissions, { permission: 'access' });
  for (let round = 0; round < ROUNDS / 10; round += 1) {
    const { headers } = await send('POST', '/signin', { user_name: 'reader', password }, '');
    const cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
    await shownEverywhere(cookie, 200);
    await send('GET', '/signout', undefined, cookie);
    times.ended.push(await shownEverywhere(cookie, 401));
  }
  console.log('| until both proxies apply it | p50 ms | p99 ms | longest ms | times |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, values] of [
    ['a permission that was granted', times.granted],
    ['a permission that was revoked', times.revoked],
    ['a session that was ended', times.ended],
  ]) {
    const cells = [quantile(values, 0.5), quantile(values, 0.99), Math.max(...values)].map((ms) =>
      ms.toFixed(1),
    );
    console.log(`| ${name} | ${cells.join(' | ')} | ${values.length} |`);
  }
} finally {
  for (const proxy of proxies) await proxy.stop();
  await system.stop();
}

/** Milliseconds until the last proxy answers with `status`. */
async function shownEverywhere(cookie, status) {
  const begun = performance.now();
  await Promise.all(
    proxies.map(async ({ url }) => {
      while ((await ask('GET', `${url}/ows/verify/atlas`, cookie)).status !== status) {
        if (performance.now() - begun > 30_000) throw new Error(`never ${status}`);
      }
    }),
  );
  return performance.now() - begun;
}

/** A call of the API, as the administrator unless another cookie is given. */
async function send(method, path, body, cookie = system.cookie) {
  const answer = await ask(method, system.url + path, cookie, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer;
}

/** @returns {Promise<{ status: number | undefined, headers: http.IncomingHttpHeaders }>} */
function ask(method, url, cookie, body) {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) };
    http
      .request(url, { method, agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode, headers: answer.headers }));
      })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}
