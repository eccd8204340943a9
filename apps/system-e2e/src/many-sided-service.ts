import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** A service with what front ends handle in different ways: raw paths, streams, uploads, WebSockets. */
export class ManySidedService {
  /** The paths of requests as they arrived. */
  readonly paths: string[] = [];
  private readonly open: ServerResponse[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sockets: WebSocketServer,
  ) {}

  static async start(): Promise<ManySidedService> {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    const service = new ManySidedService(server, sockets);
    sockets.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    server.on('request', (request, response) => service.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends a part of the replies to `…/stream`. */
  send(part: string): void {
    for (const response of this.open) response.write(part);
  }

  /** Ends them. */
  finish(): void {
    for (const response of this.open.splice(0)) response.end();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '' } = request;
    this.paths.push(url);
    response.setHeader('Strict-Transport-Security', 'max-age=1');
    if (url.endsWith('/stream')) {
      response.setHeader('Content-Type', 'text/event-stream');
      response.flushHeaders();
      this.open.push(response);
    } else if (request.method === 'POST') void this.count(request, response);
    else {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>Rivers</title><h1>River data</h1>');
    }
  }

  private async count(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    response.end(`${bytes} ${hash.digest('hex')}`);
  }
}
