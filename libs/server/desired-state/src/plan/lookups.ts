import type { BulkLookups } from '@gatehouse/directory';

/** What a plan reads of the state that it starts from: that of a database, or one in memory. */
export type PlanLookups = Pick<
  BulkLookups,
  | 'newestRevision'
  | 'services'
  | 'groups'
  | 'users'
  | 'usersWithEmail'
  | 'children'
  | 'resources'
  | 'assignments'
  | 'memberships'
>;
