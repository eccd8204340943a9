import type { ServiceRow } from '@gatehouse/database';
import { tableOf } from './table';

/** What services have besides the resources that are their roots, of which their names are. Reference: data#resources. */
export const SERVICE_TABLE = tableOf<ServiceRow>()({
  name: 'services',
  entity: 'service',
  key: 'resource_id',
  about: 'resource',
  fields: {
    resourceId: { type: 'integer', column: 'resource_id', wire: 'resource_id', snapshot: 'decisions' },
    // Not shown by itself: replies have the name of the type.
    type: { type: 'text', wire: 'service_type', setBy: 'creator', snapshot: 'decisions', file: 'type' },
    url: {
      type: 'text',
      wire: 'service_url',
      setBy: 'administrators',
      shown: 'list',
      snapshot: 'decisions',
      file: 'url',
    },
    syncType: {
      type: 'text',
      column: 'sync_type',
      wire: 'service_sync_type',
      setBy: 'creator',
      shown: 'public',
      snapshot: 'value',
      default: null,
      file: 'sync_type',
    },
    synchronization: {
      type: 'jsonb',
      wire: 'synchronization',
      setBy: 'administrators',
      shown: 'details',
      snapshot: 'value',
      default: null,
      file: 'synchronization',
    },
    configuration: {
      type: 'jsonb',
      wire: 'configuration',
      setBy: 'administrators',
      shown: 'details',
      snapshot: 'decisions',
      default: null,
      file: 'configuration',
    },
    proxy: {
      type: 'jsonb',
      wire: 'proxy',
      setBy: 'administrators',
      shown: 'details',
      snapshot: 'decisions',
      default: null,
      file: 'proxy',
    },
    // By it, the audit log has who has set and deleted credentials.
    credentialsVersion: { type: 'integer', column: 'credentials_version', default: 0, secret: true },
  },
});
