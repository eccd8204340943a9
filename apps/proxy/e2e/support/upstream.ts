import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** What an upstream has received. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A real service on loopback that records the requests it receives. */
export interface Upstream {
  readonly url: string;
  readonly received: Received[];
  /** Its behaviour instead of answering `hello`; a request is recorded once it has been received completely. */
  behave(behaviour: Behaviour | undefined): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  const received: Received[] = [];
  let behaviour: Behaviour | undefined;
  const server = createServer((request, response) => {
    if (behaviour) {
      behaviour(request, response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      received.push({ method, url, headers, rawHeaders, body: Buffer.concat(chunks) });
      response.setHeader('Content-Type', 'text/plain');
      response.end('hello');
    });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    close: () => closeServer(server),
  };
}
