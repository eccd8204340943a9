import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closeServer, listenOnLoopback } from '@gatehouse/testing';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-spec-'));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * What becomes of a process that sends messages when it is started, and listens half a second after it is waited for; its start has a limit of
 * 100 ms.
 */
async function startOf(...messages: readonly object[]): Promise<string> {
  const free = createServer();
  const port = await listenOnLoopback(free);
  await closeServer(free);
  const [entry, sent, go] = ['entry.cjs', 'sent', 'go'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(
    entry,
    `const { existsSync, writeFileSync } = require('node:fs');
     process.stdin.resume().on('end', () => process.exit(0));
     const messages = ${JSON.stringify(messages)};
     const send = () => messages.length > 0 ? process.send(messages.shift(), send) : writeFileSync('${sent}', '');
     send();
     const listen = () => existsSync('${go}')
       ? require('node:http').createServer().listen(${port}, '127.0.0.1')
       : setTimeout(listen, 20);
     listen();`,
  );
  const script = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { Child } from './child.mjs';
    const child = new Child('It', '${entry}', process.env, () => undefined, 100);
    while (!existsSync('${sent}')) await sleep(20);
    await sleep(200);
    setTimeout(() => writeFileSync('${go}', ''), 500);
    const ready = child.untilReady({ host: '127.0.0.1', port: ${port} });
    console.log(await ready.then(() => 'ready', ({ message }) => message));
    await child.stop();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return stdout.trim();
}

const prolonged = (isProlonged: boolean) => ({ kind: 'prolonged', isProlonged });

describe('a process that npm start waits for', () => {
  it('has a limit for its start', async () => {
    expect(await startOf()).toMatch(/^It is not ready on port \d+\.$/);
  });

  it('has none while it says that a change of the schema prolongs it', async () => {
    expect(await startOf(prolonged(true))).toBe('ready');
  });

  it('has the limit again when the change has ended', async () => {
    expect(await startOf(prolonged(true), prolonged(false))).toMatch(/^It is not ready/);
  });
});
