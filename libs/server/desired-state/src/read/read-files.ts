import { type Stats, readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
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
const EMPTY: Localized = {
  en: `the folder has no files whose names end in ${[...EXTENSIONS].join(', ')}`,
  fr: `le dossier n’a aucun fichier dont le nom finit par ${[...EXTENSIONS].join(', ')}`,
};
const TOO_LARGE: Localized = {
  en: `the files are larger than ${MAX_BYTES / 1024 / 1024} MB`,
  fr: `les fichiers dépassent ${MAX_BYTES / 1024 / 1024} Mo`,
};

/**
 * The files of a path: itself, or if it is a folder, those of its files whose names end in .cfg, .json, .yml or .yaml, by name;
 * folders in it are not read. A path that does not exist, and a folder without such files, has none, with a warning.
 */
export function readFiles(path: string): ReadFiles {
  const messages: Message[] = [];
  const files: TextFile[] = [];
  let left = MAX_BYTES;
  const refuse = (name: string, reason: Localized): void => {
    messages.push(messageOf('refused', name, problem('configuration_not_readable', { reason })));
  };
  for (const name of namesIn(path, refuse, (missing) => messages.push(missing))) {
    try {
      const { size } = statSync(name);
      left -= size;
      if (left < 0) {
        refuse(name, TOO_LARGE);
        break;
      }
      files.push({ name, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name)) });
    } catch (error) {
      refuse(name, reasonOf(error));
    }
  }
  return { files, messages };
}

function namesIn(
  path: string,
  refuse: (name: string, reason: Localized) => void,
  warn: (message: Message) => void,
): string[] {
  try {
    const stats = statSync(path);
    // A pipe or a device would never end.
    if (isUsable(stats)) {
      if (stats.isFile()) return [path];
      const names = namesOfFiles(path);
      if (names.length === 0) warn(warning(path, EMPTY));
      return filesOf(names, refuse);
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

function filesOf(names: readonly string[], refuse: (name: string, reason: Localized) => void): string[] {
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
