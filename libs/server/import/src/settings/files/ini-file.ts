import type { FoundValue } from '../reference-setting';
import { type FileContent, type FoundSetting, RANK, type Variables, expanded } from './found-settings';

type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads `magpie.ini` or `twitcher.ini`; placeholders such as `${NAME}` of templates are replaced by values of files before it. */
export function readIniFile(content: string, file: string, known: Variables): FileContent {
  const sections = sectionsOf(content);
  const isTwitcher = [...sections].some(
    ([name, keys]) => name.startsWith('app:') && /pyramid_twitcher/.test(keys.get('use') ?? ''),
  );
  const settings: FoundSetting[] = [];
  const add = (name: string, text: string): void => {
    settings.push({
      name,
      value: valueOf(text, known),
      file,
      rank: isTwitcher ? RANK.twitcher : RANK.magpie,
    });
  };
  const product = isTwitcher ? 'TWITCHER' : 'MAGPIE';
  for (const [section, keys] of sections) {
    if (section.startsWith('app:'))
      for (const [key, text] of keys) if (key.includes('.')) add(environmentSpelling(key), text);
    if (section === 'server:main')
      for (const [key, text] of keys) add(`${product}_SERVER_${environmentSpelling(key)}`, text);
    const level = section === 'logger_magpie' && !isTwitcher ? keys.get('level') : undefined;
    if (level !== undefined) add('MAGPIE_LOGGER_LEVEL', level);
  }
  return { settings, mounts: [], notes: [] };
}

function environmentSpelling(key: string): string {
  return key.replaceAll(/[.-]/g, '_').toUpperCase();
}

function sectionsOf(content: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let keys = new Map<string, string>();
  let last: string | undefined;
  for (const line of content.split(/\r?\n/)) {
    const text = line.trim();
    if (text === '' || /^[#;]/.test(text)) continue;
    const header = /^\[([^\]]+)\]/.exec(line);
    const entry = /^([^\s=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line);
    if (header !== null) {
      const name = (header[1] ?? '').trim();
      keys = sections.get(name) ?? new Map<string, string>();
      sections.set(name, keys);
      last = undefined;
    } else if (entry !== null) {
      last = entry[1] ?? '';
      keys.set(last, (entry[2] ?? '').trim());
    } else if (last !== undefined && /^\s/.test(line)) {
      // A value goes on in lines that are indented.
      keys.set(last, `${keys.get(last) ?? ''}\n${text}`.trim());
    }
  }
  return sections;
}

function valueOf(text: string, known: Variables): FoundValue {
  if (text.includes('%('))
    return { unknown: 'The value depends on the folder of the file, or on another key.' };
  return expanded(text.replaceAll('%%', '%'), known, { withoutBraces: false });
}
