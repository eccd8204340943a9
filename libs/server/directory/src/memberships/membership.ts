/** Whether a user has become a member, or has to accept the terms of the group first. */
export type MembershipState = 'active' | 'pending';

/** A user to be added to a group. */
export interface NewMembership {
  readonly userId: number;
  readonly groupId: number;
}
