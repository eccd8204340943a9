/** A principal as replies and reasons name it: `user:<id>:<name>` or `group:<id>:<name>`. */
export type PrincipalReason = `user:${number}:${string}` | `group:${number}:${string}`;

/**
 * The reason for a decision: the principal of the assignment that decided, `multiple` if several groups have that same
 * assignment, `administrator`, `no-permission` if no assignment applies, or `token-restriction` if the owner of a token is allowed what its
 * restriction does not cover. Reference: permission-rules#reasons.
 */
export type Reason = PrincipalReason | 'multiple' | 'administrator' | 'no-permission' | 'token-restriction';
