import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { WebSocketServer } from 'ws';

const PAGES = join(__dirname, '../../isolation/pages/viewer');
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
};

/** A web service with an ordinary page, which uses what browsers offer. */
export class ViewerService {
  /** Bodies of the forms that were sent. */
  readonly forms: string[] = [];

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<ViewerService> {
    const server = createServer((request, response) => void service.reply(request, response));
    const sockets = new WebSocketServer({ server });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
    const service: ViewerService = new ViewerService(url, async () => {
      for (const socket of sockets.clients) socket.terminate();
      await closeServer(server);
    });
    return service;
  }

  private async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = (request.url ?? '/').slice(1) || 'index.html';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const made = this.made(name, Buffer.concat(chunks).toString());
    const extension = name.split('.').at(-1) ?? '';
    try {
      const { type, body } = made ?? { type: TYPES[extension], body: readFileSync(join(PAGES, name)) };
      response.setHeader('Content-Type', type ?? 'text/plain');
      if (name === 'events') response.write(body);
      else response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }

  /** Replies that are not files. */
  private made(name: string, form: string): { readonly type: string; readonly body: string } | undefined {
    if (name === 'form') this.forms.push(form);
    const replies: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
      form: { type: 'text/html', body: '<!doctype html><title>Sent</title>' },
      events: { type: 'text/event-stream', body: 'data: 3\n\n' },
      'font.woff2': { type: 'font/woff2', body: 'no font' },
      'rivers.nc': { type: 'application/x-netcdf', body: 'CDF' },
      'rivers.pdf': { type: 'application/pdf', body: '%PDF-1.4\n%%EOF\n' },
    };
    return replies[name];
  }
}
