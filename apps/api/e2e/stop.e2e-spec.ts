import { once } from 'node:events';
import { Agent, type IncomingMessage, type Server, createServer, get } from 'node:http';
import { listenOnLoopback } from '@gatehouse/testing';
import { stopInOrder } from '../src/start/orderly-stop';
import { startApi } from './harness/start-api';

/** Sends one request after the other on one kept connection, until the server does not accept any more; the last reply. */
async function untilRefused(url: string): Promise<IncomingMessage | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let last: IncomingMessage | undefined;
  try {
    for (;;) {
      last = await new Promise<IncomingMessage>((resolve, reject) => {
        get(url, { agent }, (answer) => answer.resume().once('end', () => resolve(answer))).once(
          'error',
          reject,
        );
      });
    }
  } catch {
    return last;
  } finally {
    agent.destroy();
  }
}

describe('the API, while it stops,', () => {
  it('closes the connection of a client that always sends another request, with its next reply', async () => {
    const api = await startApi();
    const sending = untilRefused(`${api.anonymous.url}/version`);
    await api.anonymous.get('/version').expect(200);
    await stopInOrder(api.app, api.app.getHttpServer() as Server);
    const last = await sending;
    expect([last?.statusCode, last?.headers.connection]).toEqual([200, 'close']);
    await api.database.drop();
  });

  it('ends a request that takes longer than its limit', async () => {
    const server = createServer(() => undefined);
    const port = await listenOnLoopback(server);
    const refused = once(get({ port, host: '127.0.0.1' }), 'error');
    await once(server, 'request');
    const app = {
      close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
    };
    await stopInOrder(app, server, 20);
    expect((await refused)[0]).toMatchObject({ code: 'ECONNRESET' });
  });
});
