// Runs a service of the compose file as a process in namespaces of its own (mounts and processes), with its image as the root,
// which is what a container engine does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Failure } from '../checkout.mjs';
import { run } from './programs.mjs';

const SCRIPT = fileURLToPath(new URL('container.sh', import.meta.url));
/** How often the health is checked until it is good, in ms; engines do so at the given intervals. */
const POLL_MS = 500;

/**
 * @typedef {object} Program what an image and its service say
 * @property {string} rootfs
 * @property {string} folder
 * @property {string} user
 * @property {string[]} command
 * @property {Record<string, string>} environment
 * @property {string[]} mounts lines of container.sh
 * @property {import('./compose.mjs').Health} health
 * @property {NodeJS.Signals} stopSignal
 */

/** A running service. */
export class Container {
  #service;
  #program;
  #ids;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #output = '';

  /**
   * @param {import('./compose.mjs').Service} service
   * @param {Program} program
   */
  constructor(service, program) {
    this.#service = service;
    this.#program = program;
    this.#ids = idsOf(program.rootfs, program.user);
  }

  /** @returns {Promise<void>} when it is healthy */
  async start() {
    const { rootfs, folder, command, environment, mounts } = this.#program;
    const { uid, gid, home } = this.#ids;
    const { isReadOnly, hasNoNewPrivileges } = this.#service;
    const lines = [...mounts, ...(isReadOnly ? ['readonly'] : [])];
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
    const args = [...namespaces, 'sh', SCRIPT, rootfs, folder, String(uid), String(gid), ...command];
    this.#output = '';
    this.#process = spawn('unshare', args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: home,
        ...environment,
        GATEHOUSE_MOUNTS: lines.join('\n'),
        ...(hasNoNewPrivileges ? { GATEHOUSE_NO_NEW_PRIVILEGES: '1' } : {}),
      },
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (this.#output = (this.#output + text).slice(-4_000)));
    await this.#untilHealthy();
  }

  async #untilHealthy() {
    const { startPeriod, interval, retries } = this.#program.health;
    const end = Date.now() + startPeriod + interval * retries;
    for (;;) {
      const problem = await this.#check();
      if (problem === undefined) return;
      if (this.#hasEnded) throw this.#failure('has ended');
      if (Date.now() > end) throw this.#failure(`is not healthy: ${problem}`);
      await sleep(POLL_MS);
    }
  }

  /** @returns {Promise<string | undefined>} what the health check complains about */
  async #check() {
    const pid = this.processId;
    if (pid === undefined) return 'it has no process';
    const { health, environment } = this.#program;
    const { uid, gid, home } = this.#ids;
    const inside = ['--target', String(pid), '--mount', '--pid', '--root', '--wd'];
    try {
      await run(
        'nsenter',
        [...inside, '--setgid', String(gid), '--setuid', String(uid), '--', ...health.test],
        {
          env: { HOME: home, ...environment },
          seconds: health.timeout / 1000,
        },
      );
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  get #hasEnded() {
    return this.#process?.exitCode !== null || this.#process.signalCode !== null;
  }

  /** The id of its first process here. @returns {number | undefined} */
  get processId() {
    const pid = this.#process?.pid;
    const children = pid && `/proc/${pid}/task/${pid}/children`;
    const [child] = children && existsSync(children) ? readFileSync(children, 'utf8').split(' ') : [];
    return child ? Number(child) : undefined;
  }

  /** What the kernel says about its first process, by name. @returns {Record<string, string>} */
  get status() {
    const lines = readFileSync(`/proc/${this.processId}/status`, 'utf8').matchAll(/^(\w+):\s*(.*)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  }

  /** Stops it by its signal, within its time. */
  async stop() {
    const running = this.#process;
    const pid = this.processId;
    if (!running || this.#hasEnded || pid === undefined) throw this.#failure('has ended');
    const ended = once(running, 'exit');
    process.kill(pid, this.#program.stopSignal);
    const [code] = await Promise.race([ended, sleep(this.#service.stopMs, ['none'], { ref: false })]);
    if (code === 0) return;
    running.kill('SIGKILL');
    throw this.#failure(
      code === 'none' ? `did not stop within ${this.#service.stopMs} ms` : `stopped with code ${code}`,
    );
  }

  /** @param {string} problem */
  #failure(problem) {
    return new Failure(`The service ${this.#service.name} ${problem}.\n${this.#output.trimEnd()}`);
  }
}

/**
 * @param {string} rootfs
 * @param {string} user a name of the image, or an id
 * @returns {{ uid: number, gid: number, home: string }}
 */
export function idsOf(rootfs, user) {
  const users = readFileSync(join(rootfs, 'etc/passwd'), 'utf8').split('\n');
  const found = users.map((line) => line.split(':')).find(([name, , uid]) => name === user || uid === user);
  if (!found) throw new Failure(`There is no user ${user} in the image.`);
  return { uid: Number(found[2]), gid: Number(found[3]), home: found[5] ?? '/' };
}

/**
 * The lines of container.sh for what the compose file gives a service.
 *
 * @param {import('./compose.mjs').Service} service
 * @param {{ rootfs: string, hosts: string, volumes: string }} places `volumes` is the folder of named ones
 * @returns {string[]}
 */
export function mountsOf({ volumes, tmpfs }, { rootfs, hosts, volumes: folder }) {
  return [
    `bind ${rootfs} / rw`,
    'rbind /dev /dev rw',
    'proc proc /proc rw',
    `bind ${hosts} /etc/hosts ro`,
    ...tmpfs.map((target) => `tmpfs tmpfs ${target} mode=1777`),
    ...volumes.map(({ source, target, isNamed, isReadOnly }) => {
      if (isNamed) mkdirSync(join(folder, source), { recursive: true, mode: 0o777 });
      return `bind ${isNamed ? join(folder, source) : source} ${target} ${isReadOnly ? 'ro' : 'rw'}`;
    }),
  ];
}
