import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The interpreter of an environment that `tools/scripts/peers-python.mjs` creates. */
export function pythonOf(environment: string): string {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'gatehouse', environment, 'bin/python');
}

/** That of the servers and clients next to the proxy. */
export const PYTHON = pythonOf('peers-python');

/** The folder of the tests' Python programs. */
export const PROGRAMS = join(__dirname, '../python');

/** A server written in Python that ends with this process. */
export interface PythonServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one of the programs, which prints its port when it listens. Fails with its output if it ends before. */
export function startPythonServer(
  program: string,
  folder: string,
  ...args: readonly string[]
): Promise<PythonServer> {
  return startPythonAt(PYTHON, join(PROGRAMS, program), folder, ...args);
}

/** The same for an interpreter and a program elsewhere. */
export async function startPythonAt(
  python: string,
  program: string,
  folder: string,
  ...args: readonly string[]
): Promise<PythonServer> {
  const child = spawn(python, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)));
  const exited = once(child, 'exit');
  const [first] = (await Promise.race([once(child.stdout, 'data'), exited.then(() => [])])) as [Buffer?];
  if (first === undefined) throw new Error(`${program} cannot be started: ${errors}`);
  return {
    url: `http://127.0.0.1:${Number(first.toString())}`,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
