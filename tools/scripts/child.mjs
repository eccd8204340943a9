import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './checkout.mjs';

/** How long a process may take to stop before it is killed, in ms; a little more than its own limit. */
const STOPPING_MS = 10_000;
/** How long it may take to answer for the first time, in ms; changes of the schema do not count. */
const STARTING_MS = 120_000;

/**
 * A process of Gatehouse that lives as long as we do. We hold the other end of its standard input and close it to stop
 * the process; should we be killed, the kernel closes it (`exitWithParent` of libs/server/logging is its side of this).
 */
export class Child {
  /** @type {import('node:child_process').ChildProcess} */
  #process;
  #stopping = false;
  /** When its start has taken too long; it tells when a change of the schema prolongs it. */
  #startsUntil;

  /**
   * @param {string} name its name in messages
   * @param {string} entry the script it runs
   * @param {Record<string, string | undefined>} environment
   * @param {(reason: string) => void} onEnd called when it ends without having been stopped
   * @param {number} startingMs how long its start may take, in ms; set by tests only
   */
  constructor(name, entry, environment, onEnd, startingMs = STARTING_MS) {
    this.name = name;
    this.#startsUntil = Date.now() + startingMs;
    this.#process = spawn(process.execPath, [entry], {
      env: { ...environment, SVC_SUPERVISED: '1' },
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C goes to the whole process group of the terminal; but the processes must stop in order.
      detached: true,
    });
    this.#process.on('message', (/** @type {{ kind?: string, isProlonged?: boolean }} */ message) => {
      if (message.kind === 'prolonged')
        this.#startsUntil = message.isProlonged ? Infinity : Date.now() + startingMs;
    });
    this.#process.stdin?.on('error', () => undefined);
    this.#process.once('error', ({ message }) => onEnd(`${name} could not be started: ${message}`));
    this.#process.once('exit', (code, signal) => {
      if (!this.#stopping)
        onEnd(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}); its last lines are above.`);
    });
  }

  /** @returns {boolean} */
  get #ended() {
    const { pid, exitCode, signalCode } = this.#process;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  /**
   * Waits until it accepts connections and, where it has a readiness check, until it is ready. No other request is sent: it
   * would be in the logs and metrics among those of clients.
   *
   * @param {{ host: string, port: number }} address
   * @param {string} [readiness] the path that is answered with 200 when it is ready, where listening is not enough
   */
  async untilReady({ host, port }, readiness) {
    for (; !this.#ended; await sleep(50)) {
      if ((await isListening({ host, port })) && (!readiness || (await isAnswered(host, port, readiness))))
        return;
      if (Date.now() > this.#startsUntil) throw new Failure(`${this.name} is not ready on port ${port}.`);
    }
    throw new Failure(`${this.name} ended while it was starting.`);
  }

  /** Stops it, at the latest after 10 s. */
  async stop() {
    this.#stopping = true;
    if (this.#ended) return;
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await Promise.race([ended, sleep(STOPPING_MS, undefined, { ref: false })]);
    if (this.#ended) return;
    this.#process.kill('SIGKILL');
    await ended;
  }
}

/**
 * @param {{ host: string, port: number }} address
 * @returns {Promise<boolean>}
 */
function isListening(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * @param {string} host
 * @param {number} port
 * @param {string} path
 */
async function isAnswered(host, port, path) {
  // An agent of its own: the common one, and `fetch`, use the proxy of the environment with NODE_USE_ENV_PROXY=1.
  const request = get({ host, port, path, agent: false, timeout: 5_000 });
  request.once('timeout', () => request.destroy());
  /** @type {import('node:http').IncomingMessage | undefined} */
  const answer = await once(request, 'response').then(
    ([response]) => response,
    () => undefined,
  );
  answer?.destroy();
  return answer?.statusCode === 200;
}
