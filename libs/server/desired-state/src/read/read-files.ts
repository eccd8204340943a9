import {
  type BigIntStats,
  type Stats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inByteOrder } from '@gatehouse/names';
import { problem } from '@gatehouse/problems';
import { type Message, messageOf } from '../message';

/** The files of a folder that are read. */
const EXTENSIONS = new Set(['.cfg', '.json', '.yml', '.yaml']);
/** Bytes of all files of a configuration together. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export interface ReadFiles {
  readonly files: readonly TextFile[];
  readonly messages: readonly Message[];
}

type Localized = Readonly<Record<'en' | 'fr', string>>;

/** Why a path cannot be read, by the code of the error of the system. */
const REASONS: Readonly<Record<string, Localized>> = {
  EACCES: { en: 'this account has no permission to read it', fr: 'ce compte n’a pas le droit de le lire' },
  EPERM: { en: 'this account has no permission to read it', fr: 'ce compte n’a pas le droit de le lire' },
  ELOOP: { en: 'its links form a loop', fr: 'ses liens forment une boucle' },
  ENOTDIR: { en: 'a part of its path is no folder', fr: 'une partie de son chemin n’est pas un dossier' },
  ENOENT: { en: 'it does not exist', fr: 'il n’existe pas' },
  ERR_ENCODING_INVALID_ENCODED_DATA: {
    en: 'it is not text in UTF-8',
    fr: 'ce n’est pas du texte en UTF-8',
  },
  ENAMETOOLONG: { en: 'its path is too long', fr: 'son chemin est trop long' },
};
const OTHER_REASON: Localized = { en: 'the system reports an error', fr: 'le système signale une erreur' };
const NO_FILE: Localized = {
  en: 'it is neither a file nor a folder',
  fr: 'ce n’est ni un fichier ni un dossier',
};
const CHANGED: Localized = {
  en: 'it was changed while it was read; read it again when it is complete',
  fr: 'il a été modifié pendant sa lecture ; relisez-le quand il est complet',
};
const EMPTY: Localized = {
  en: `the folder has no files whose names end in ${[...EXTENSIONS].join(', ')}`,
  fr: `le dossier n’a aucun fichier dont le nom finit par ${[...EXTENSIONS].join(', ')}`,
};
const TOO_LARGE: Localized = {
  en: `the files are larger than ${MAX_BYTES / 1024 / 1024} MB`,
  fr: `les fichiers dépassent ${MAX_BYTES / 1024 / 1024} Mo`,
};

interface ReadFile extends TextFile {
  /** The file as it was opened. */
  readonly opened: BigIntStats;
}

type Refuse = (name: string, reason: Localized) => void;

/** The files of one path; see {@link readPaths}. */
export function readFiles(path: string): ReadFiles {
  const [read = { files: [], messages: [] }] = readPaths([path]);
  return read;
}

/**
 * The files of each path: itself, or if it is a folder, those of its files whose names end in .cfg, .json, .yml or .yaml, by name;
 * folders in it are not read. A path that does not exist, and a folder without such files, has none, with a warning. Files that
 * somebody changes, adds or removes before the last one was read are refused: they could be parts of different states.
 */
export function readPaths(paths: readonly string[]): ReadFiles[] {
  const reads = paths.map((path) => new PathRead(path));
  for (const read of reads) read.confirm();
  return reads.map(({ files, messages }) => ({
    files: files.map(({ name, text }) => ({ name, text })),
    messages,
  }));
}

class PathRead {
  readonly messages: Message[] = [];
  readonly files: readonly ReadFile[];
  private readonly names: readonly string[];

  constructor(private readonly path: string) {
    this.names = namesIn(path, this.refuse, (missing) => this.messages.push(missing));
    this.files = filesOf(this.names, this.refuse);
  }

  /** Refuses what is not any more what was read. */
  confirm(): void {
    for (const file of this.files) if (!isAsOpened(file)) this.refuse(file.name, CHANGED);
    if (this.messages.some(({ severity }) => severity === 'refused')) return;
    const names = namesIn(this.path, this.refuse, () => undefined);
    if (!isDeepStrictEqual(names, this.names)) this.refuse(this.path, CHANGED);
  }

  private readonly refuse: Refuse = (name, reason) => {
    this.messages.push(messageOf('refused', name, problem('configuration_not_readable', { reason })));
  };
}

function filesOf(names: readonly string[], refuse: Refuse): ReadFile[] {
  const files: ReadFile[] = [];
  let left = MAX_BYTES;
  for (const name of names) {
    try {
      const file = readFile(name, left);
      if (file === 'too large') {
        refuse(name, TOO_LARGE);
        break;
      }
      if (!file) {
        refuse(name, NO_FILE);
        continue;
      }
      left -= Number(file.opened.size);
      files.push(file);
    } catch (error) {
      refuse(name, reasonOf(error));
    }
  }
  return files;
}

/** Undefined for what is no file any more. */
function readFile(name: string, maxBytes: number): ReadFile | 'too large' | undefined {
  // A pipe that has taken the place of the file would be waited for without end.
  const handle = openSync(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const opened = fstatSync(handle, { bigint: true });
    if (!opened.isFile()) return undefined;
    if (opened.size > maxBytes) return 'too large';
    return { name, opened, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(handle)) };
  } finally {
    closeSync(handle);
  }
}

/** What another file, or another content, differs in. */
const IDENTITY = ['ino', 'size', 'mtimeNs', 'ctimeNs'] as const;

/** Whether a file, wherever its links lead now, is the one that was opened, and nothing was written into it. */
function isAsOpened({ name, opened }: ReadFile): boolean {
  try {
    const now = statSync(name, { bigint: true });
    return IDENTITY.every((field) => now[field] === opened[field]);
  } catch {
    return false;
  }
}

function namesIn(path: string, refuse: Refuse, warn: (message: Message) => void): string[] {
  try {
    const stats = statSync(path);
    // A pipe or a device would never end.
    if (isUsable(stats)) {
      if (stats.isFile()) return [path];
      const names = namesOfFiles(path);
      if (names.length === 0) warn(warning(path, EMPTY));
      return namesOfUsable(names, refuse);
    }
    refuse(path, NO_FILE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') warn(warning(path, REASONS['ENOENT'] ?? OTHER_REASON));
    else refuse(path, reasonOf(error));
  }
  return [];
}

function namesOfFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => EXTENSIONS.has(extname(name)))
    .sort(inByteOrder)
    .map((name) => join(folder, name));
}

function namesOfUsable(names: readonly string[], refuse: Refuse): string[] {
  return names.filter((name) => {
    try {
      const stats = statSync(name);
      if (stats.isFile() || stats.isDirectory()) return stats.isFile();
      refuse(name, NO_FILE);
    } catch (error) {
      refuse(name, reasonOf(error));
    }
    return false;
  });
}

function isUsable(stats: Stats): boolean {
  return stats.isFile() || stats.isDirectory();
}

function warning(path: string, reason: Localized): Message {
  return messageOf('warning', path, problem('configuration_not_readable', { reason }));
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

function reasonOf(error: unknown): Localized {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return REASONS[code] ?? OTHER_REASON;
}
