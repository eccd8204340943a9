import { Problem } from '@gatehouse/problems';
import {
  type ConfigurationSection,
  InvalidConfiguration,
  InvalidConfigurationFile,
  readConfigurationSection,
} from '@gatehouse/settings';
import type { WebhookDefinition } from './definition';

/** The configuration file cannot be used; the message lists all its errors. */
export class InvalidWebhooksFile extends InvalidConfiguration {
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
  /** Replaces `$NAME` and `${NAME}` in all texts; unknown ones are kept. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a definition; throws `Problem`. */
  readonly read: (input: Readonly<Record<string, unknown>>) => WebhookDefinition;
}

/** Reads the section `webhooks` of a file in YAML or JSON. Throws {@link InvalidWebhooksFile}. Reference: webhooks#file. */
export function readWebhooksFile({ path, environment, read }: WebhooksFileOptions): WebhooksFile {
  const { entries, warnings } = sectionOf(path, environment);
  const problems: string[] = [];
  const definitions = entries.flatMap((entry: unknown, index): WebhookDefinition[] => {
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
  const several = [...repeated].map((name) => `several webhooks have the name ${name}`);
  return { definitions, warnings: [...warnings, ...several] };
}

function sectionOf(path: string, environment: WebhooksFileOptions['environment']): ConfigurationSection {
  try {
    return readConfigurationSection({ path, section: 'webhooks', environment });
  } catch (error) {
    throw error instanceof InvalidConfigurationFile ? new InvalidWebhooksFile(error.problems) : error;
  }
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
