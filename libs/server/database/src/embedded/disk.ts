import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CannotStart } from './errors';

const FULL = ['ENOSPC', 'EDQUOT'];
const FULL_TEXT = /No space left on device|Disk quota exceeded/;
/** Less free space, in bytes, explains a failed start: PostgreSQL cannot write the reason to its log then. */
const SCARCE_BYTES = 1024 * 1024;

/** Whether the code of an error says that a folder cannot be written, for whatever is written there. */
export function isProblemOfDisk(code: string | undefined): boolean {
  return code !== undefined && [...FULL, 'EROFS', 'EACCES', 'EPERM'].includes(code);
}

/** A failed start with its reason if the disk of the data folder is full; any other error as it is. */
export async function withReasonOfDisk(error: unknown, dataDir: string): Promise<unknown> {
  const { code, message } = error as NodeJS.ErrnoException;
  const output = error instanceof CannotStart ? error.log : '';
  const isFull =
    FULL.includes(code ?? '') ||
    FULL_TEXT.test(output) ||
    (error instanceof CannotStart && (await isScarce(dataDir)));
  if (!isFull) return error;
  const what = error instanceof CannotStart ? error.reason : message;
  return new CannotStart(
    `the disk of ${resolve(dataDir)} is full (${what}). Make room there, or set SVC_DATA_DIR to a folder on another disk`,
    output,
  );
}

async function isScarce(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < SCARCE_BYTES;
}
