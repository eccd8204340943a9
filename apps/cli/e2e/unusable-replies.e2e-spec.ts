import { type RequestListener, createServer } from 'node:http';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';
import { BuiltProgram, type Run } from './harness/built-program';

/** What is at the address of an instance, and is none. */
const OTHERS: Readonly<Record<string, RequestListener>> = {
  'a page': (_request, response) => response.setHeader('Content-Type', 'text/html').end('<html></html>'),
  'JSON of another program': (_request, response) =>
    response.setHeader('Content-Type', 'application/json').end('{"hello": 1}'),
  'a reply without its end': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"users"', () => response.destroy());
  },
  'a reply that stops': (_request, response) => {
    response.setHeader('Content-Type', 'application/json').write('{"users"');
  },
  nothing: () => undefined,
};
const COMMANDS = [
  ['users', 'list'],
  ['users', 'list', '--json'],
  ['whoami'],
  ['config', 'drift'],
  ['login', '--user', 'ada', '--password-stdin'],
];

describe('a server that does not answer as Gatehouse does', () => {
  let gatehouse: BuiltProgram;

  beforeAll(() => {
    gatehouse = BuiltProgram.build();
  });
  afterAll(() => gatehouse.remove());

  async function runs(listener: RequestListener, commands: readonly string[][]): Promise<Run[]> {
    const server = createServer(listener);
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const environment = { GATEHOUSE_URL: url, GATEHOUSE_TOKEN: 'gth_x' };
    const found: Run[] = [];
    for (const command of commands)
      found.push(await gatehouse.run([...command, '--timeout', '1'], { environment, input: 'secret\n' }));
    server.closeAllConnections();
    await closeServer(server);
    return found;
  }

  it.each(Object.keys(OTHERS))('is not taken for one, and ends commands with 5: %s', async (other) => {
    for (const { code, stdout, stderr } of await runs(OTHERS[other]!, COMMANDS)) {
      expect({ code, stdout, stderr }).toEqual({
        code: 5,
        stdout: '',
        stderr: expect.stringMatching(/^(?:gatehouse: |\{"error":)/),
      });
      expect(stderr).not.toMatch(/\n {4}at |TypeError|SocketError/);
    }
  });

  it('has sent no export with a page, or with nothing', async () => {
    const exports = [
      ['config', 'export'],
      ['audit', 'export'],
    ];
    for (const other of ['a page', 'nothing'])
      for (const { code, stdout } of await runs(OTHERS[other]!, exports))
        expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  });

  it('is named with what was lost when an export ends early', async () => {
    const [run] = await runs(OTHERS['a reply without its end']!, [['config', 'export']]);
    expect(run).toEqual({
      code: 5,
      stdout: '{"users"',
      stderr: 'gatehouse: The reply has ended after 8 bytes: the connection was closed.\n',
    });
  });

  it('is not waited for by the doctor, whose requests have a limit of their own', async () => {
    const server = createServer(OTHERS['nothing']!);
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    const run = await gatehouse.run(['doctor', url]);
    server.closeAllConnections();
    await closeServer(server);
    expect(run).toEqual({
      code: 5,
      stdout: '',
      stderr: `gatehouse: ${url} has not answered within 10 seconds.\n`,
    });
  });
});
