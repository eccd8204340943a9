import { copyFile, type FileHandle, open } from 'node:fs/promises';

/** Where the log is cut, in bytes: two files of this size at most, the current one and the one before it. */
const MAX_SIZE = 2 * 1024 * 1024;

/** How much of the log an error carries. */
const TAIL_LINES = 20;
const TAIL_BYTES = 8 * 1024;

/**
 * The file PostgreSQL writes its log to. The server writes to the open file itself and not through us, so what it says
 * while it stops after we were killed is kept too.
 */
export interface LogFile {
  /** The descriptor for the server, positioned at the end with every write. */
  readonly fd: number;
  /** The last lines written since `mark`. */
  tail(): Promise<string>;
  /** Forgets what was written so far, for the next `tail`. */
  mark(): Promise<void>;
  /** Cuts the file when it has grown too large; its content is kept as the file before it. */
  bound(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log, readable by us alone: messages of a database may quote its data. */
export async function openLog(path: string, maxSize = MAX_SIZE): Promise<LogFile> {
  const handle = await open(path, 'a+', 0o600);
  let start = (await handle.stat()).size;

  const log: LogFile = {
    fd: handle.fd,
    tail: async () => lastLines(handle, start),
    mark: async () => {
      start = (await handle.stat()).size;
    },
    bound: async () => {
      if ((await handle.stat()).size <= maxSize) return;
      // Renaming would not do: the server holds the file open. It appends, so after the cut it goes on at the start.
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
