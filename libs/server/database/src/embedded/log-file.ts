import { copyFile, type FileHandle, open } from 'node:fs/promises';

/** Size at which the log is rotated, in bytes: there are at most two files of this size, the current and the previous one. */
const MAX_SIZE = 2 * 1024 * 1024;

/** Bytes of the log that an error contains. */
const TAIL_LINES = 20;
const TAIL_BYTES = 8 * 1024;

/**
 * The file that PostgreSQL writes its log to. The server writes to the open file directly, so that its messages
 * while it stops after this process was killed are kept.
 */
export interface LogFile {
  /** The descriptor for the server, positioned at the end with every write. */
  readonly fd: number;
  /** Adds lines, each with its end. */
  append(lines: string): Promise<void>;
  /** The last lines written since `mark`. */
  tail(): Promise<string>;
  /** Sets the start of the next `tail`. */
  mark(): Promise<void>;
  /** Rotates the file if it has grown too large; its content becomes the previous file. */
  bound(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log, readable only by its owner: messages of a database may contain data. */
export async function openLog(path: string, maxSize = MAX_SIZE): Promise<LogFile> {
  const handle = await open(path, 'a+', 0o600);
  let start = (await handle.stat()).size;

  const log: LogFile = {
    fd: handle.fd,
    append: async (lines) => handle.appendFile(lines),
    tail: async () => lastLines(handle, start),
    mark: async () => {
      start = (await handle.stat()).size;
    },
    bound: async () => {
      if ((await handle.stat()).size <= maxSize) return;
      // Renaming is not possible, because the server keeps the file open. It appends, so that it continues at the start.
      await copyFile(path, `${path}.1`);
      await handle.truncate(0);
      start = 0;
    },
    close: async () => handle.close(),
  };
  await log.bound();
  return log;
}

async function lastLines(handle: FileHandle, start: number): Promise<string> {
  const { size } = await handle.stat();
  const from = Math.max(start, size - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read({
    buffer: Buffer.alloc(Math.max(0, size - from)),
    position: from,
  });
  return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
}
