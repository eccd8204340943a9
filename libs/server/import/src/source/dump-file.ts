import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { truncated } from './dump-text';
import { SourceFailure } from './source-failure';

/** The first bytes of formats. */
const GZIP = Buffer.from([0x1f, 0x8b]);
const CUSTOM = Buffer.from('PGDMP');
const OTHER_COMPRESSION: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['lz4', Buffer.from([0x04, 0x22, 0x4d, 0x18])],
  ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a])],
  ['bzip2', Buffer.from('BZh')],
  ['zip', Buffer.from('PK')],
];
/** Where a tar file has its name: the dump of pg_dump in this format begins with the table of contents. */
const TAR = { at: 257, bytes: Buffer.from('ustar') };
const HEAD_BYTES = 512;
const MAX_MESSAGE_LENGTH = 300;

export interface DumpFile {
  /** Absolute path. */
  readonly path: string;
  /** When it was last written. */
  readonly writtenAt: Date;
  /** Its SQL, whatever its format. */
  readonly text: AsyncIterable<Uint8Array>;
}

/**
 * Opens a dump: SQL, also compressed by gzip, or one of the formats of pg_dump that only pg_restore reads.
 *
 * @throws SourceFailure if it cannot be read
 */
export async function openDump(given: string): Promise<DumpFile> {
  const path = resolve(given);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  const writtenAt = found.mtime;
  if (found.isDirectory()) {
    await stat(join(path, 'toc.dat')).catch(() => {
      throw new SourceFailure(`${path} is a folder, and no dump.`, 'Name the file that pg_dump has made.');
    });
    return { path, writtenAt, text: restored(path) };
  }
  const head = await headOf(path);
  if (head.length === 0) throw new SourceFailure(`${path} is empty.`, 'Make or copy the dump again.');
  const other = OTHER_COMPRESSION.find(([, bytes]) => startsWith(head, bytes));
  if (other)
    throw new SourceFailure(
      `${path} is compressed by ${other[0]}, which is not read here.`,
      'Decompress it first, or compress it by gzip.',
    );
  if (startsWith(head, CUSTOM) || startsWith(head.subarray(TAR.at), TAR.bytes))
    return { path, writtenAt, text: restored(path) };
  return { path, writtenAt, text: startsWith(head, GZIP) ? decompressed(path) : content(path) };
}

function startsWith(head: Buffer, bytes: Buffer): boolean {
  return head.subarray(0, bytes.length).equals(bytes);
}

async function headOf(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

async function* content(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

async function* decompressed(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  try {
    yield* file.pipe(unpacked) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') ? truncated(error) : unreadable(path, error as NodeJS.ErrnoException);
  } finally {
    file.destroy();
  }
}

/** The rows of a dump in one of the formats of pg_restore, as it writes them. */
async function* restored(path: string): AsyncGenerator<Uint8Array> {
  const program = spawn('pg_restore', ['--data-only', '--no-owner', '--file=-', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.env,
  });
  let message = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (message.length < MAX_MESSAGE_LENGTH) message += text;
  });
  const ended = new Promise<number | null>((resolved, rejected) => {
    program.on('error', rejected).on('close', resolved);
  });
  // It is awaited below; a program that does not start fails before.
  ended.catch(() => undefined);
  try {
    yield* program.stdout as AsyncIterable<Uint8Array>;
    const status = await ended;
    if (status !== 0)
      throw new SourceFailure(
        `pg_restore cannot read ${path}: ${firstLineOf(message) || `it ends with ${status}`}.`,
        'Use the pg_restore of the version that has made the dump, or make a dump of SQL (pg_dump --format=plain).',
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SourceFailure(
      `${path} has a format that only pg_restore reads, which is not installed here.`,
      'Install the client programs of PostgreSQL, or make a dump of SQL (pg_dump --format=plain).',
      { cause: error },
    );
  } finally {
    program.kill();
  }
}

function firstLineOf(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/^pg_restore: (?:error: )?/, '').slice(0, MAX_MESSAGE_LENGTH);
}

function unreadable(path: string, error: NodeJS.ErrnoException): SourceFailure {
  return new SourceFailure(
    `${path} cannot be read (${error.code ?? error.message}).`,
    'Correct the path, or its permissions.',
    { cause: error },
  );
}
