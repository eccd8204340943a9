import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { UsageError } from '../failures';

/** Characters that are written together. */
const CHUNK_LENGTH = 65_536;

/**
 * A file for a result of any length, that only its owner reads. It is created before the work begins, so that a wrong path is found at
 * once, and has its name when it is complete.
 */
export class ResultFile {
  private constructor(
    private readonly path: string | undefined,
    private file: FileHandle | undefined,
  ) {}

  /** @param path undefined: nothing is written */
  static async create(path: string | undefined): Promise<ResultFile> {
    if (path === undefined) return new ResultFile(undefined, undefined);
    const file = await open(partOf(path), 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written (${error.code}).`);
    });
    return new ResultFile(path, file);
  }

  get isWanted(): boolean {
    return this.file !== undefined;
  }

  async writeAll<Item>(
    items: AsyncIterable<Item>,
    lineOf: (item: Item) => string,
    title?: string,
  ): Promise<void> {
    const { file, path } = this;
    if (file === undefined || path === undefined) return;
    let text = title === undefined ? '' : `${title}\n`;
    for await (const item of items) {
      text += `${lineOf(item)}\n`;
      if (text.length < CHUNK_LENGTH) continue;
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text);
    this.file = undefined;
    await file.close();
    await rename(partOf(path), path);
  }

  /** There is nothing to write. */
  async remove(): Promise<void> {
    const { file, path } = this;
    if (file === undefined || path === undefined) return;
    this.file = undefined;
    await file.close();
    await unlink(partOf(path));
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}
