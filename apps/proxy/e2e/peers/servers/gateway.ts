import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type FastCgiReply, askFastCgi } from './fastcgi';

/** A request that has reached the server, and what the server has answered. */
export interface Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly status: number;
  readonly mediaType: string;
  readonly reply: Buffer;
  /** The answer of a server with the same configuration and other secrets, where there is one. */
  readonly twinReply: Buffer | undefined;
}

/** A web server in front of FastCGI responders that records requests and responses. */
export interface Gateway {
  readonly url: string;
  readonly exchanges: Exchange[];
  close(): Promise<void>;
}

export interface Responder {
  /** The path of the responder's socket. */
  readonly socket: string;
  /** Parameters that the web server's configuration gives to every request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Ends a responder that does not answer before the timeout, and restarts it. */
  restart(): void;
}

/** The time-out for one request to a responder, as web servers have it. */
const TIMEOUT_MS = 10_000;

/** Addresses at which the script answers; what follows is the path information. */
const SCRIPT = /^\/(?:[^/]+\/)?(?:wfs|wms|ows)(?=\/|$)/;

/**
 * Translates HTTP to CGI variables (RFC 3875) as Apache httpd does: the path decoded, header fields as `HTTP_*` with
 * repeated ones joined, and no field whose name contains an underscore.
 */
export async function startGateway(port: number, responder: Responder, twin?: Responder): Promise<Gateway> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(502).end());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const variables = variablesOf(request, body.length);
    const send = async ({ socket, parameters, restart }: Responder): Promise<FastCgiReply> => {
      const late = setTimeout(restart, TIMEOUT_MS);
      try {
        return await askPatiently(socket, new Map([...variables, ...Object.entries(parameters)]), body);
      } finally {
        clearTimeout(late);
      }
    };
    const { status, headers, content } = readCgi((await send(responder)).output);
    const twinReply = twin && readCgi((await send(twin)).output).content;
    exchanges.push({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body,
      status,
      mediaType: headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '',
      reply: content,
      twinReply,
    });
    for (const [name, value] of headers)
      if (!/^(?:status|content-length)$/i.test(name)) response.appendHeader(name, value);
    response.writeHead(status, { 'Content-Length': content.length });
    response.end(request.method === 'HEAD' ? undefined : content);
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A responder that has ended is restarted; its socket is missing for a moment. */
async function askPatiently(
  socket: string,
  parameters: ReadonlyMap<string, string>,
  body: Buffer,
): Promise<FastCgiReply> {
  const deadline = Date.now() + 5000;
  for (;;) {
    try {
      return await askFastCgi(socket, parameters, body);
    } catch (error) {
      const isAbsent = /ENOENT|ECONNREFUSED/.test(String((error as NodeJS.ErrnoException).code));
      if (!isAbsent || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function variablesOf(request: IncomingMessage, length: number): Map<string, string> {
  const { method = '', url = '', headers } = request;
  const [, rawPath = '', query = ''] = /^([^?]*)\??([^]*)$/.exec(url) ?? [];
  const path = decoded(rawPath);
  const script = SCRIPT.exec(path)?.[0] ?? '';
  const variables = new Map([
    ['GATEWAY_INTERFACE', 'CGI/1.1'],
    ['SERVER_PROTOCOL', 'HTTP/1.1'],
    ['SERVER_SOFTWARE', 'gateway'],
    ['SERVER_NAME', '127.0.0.1'],
    ['SERVER_PORT', String(request.socket.localPort)],
    ['REMOTE_ADDR', '127.0.0.1'],
    ['REQUEST_METHOD', method],
    ['REQUEST_URI', url],
    ['SCRIPT_NAME', script],
    ['QUERY_STRING', query],
  ]);
  if (path.length > script.length && path !== '/') variables.set('PATH_INFO', path.slice(script.length));
  if (headers['content-type'] !== undefined) variables.set('CONTENT_TYPE', headers['content-type']);
  if (length > 0) variables.set('CONTENT_LENGTH', String(length));
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || /_|^(?:content-type|content-length|connection|transfer-encoding)$/.test(name))
      continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    variables.set(`HTTP_${name.toUpperCase().replaceAll('-', '_')}`, text);
  }
  return variables;
}

/** Bytes as characters, which is how variables are written. */
function decoded(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

function readCgi(output: Buffer) {
  const text = output.toString('latin1');
  const { index = text.length, 0: gap = '' } = /\r?\n\r?\n/.exec(text) ?? {};
  const headers = text
    .slice(0, index)
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
  const status = Number(headers.find(([name]) => /^status$/i.test(name))?.[1]?.slice(0, 3) ?? 200);
  return { status, headers, content: output.subarray(index + gap.length) };
}
