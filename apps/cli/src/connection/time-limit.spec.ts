import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const run = promisify(execFile);
/** A request to a server that never answers, while memory is collected again and again. */
const HANGING = `
const { createServer, get } = require('node:http');
const { timeLimit } = require('./time-limit.cjs');
const server = createServer(() => undefined).listen(0, '127.0.0.1', () => {
  const limit = () => AbortSignal.any([new AbortController().signal, timeLimit(300)]);
  get({ host: '127.0.0.1', port: server.address().port, agent: false, signal: limit() })
    .on('error', ({ name }) => (console.log(name), process.exit()));
  setInterval(global.gc, 20);
});`;

describe('a time limit', () => {
  it('ends what waits, also when memory is collected meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'time-limit-'));
    try {
      buildSync({
        entryPoints: [join(__dirname, 'time-limit.ts')],
        outfile: join(folder, 'time-limit.cjs'),
        platform: 'node',
        format: 'cjs',
      });
      const { stdout } = await run(process.execPath, ['--expose-gc', '-e', HANGING], { cwd: folder });
      expect(stdout).toBe('AbortError\n');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
