import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from '../batch/documents';
import type { Api } from '../connection/api';
import { Failure, UsageError } from '../failures';

/** A file of an export. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
}

/** Bytes of an export. */
const MAX_BYTES = 256 * 1024 * 1024;
const YAML = /\.ya?ml$/;

/** The export of an instance, as it is now. Throws a `Failure`. */
export async function exportOf(api: Api): Promise<ExportedFile[]> {
  const response = await api.stream('/configuration/export');
  const text = await response.text().catch((error: unknown) => {
    throw api.failureOf(error);
  });
  return linesIn(text, 'The reply of the API');
}

/** An export that was kept: its lines in one file, or its files in a folder. Throws a {@link UsageError}. */
export async function exportAt(path: string): Promise<ExportedFile[]> {
  const found = path === '-' ? undefined : await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return linesIn(await contentOf(path), path);
  const names = await readdir(path, { recursive: true });
  const files: ExportedFile[] = [];
  let bytes = 0;
  for (const name of names.filter((each) => YAML.test(each)).sort()) {
    bytes += (await stat(join(path, name))).size;
    if (bytes > MAX_BYTES) throw new UsageError(`${path} has more than ${MAX_BYTES} bytes.`);
    files.push({ name: join(path, name), text: await readFile(join(path, name), 'utf8') });
  }
  if (files.length === 0) throw new UsageError(`${path} has no files of an export.`);
  return files;
}

/** `{"name": …, "content": …}` in each line, and at the end a line about what files do not have. */
function linesIn(content: string, source: string): ExportedFile[] {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parsed);
  const [last] = values.slice(-1);
  // Without its last line, it is a part of an export, whose rest may be what denies.
  if (last === undefined || !('omitted' in last))
    throw new Failure(`${source} is no complete export: JSON lines of gatehouse config export.`);
  return values.slice(0, -1).map(({ name, content: text }) => {
    if (typeof name === 'string' && typeof text === 'string') return { name, text };
    throw new Failure(`${source} is no export: JSON lines of gatehouse config export.`);
  });
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // It is not JSON.
  }
  return {};
}
