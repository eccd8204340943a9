import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A proxy in a process of its own. */
export interface ProxyProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Bytes of memory that it occupies now. */
  residentMemory(): Promise<number>;
  /** Ends it in order, and tells the code that it ended with. */
  stop(): Promise<number | null>;
}

/** Starts one with these settings and no others; resolves when it serves. */
export async function startProxyProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ProxyProcess> {
  const child = spawn(process.execPath, [join(__dirname, 'run-proxy.cjs')], {
    env: { PATH: process.env['PATH'], SVC_SUPERVISED: '1', SVC_PROXY_WORKERS: '1', ...environment },
    // Its standard input ends with this process, and it with that.
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      said.push(line);
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      if (msg === 'listening' && port !== undefined) resolve(port);
    });
    void exited.then(([code]) =>
      reject(new Error(`the proxy ended with ${String(code)}: ${said.join('\n')}`)),
    );
  });
  return {
    port,
    child,
    residentMemory: async () => {
      const answered = once(child, 'message');
      child.send('memory');
      const [bytes] = (await answered) as [number];
      return bytes;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
