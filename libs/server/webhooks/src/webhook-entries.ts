import { type FileValue, type Message, messageAt, plainOf } from '@gatehouse/desired-state';
import { Problem, problem } from '@gatehouse/problems';
import type { WebhookDefinition } from './definition';

export interface WebhookEntries {
  readonly definitions: readonly WebhookDefinition[];
  /** What cannot be used, which refuses the configuration, and names of several webhooks. */
  readonly messages: readonly Message[];
}

/**
 * The webhooks of the section `webhooks` of configuration files. `read` reads a definition, and throws `Problem`.
 * Reference: webhooks#file.
 */
export function readWebhookEntries(
  entries: readonly FileValue[],
  read: (input: Readonly<Record<string, unknown>>) => WebhookDefinition,
): WebhookEntries {
  const messages: Message[] = [];
  const names = new Set<string>();
  const definitions = entries.flatMap((value, index): WebhookDefinition[] => {
    const path = `webhooks[${index}]`;
    try {
      const definition = read(objectIn(value, path));
      const repeated = problem('webhook_name_repeated', { name: definition.name });
      if (names.has(definition.name)) messages.push(messageAt('warning', { path, value }, repeated));
      names.add(definition.name);
      return [definition];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      messages.push(messageAt('refused', placeOf(value, path, error), error));
      return [];
    }
  });
  return { definitions, messages };
}

function objectIn(value: FileValue, path: string): Readonly<Record<string, unknown>> {
  if (value.kind === 'object') return plainOf(value) as Readonly<Record<string, unknown>>;
  const expected = { en: 'an object with fields', fr: 'un objet avec des champs' };
  throw problem('configuration_value_invalid', { field: path, expected });
}

/** Where the field is that the problem is about, or else the entry. */
function placeOf(value: FileValue, path: string, { details }: Problem) {
  const name = details.param?.name;
  const member = value.kind === 'object' && name !== undefined ? value.members.get(name) : undefined;
  return member ? { path: `${path}.${name}`, value: member.key, around: value } : { path, value };
}
