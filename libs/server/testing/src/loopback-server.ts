import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Starts a server on a free port of the loopback interface; returns the port. */
export async function listenOnLoopback(server: HttpServer | HttpsServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and all of its connections. */
export async function closeServer(server: HttpServer | HttpsServer): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
