import type { Group } from '@gatehouse/database';
import { tableOf } from './table';

/** Groups of users. Reference: data#accounts. */
export const GROUP_TABLE = tableOf<Group>()({
  name: 'groups',
  entity: 'group',
  key: 'id',
  about: 'group',
  fields: {
    name: {
      type: 'text',
      wire: 'group_name',
      setBy: 'administrators',
      shown: 'public',
      snapshot: 'decisions',
      file: 'name',
    },
    id: { type: 'integer', wire: 'group_id', shown: 'details', snapshot: 'decisions' },
    description: {
      type: 'text',
      wire: 'description',
      setBy: 'administrators',
      shown: 'public',
      default: '',
      file: 'description',
    },
    discoverable: {
      type: 'boolean',
      wire: 'discoverable',
      setBy: 'administrators',
      shown: 'details',
      default: false,
      file: 'discoverable',
    },
    // The newest version of the terms, which have a table of their own.
    terms: {
      type: 'text',
      wire: 'terms',
      shown: 'details',
      snapshot: 'presence',
      default: null,
      file: 'terms',
    },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});
