import { createHash } from 'node:crypto';
import {
  type FileValue,
  type Message,
  type TextFile,
  type Variables,
  expandedIn,
  maskOf,
  parseFile,
  plainOf,
  readPaths,
  readTexts,
  shownOf,
  validate,
  weighed,
} from '@gatehouse/desired-state';
import { validateProviderEntries } from '@gatehouse/sign-in';
import { readDefinition, readWebhookEntries } from '@gatehouse/webhooks';
import type { FileMessage, SentConfiguration } from '../configuration/sent-configuration';
import { contentOf } from '../batch/documents';
import { sentTextOf } from './sent-text';

const STANDARD_INPUT = '-';

interface Found {
  readonly files: readonly TextFile[];
  readonly messages: readonly Message[];
}

/** The files of paths; `-` is standard input. A path of the settings may have no files; one that somebody has typed has some. */
async function filesOf(paths: readonly string[]): Promise<Found> {
  // Read first: whoever writes into it may take their time, in which files change.
  const sent = paths.includes(STANDARD_INPUT) ? await contentOf(STANDARD_INPUT) : '';
  const read = readPaths(paths.filter((path) => path !== STANDARD_INPUT));
  const found = paths.map(
    (path): Found =>
      (path === STANDARD_INPUT ? undefined : read.shift()) ?? {
        files: [{ name: 'standard input', text: sent }],
        messages: [],
      },
  );
  return {
    files: found.flatMap(({ files }) => files),
    messages: found.flatMap(({ messages }) =>
      messages.map((one) => ({ ...one, severity: 'refused' }) as const),
    ),
  };
}

/**
 * Files as they are sent to the API: variables are replaced, since the API replaces none. With `sections`, nothing else is in
 * them.
 */
export async function readConfiguration(
  paths: readonly string[],
  variables: Variables,
  sections?: readonly string[],
): Promise<SentConfiguration> {
  const { files, messages } = await filesOf(paths);
  const parsed = files.map((file) => ({ ...file, ...parseFile(file.name, file.text, variables) }));
  const usable = parsed.flatMap(({ content, ...file }) =>
    content ? [{ ...file, content: sections ? withSections(content, sections) : content }] : [],
  );
  const sent = usable.map(({ name, text, content }) => {
    const isChanged = sections !== undefined || !expandedIn(content).next().done;
    return { name, content, ...(isChanged ? sentTextOf(content) : { text, originOf: () => undefined }) };
  });
  const services = new Map(usable.flatMap(({ content }) => providersIn(content)));
  return {
    files: sent.map(({ name, text }) => ({ name, content: text })),
    digests: files.map(({ name, text }) => ({ name, digest: digestOf(text) })),
    messages: [...messages, ...parsed.flatMap((file) => file.messages)].map(shown),
    explained: (message) => {
      const { file, line, column } = message;
      const from = sent.filter(({ name }) => file === null || name === file);
      const [origin] = from.flatMap(({ originOf }) => originOf(line ?? 0, column ?? 0) ?? []);
      const around = origin ? [origin.entry] : from.map(({ content }) => content);
      return around.reduce<FileMessage>((one, value) => masked(one, maskOf(value)), {
        ...message,
        ...origin?.position,
      });
    },
    statedFields: (service) => services.get(service),
    sectionsOf: (section) =>
      usable.flatMap(({ name: file, content }) => {
        const value = content.kind === 'object' ? content.members.get(section)?.value : undefined;
        return value ? [{ file, value: plainOf(value) }] : [];
      }),
  };
}

interface Validation {
  readonly messages: readonly FileMessage[];
  readonly files: number;
  readonly entries: number;
}

/** Validates files without an instance. What depends on the state of one, such as whether a service exists, is not examined. */
export async function validateFiles(
  paths: readonly string[],
  variables: Variables,
  isStrict: boolean,
): Promise<Validation> {
  const { files, messages } = await filesOf(paths);
  const read = readTexts(files, variables);
  const hooks = variables['SVC_CONFIG_HOOKS'] === 'ignore' ? 'ignore' : 'require';
  const webhooks = readWebhookEntries(read.entries.webhooks, (input) =>
    readDefinition(input, () => undefined),
  );
  const found = validate(read.entries, { hooks }).messages;
  const providers = validateProviderEntries(read.entries.identity_providers);
  const all = [...messages, ...read.messages, ...found, ...webhooks.messages, ...providers];
  return {
    messages: weighed(all, isStrict).map(shown),
    files: files.length,
    entries: Object.values(read.entries).reduce((sum, { length }) => sum + length, 0),
  };
}

function withSections(content: FileValue, sections: readonly string[]): FileValue {
  if (content.kind !== 'object') return content;
  return { ...content, members: new Map([...content.members].filter(([name]) => sections.includes(name))) };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function shown({ severity, code, position, path, detail, remedy }: Message): FileMessage {
  const { file = null, line = null, column = null } = position ?? {};
  return { severity, error_code: code, file, line, column, path, detail: detail.en, remedy: remedy.en };
}

function masked(message: FileMessage, mask: (text: string) => string): FileMessage {
  return { ...message, path: mask(message.path), detail: mask(message.detail) };
}

/** The fields of services by their names, as they are written. */
function providersIn(content: FileValue): [string, Readonly<Record<string, unknown>>][] {
  const section = content.kind === 'object' ? content.members.get('providers')?.value : undefined;
  if (section?.kind !== 'object') return [];
  return [...section.members].flatMap(([name, { value }]) =>
    value.kind === 'object' ? [[name, shownOf(value) as Readonly<Record<string, unknown>>]] : [],
  );
}
