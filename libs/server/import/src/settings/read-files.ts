import { readComposeFile } from './files/compose-file';
import type { FileContent, FoundSetting, Variables } from './files/found-settings';
import { readIniFile } from './files/ini-file';
import { readShellFile } from './files/shell-file';

export interface SettingsFile {
  /** How it is named in the report. */
  readonly name: string;
  readonly content: string;
}

/** Reads files of the reference in the order in which it reads them: a later file of the same kind takes precedence. */
export function readFiles(files: readonly SettingsFile[]): FileContent {
  const contents: FileContent[] = [];
  // The environment first, since the other files may refer to it.
  for (const kind of ['environment', 'compose', 'ini'] as const)
    for (const file of files.filter((each) => kindOf(each) === kind))
      contents.push(READERS[kind](file.content, file.name, variablesOf(contents)));
  return {
    settings: contents.flatMap(({ settings }) => settings),
    mounts: contents.flatMap(({ mounts }) => mounts),
    notes: contents.flatMap(({ notes }) => notes),
  };
}

const READERS = { environment: readShellFile, compose: readComposeFile, ini: readIniFile };

function kindOf({ name, content }: SettingsFile): keyof typeof READERS {
  const ownName = name.replace(/\.(?:template|example)$/, '');
  if (/\.ya?ml$/.test(ownName)) return 'compose';
  const first = content.split(/\r?\n/).find((line) => line.trim() !== '' && !/^\s*[#;]/.test(line));
  return /\.ini$/.test(ownName) || first?.trim().startsWith('[') ? 'ini' : 'environment';
}

function variablesOf(contents: readonly FileContent[]): Variables {
  const found = new Map<string, FoundSetting>();
  for (const { settings } of contents) for (const setting of settings) found.set(setting.name, setting);
  return (name) => found.get(name)?.value;
}
