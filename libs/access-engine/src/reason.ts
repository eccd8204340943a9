/** A principal as replies and reasons name it: `user:<id>:<name>` or `group:<id>:<name>`. */
export type PrincipalReason = `user:${number}:${string}` | `group:${number}:${string}`;

/**
 * Why a decision is what it is: the principal of the assignment that decided, `multiple` when several groups hold that same
 * assignment, `administrator`, or `no-permission` when no assignment applies. Reference: permissions#reasons.
 */
export type Reason = PrincipalReason | 'multiple' | 'administrator' | 'no-permission';
