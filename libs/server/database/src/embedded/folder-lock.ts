import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from './errors';
import { machine, startTime } from './processes';

/** How often an owner renews the time stamp of its record, in ms. */
export const RENEWAL_INTERVAL_MS = 5_000;

/** Where an owner on another machine or in another container is watched instead of looked up, in ms. */
export interface LockTimeouts {
  /** A record that is not renewed within this time, while we look on, has no owner any more. */
  readonly watch: number;
  /** A record this old has none either, without looking on: the clocks of two machines are not that far apart. */
  readonly abandoned: number;
}

const PATIENCE: LockTimeouts = { watch: 2.5 * RENEWAL_INTERVAL_MS, abandoned: 60_000 };

/** The process that owns a data folder, and what it leaves behind elsewhere when it is killed. */
export interface Owner {
  readonly pid: number;
  /** @see startTime */
  readonly started: string;
  /** @see machine */
  readonly machine: string;
  /** The folder of the server's socket, for the next owner to remove. */
  readonly socketFolder: string;
}

/** A held lock of a data folder. */
export interface FolderLock {
  /** The owner before this one, when it ended without releasing the folder. */
  readonly previous: Owner | undefined;
  /** Tells owners-to-be on other machines that this one lives; `false` when the folder was taken over nonetheless. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Makes this process the one owner of a data folder, or throws `DataFolderInUse` and changes nothing.
 *
 * The records of the owners are files named 1, 2, 3… in one folder; the newest counts, an owner that ends in order
 * leaves a record without owner. A record comes with its content at once (written aside, then linked), so there is no
 * moment at which it is empty; linking the number after a dead record succeeds for exactly one of any number of starters.
 * INVARIANT: the newest record is never removed, so numbers only grow, and who wins a number without being the newest
 * had judged an older state of the folder and steps back.
 *
 * Liveness is the process id with its start time, which survives `kill -9` of the owner and the reuse of its id. Where
 * the owner's id cannot be looked up (a volume shared by containers, or by machines), its renewals are watched.
 */
export async function lockFolder(
  dataDir: string,
  records: string,
  socketFolder: string,
  patience = PATIENCE,
): Promise<FolderLock> {
  const started = await startTime(process.pid);
  if (started === undefined) throw new Error('This process is not listed by the system it runs on.');
  const owner: Owner = { pid: process.pid, started, machine: await machine(), socketFolder };

  for (;;) {
    const newest = await newestRecord(records);
    const previous = newest > 0 ? await read(join(records, String(newest))) : undefined;
    if (previous === 'replaced') continue;
    if (previous && (await isAlive(previous, join(records, String(newest)), owner.machine, patience)))
      throw new DataFolderInUse(dataDir, previous.pid);

    const mine = newest + 1;
    await mkdir(records, { recursive: true, mode: 0o700 });
    if (!(await claim(records, mine, owner))) continue;
    if ((await newestRecord(records)) !== mine) {
      // The owner may already have swept it away.
      await unlink(join(records, String(mine))).catch(() => undefined);
      continue;
    }
    await removeOlder(records, mine);
    return held(records, mine, previous);
  }
}

function held(records: string, mine: number, previous: Owner | undefined): FolderLock {
  const record = join(records, String(mine));
  return {
    previous,
    async renew() {
      if ((await newestRecord(records)) !== mine) return false;
      const now = new Date();
      await utimes(record, now, now);
      return true;
    },
    async release() {
      if ((await newestRecord(records)) !== mine) return;
      const aside = join(records, `${randomBytes(8).toString('hex')}.new`);
      await writeFile(aside, '{}', { mode: 0o600 });
      await rename(aside, record);
    },
  };
}

async function newestRecord(records: string): Promise<number> {
  const names = await readdir(records).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...names.filter((name) => /^\d+$/.test(name)).map(Number));
}

/** The owner in a record; `undefined` when it was released, `'replaced'` when a newer one took its place meanwhile. */
async function read(record: string): Promise<Owner | undefined | 'replaced'> {
  const text = await readFile(record, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return 'replaced';
  // An unreadable record is what a crash of the whole machine leaves of one: it has no living owner.
  try {
    const { pid, started, machine, socketFolder } = JSON.parse(text) as Partial<Owner>;
    if (pid === undefined || started === undefined || machine === undefined || socketFolder === undefined)
      return undefined;
    return { pid, started, machine, socketFolder };
  } catch {
    return undefined;
  }
}

async function isAlive(owner: Owner, record: string, here: string, patience: LockTimeouts): Promise<boolean> {
  if (owner.machine === here) return (await startTime(owner.pid)) === owner.started;

  const renewed = async (): Promise<number | undefined> =>
    stat(record).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
  const before = await renewed();
  if (before === undefined || Date.now() - before > patience.abandoned) return false;
  for (
    const end = Date.now() + patience.watch;
    Date.now() < end;
    await sleep(Math.min(250, patience.watch / 4))
  )
    if ((await renewed()) !== before) return true;
  return (await renewed()) !== before;
}

/** Puts a record in place, complete from its first moment; `false` when the number, or the folder's state, is another's. */
async function claim(records: string, number: number, owner: Owner): Promise<boolean> {
  const aside = join(records, `${randomBytes(8).toString('hex')}.new`);
  await writeFile(aside, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(aside, join(records, String(number)));
    return true;
  } catch (error) {
    // ENOENT: the winner swept our file away before it was linked.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await unlink(aside).catch(() => undefined);
  }
}

async function removeOlder(records: string, mine: number): Promise<void> {
  for (const name of await readdir(records))
    if (!/^\d+$/.test(name) || Number(name) < mine) await unlink(join(records, name)).catch(() => undefined);
}
