import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, PYTHON } from './python';

/** A PyWPS beside the proxy with the processes `public` and `secret`. */
export interface ProcessPeer {
  readonly url: string;
  /** The identifiers of the processes that have run since it was last asked. */
  readRuns(): readonly string[];
  stop(): Promise<void>;
}

const MOST_BYTES = 0x10000;

/** Starts it; it ends with this process. */
export async function startPywps(): Promise<ProcessPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pywps-'));
  const trace = join(folder, 'trace');
  writeFileSync(trace, '');
  const file = openSync(trace, 'r');
  const child = spawn(PYTHON, [join(PROGRAMS, 'pywps_server.py'), trace], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [port] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('PyWPS cannot be started');
    }),
  ])) as [Buffer];
  return {
    url: `http://127.0.0.1:${Number(port.toString())}`,
    readRuns: () => {
      const bytes = Buffer.alloc(MOST_BYTES);
      const length = readSync(file, bytes, 0, MOST_BYTES, null);
      return bytes.toString('latin1', 0, length).split('\n').filter(Boolean);
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      closeSync(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
