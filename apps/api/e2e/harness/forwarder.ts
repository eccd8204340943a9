import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connect } from 'node:net';

/** A server whose address is known before that of the server that it forwards connections to. */
export interface Forwarder {
  readonly url: string;
  /** URL of the server, once it is known. */
  to: string;
  close(): Promise<void>;
}

export async function forward(): Promise<Forwarder> {
  const server = createServer((client) => {
    const { hostname, port } = new URL(forwarder.to);
    const upstream = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forwarder: Forwarder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: '',
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
  return forwarder;
}
