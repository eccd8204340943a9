import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPythonServer } from './python';

/** A PyWPS next to the proxy with the processes `public` and `secret`. */
export interface ProcessPeer {
  readonly url: string;
  /** The identifiers of the processes that have run since the last call. */
  readRuns(): readonly string[];
  stop(): Promise<void>;
}

const MAX_BYTES = 0x10000;

/** Starts it; it ends with this process. */
export async function startPywps(): Promise<ProcessPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pywps-'));
  const trace = join(folder, 'trace');
  writeFileSync(trace, '');
  const file = openSync(trace, 'r');
  const server = await startPythonServer('pywps_server.py', folder, trace);
  return {
    url: server.url,
    readRuns: () => {
      const bytes = Buffer.alloc(MAX_BYTES);
      const length = readSync(file, bytes, 0, MAX_BYTES, null);
      return bytes.toString('latin1', 0, length).split('\n').filter(Boolean);
    },
    stop: async () => {
      await server.stop();
      closeSync(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
