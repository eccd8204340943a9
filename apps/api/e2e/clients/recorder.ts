import { type Server, createServer, request } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A recording proxy between a client and the service. */
export interface Recorder {
  readonly url: string;
  /** One line for each exchange: method, path with its query in order, media type of the body, status. */
  readonly exchanges: readonly string[];
  stop(): Promise<void>;
}

/** Starts one in front of the service at `target`. */
export async function startRecorder(target: string): Promise<Recorder> {
  const exchanges: string[] = [];
  const server: Server = createServer((incoming, reply) => {
    const { method = '', url = '/', headers } = incoming;
    const outgoing = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      exchanges.push(lineOf(method, url, headers['content-type'], answer.statusCode ?? 0));
      reply.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(reply);
    });
    outgoing.on('error', (error) => reply.destroy(error));
    incoming.pipe(outgoing);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    stop: () => closeServer(server),
  };
}

/** Identifiers are not the same in every run. */
function lineOf(method: string, url: string, contentType: string | undefined, status: number): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.sort();
  const query = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
  const target = `${pathname}${query}`
    .replaceAll(/\/[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '/{uuid}')
    .replaceAll(/(\/|after=)[0-9]+\b/g, '$1{id}');
  const body = contentType === undefined ? '' : ` ${contentType.split(';', 1)[0] ?? ''}`;
  return `${method} ${target}${body} ${status}`;
}
