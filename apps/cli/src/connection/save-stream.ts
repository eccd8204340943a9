import { open, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { Failure, NotReachable, UsageError } from '../failures';
import { printableLines } from '../output/printable';
import { causeOf } from './replies';

/** Writes a reply to a new file, or to standard output, as it arrives. Returns the number of bytes. Throws a {@link Failure}. */
export async function saveStream(
  response: Response,
  path: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (path === undefined) return copied(response, signal, process.stdout.isTTY ? showing() : writeOut);
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST' ? `${path} exists already.` : `${path} cannot be created (${error.code}).`,
    );
  });
  try {
    const bytes = await copied(response, signal, async (chunk) => void (await file.writeFile(chunk)));
    await file.close();
    return bytes;
  } catch (error) {
    // Half of an export looks like a whole one.
    await file.close().catch(() => undefined);
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

async function copied(
  response: Response,
  signal: AbortSignal,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<number> {
  let bytes = 0;
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw new NotReachable(`The reply has ended after ${bytes} bytes: ${causeOf(error)}.`);
    });
    if (done) return bytes;
    bytes += value.length;
    await write(value).catch((error: unknown) => {
      throw error instanceof Failure
        ? error
        : new Failure(`What arrives cannot be written: ${(error as Error).message}`);
    });
  }
}

/** Shows text at a terminal, with its control characters. */
function showing(): (chunk: Uint8Array) => Promise<void> {
  const decoder = new TextDecoder();
  return (chunk) => writeOut(Buffer.from(printableLines(decoder.decode(chunk, { stream: true }))));
}

async function writeOut(chunk: Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}
