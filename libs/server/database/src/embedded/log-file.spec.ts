import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from './log-file';

let path: string;
beforeEach(async () => (path = join(await mkdtemp(join(tmpdir(), 'log-spec-')), 'postgres.log')));
afterEach(() => rm(join(path, '..'), { recursive: true }));

it('the log of the database server returns the last lines of this start only', async () => {
  await writeFile(path, 'of an earlier start\n');
  const log = await openLog(path);
  writeSync(log.fd, Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join(''));
  const lines = (await log.tail()).split('\n');
  expect(lines).toHaveLength(20);
  expect([lines[0], lines[19]]).toEqual(['line 10', 'line 29']);
  await log.mark();
  expect(await log.tail()).toBe('');
  await log.close();
});

it('the log of the database server uses at most twice its limit, keeps the older half in a second file, and continues in the same file', async () => {
  const log = await openLog(path, 1000);
  writeSync(log.fd, `${'x'.repeat(1500)}\n`);
  await log.bound();
  writeSync(log.fd, 'after the cut\n');
  expect(await readFile(path, 'utf8')).toBe('after the cut\n');
  expect((await stat(`${path}.1`)).size).toBe(1501);
  await log.bound();
  expect(await log.tail()).toBe('after the cut');
  await log.close();
});
