import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The role that owns the cluster; used only by this library while no server runs. */
export const SUPERUSER = 'postgres';
/** The role Gatehouse connects as: owner of its database, without privileges beyond it. */
export const APPLICATION = 'gatehouse';
/** The application's database. */
export const DATABASE = 'gatehouse';

/** The passwords of the two roles. */
export interface Credentials {
  readonly superuser: string;
  readonly application: string;
}

/**
 * The passwords, stored in a file of the data folder that only its owner can read; generated if there are none.
 *
 * @returns `fresh` if they were generated now: an existing cluster does not have them
 */
export async function loadCredentials(file: string): Promise<{ credentials: Credentials; fresh: boolean }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const credentials = text === undefined ? undefined : parse(text);
  if (credentials === undefined)
    return { credentials: { superuser: password(), application: password() }, fresh: true };
  // A copy or a restored backup may have another mode.
  await chmod(file, 0o600);
  return { credentials, fresh: false };
}

function parse(text: string): Credentials | undefined {
  try {
    const { superuser, application } = JSON.parse(text) as Partial<Credentials>;
    return superuser && application ? { superuser, application } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, also with respect to power failures. */
export async function saveCredentials(file: string, credentials: Credentials): Promise<void> {
  const aside = `${file}.new`;
  const handle = await open(aside, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${JSON.stringify(credentials)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(aside, file);
  await syncFolder(dirname(file));
}

/** Makes the entries of a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** 256 bits, in characters that need no quoting in SQL or in a URL. */
function password(): string {
  return randomBytes(32).toString('base64url');
}
