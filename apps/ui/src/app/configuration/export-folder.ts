import { DOCUMENT, inject, Injectable } from '@angular/core';
import { inByteOrder } from '@gatehouse/names';
import type { ConfigurationFile } from '@gatehouse/ui-data';

/** What is used of the File System Access API, which only some browsers have, and only with https or on localhost. */
interface Folder {
  readonly name: string;
  getDirectoryHandle(name: string, options: { create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options: { create: boolean }): Promise<WritableFile>;
  entries(): AsyncIterable<readonly [string, Folder | WritableFile]>;
}

interface WritableFile {
  readonly kind: 'file' | 'directory';
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}

interface FolderPicker {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<Folder>;
}

export interface SavedFolder {
  readonly name: string;
  /** Configuration files in the folder that are not of the export, sorted. */
  readonly leftOver: readonly string[];
}

const ENDINGS = /\.(?:cfg|json|ya?ml)$/i;

/** Saves files to a folder of the computer that the person chooses. */
@Injectable({ providedIn: 'root' })
export class ExportFolder {
  private readonly window = inject(DOCUMENT).defaultView as (Window & FolderPicker) | null;

  readonly isAvailable = typeof this.window?.showDirectoryPicker === 'function';

  /** Replaces files of the same names. Undefined if the person has chosen no folder. Rejects if the browser or the person refuses. */
  async save(files: readonly ConfigurationFile[]): Promise<SavedFolder | undefined> {
    const folder = await this.choose();
    if (!folder) return undefined;
    for (const { name, content } of files) await write(folder, name, content);
    const names = new Set(files.map(({ name }) => name));
    const found = await namesIn(folder);
    return {
      name: folder.name,
      leftOver: found.filter((name) => ENDINGS.test(name) && !names.has(name)).sort(inByteOrder),
    };
  }

  private async choose(): Promise<Folder | undefined> {
    try {
      return await this.window?.showDirectoryPicker?.({ id: 'configuration', mode: 'readwrite' });
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return undefined;
      throw thrown;
    }
  }
}

async function write(root: Folder, path: string, text: string): Promise<void> {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  const file = await folder.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  await stream.write(text);
  await stream.close();
}

/** Of the folder and those that an export has in it. */
async function namesIn(folder: Folder, depth = 1, before = ''): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, entry] of folder.entries()) {
    if (!('entries' in entry)) names.push(before + name);
    else if (depth > 0 && !name.startsWith('.'))
      names.push(...(await namesIn(entry, depth - 1, `${before}${name}/`)));
  }
  return names;
}
