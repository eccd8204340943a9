import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A proxy in a separate process. */
export interface ProxyProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** Its current memory in bytes. */
  residentMemory(): Promise<number>;
  /** Stops it gracefully and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a proxy with these settings and no others; resolves when it serves requests. */
export async function startProxyProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ProxyProcess> {
  const child = spawn(process.execPath, [join(__dirname, 'run-proxy.cjs')], {
    env: { PATH: process.env['PATH'], SVC_SUPERVISED: '1', SVC_PROXY_WORKERS: '1', ...environment },
    // It ends when its standard input ends, which is when this process does.
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      lines.push(line);
      const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
      if (msg === 'listening' && port !== undefined) resolve(port);
    });
    void exited.then(([code]) =>
      reject(new Error(`the proxy ended with ${String(code)}: ${lines.join('\n')}`)),
    );
  });
  return {
    port,
    child,
    residentMemory: async () => {
      const answered = new Promise<number>((resolve) => {
        // A supervised process reports other things as well.
        const take = (message: unknown): void => {
          if (typeof message !== 'number') return;
          child.off('message', take);
          resolve(message);
        };
        child.on('message', take);
      });
      child.send('memory');
      return answered;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
