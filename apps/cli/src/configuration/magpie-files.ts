import { withEscapes } from '@gatehouse/names';
import { parse, stringify } from 'yaml';

type Entry = Readonly<Record<string, unknown>>;

/** Fields that Magpie reads; it refuses others of services. */
const FIELDS = {
  providers: ['url', 'type', 'sync_type', 'configuration', 'title', 'public', 'c4i', 'hooks'],
  permissions: ['service', 'resource', 'type', 'permission', 'user', 'group', 'action'],
  // Not `group`: a start of Magpie ends with an error if a user is to be created in a group that does not exist yet.
  users: ['username', 'email'],
  groups: ['name', 'description', 'discoverable', 'terms'],
} as const;

/** Types of services that Magpie does not have. It does not start with one in its files. */
const UNKNOWN_TYPES: ReadonlySet<unknown> = new Set(['project-api']);

export interface MagpieFile {
  readonly text: string;
  /** Services that Magpie cannot have. */
  readonly services: readonly string[];
}

/**
 * A file of an export as Magpie reads it: with the sections that it requires in every file, and without what it does not know, such as
 * memberships, and resources apart from permissions. A text that looks like a variable stays as it is. Services of types that Magpie does not have are left out, with
 * their permissions.
 */
export function magpieFile(content: string): MagpieFile {
  const document = (parse(content, { version: '1.1' }) ?? {}) as Entry;
  const all = Object.entries((document['providers'] ?? {}) as Record<string, Entry>);
  const services = all.flatMap(([name, { type }]) => (UNKNOWN_TYPES.has(type) ? [name] : []));
  const providers = all
    .filter(([name]) => !services.includes(name))
    .map(([name, provider]) => [name, only(provider, FIELDS.providers)] as const);
  const listed = (section: 'permissions' | 'users' | 'groups'): readonly Entry[] =>
    ((document[section] ?? []) as readonly Entry[]).map((entry) => only(entry, FIELDS[section]));
  const text = textOf({
    providers: Object.fromEntries(providers),
    // Magpie logs a warning for each entry without an action.
    permissions: listed('permissions')
      .filter(({ service }) => !services.some((name) => name === service))
      .map((entry) => ({ action: 'create', ...entry })),
    users: listed('users'),
    groups: listed('groups'),
  });
  return { text, services };
}

/** Magpie reads YAML 1.1, in which `yes` is no text. */
function textOf(value: object): string {
  const text = stringify(value, {
    version: '1.1',
    lineWidth: 0,
    defaultKeyType: 'PLAIN',
    defaultStringType: 'QUOTE_DOUBLE',
  });
  return withEscapes(text);
}

function only(entry: Entry, fields: readonly string[]): Entry {
  return Object.fromEntries(
    fields.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])),
  );
}
