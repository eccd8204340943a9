import type { DirectorySettings } from '@gatehouse/directory';
import type { ImportSession } from '../session';

/** The names that have a meaning of their own in the source. Those that are not stated are as here. */
export interface SourceNames {
  /** The configured administrator (`MAGPIE_ADMIN_USER`). */
  readonly administrator: string;
  /** The group of administrators (`MAGPIE_ADMIN_GROUP`). */
  readonly administrators: string;
  /** The user without a session, and the group of everybody (`MAGPIE_ANONYMOUS_USER`). */
  readonly anonymous: string;
  /** The group of new users of providers (`MAGPIE_USERS_GROUP`). */
  readonly users: string;
  /** Before the names of users and groups of nodes (`MAGPIE_NETWORK_NAME_PREFIX`). */
  readonly networkPrefix: string;
  /** The group of all nodes (`MAGPIE_NETWORK_GROUP_NAME`). */
  readonly networkGroup: string;
}

/** Makes the table `import_names` of one row, which statements join: the names of both sides, and what the import depends on. */
export async function makeNames(
  session: ImportSession,
  settings: DirectorySettings,
  given: Partial<SourceNames>,
  { sourceId, keepsIds }: { readonly sourceId: number; readonly keepsIds: boolean },
): Promise<void> {
  const names: SourceNames = {
    administrator: given.administrator ?? settings.adminUser,
    administrators: given.administrators ?? settings.adminGroup,
    anonymous: given.anonymous ?? settings.anonymousUser,
    users: given.users ?? settings.usersGroup,
    networkPrefix: given.networkPrefix ?? settings.networkNamePrefix,
    networkGroup: given.networkGroup ?? settings.networkGroupName,
  };
  const row: Readonly<Record<string, string | number | boolean>> = {
    source_id: sourceId,
    keeps_ids: keepsIds,
    from_admin: names.administrator,
    from_admins: names.administrators,
    from_anonymous: names.anonymous,
    from_users: names.users,
    from_prefix: names.networkPrefix,
    from_network: names.networkGroup,
    admin: settings.adminUser,
    admins: settings.adminGroup,
    anonymous: settings.anonymousUser,
    users_group: settings.usersGroup,
    prefix: settings.networkNamePrefix,
    network: settings.networkGroupName,
    has_network: settings.networkEnabled,
    keyword: settings.loggedUser,
    admin_email: settings.adminEmail,
    anonymous_email: `${settings.anonymousUser}@mail.com`,
    max_name: settings.userNameMaxLength,
  };
  const types = { string: 'text', number: 'integer', boolean: 'boolean' } as const;
  const columns = Object.entries(row).map(
    ([name, value]) => `${name} ${types[typeof value as keyof typeof types]}`,
  );
  session.later(
    'DROP TABLE IF EXISTS import_names',
    `CREATE TEMPORARY TABLE import_names (${columns.join(', ')})`,
  );
  await session.query(
    `INSERT INTO import_names VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}
