/** How the change log records the objects of a kind, for the comparison of changes. Reference: data#conditional-changes. */
export interface RecordedObject {
  /** Name of the entity in the change log. */
  readonly entity: string;
  /** Integer column that identifies the object; each row with its value counts. */
  readonly key: string;
  /** What the rows are about, if it is the user, group or resource that the key identifies: the change log has an index on it. */
  readonly about?: 'user' | 'group' | 'resource';
  /** Names of the fields in bodies of requests, by column. The members of a JSON column `x.*` are fields of their own. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same for columns that are secret, or that count the changes of a secret. Their values are never stated. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** The objects that administrators and their owners change. */
export const RECORDED = {
  user: {
    entity: 'user',
    key: 'id',
    about: 'user',
    fields: { name: 'user_name', email: 'email', status: 'status', locale: 'locale' },
    secrets: { password_hash: 'password' },
  },
  group: {
    entity: 'group',
    key: 'id',
    about: 'group',
    fields: { name: 'group_name', description: 'description', discoverable: 'discoverable' },
  },
  /** Each version is a row: a new one changes the text. */
  groupTerms: { entity: 'group_terms', key: 'group_id', about: 'group', fields: { text: 'terms' } },
  service: {
    entity: 'service',
    key: 'resource_id',
    about: 'resource',
    fields: { url: 'service_url', configuration: 'configuration', proxy: 'proxy' },
  },
  /** The name of a service is that of its resource. */
  serviceName: { entity: 'resource', key: 'id', about: 'resource', fields: { name: 'service_name' } },
  resource: { entity: 'resource', key: 'id', about: 'resource', fields: { name: 'resource_name' } },
  identityProvider: {
    entity: 'identity_provider',
    key: 'id',
    fields: { definition: 'definition.*' },
    secrets: { secret_version: 'client_secret' },
  },
  networkNode: {
    entity: 'network_node',
    key: 'id',
    fields: {
      name: 'name',
      base_url: 'base_url',
      jwks_url: 'jwks_url',
      token_url: 'token_url',
      authorization_url: 'authorization_url',
      redirect_uris: 'redirect_uris',
    },
  },
  remoteUser: {
    entity: 'remote_user',
    key: 'id',
    fields: { name: 'remote_user_name', node_id: 'node_name', user_id: 'user_name' },
  },
  webhook: {
    entity: 'webhook',
    key: 'id',
    fields: {
      name: 'name',
      action: 'action',
      method: 'method',
      url: 'url',
      format: 'format',
      payload: 'payload',
    },
  },
} as const satisfies Readonly<Record<string, RecordedObject>>;
