import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, stat, truncate, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from './errors';
import { machine, startTime } from './processes';

/** Interval at which an owner renews the time stamp of its record, in ms. */
export const RENEWAL_INTERVAL_MS = 5_000;

/** Interval at which the record of an owner on another machine or in another container is checked, in ms. */
interface LockTimeouts {
  /** A record that is not renewed for this time while it is observed has no live owner. */
  readonly watch: number;
  /** A record of this age has no live owner either, without observation: clocks of two machines do not differ that much. */
  readonly abandoned: number;
}

const PATIENCE: LockTimeouts = { watch: 2.5 * RENEWAL_INTERVAL_MS, abandoned: 60_000 };

/** The process that owns a data folder, and what it leaves outside the folder when it is killed. */
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
  /** The previous owner, if it ended without releasing the folder. */
  readonly previous: Owner | undefined;
  /** Shows processes on other machines that the owner is alive; `false` if the folder was taken over nevertheless. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a data folder, or throws `DataFolderInUse` and changes nothing.
 *
 * The records of the owners are files named 1, 2, 3… in one folder; the newest is valid, and an owner that ends normally
 * leaves a record without owner. A record is created with its content (written to another file, then linked), so there is no
 * moment at which it is empty; linking the number after a dead record succeeds for exactly one of any number of processes.
 * INVARIANT: the newest record is never removed, so that numbers only grow; a process whose number is not the newest
 * has read an older state of the folder and gives up.
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
      // The owner may already have removed it.
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
      // It needs no room on the disk, which may be full. An empty record has no owner.
      await truncate(record);
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

/** The owner in a record; `undefined` when it was released, `'replaced'` when a newer record exists. */
async function read(record: string): Promise<Owner | undefined | 'replaced'> {
  const text = await readFile(record, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return 'replaced';
  // An unreadable record results from a crash of the machine: it has no live owner.
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

/** Creates a record atomically; `false` if another process has taken the number or changed the folder. */
async function claim(records: string, number: number, owner: Owner): Promise<boolean> {
  const aside = join(records, `${randomBytes(8).toString('hex')}.new`);
  await writeFile(aside, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(aside, join(records, String(number)));
    return true;
  } catch (error) {
    // ENOENT: the new owner removed the file before it was linked.
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
