import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';

/** Ends the program when its standard input ends, which is when the process that holds the other end does. */
const TETHER =
  'exec 3<&0; "$@" </dev/null 3<&- & child=$!; { read -r _ <&3; kill -KILL "$child"; } & wait "$child"';

/** A program of the system that ends with this process, and is restarted when it ends before. */
export interface Tethered {
  /** How often it has ended unexpectedly. */
  readonly deaths: number;
  /** The end of its standard error. */
  readonly stderr: string;
  /** Ends it, so that it is restarted; counts as an end. */
  restart(): void;
  stop(): Promise<void>;
}

export interface TetheredProgram {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** Starts the program without the user’s settings. */
export function startTethered({ command, environment, folder }: TetheredProgram): Tethered {
  const path = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
  let deaths = 0;
  let errors = '';
  let isStopping = false;
  let child: ChildProcess;
  const start = () => {
    child = spawn('sh', ['-c', TETHER, 'sh', ...command], {
      cwd: folder,
      env: { PATH: path, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)));
    child.on('exit', () => {
      if (isStopping) return;
      deaths++;
      start();
    });
  };
  start();
  return {
    get deaths() {
      return deaths;
    },
    get stderr() {
      return errors;
    },
    restart: () => {
      child.stdin?.end();
    },
    stop: async () => {
      isStopping = true;
      const exited = once(child, 'exit');
      child.stdin?.end();
      await exited;
    },
  };
}
