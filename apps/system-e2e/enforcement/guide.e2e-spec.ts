import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, type Reply, SVC_ADMIN_PASSWORD, commandsOf, placesOf, settled } from '../src/guide';
import { type RunningSystem, startSystem } from '../src/system';

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
  const commands = commandsOf('docs/proxy.md');
  const replies = new Map<Command, Reply>();
  let services: Server;
  let system: RunningSystem;
  let folder: string;

  beforeAll(async () => {
    services = await startServices();
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-guide-'));
    system = await startSystem({ settings: { SVC_ADMIN_PASSWORD }, isWhole: true, workers: 2 });
    const places = placesOf(system, services);
    for (const command of commands) replies.set(command, await settled(command, folder, places));
  }, 300_000);

  afterAll(async () => {
    services?.closeAllConnections();
    services?.close();
    await system?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows requests that are allowed and refused, for every way to authenticate', () => {
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter(({ status }) => status === undefined)).toEqual([]);
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
