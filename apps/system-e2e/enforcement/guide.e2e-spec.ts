import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type Reply, carryOut, commandsOf } from '../src/guide';
import { type RunningSystem, startSystem } from '../src/system';

/** The administrator's password in the guide. */
const SVC_ADMIN_PASSWORD = 'what the first start has shown';

/** Replacement of the services of the guide: replies of a STAC catalogue, otherwise the method and URL of the request. */
function startServices(): Promise<Server> {
  const documents: Readonly<Record<string, object>> = {
    '/stac/collections': { collections: [{ id: 'sentinel' }, { id: 'secret' }] },
    '/stac/search': {
      features: [
        { id: 'a', collection: 'secret' },
        { id: 'b', collection: 'sentinel' },
      ],
      numberReturned: 2,
    },
  };
  const server = createServer((request, response) => {
    request.resume();
    const document = documents[request.url?.split('?', 1)[0] ?? ''];
    if (document) response.setHeader('Content-Type', 'application/geo+json').end(JSON.stringify(document));
    else response.end(`${request.method} ${request.url}`);
  });
  server.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

describe('the guide to the proxy', () => {
  const commands = commandsOf('proxy.md');
  const replies = new Map<Command, Reply>();
  let services: Server;
  let system: RunningSystem;
  let folder: string;

  /** Repeats a command until the proxy has received the last change, 5 s at most. */
  async function settled(command: Command, places: (text: string) => string): Promise<Reply> {
    for (const end = Date.now() + 5_000; ; await sleep(20)) {
      const reply = await carryOut(command, folder, places);
      const isSettled = reply.status === command.status && reply.reason === command.reason;
      if (isSettled || Date.now() > end || !command.text.includes('$proxy')) return reply;
    }
  }

  beforeAll(async () => {
    services = await startServices();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-guide-'));
    system = await startSystem({ settings: { SVC_ADMIN_PASSWORD } });
    const { port } = services.address() as AddressInfo;
    const places = (text: string): string =>
      text
        .replaceAll('http://localhost:2001', system.apiUrl)
        .replaceAll('http://localhost:2002', system.proxyUrl)
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, `http://127.0.0.1:${port}`);
    for (const command of commands) replies.set(command, await settled(command, places));
  }, 300_000);

  afterAll(async () => {
    services?.closeAllConnections();
    services?.close();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 30_000);

  it('shows requests that are allowed and refused, for every way to authenticate', () => {
    expect(commands.length).toBeGreaterThan(50);
    const reported = new Set(commands.map(({ status, reason }) => reason ?? status));
    expect([...reported]).toEqual(
      expect.arrayContaining([
        200,
        201,
        101,
        'authentication_required',
        'permission_denied',
        'request_not_recognized',
        'malformed_path',
      ]),
    );
  });

  it.each(commands.map((command) => [command.text, command] as const))(
    'shows the status of %s',
    (_text, command) => {
      const { status, reason, text } = replies.get(command) ?? {};
      expect({ status, reason, text }).toEqual({ status: command.status, reason: command.reason, text });
    },
  );

  it.each(['/collections"', '/search?limit=10"'])('filters %s by the permissions of the caller', (end) => {
    const command = commands.find(({ text, status }) => status === 200 && text.endsWith(`$proxy/stac${end}`));
    const { text = '' } = (command && replies.get(command)) ?? {};
    expect(text).toContain('sentinel');
    expect(text).not.toContain('secret');
  });
});
