import { type User, UserStatus } from '@gatehouse/database';
import { tableOf } from './table';

/** Accounts. Reference: data#accounts. */
export const USER_TABLE = tableOf<User>()({
  name: 'users',
  entity: 'user',
  key: 'id',
  about: 'user',
  fields: {
    // Not shown by itself: the id of the anonymous user is hidden.
    id: { type: 'integer', wire: 'user_id', snapshot: 'decisions' },
    name: {
      type: 'text',
      wire: 'user_name',
      setBy: 'administrators',
      shown: 'list',
      snapshot: 'decisions',
      file: 'username',
    },
    email: { type: 'text', wire: 'email', setBy: 'owner', shown: 'list', snapshot: 'value', file: 'email' },
    passwordHash: {
      type: 'text',
      column: 'password_hash',
      wire: 'password',
      setBy: 'owner',
      secret: true,
      file: 'password',
    },
    status: {
      type: 'smallint',
      wire: 'status',
      setBy: 'administrators',
      shown: 'list',
      snapshot: 'value',
      default: UserStatus.OK,
    },
    locale: {
      type: 'text',
      wire: 'locale',
      setBy: 'owner',
      shown: 'details',
      snapshot: 'value',
      default: 'en',
      file: 'locale',
    },
    kind: {
      type: 'text',
      wire: 'kind',
      setBy: 'creator',
      shown: 'list',
      snapshot: 'value',
      default: 'person',
      file: 'kind',
    },
    createdBy: {
      type: 'integer',
      column: 'created_by',
      setBy: 'creator',
      default: null,
      file: 'created_by',
    },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});
