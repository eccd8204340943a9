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

/** What becomes of a process that listens after a second, with a limit of 300 ms for its start. */
async function startOf(before: string): Promise<string> {
  const free = createServer();
  const port = await listenOnLoopback(free);
  await closeServer(free);
  const entry = join(folder, 'entry.cjs');
  await writeFile(
    entry,
    `${before}
     process.stdin.resume().on('end', () => process.exit(0));
     setTimeout(() => require('node:http').createServer().listen(${port}, '127.0.0.1'), 1000);`,
  );
  const script = `
    import { Child } from './child.mjs';
    const child = new Child('It', ${JSON.stringify(entry)}, process.env, () => undefined, 300);
    console.log(await child.untilReady({ host: '127.0.0.1', port: ${port} }).then(() => 'ready', ({ message }) => message));
    await child.stop();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: __dirname });
  return stdout.trim();
}

describe('a process that npm start waits for', () => {
  it('has a limit for its start', async () => {
    expect(await startOf('')).toMatch(/^It is not ready on port \d+\.$/);
  });

  it('has none while it says that a change of the schema prolongs it', async () => {
    expect(await startOf(`process.send({ kind: 'prolonged', isProlonged: true });`)).toBe('ready');
  });

  it('has the limit again when the change has ended', async () => {
    const before = `process.send({ kind: 'prolonged', isProlonged: true });
      process.send({ kind: 'prolonged', isProlonged: false });`;
    expect(await startOf(before)).toMatch(/^It is not ready/);
  });
});
