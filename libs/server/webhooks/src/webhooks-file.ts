import { readFileSync } from 'node:fs';
import { Problem } from '@gatehouse/problems';
import { parse } from 'yaml';
import type { WebhookDefinition } from './definition';

/** The configuration file cannot be used; the message lists all its errors. */
export class InvalidWebhooksFile extends Error {
  override readonly name = 'InvalidWebhooksFile';
  constructor(readonly problems: readonly string[]) {
    super(
      `The webhooks of SVC_WEBHOOKS_CONFIG_PATH cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

export interface WebhooksFile {
  readonly definitions: readonly WebhookDefinition[];
  /** What is unusual, but can be used. */
  readonly warnings: readonly string[];
}

export interface WebhooksFileOptions {
  readonly path: string;
  /** Replaces `$NAME` and `${NAME}` in all texts; unknown ones stay. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a definition; throws `Problem`. */
  readonly read: (given: Readonly<Record<string, unknown>>) => WebhookDefinition;
}

/** Reads the section `webhooks` of a file in YAML or JSON. Throws {@link InvalidWebhooksFile}. Reference: webhooks#file. */
export function readWebhooksFile({ path, environment, read }: WebhooksFileOptions): WebhooksFile {
  const text = textOf(path);
  if (text === undefined) return { definitions: [], warnings: ['the file does not exist'] };
  const content = expanded(parsed(text), environment);
  if (content === null) return { definitions: [], warnings: ['the file is empty'] };
  if (!isObject(content))
    throw new InvalidWebhooksFile(['an object with the section `webhooks` is expected']);
  const section = Object.hasOwn(content, 'webhooks') ? content['webhooks'] : undefined;
  if (section === undefined) return { definitions: [], warnings: ['the file has no section `webhooks`'] };
  if (section === null) return { definitions: [], warnings: ['the section `webhooks` is empty'] };
  if (!Array.isArray(section)) throw new InvalidWebhooksFile(['`webhooks` must be a list']);
  const problems: string[] = [];
  const definitions = section.flatMap((entry: unknown, index): WebhookDefinition[] => {
    try {
      if (!isObject(entry)) throw new InvalidWebhooksFile(['must be an object']);
      return [read(entry)];
    } catch (error) {
      problems.push(`webhooks[${index}]${nameOf(entry)}: ${reasonOf(error)}`);
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidWebhooksFile(problems);
  const names = definitions.map(({ name }) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return { definitions, warnings: [...repeated].map((name) => `several webhooks have the name ${name}`) };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new InvalidWebhooksFile([
      code === 'EISDIR' ? 'it is a directory; a file is expected' : 'the file cannot be read',
    ]);
  }
}

function parsed(text: string): unknown {
  try {
    return (parse(text) as unknown) ?? null;
  } catch (error) {
    // The first line has the problem and its position; the rest quotes the file.
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new InvalidWebhooksFile([`it is neither YAML nor JSON: ${reason}`]);
  }
}

const VARIABLE = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;

function expanded(value: unknown, environment: WebhooksFileOptions['environment']): unknown {
  const expand = (text: string): string =>
    text.replace(
      VARIABLE,
      (written, braced?: string, plain?: string) => environment[braced ?? plain ?? ''] ?? written,
    );
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return expand(one);
    if (Array.isArray(one)) return one.map(walk);
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [expand(name), walk(member)]));
  };
  return walk(value);
}

function nameOf(entry: unknown): string {
  const name = isObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name !== '' ? ` (${name.slice(0, 128)})` : '';
}

function reasonOf(error: unknown): string {
  if (error instanceof InvalidWebhooksFile) return error.problems.join('; ');
  if (!(error instanceof Problem)) throw error;
  // This error names the permitted fields; the one that is not is in its details.
  const { param } = error.details;
  return error.errorCode === 'webhook_field_unknown'
    ? `${error.detail} Found: ${param?.name}.`
    : error.detail;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
