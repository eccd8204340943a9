import { type ChildProcess, spawn } from 'node:child_process';
import { type Server, createServer, request } from 'node:http';
import { join } from 'node:path';
import { blocksOf } from './guide';

/**
 * A service that a page starts with `node -e …` in a block `sh background`. It is started at a socket, because its port may be in use
 * on this machine; `server` forwards to it from a free port.
 */
export class BackgroundService {
  private constructor(
    readonly server: Server,
    private readonly process: ChildProcess,
  ) {}

  static async start(page: string, folder: string): Promise<BackgroundService> {
    const command = blocksOf(page, 'sh background').find((block) => block.includes('node -e')) ?? '';
    const socketPath = join(folder, 'service.sock');
    const moved = command.replace(/listen\(\d+, "127\.0\.0\.1"\)/, `listen(${JSON.stringify(socketPath)})`);
    if (moved === command) throw new Error(`${page} starts no service`);
    const server = createServer((incoming, outgoing) => {
      const { url: path = '/', method = 'GET', headers } = incoming;
      const forwarded = request({ socketPath, path, method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const child = spawn('sh', ['-c', moved.replace(/^node/m, 'exec node')], { stdio: 'ignore' });
    return new BackgroundService(server, child);
  }

  stop(): void {
    this.process.kill();
    this.server.closeAllConnections();
    this.server.close();
  }
}
