import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { type Account, identity } from './account';
import type { LogFile } from './log-file';

/** How a PostgreSQL process is run. */
export interface RunAs {
  readonly account: Account;
  /** Its folder of data, in which it is started: a folder that the account could not find by its path. */
  readonly folder: string;
  /** Where its log goes. */
  readonly log: LogFile;
}

/** How a process learns that we are gone: by a signal of the kernel (Linux), or by a second process that watches a pipe. */
export type ParentDeath = 'signal' | 'watchdog';

/**
 * The folder of data as PostgreSQL is told. We change into it before we give up our privileges, and on Linux it stays
 * reachable under this name, also when a folder above it is closed to the account.
 */
export function dataArgument(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Ends with the shell's parent, whatever ends that: `setpriv` asks the kernel for a signal at the parent's death and the
 * shell then makes sure that the parent had not died before it was asked.
 */
const BOUND = ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)];

let signalled: boolean | undefined;

/** Which way this system has; looked up once. Not every `setpriv` knows the option (busybox's does not). */
export function parentDeath(): ParentDeath {
  signalled ??=
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0;
  return signalled ? 'signal' : 'watchdog';
}

/** What sets one process apart from another. */
export interface ProcessOptions {
  /** What it gets when we die: INT lets a server finish its writes, KILL ends a program that makes a cluster. */
  readonly onParentDeath: 'INT' | 'KILL';
  readonly way?: ParentDeath;
  /** Text for its standard input. */
  readonly input?: string;
  /** A file that it gets as descriptor 3. */
  readonly file?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL process that does not outlive us. */
export function startProcess(
  program: string,
  args: readonly string[],
  { account, folder, log }: RunAs,
  { onParentDeath, way = parentDeath(), input, file, env = {} }: ProcessOptions,
): ChildProcess {
  const [command, ...rest] =
    way === 'signal'
      ? (['setpriv', '--pdeathsig', onParentDeath, '--', ...BOUND, program] as const)
      : ([program] as const);
  const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', 'ignore', log.fd];
  if (file !== undefined) stdio.push(file);
  const child = spawn(command, [...rest, ...args], {
    ...identity(account),
    cwd: folder,
    // Nothing of our environment: PGPORT, PGDATA or a locale of the operator's would change what the server does.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...env },
    // Ctrl-C in a terminal goes to the whole process group; the database has to be the last to stop, not the first.
    detached: true,
    stdio,
  });
  if (way === 'watchdog') watch(child, onParentDeath);
  // A program that ends before it has read everything says why in its log.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return child;
}

/**
 * A shell that waits at a pipe of ours. A line means that the process ended in order; the pipe's end means that we are
 * gone: the process is told to stop, and after 10 s it is made to.
 */
const WATCHDOG = `
  read -r line && exit 0
  kill -s "$1" "$0"
  i=0; while kill -0 "$0" 2>/dev/null && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
  kill -s QUIT "$0" 2>/dev/null`;

function watch(child: ChildProcess, signal: 'INT' | 'KILL'): void {
  if (child.pid === undefined) return;
  const watchdog = spawn('sh', ['-c', WATCHDOG, String(child.pid), signal], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.stdin?.on('error', () => undefined);
  watchdog.unref();
  child.once('exit', () => watchdog.stdin?.end('ended\n'));
}

/** Waits for a process to end. */
export function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve({ code: child.exitCode, signal: child.signalCode });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', reject);
  });
}
