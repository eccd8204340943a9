import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import { CannotStart } from './errors';

/** PostgreSQL names its socket after a port, even if it does not listen on one. */
export const PORT = 5432;

/** Maximum length of the path of a unix socket in bytes: `sun_path` without its final zero. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

const NAME = /^gatehouse-[0-9a-f]{12}$/;

/**
 * Selects a folder for the server's socket that does not exist yet. The data folder is not suitable: the kernel limits the
 * paths of sockets, not those of data folders, and the account cannot enter a private one.
 */
export async function chooseSocketFolder(account: Account): Promise<string> {
  // /tmp exists on every POSIX system, for a TMPDIR that is long or private.
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = join(parent, `gatehouse-${randomBytes(6).toString('hex')}`);
    const socket = join(folder, `.s.PGSQL.${PORT}`);
    if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH && (await isOpenTo(account, parent))) return folder;
  }
  throw new CannotStart(
    'there is no folder for temporary files with a path short enough for a socket (see TMPDIR)',
  );
}

/** Creates the folder, accessible only to the account. */
export async function makeSocketFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await chmod(folder, 0o700);
  if (account.other) await chown(folder, account.uid, account.gid);
}

/** Removes a socket folder, also that of a killed owner; never anything else. */
export async function removeSocketFolder(folder: string): Promise<void> {
  const found = NAME.test(basename(folder)) ? await lstat(folder).catch(() => undefined) : undefined;
  if (found?.isDirectory()) await rm(folder, { recursive: true, force: true });
}

async function isOpenTo(account: Account, folder: string): Promise<boolean> {
  if (!account.other) return (await stat(folder).catch(() => undefined)) !== undefined;
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return false;
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
    if ((found.mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
