import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DataFolderInUse } from './errors';
import { type FolderLock, lockFolder, type Owner } from './folder-lock';
import { machine, startTime } from './processes';

let dataDir: string;
let records: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lock-spec-'));
  records = join(dataDir, 'owner');
});
afterEach(() => rm(dataDir, { recursive: true }));

const lock = (patience?: { watch: number; abandoned: number }): Promise<FolderLock> =>
  lockFolder(dataDir, records, 'socket', patience);

async function leaveRecord(owner: Partial<Owner>, secondsAgo = 0): Promise<string> {
  const whole = {
    pid: process.pid,
    started: await startTime(process.pid),
    machine: await machine(),
    socketFolder: 'left',
  };
  await mkdir(records, { recursive: true });
  const record = join(records, '7');
  await writeFile(record, JSON.stringify({ ...whole, ...owner }));
  const time = new Date(Date.now() - secondsAgo * 1000);
  await utimes(record, time, time);
  return record;
}

async function deadProcess(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

it('the lock of a data folder has one owner until the owner releases it', async () => {
  const first = await lock();
  await expect(lock()).rejects.toThrow(DataFolderInUse);
  await first.release();
  expect((await lock()).previous).toBeUndefined();
});

it('the lock of a data folder does not touch the records of a living owner', async () => {
  const record = await leaveRecord({});
  const before = await readFile(record, 'utf8');
  await expect(lock()).rejects.toThrow(`process ${process.pid}`);
  expect(await readFile(record, 'utf8')).toBe(before);
  expect(await readdir(records)).toEqual(['7']);
});

it("the lock of a data folder is acquired after its owner was killed, and returns the owner's record", async () => {
  const pid = await deadProcess();
  await leaveRecord({ pid });
  expect((await lock()).previous).toMatchObject({ pid, socketFolder: 'left' });
  expect(await readdir(records)).toEqual(['8']);
});

it('the lock of a data folder passes from an owner whose process number was given to another process', async () => {
  await leaveRecord({ started: 'at another time' });
  await expect(lock()).resolves.toBeDefined();
});

it('the lock of a data folder is acquired if a power failure left its record empty', async () => {
  await mkdir(records);
  await writeFile(join(records, '3'), '');
  await expect(lock()).resolves.toBeDefined();
});

it('the lock of a data folder remains with an owner on another machine that renews it', async () => {
  const record = await leaveRecord({ machine: 'another', pid: await deadProcess() });
  const renewing = setInterval(() => void utimes(record, new Date(), new Date()), 20);
  try {
    await expect(lock({ watch: 500, abandoned: 60_000 })).rejects.toThrow(DataFolderInUse);
  } finally {
    clearInterval(renewing);
  }
});

it('the lock of a data folder passes from an owner on another machine that stopped renewing it, or stopped long ago', async () => {
  await leaveRecord({ machine: 'another' });
  await (await lock({ watch: 50, abandoned: 60_000 })).release();
  await leaveRecord({ machine: 'another' }, 120);
  const before = Date.now();
  await expect(lock({ watch: 30_000, abandoned: 60_000 })).resolves.toBeDefined();
  expect(Date.now() - before).toBeLessThan(5_000);
});

it('the lock of a data folder is renewed by its owner, which detects that it was taken over', async () => {
  const held = await lock();
  const [record = ''] = await readdir(records);
  await utimes(join(records, record), 0, 0);
  expect(await held.renew()).toBe(true);
  expect(
    (await lock({ watch: 0, abandoned: 0 }).catch((error: Error) => error)) instanceof DataFolderInUse,
  ).toBe(true);

  await writeFile(join(records, '99'), '{}');
  expect(await held.renew()).toBe(false);
  await held.release();
  expect(await readFile(join(records, '99'), 'utf8')).toBe('{}');
});

it('the lock of a data folder is acquired by exactly one of many concurrent processes, for a new folder, a dead owner and a released folder', async () => {
  const dead = await deadProcess();
  for (let round = 0; round < 30; round += 1) {
    await rm(records, { recursive: true, force: true });
    if (round % 3 === 1) await leaveRecord({ pid: dead });
    if (round % 3 === 2) await (await lock()).release();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => lock()));
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.constructor)).toEqual(Array(11).fill(DataFolderInUse));
    expect((await readdir(records)).filter((name) => /^\d+$/.test(name))).toHaveLength(1);
  }
});
