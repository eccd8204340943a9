import { type DeclaredError, withStatus } from '@gatehouse/http';
import { NAME_PROBLEMS } from '@gatehouse/names';

/** Errors of changes that need the confirmation of their owner. */
export const CONFIRMATION_ERRORS: readonly DeclaredError[] = [
  'recent_sign_in_required',
  'sign_in_rate_limited',
  'password_queue_full',
  'token_not_sufficient',
];

/** Errors of the values of a service account. */
export const SERVICE_ACCOUNT_ERRORS: readonly DeclaredError[] = [
  ...withStatus(400, 'user_name_invalid', ...NAME_PROBLEMS),
  'user_name_pattern_mismatch',
  'user_name_too_long',
  'email_invalid',
  'email_reserved',
  'value_empty',
  'value_too_long',
  'user_name_taken',
  'user_email_taken',
];

/** Errors of the values of an account, new or changed. */
export const ACCOUNT_ERRORS: readonly DeclaredError[] = [
  ...SERVICE_ACCOUNT_ERRORS,
  'password_too_short',
  'password_queue_full',
];
