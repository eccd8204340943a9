import { inByteOrder } from '@gatehouse/names';
import { MAX_CONFIGURATION_FILES } from '@gatehouse/ui-data';
import type { FoundFile } from './found-files';

/** A configuration file that is to be planned. */
export interface ChosenFile {
  readonly name: string;
  readonly content: string;
  /** Bytes in UTF-8. */
  readonly size: number;
}

type FaultReason = 'type' | 'encoding' | 'unreadable' | 'lines' | 'size' | 'count';

/** Why a file was not taken. */
export interface FileFault {
  readonly name: string;
  readonly reason: FaultReason;
}

export interface Choice {
  /** In the order in which the API reads them: that of the bytes of their names, as a start reads those of a folder. */
  readonly files: readonly ChosenFile[];
  readonly faults: readonly FileFault[];
}

/** Bytes of all files together. Reference: configuration-files#reading */
export const MAX_CONFIGURATION_BYTES = 64_000_000;

/** Endings of configuration files, and of an export in one file. */
export const FILE_ENDINGS = '.yml,.yaml,.json,.cfg,.jsonl';

/**
 * Adds files to those that were chosen. A file takes the place of the one of its name. Of a file that is too much, or cannot be
 * used, nothing is taken.
 */
export async function withFiles(chosen: readonly ChosenFile[], found: readonly FoundFile[]): Promise<Choice> {
  const byName = new Map(chosen.map((file) => [file.name, file]));
  const faults: FileFault[] = [];
  let bytes = sizeOf(chosen);
  for (const one of found) {
    const read = await readFile(one, MAX_CONFIGURATION_BYTES - bytes);
    if (typeof read === 'string') {
      faults.push({ name: one.name, reason: read });
      continue;
    }
    const isTooMany =
      new Set([...byName.keys(), ...read.map(({ name }) => name)]).size > MAX_CONFIGURATION_FILES;
    if (isTooMany) {
      faults.push({ name: one.name, reason: 'count' });
      continue;
    }
    for (const file of read) byName.set(file.name, file);
    bytes = sizeOf([...byName.values()]);
  }
  return { files: [...byName.values()].sort((one, other) => inByteOrder(one.name, other.name)), faults };
}

export function sizeOf(files: readonly ChosenFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The file, those of an export in one file, or why there are none. */
async function readFile({ name, file }: FoundFile, room: number): Promise<ChosenFile[] | FaultReason> {
  if (!FILE_ENDINGS.split(',').some((ending) => name.toLowerCase().endsWith(ending))) return 'type';
  if (file.size > room) return 'size';
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return 'unreadable';
  const content = decoded(bytes);
  if (content === undefined) return 'encoding';
  return name.toLowerCase().endsWith('.jsonl') ? exported(content) : [{ name, content, size: file.size }];
}

/** The byte order mark stays, as in a start. */
function decoded(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The files of an export. Its last line states what is omitted. */
function exported(lines: string): ChosenFile[] | FaultReason {
  const files: ChosenFile[] = [];
  const encoder = new TextEncoder();
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const entry = entryOf(line);
    if (entry === undefined) return 'lines';
    const { name, content } = entry;
    if (typeof name === 'string' && typeof content === 'string')
      files.push({ name, content, size: encoder.encode(content).length });
    else if (!('omitted' in entry)) return 'lines';
  }
  return files.length === 0 ? 'lines' : files;
}

function entryOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
