import type { Group } from '@gatehouse/database';
import type { GROUP_TABLE } from '../fields/group';
import type { Change, New } from '../fields/table';

/** Columns of a group to be created; absent ones get their default. */
export type NewGroupColumns = New<typeof GROUP_TABLE>;

/** A group to be created. */
export type NewGroup = NewGroupColumns & {
  /** Terms to accept before joining; empty or undefined for none. */
  readonly terms: string | undefined;
};

/** A group to be created among many. */
export type ImportedGroup = NewGroupColumns & { readonly terms?: string | undefined };

/** New values of columns; absent columns keep theirs. */
export type GroupChange = Change<typeof GROUP_TABLE>;

/** A group named in a request, with the name as requested. */
export type NamedGroup = Pick<Group, 'id' | 'name'> & { readonly requested: string };

/** Weight of the permissions of a group compared with those of others. */
export type GroupPriority = number | 'max';
