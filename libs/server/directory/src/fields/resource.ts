import type { Resource } from '@gatehouse/database';
import { tableOf } from './table';

/** Nodes of the trees of services, whose roots are services. Reference: data#resources. */
export const RESOURCE_TABLE = tableOf<Resource>()({
  name: 'resources',
  entity: 'resource',
  key: 'id',
  about: 'resource',
  fields: {
    name: {
      type: 'text',
      wire: 'resource_name',
      setBy: 'administrators',
      shown: 'public',
      snapshot: 'decisions',
      file: 'name',
    },
    displayName: {
      type: 'text',
      column: 'display_name',
      wire: 'resource_display_name',
      setBy: 'creator',
      shown: 'public',
      snapshot: 'value',
      like: 'name',
      file: 'display_name',
    },
    type: {
      type: 'text',
      wire: 'resource_type',
      setBy: 'creator',
      shown: 'public',
      snapshot: 'decisions',
      file: 'type',
    },
    id: { type: 'integer', wire: 'resource_id', shown: 'public', snapshot: 'decisions' },
    // In files, positions in the tree are paths.
    parentId: {
      type: 'integer',
      column: 'parent_id',
      wire: 'parent_id',
      setBy: 'creator',
      shown: 'public',
      snapshot: 'decisions',
    },
    rootServiceId: {
      type: 'integer',
      column: 'root_service_id',
      wire: 'root_service_id',
      shown: 'public',
      snapshot: 'decisions',
    },
    ordering: { type: 'integer', snapshot: 'decisions' },
  },
});
