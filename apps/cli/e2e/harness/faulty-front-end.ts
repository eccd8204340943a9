import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '@gatehouse/testing';

/** What a front end does wrong; by default it forwards everything as it is. */
export interface Fault {
  /** Answers a request itself; true if it has. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;
  /** Method, path and headers as they are forwarded. */
  readonly forward?: (request: Forwarded) => Forwarded;
  /** Headers and body of replies as they are passed on. */
  readonly reply?: (reply: Replied, request: IncomingMessage) => Replied;
  /** Milliseconds for which every part of a reply is held back. */
  readonly holdMs?: number;
}

export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  /** Where it is sent instead. */
  readonly port?: number;
}

interface Replied {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A front end of the API that can do wrong what misconfigured ones do. */
export class FaultyFrontEnd {
  fault: Fault = {};

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    readonly scheme: string,
  ) {}

  static async start(target: string, certificate?: Certificate): Promise<FaultyFrontEnd> {
    const server = certificate ? createSecureServer({ ...certificate }) : createServer();
    const frontEnd = new FaultyFrontEnd(server as Server, new URL(target), certificate ? 'https' : 'http');
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      frontEnd.handle(incoming, outgoing),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return frontEnd;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.scheme}://localhost:${this.port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      if (!this.fault.answer?.(incoming, outgoing, body)) this.forward(incoming, outgoing, body);
    });
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const { forward, reply, holdMs } = this.fault;
    const { method = 'GET', url: path = '/' } = incoming;
    const headers: Forwarded['headers'] = { ...incoming.headers, connection: 'close' };
    const received: Forwarded = { method, path, headers, body };
    const changed = forward?.(received) ?? received;
    if (changed.body.length !== body.length) changed.headers['content-length'] = String(changed.body.length);
    const sent = request({
      hostname: this.target.hostname.replace(/^\[|\]$/g, ''),
      port: changed.port ?? this.target.port,
      method: changed.method,
      path: changed.path,
      headers: changed.headers,
      agent: false,
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.on('response', (response) => {
      const { statusCode: status = 502, headers: replied } = response;
      const isStream = replied['content-type']?.startsWith('text/event-stream') === true;
      if ((isStream || !reply) && holdMs === undefined) {
        outgoing.writeHead(status, replied);
        outgoing.flushHeaders();
        return void response.pipe(outgoing);
      }
      const parts: Buffer[] = [];
      const finish = (): void => {
        const text = Buffer.concat(parts).toString();
        const result = { status, headers: { ...replied }, body: text };
        const passed = reply?.(result, incoming) ?? result;
        delete passed.headers['transfer-encoding'];
        outgoing.writeHead(passed.status, {
          ...passed.headers,
          'content-length': Buffer.byteLength(passed.body),
        });
        outgoing.end(passed.body);
      };
      response.on('data', (part: Buffer) => parts.push(part)).on('error', () => outgoing.destroy());
      if (holdMs === undefined) response.on('end', finish);
      else setTimeout(finish, holdMs);
    });
    sent.end(changed.body);
  }
}
