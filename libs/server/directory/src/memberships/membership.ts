/** A user to be added to a group. */
export interface NewMembership {
  readonly userId: number;
  readonly groupId: number;
}
