import type { Group } from '@gatehouse/database';

/** The columns of a group that administrators set. */
export type GroupColumns = Readonly<Omit<Group, 'id' | 'terms' | 'createdAt'>>;

/** Columns of a group to be created; absent ones get the default of the schema. */
export type NewGroupColumns = Pick<GroupColumns, 'name'> & Partial<GroupColumns>;

/** A group to be created. */
export type NewGroup = NewGroupColumns & {
  /** Terms to accept before joining; empty or undefined for none. */
  readonly terms: string | undefined;
};

/** New values of columns; absent columns keep theirs. */
export type GroupChange = Partial<GroupColumns>;

/** A group named in a request, with the name as requested. */
export type NamedGroup = Pick<Group, 'id' | 'name'> & { readonly requested: string };

/** Weight of the permissions of a group compared with those of others. */
export type GroupPriority = number | 'max';
