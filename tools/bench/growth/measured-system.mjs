// An API and proxies on an embedded database, with a probe that writes, reads, decides and signs in beside what is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadBuilt } from '../../scripts/checkout.mjs';
import { startApi, startProxy } from '../system.mjs';

/** @typedef {{ max: number, cpu: number }} LoopDelay ms for which the event loop was held, and of processor time in the worst turn */
/** @typedef {{ name: string, count: number, p50: number, p99: number, max: number }} Waits in ms */
/** @typedef {{ probes: Waits[], late: number, failures: string[], failed: number }} Window */
/** @typedef {Awaited<ReturnType<typeof startSystem>>} MeasuredSystem */

const HOOK = fileURLToPath(new URL('../stalls/loop-delay.cjs', import.meta.url));
const PASSWORD = 'an account of the bench';
const MB = 1024 * 1024;
const LIMIT_MS = 1_200_000;

/** @param {{ proxies?: number, settings?: Record<string, string> }} [options] */
export async function startSystem({ proxies: count = 1, settings: given = {} } = {}) {
  // Hashes of sign-ins would use a third of a core.
  const settings = { SVC_BCRYPT_COST: '4', ...given };
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-growth-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const socketOf = (/** @type {string} */ name) => join(folder, name);
    const hooked = ['--require', HOOK];
    const api = await startApi({ ...settings, BENCH_LOOP_SOCKET: socketOf('api') }, hooked);
    stops.push(api.stop);
    /** @type {{ url: string, pid: number | undefined, loop: () => Promise<LoopDelay> }[]} */
    const proxies = [];
    for (let number = 0; number < count; number += 1) {
      const socket = socketOf(`proxy${number}`);
      const proxy = await startProxy(api, { ...settings, BENCH_LOOP_SOCKET: socket }, hooked);
      stops.push(proxy.stop);
      proxies.push({ ...proxy, loop: () => loopDelay(socket) });
    }
    const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
    const dataSource = await createDataSource({ url: api.databaseUrl, poolSize: 2 }).initialize();
    stops.push(() => dataSource.destroy());
    const system = new System(api, proxies, dataSource, () => loopDelay(socketOf('api')), stop);
    await system.prepare(stops);
    return system;
  } catch (error) {
    await stop();
    throw error;
  }
}

class System {
  #api;
  /** @type {{ ask(message: object): Promise<any> } | undefined} */
  #probe;

  constructor(api, proxies, dataSource, loop, stop) {
    this.#api = api;
    this.proxies = proxies;
    this.dataSource = dataSource;
    this.loop = loop;
    this.stop = stop;
  }

  /** What `bulk.mjs` needs. */
  get api() {
    return this.#api;
  }

  /** @param {string} method @param {string} path @param {object} [body] @param {string} [cookie] */
  async call(method, path, body, cookie = this.#api.cookie) {
    const answer = await fetch(this.#api.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return { headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
  }

  /** A new account; returns its cookie. @param {string} name */
  async account(name) {
    await this.call('POST', '/users', { user_name: name, email: `${name}@example.org`, password: PASSWORD });
    return this.signIn(name);
  }

  /** @param {string} name */
  async signIn(name) {
    const { headers } = await this.call('POST', '/signin', { user_name: name, password: PASSWORD }, '');
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  /** A small service that the probe uses, and the probe. @param {(() => Promise<unknown>)[]} stops */
  async prepare(stops) {
    await this.call('POST', '/services', {
      service_name: 'small',
      service_type: 'api',
      service_url: 'http://127.0.0.1:9',
    });
    const cookie = await this.account('prober');
    await this.account('written');
    await this.call('POST', '/users/prober/services/small/permissions', {
      permission: 'read-allow-recursive',
    });
    await this.call('POST', '/users/written/services/small/permissions', { permission: 'read-allow-match' });
    const json = { 'Content-Type': 'application/json' };
    const { url } = this.#api;
    const write = {
      name: 'write',
      method: 'PUT',
      url: `${url}/users/written/services/small/permissions`,
      headers: { ...json, Cookie: this.#api.cookie },
      bodies: ['read-deny-match', 'read-allow-match'].map((permission) => JSON.stringify({ permission })),
      everyMs: 100,
    };
    const read = {
      name: 'read',
      url: `${url}/services/small`,
      headers: { Cookie: this.#api.cookie },
      everyMs: 50,
    };
    const decide = {
      name: 'decide',
      url: `${this.proxies[0]?.url}/ows/verify/small/chart`,
      headers: { Cookie: cookie },
      everyMs: 50,
    };
    const signIn = {
      name: 'sign-in',
      method: 'POST',
      url: `${url}/signin`,
      headers: json,
      body: JSON.stringify({ user_name: 'prober', password: PASSWORD }),
      everyMs: 500,
    };
    const targets = { all: [write, read, decide, signIn], reading: [read, decide] };
    this.#probe = await forked(
      fileURLToPath(new URL('../stalls/probe.mjs', import.meta.url)),
      targets,
      stops,
    );
    // What is compiled and cached at the first requests is not what is measured.
    await this.watched(() => sleep(3_000));
  }

  /**
   * What the probe has seen while `work` was done.
   *
   * @param {() => Promise<unknown>} work
   * @param {'all' | 'reading'} targets
   * @returns {Promise<Window>}
   */
  async watched(work, targets = 'all') {
    await this.#probe?.ask({ begin: targets });
    /** @type {Window | undefined} */
    let seen;
    try {
      await work();
    } finally {
      seen = await this.#probe?.ask({ end: true });
    }
    return /** @type {Window} */ (seen);
  }

  /** Longest times for which event loops were held since the last call, of the API and of the proxy that decides. */
  async loops() {
    return { api: await this.loop(), proxy: await this.proxies[0].loop() };
  }

  /** Milliseconds until every proxy answers with another status than 200. @param {string} path @param {string} cookie */
  async untilRefused(path, cookie) {
    const begun = performance.now();
    await Promise.all(
      this.proxies.map(async ({ url }) => {
        while ((await fetch(url + path, { headers: { Cookie: cookie } })).status === 200)
          if (performance.now() - begun > LIMIT_MS) throw new Error(`${path} is never refused`);
      }),
    );
    return performance.now() - begun;
  }

  /** Seconds until no row of a deleted object is left. */
  async untilRemoved() {
    const begun = performance.now();
    for (;;) {
      const [{ left }] = await this.dataSource.query(
        'SELECT EXISTS (SELECT 1 FROM pending_deletions) OR EXISTS (SELECT 1 FROM session_cutoffs) AS left',
      );
      const ms = performance.now() - begun;
      if (!left) return ms / 1000;
      if (ms > LIMIT_MS) throw new Error('rows of deleted objects are still there');
      await sleep(500);
    }
  }

  async newestRevision() {
    const [{ value }] = await this.dataSource.query('SELECT value FROM access_revision');
    return Number(value);
  }

  /** @param {number | undefined} [pid] of the API by default @returns {Promise<number>} MB */
  async residentMB(pid = this.#api.pid) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / MB;
  }
}

/** @param {string} socket @returns {Promise<LoopDelay>} */
async function loopDelay(socket) {
  const text = [];
  for await (const chunk of connect(socket)) text.push(chunk);
  return JSON.parse(Buffer.concat(text).toString());
}

/** A process that answers each message with one. @param {string} script @param {object} options @param {(() => Promise<unknown>)[]} stops */
async function forked(script, options, stops) {
  const child = fork(script, [JSON.stringify(options)]);
  stops.push(async () => child.disconnect());
  const next = async () => {
    const [answer] = await once(child, 'message');
    return answer;
  };
  await next();
  return {
    ask: (/** @type {object} */ message) => {
      const answer = next();
      child.send(message);
      return answer;
    },
  };
}
