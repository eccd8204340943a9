/** Types of staged columns. Text where the reference's own type is wider than what Gatehouse accepts: the report judges it. */
type ColumnType = 'integer' | 'smallint' | 'boolean' | 'text' | 'timestamp' | 'json' | 'uuid';

export interface SourceTable {
  /** Name in the reference's database. */
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The columns by which statements find staged rows. */
  readonly indexes: readonly (readonly string[])[];
}

/** The tables of the reference that are read, with the columns that an import uses; each column is one of the newest schema. */
export const SOURCE_TABLES = [
  {
    name: 'users',
    columns: {
      id: 'integer',
      user_name: 'text',
      user_password: 'text',
      email: 'text',
      status: 'smallint',
      registered_date: 'timestamp',
      last_login_date: 'timestamp',
    },
    indexes: [['id']],
  },
  {
    name: 'users_pending',
    columns: {
      id: 'integer',
      user_name: 'text',
      user_password: 'text',
      email: 'text',
      registered_date: 'timestamp',
    },
    indexes: [['id']],
  },
  {
    name: 'groups',
    columns: {
      id: 'integer',
      group_name: 'text',
      description: 'text',
      discoverable: 'boolean',
      terms: 'text',
    },
    indexes: [['id']],
  },
  {
    name: 'users_groups',
    columns: { user_id: 'integer', group_id: 'integer' },
    indexes: [['user_id', 'group_id']],
  },
  { name: 'groups_permissions', columns: { group_id: 'integer', perm_name: 'text' }, indexes: [] },
  { name: 'users_permissions', columns: { user_id: 'integer', perm_name: 'text' }, indexes: [] },
  {
    name: 'resources',
    columns: {
      resource_id: 'integer',
      resource_name: 'text',
      resource_display_name: 'text',
      resource_type: 'text',
      parent_id: 'integer',
      root_service_id: 'integer',
      ordering: 'integer',
    },
    indexes: [['resource_id'], ['parent_id'], ['root_service_id']],
  },
  {
    name: 'services',
    columns: { resource_id: 'integer', type: 'text', url: 'text', sync_type: 'text', configuration: 'json' },
    indexes: [['resource_id']],
  },
  {
    name: 'users_resources_permissions',
    columns: { user_id: 'integer', resource_id: 'integer', perm_name: 'text' },
    indexes: [['user_id', 'resource_id'], ['resource_id']],
  },
  {
    name: 'groups_resources_permissions',
    columns: { group_id: 'integer', resource_id: 'integer', perm_name: 'text' },
    indexes: [['group_id', 'resource_id'], ['resource_id']],
  },
  {
    name: 'external_identities',
    columns: {
      external_id: 'text',
      external_user_name: 'text',
      provider_name: 'text',
      local_user_id: 'integer',
    },
    indexes: [['local_user_id']],
  },
  {
    name: 'tmp_tokens',
    columns: {
      token: 'uuid',
      operation: 'text',
      user_id: 'integer',
      user_pending_id: 'integer',
      group_id: 'integer',
      created: 'timestamp',
    },
    indexes: [],
  },
  {
    name: 'network_nodes',
    columns: {
      id: 'integer',
      name: 'text',
      base_url: 'text',
      jwks_url: 'text',
      token_url: 'text',
      authorization_url: 'text',
      redirect_uris: 'json',
    },
    indexes: [['id']],
  },
  {
    name: 'network_tokens',
    columns: { id: 'integer', token: 'text', created: 'timestamp' },
    indexes: [['id']],
  },
  {
    name: 'network_remote_users',
    columns: {
      id: 'integer',
      user_id: 'integer',
      network_node_id: 'integer',
      name: 'text',
      network_token_id: 'integer',
    },
    indexes: [['id']],
  },
] as const satisfies readonly SourceTable[];

export type SourceTableName = (typeof SOURCE_TABLES)[number]['name'];

/** Name of the temporary table with the staged rows of a table of the reference. */
export function stagedName(table: SourceTableName): string {
  return `staged_${table}`;
}
