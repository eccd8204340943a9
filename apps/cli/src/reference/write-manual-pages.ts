import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manualPages } from './manual-pages';

/** Writes the manual pages into a folder. */
export async function writeManualPages(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, page] of manualPages(version)) await writeFile(join(folder, name), page);
}
