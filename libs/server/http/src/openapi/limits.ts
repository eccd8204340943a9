import type { Schema } from './sample';

/** Limits that are settings, which the DTOs of bodies do not have. */
export interface Limits {
  /** Minimum characters of a new password. */
  readonly passwordMinLength: number;
  /** Maximum characters of the name of a user or a group. */
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
