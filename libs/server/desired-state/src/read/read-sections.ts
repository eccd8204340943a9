import { problem } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import { EXPECTED } from '../declarations/expectations';
import { MAPPINGS, SECTION_NAMES, START_SECTIONS, type SectionName } from '../declarations/sections';
import { type Message, messageAt, messageOf } from '../message';
import { type FileMember, type FileValue, isNull } from './file-value';
import { parseSteps } from './parse-file';
import { type TextFile, readPaths } from './read-files';
import type { Variables } from './variables';

/** The entries of all files by section, in the order of the files. */
export interface Entries {
  readonly providers: readonly FileMember[];
  readonly groups: readonly FileValue[];
  readonly users: readonly FileValue[];
  readonly resources: readonly FileValue[];
  readonly permissions: readonly FileValue[];
  readonly webhooks: readonly FileValue[];
  readonly identity_providers: readonly FileValue[];
  readonly nodes: readonly FileValue[];
  readonly proxy_hooks: readonly FileMember[];
}

export interface ReadConfiguration {
  readonly entries: Entries;
  readonly messages: readonly Message[];
  /** The sections for which a path was to be read that has no files. */
  readonly missing: readonly SectionName[];
}

/** Where to look for a section, and whether files may be without it. */
export interface SectionPath {
  readonly path: string;
  readonly sections: readonly SectionName[];
  /** The sections that each file must have. */
  readonly required: readonly SectionName[];
}

type Collected = { -readonly [Name in SectionName]: Entries[Name][number][] };

/** Reads the files of paths, with variables from the environment of the process. Each file is read once for each of its paths. */
export function readConfiguration(paths: readonly SectionPath[], variables: Variables): ReadConfiguration {
  const collection = new Collection();
  const reads = readPaths(paths.map(({ path }) => path));
  for (const [index, { files, messages }] of reads.entries()) {
    const { sections = [], required = [] } = paths[index] ?? {};
    collection.messages.push(...messages);
    if (files.length === 0) collection.missing.push(...sections);
    for (const file of files) finished(collection.add(file, { sections, required }, variables));
  }
  return collection;
}

/** The same for texts that were read already, of which any section may be missing. */
export function readTexts(files: readonly TextFile[], variables: Variables): ReadConfiguration {
  const collection = new Collection();
  for (const file of files)
    finished(collection.add(file, { sections: SECTION_NAMES, required: [] }, variables));
  return collection;
}

/** The same for files that were sent: nothing of the environment is put into them. */
export function readUploaded(files: readonly TextFile[]): ReadConfiguration {
  return finished(readUploadedSteps(files, Infinity));
}

/** At most 80 ms, for texts that have a value in every few characters. */
const MAX_CHARACTERS_AT_ONCE = 250_000;

/** The same in steps, so that others have their turn. */
export function* readUploadedSteps(
  files: readonly TextFile[],
  maxAtOnce: number = MAX_CHARACTERS_AT_ONCE,
): Steps<ReadConfiguration> {
  const collection = new Collection(maxAtOnce);
  for (const file of files) yield* collection.add(file, { sections: SECTION_NAMES, required: [] });
  for (const section of START_SECTIONS) {
    const [entry] = collection.entries[section];
    if (!entry) continue;
    const value = 'key' in entry ? entry.key : entry;
    const found = problem('configuration_section_at_start', { section });
    collection.messages.push(messageAt('warning', { path: section, value }, found));
  }
  return collection;
}

class Collection implements ReadConfiguration {
  readonly messages: Message[] = [];
  readonly missing: SectionName[] = [];
  readonly entries: Collected = {
    providers: [],
    groups: [],
    users: [],
    resources: [],
    permissions: [],
    webhooks: [],
    identity_providers: [],
    nodes: [],
    proxy_hooks: [],
  };

  constructor(private readonly maxAtOnce: number = Infinity) {}

  *add(
    { name: file, text }: TextFile,
    { sections, required }: Omit<SectionPath, 'path'>,
    variables?: Variables,
  ): Steps<void> {
    const { content, messages } = yield* parseSteps(file, text, { variables, maxAtOnce: this.maxAtOnce });
    this.messages.push(...messages);
    if (!content) return;
    if (content.kind !== 'object') return this.addNothing(content, file, required);
    for (const [name, { key, value }] of content.members) {
      const section = SECTION_NAMES.find((known) => known === name);
      if (!section) this.noteUnknown(key, name);
      else if (sections.includes(section)) this.addSection(section, value);
    }
    for (const section of required) {
      if (!content.members.has(section)) this.noteMissing(file, section);
    }
  }

  /** An empty file has no section; anything but an object is none. */
  private addNothing(content: FileValue, file: string, required: readonly SectionName[]): void {
    if (isNull(content)) return required.forEach((section) => this.noteMissing(file, section));
    const found = problem('configuration_value_invalid', { field: file, expected: EXPECTED.sections });
    this.messages.push(messageAt('refused', { path: '', value: content }, found));
  }

  private addSection(section: SectionName, value: FileValue): void {
    // An empty section is one without entries.
    if (isNull(value)) return;
    if (isMapping(section)) {
      if (value.kind !== 'object') return this.noteWrong(section, value, EXPECTED.object);
      for (const member of value.members.values()) this.entries[section].push(member);
    } else {
      if (value.kind !== 'list') return this.noteWrong(section, value, EXPECTED.list);
      for (const item of value.items) this.entries[section].push(item);
    }
  }

  private noteWrong(
    section: SectionName,
    value: FileValue,
    expected: (typeof EXPECTED)['object' | 'list'],
  ): void {
    const found = problem('configuration_value_invalid', { field: section, expected });
    this.messages.push(messageAt('refused', { path: section, value }, found));
  }

  private noteUnknown(key: FileValue, name: string): void {
    // Editors find the schema of a file in JSON by it.
    if (name.startsWith('x-') || name === '$schema') return;
    const sections = SECTION_NAMES.join(', ');
    const found = problem('configuration_section_unknown', { section: name, sections });
    this.messages.push(messageAt('ignored', { path: name, value: key }, found));
  }

  private noteMissing(file: string, section: SectionName): void {
    this.messages.push(messageOf('refused', file, problem('configuration_section_missing', { section })));
  }
}

function isMapping(section: SectionName): section is (typeof MAPPINGS)[number] {
  return MAPPINGS.some((one) => one === section);
}
