import { type IncomingMessage, createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

/** A real WebSocket service on loopback. */
export interface WebSocketUpstream {
  readonly url: string;
  /** The handshakes that it received. */
  readonly handshakes: IncomingMessage[];
  /** Connections in the order in which they were opened. */
  readonly connections: WebSocket[];
  close(): Promise<void>;
}

/** Echoes what it receives; accepts the sub-protocol `chat`. */
export async function startWebSocketUpstream(): Promise<WebSocketUpstream> {
  const handshakes: IncomingMessage[] = [];
  const connections: WebSocket[] = [];
  const server = createServer((_request, response) => response.writeHead(426).end('websockets only'));
  const sockets = new WebSocketServer({
    server,
    maxPayload: 64 * 1024 * 1024,
    handleProtocols: (offered) => (offered.has('chat') ? 'chat' : false),
  });
  sockets.on('headers', (headers) =>
    headers.push('X-Own: yes', 'Set-Cookie: own=1', 'Set-Cookie: auth_tkt=evil'),
  );
  sockets.on('connection', (connection, request) => {
    handshakes.push(request);
    connections.push(connection);
    connection.on('error', () => undefined);
    connection.on('message', (data, isBinary) => connection.send(data, { binary: isBinary }));
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    handshakes,
    connections,
    close: async () => {
      for (const connection of sockets.clients) connection.terminate();
      await closeServer(server);
    },
  };
}

/** Opens a WebSocket through a proxy; fails with the status when it is refused. */
export async function openWebSocket(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  protocols: string[] = [],
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      reject(new Refused(response));
    });
  });
  socket.on('error', () => undefined);
  return socket;
}

/** A handshake that received an ordinary reply. */
export class Refused extends Error {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];

  constructor({ statusCode, headers }: IncomingMessage) {
    super(`refused with ${statusCode}`);
    this.status = statusCode;
    this.headers = headers;
  }
}
