import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { LatestResponses } from '@gatehouse/wire';
import { coalesceWrites } from '../forwarding/coalesced-writes';
import { takeUpgrades } from './upgrade-requests';

const PLAIN = 'GET /plain HTTP/1.1\r\nHost: a\r\n\r\n';
const offering = (protocol: string) =>
  `GET /offered HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

describe('an ignored offer of another protocol', () => {
  let server: Server;
  let client: Socket;
  let received: string;
  let accepted: Socket;
  let answerLater: (() => void) | undefined;

  beforeEach(async () => {
    received = '';
    server = createServer((request, response) => {
      accepted = request.socket;
      const answer = (): void => void response.end(`${request.url} ${request.headers.upgrade ?? 'without'};`);
      if (request.url === '/later') answerLater = answer;
      else answer();
    });
    coalesceWrites(server);
    takeUpgrades(server, new LatestResponses(server), (_request, response) => void response.end('taken;'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  const answers = () => received.match(/\/\w+ \w+;|taken;/g) ?? [];
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(client, 'data');
  };
  const listeners = (socket: Socket) =>
    Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
  it('leaves no listener on the connection, however often it is repeated', async () => {
    client.write(PLAIN);
    await until(() => answers().length === 1);
    const [before, write] = [listeners(accepted), accepted._writev];
    const offers = ['h2c', 'TLS/1.0', 'h2, http/2', 'no protocol'].map((one) => offering(one));
    for (let count = 0; count < 500; count++) {
      client.write(offers[count % offers.length] ?? '');
      await until(() => answers().length === count + 2);
    }
    expect(new Set(answers().slice(1))).toEqual(new Set(['/offered without;']));
    expect(listeners(accepted)).toEqual(before);
    expect(accepted._writev).toBe(write);
  });

  it('is answered in order when it arrives before the reply to the previous request', async () => {
    client.write(PLAIN.replace('/plain', '/later') + offering('h2c') + PLAIN);
    while (!answerLater) await once(server, 'request');
    answerLater?.();
    await until(() => answers().length === 3);
    expect(answers()).toEqual(['/later without;', '/offered without;', '/plain without;']);
  });
});
