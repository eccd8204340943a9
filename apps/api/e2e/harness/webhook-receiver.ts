import { EventEmitter, once } from 'node:events';
import {
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import { type Server as HttpsServer, createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Certificate, closeServer, listenOnLoopback } from '@gatehouse/testing';

export interface ReceivedWebhook {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request of a webhook; 204 by default. */
export type Answer = (received: ReceivedWebhook, response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of webhooks on loopback, over TLS if it has a certificate. */
export class WebhookReceiver {
  connections = 0;
  readonly received: ReceivedWebhook[] = [];
  answer: Answer = (_, response) => void response.writeHead(204).end();
  private readonly events = new EventEmitter();
  private readonly server: HttpServer | HttpsServer;

  constructor(private readonly certificate?: Certificate) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const received = { method, url, headers, body };
        this.received.push(received);
        this.answer(received, response, request);
        this.events.emit('received');
      });
    };
    this.server = certificate ? createHttpsServer(certificate, listener) : createServer(listener);
  }

  async start(): Promise<this> {
    this.server.on('connection', () => this.connections++);
    await listenOnLoopback(this.server);
    return this;
  }

  url(path = '/'): string {
    return `${this.certificate ? 'https' : 'http'}://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Waits for the given number of requests, and removes them. */
  async take(count: number): Promise<ReceivedWebhook[]> {
    while (this.received.length < count) await once(this.events, 'received');
    return this.received.splice(0);
  }

  stop(): Promise<void> {
    return closeServer(this.server);
  }
}
