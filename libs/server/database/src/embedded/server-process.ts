import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { type Account, identity } from './account';
import type { LogFile } from './log-file';

/** How a PostgreSQL process is run. */
export interface RunAs {
  readonly account: Account;
  /** Its data folder, which is its working directory: the account may have no access to the path. */
  readonly folder: string;
  /** The file of its log. */
  readonly log: LogFile;
}

/** How a process detects the end of this one: by a signal of the kernel (Linux), or by a second process that watches a pipe. */
export type ParentDeath = 'signal' | 'watchdog';

/**
 * The data folder as passed to PostgreSQL. It becomes the working directory before privileges are dropped, and on Linux remains
 * accessible under this name, even if the account has no access to a folder above it.
 */
export function dataArgument(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/**
 * Ends with the shell's parent in every case: `setpriv` requests a signal of the kernel at the parent's death and the
 * shell then checks that the parent had not died before.
 */
const BOUND = ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)];

let signalled: boolean | undefined;

/** The method that this system supports; determined once. Not every `setpriv` has the option (busybox's does not). */
function parentDeath(): ParentDeath {
  signalled ??=
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0;
  return signalled ? 'signal' : 'watchdog';
}

/** Options of one process. */
export interface ProcessOptions {
  /** Signal at the end of this process: INT lets a server finish its writes, KILL ends a program that creates a cluster. */
  readonly onParentDeath: 'INT' | 'KILL';
  readonly way?: ParentDeath;
  /** Text for its standard input. */
  readonly input?: string;
  /** A file that is passed as descriptor 3. */
  readonly file?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Where its messages go: by default the file of its log, `pipe` for its standard error here. */
  readonly messages?: 'pipe';
}

/** Starts a PostgreSQL process that ends with this process. */
export function startProcess(
  program: string,
  args: readonly string[],
  { account, folder, log }: RunAs,
  { onParentDeath, way = parentDeath(), input, file, env = {}, messages }: ProcessOptions,
): ChildProcess {
  const [command, ...rest] =
    way === 'signal'
      ? (['setpriv', '--pdeathsig', onParentDeath, '--', ...BOUND, program] as const)
      : ([program] as const);
  const stdio: StdioOptions = [input === undefined ? 'ignore' : 'pipe', 'ignore', messages ?? log.fd];
  if (file !== undefined) stdio.push(file);
  const child = spawn(command, [...rest, ...args], {
    ...identity(account),
    cwd: folder,
    // The environment is not inherited: PGPORT, PGDATA or a locale would change the behaviour of the server.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...env },
    // Ctrl-C in a terminal goes to the whole process group; the database must be stopped last, not first.
    detached: true,
    stdio,
  });
  if (way === 'watchdog') watch(child, onParentDeath);
  // A program that ends before it has read everything reports the reason in its log.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return child;
}

/**
 * A shell that waits for a pipe of this process. A line means that the PostgreSQL process ended; the end
 * of the pipe means that this process has exited: PostgreSQL is then stopped, and killed after 10 s.
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

/** The end of a process that was run to its end. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Its last messages. */
  readonly output: string;
}

/** Bytes of the messages of a process that are kept. */
const MAX_OUTPUT_BYTES = 16 * 1024;
/** A statement that failed, with its further lines; it may have a password. */
const STATEMENT = /^.*\bSTATEMENT: .*\n?(?:\t.*\n?)*/gm;

/**
 * Runs a PostgreSQL process to its end. Its messages are collected here, and then written to the log: a process that ends because
 * the disk is full cannot write the reason to a file.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  run: RunAs,
  options: ProcessOptions,
): Promise<Ended> {
  const child = startProcess(program, args, run, { ...options, messages: 'pipe' });
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-MAX_OUTPUT_BYTES);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    // When it has ended, and all of its messages have arrived.
    child.once('close', (...end) => resolve(end));
    child.once('error', reject);
  });
  const output = text.replace(STATEMENT, '').trim();
  if (output !== '') await run.log.append(`${output}\n`).catch(() => undefined);
  return { code, signal, output };
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
