/** Meanings of an account's status. A status never blocks sign-in or access. Reference: http#user-status. */
export const UserStatus = { OK: 1, WebhookError: 2, Pending: 4 } as const;
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];
