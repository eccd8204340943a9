import type { Group } from '@gatehouse/database';

/** The columns of a group that administrators set. */
export interface GroupColumns {
  readonly name: string;
  readonly description: string;
  readonly discoverable: boolean;
}

/** A group to be created. */
export interface NewGroup extends GroupColumns {
  /** Terms to accept before joining; rejected until they can be accepted. */
  readonly terms: string | undefined;
}

/** Fields of a group that are to get another value; absent ones stay as they are. */
export type GroupChange = Partial<GroupColumns>;

/** A group that a request names, beside the name that was requested. */
export type NamedGroup = Pick<Group, 'id' | 'name'> & { readonly requested: string };

/** Weight of the permissions of a group compared with those of others. */
export type GroupPriority = number | 'max';
