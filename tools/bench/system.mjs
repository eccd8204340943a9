// A built Gatehouse API on a separate embedded database, for benches: real processes, temporary data, free ports.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadBuilt, root } from '../scripts/checkout.mjs';

export const SECRET = 'benches need a secret of 32 bytes too';
const ADMIN = { user_name: 'admin', password: 'the-keeper-of-the-gate' };

/**
 * @param {Record<string, string>} settings
 * @param {string[]} nodeOptions of the API's process, such as `--cpu-prof`
 * @param {string} checkout the folder of the checkout whose build is started
 */
export async function startApi(settings = {}, nodeOptions = [], checkout = root) {
  const { startEmbeddedPostgres } = loadBuilt('libs/server/database/src/embedded/index.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  const database = await startEmbeddedPostgres({ dataDir });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = spawn(process.execPath, [...nodeOptions, join(checkout, 'dist/apps/api/src/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SVC_API_WORKERS: '1',
      SVC_PROXY_WORKERS: '1',
      SVC_PORT: String(port),
      SVC_DB_URL: database.url,
      SVC_SECRET: SECRET,
      SVC_ADMIN_USER: ADMIN.user_name,
      SVC_ADMIN_PASSWORD: ADMIN.password,
      SVC_LOG_LEVEL: 'warn',
      SVC_LOG_REQUEST: 'false',
      ...settings,
    },
  });
  const stop = async () => {
    api.kill('SIGTERM');
    await new Promise((resolve) => (api.exitCode === null ? api.once('exit', resolve) : resolve()));
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const end = Date.now() + 120_000; ; await sleep(50)) {
    const answer = await fetch(`${url}/version`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() > end) throw new Error('the API does not answer');
  }
  const signedIn = await fetch(`${url}/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { url, cookie, databaseUrl: database.url, pid: api.pid, admin: ADMIN, stop };
}

/**
 * A built proxy for an API of {@link startApi}.
 *
 * @param {{ url: string, databaseUrl: string }} system
 * @param {Record<string, string>} settings
 * @param {string[]} nodeOptions
 * @param {string} checkout the folder of the checkout whose build is started
 */
export async function startProxy(system, settings = {}, nodeOptions = [], checkout = root) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const proxy = spawn(process.execPath, [...nodeOptions, join(checkout, 'dist/apps/proxy/src/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SVC_API_WORKERS: '1',
      SVC_PROXY_WORKERS: '1',
      SVC_PROXY_PORT: String(port),
      SVC_URL: system.url,
      SVC_PROXY_PUBLIC_URL: `${url}/ows/proxy`,
      SVC_DB_URL: system.databaseUrl,
      SVC_SECRET: SECRET,
      SVC_ADMIN_USER: ADMIN.user_name,
      SVC_ADMIN_PASSWORD: ADMIN.password,
      SVC_LOG_LEVEL: 'warn',
      SVC_LOG_REQUEST: 'false',
      ...settings,
    },
  });
  for (const end = Date.now() + 120_000; ; await sleep(50)) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() > end || proxy.exitCode !== null) throw new Error('the proxy does not answer');
  }
  const stop = async () => {
    proxy.kill('SIGTERM');
    await new Promise((resolve) => (proxy.exitCode === null ? proxy.once('exit', resolve) : resolve()));
  };
  return { url, pid: proxy.pid, stop };
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {number[]} values @param {number} q */
export function quantile(values, q) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
