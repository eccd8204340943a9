import type { IdentityProviderRow } from '@gatehouse/database';
import { tableOf } from './table';

/** Identity providers, without their secrets. Reference: identity-providers#administration. */
export const PROVIDER_TABLE = tableOf<IdentityProviderRow>()({
  name: 'identity_providers',
  entity: 'identity_provider',
  key: 'id',
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', wire: 'provider_name', setBy: 'creator', shown: 'public', file: 'name' },
    // Its members are read by `readProvider` of the library for sign-in.
    definition: {
      type: 'jsonb',
      wire: 'definition.*',
      setBy: 'administrators',
      shown: 'details',
      file: '*',
    },
    secretVersion: {
      type: 'integer',
      column: 'secret_version',
      wire: 'client_secret',
      setBy: 'administrators',
      default: 0,
      secret: true,
      file: 'client_secret',
    },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});
