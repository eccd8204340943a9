import { Problem, problem } from '@gatehouse/problems';
import { SECTIONS } from '../declarations/sections';
import { type Message, type Place, messageAt } from '../message';
import { type FileValue, plainOf } from '../read/file-value';
import { readEntry } from './read-entry';

/** An entry of `nodes`, by the names of the fields in files and requests. */
export interface NodeEntry {
  readonly name: string;
  readonly base_url: string;
  readonly jwks_url: string;
  readonly token_url: string;
  readonly authorization_url: string;
  readonly redirect_uris: unknown;
}

export interface ValidatedNodes<T> {
  /** The last of each name, in the order of the files. */
  readonly nodes: readonly T[];
  readonly messages: readonly Message[];
}

/** The entries of `nodes`, read by `read`, which throws `Problem`. A wrong one refuses the configuration. */
export function validateNodes<T>(
  entries: readonly FileValue[],
  read: (entry: NodeEntry) => T,
): ValidatedNodes<T> {
  const messages: Message[] = [];
  const found = new Map<string, { readonly place: Place; readonly node: T }>();
  for (const [index, value] of entries.entries()) {
    const place = { path: `nodes[${index}]`, value };
    const fields = readEntry(place, {
      fields: SECTIONS.nodes.fields,
      invalid: 'refused',
      unknownField: 'refused',
      report: (message) => messages.push(message),
    });
    if (!fields) continue;
    const text = (field: string): string => fields.text(field) ?? '';
    const name = text('name');
    const uris = fields.value('redirect_uris');
    try {
      const node = read({
        name,
        base_url: text('base_url'),
        jwks_url: text('jwks_url'),
        token_url: text('token_url'),
        authorization_url: text('authorization_url'),
        redirect_uris: uris === undefined ? [] : plainOf(uris),
      });
      const before = found.get(name)?.place;
      if (before) messages.push(replaced(before, name, value));
      found.set(name, { place, node });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const wire = error.details.param?.name;
      const at = wire === undefined ? place : fields.place(wire);
      messages.push(messageAt('refused', { ...at, around: value }, error));
    }
  }
  return { nodes: [...found.values()].map(({ node }) => node), messages };
}

function replaced(before: Place, name: string, { source, offset }: FileValue): Message {
  const { line } = source.positionOf(offset);
  const found = problem('configuration_entry_replaced', { name, file: source.name, line });
  return messageAt('warning', before, found);
}
