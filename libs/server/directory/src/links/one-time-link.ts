/** What a one-time link does. Stored text: never renamed. */
export type LinkOperation =
  | 'user-registration-confirm-email'
  | 'user-registration-admin-approve'
  | 'user-registration-admin-decline'
  | 'group-accept-terms'
  | 'user-password-reset'
  | 'user-email-change'
  | 'webhook-user-status-error';

/** A link to be created. It is deleted with the user, group or registration that it is about. */
export interface NewLink {
  readonly operation: LinkOperation;
  readonly userId?: number;
  readonly groupId?: number;
  readonly pendingUserId?: number;
  /** JSON that the operation needs; never a secret. */
  readonly data?: object;
  /** Default: `SVC_TOKEN_EXPIRE`. */
  readonly lifetimeSeconds?: number;
}

/** A stored link. */
export interface OneTimeLink {
  readonly id: string;
  readonly operation: LinkOperation;
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly pendingUserId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Which links; at least one of the ids. */
export interface LinkFilter {
  readonly operation?: LinkOperation;
  readonly userId?: number;
  readonly groupId?: number;
  readonly pendingUserId?: number;
}
