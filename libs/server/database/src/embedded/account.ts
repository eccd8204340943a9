import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { CannotStart } from './errors';

/** The account that PostgreSQL runs as. PostgreSQL refuses to run as root, and the database needs no privileges. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** Whether it differs from the account of this process: then folders are owned by it, and processes started as it. */
  readonly other: boolean;
}

/**
 * Selects the account: that of this process unless it is root. Root uses the owner of an existing cluster, else `nobody`, the
 * only account without privileges that every system has.
 *
 * @param cluster the folder of the cluster; it may not exist yet
 * @throws CannotStart if there is no such account, or the cluster belongs to an account that this process cannot switch to
 */
export async function serverAccount(cluster: string): Promise<Account> {
  const [uid, gid] = [process.geteuid?.() ?? -1, process.getegid?.() ?? -1];
  const owner = await stat(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (owner && owner.uid !== uid && uid !== 0)
    throw new CannotStart(
      `${cluster} belongs to ${await accountName(owner.uid)}, and this account is ${await accountName(uid)}; ` +
        `give it to this account (chown -R ${await accountName(uid)} ${dirname(cluster)}), or start Gatehouse as ${await accountName(owner.uid)}`,
    );
  if (owner && owner.uid === 0)
    throw new CannotStart(
      `${cluster} belongs to root; give it back to its previous account (chown -R nobody ${cluster})`,
    );

  if (owner) return { uid: owner.uid, gid: owner.gid, other: uid === 0 };
  if (uid === 0) return { ...(await nobody()), other: true };
  if (!isListed())
    throw new CannotStart(
      `PostgreSQL needs the name of the account it runs as, and the id ${uid} has none here (no entry in /etc/passwd)`,
    );
  return { uid, gid, other: false };
}

/** Options of `spawn` that start a process as the account. */
export function identity(account: Account): { uid?: number; gid?: number } {
  return account.other ? { uid: account.uid, gid: account.gid } : {};
}

/** The name of an account in messages; its id where it has none. */
export async function accountName(uid: number): Promise<string> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const account = accounts
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(uid));
  return account?.[0] ?? `the account with the id ${uid}`;
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] = /^nobody:.*$/m.exec(accounts)?.[0].split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new CannotStart('PostgreSQL does not run as root, and there is no account "nobody" to run it as');
  // Some systems write the ids as negative numbers; the kernel expects unsigned ones.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

function isListed(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}
