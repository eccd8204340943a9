import { stringify } from 'yaml';
import { yamlDocument } from '../batch/yaml-documents';

type Entry = Readonly<Record<string, unknown>>;

/** Fields that Magpie reads; it refuses others of services. */
const FIELDS = {
  providers: ['url', 'type', 'sync_type', 'configuration', 'title', 'public', 'c4i', 'hooks'],
  permissions: ['service', 'resource', 'type', 'permission', 'user', 'group', 'action'],
  // Not `group`: a start of Magpie ends with an error if a user is to be created in a group that does not exist yet.
  users: ['username', 'email'],
  groups: ['name', 'description', 'discoverable', 'terms'],
} as const;

/**
 * A file of an export as Magpie reads it: with the sections that it requires in every file, and without what it does not know, such as
 * memberships, and resources apart from permissions. A text that looks like a variable stays as it is.
 */
export function magpieFile(content: string): string {
  const document = (yamlDocument(content) ?? {}) as Entry;
  const providers = Object.entries((document['providers'] ?? {}) as Record<string, Entry>).map(
    ([name, provider]) => [name, only(provider, FIELDS.providers)] as const,
  );
  const listed = (section: 'permissions' | 'users' | 'groups'): readonly Entry[] =>
    ((document[section] ?? []) as readonly Entry[]).map((entry) => only(entry, FIELDS[section]));
  return stringify({
    providers: Object.fromEntries(providers),
    permissions: listed('permissions'),
    users: listed('users'),
    groups: listed('groups'),
  });
}

function only(entry: Entry, fields: readonly string[]): Entry {
  return Object.fromEntries(
    fields.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])),
  );
}
