import type { Schema } from './sample';

/** Limits that settings set: the shapes of bodies do not know them. */
export interface Limits {
  /** Fewest characters of a new password. */
  readonly passwordMinLength: number;
  /** Most characters of the name of a user or a group. */
  readonly userNameMaxLength: number;
}

/** Adds the limits to the fields of a body that they are about. */
export function limitBody(body: Exclude<Schema, { $ref: string }>, limits: Limits): void {
  const properties = body.properties ?? {};
  const limit = (name: string, values: object): void => {
    if (properties[name]) properties[name] = { ...properties[name], ...values };
  };
  limit('password', { minLength: limits.passwordMinLength });
  limit('user_name', { maxLength: limits.userNameMaxLength });
  limit('group_name', { maxLength: limits.userNameMaxLength });
}
