import { Text } from './text-field';

/** The field that confirms a change of the own account. Reference: sessions#sensitive-changes. */
export const CURRENT_PASSWORD = {
  about:
    'The password of the caller before the change. Changes of the own password, email address and linked identities need it unless the caller has signed in within `SVC_RECENT_SIGN_IN` seconds.',
  optional: true,
  wrongType: 400,
  secret: true,
  example: 'correct horse battery',
} as const;

/** The body of a change of the own account that needs nothing else. */
export class ConfirmationDto {
  @Text(CURRENT_PASSWORD)
  current_password?: string;
}
