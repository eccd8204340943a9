import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import { formedList, formedText, optionalFormedText, text } from './kinds';
import { PROVIDER_NAME } from './provider-name';

/**
 * The users, groups and providers that exist from the start, and the names by which they are
 * addressed. Reference: sessions#provider-sign-in.
 */
export const identities = {
  adminUser: text('SVC_ADMIN_USER', {
    mandatory: true,
    apiOnly: true,
    about: 'Name of the configured administrator.',
  }),
  adminPassword: text('SVC_ADMIN_PASSWORD', {
    mandatory: true,
    apiOnly: true,
    secret: true,
    about:
      'Password of the configured administrator, without spaces around it; applied at start if it differs from the one applied last, so that a password that was changed through the API is kept.',
  }),
  adminEmail: optionalFormedText(
    'SVC_ADMIN_EMAIL',
    { pattern: EMAIL, expected: 'must be an email address', maxLength: MAX_EMAIL_LENGTH },
    {
      apiOnly: true,
      about:
        'Email of the configured administrator, used when the account is created. Default: `<name>@mail.com`.',
    },
  ),
  adminGroup: text('SVC_ADMIN_GROUP', {
    fallback: 'administrators',
    about: 'Group whose members may do everything.',
  }),
  anonymousUser: text('SVC_ANONYMOUS_USER', {
    fallback: 'anonymous',
    about:
      'Name of the anonymous user, which requests without a session have, and of the anonymous group, to which all users belong.',
  }),
  usersGroup: text('SVC_USERS_GROUP', {
    fallback: 'users',
    about: 'Ordinary group, created at start; accounts of external providers are added to it.',
  }),
  loggedUser: text('SVC_LOGGED_USER', {
    fallback: 'current',
    about: 'Keyword for the signed-in user in paths.',
  }),
  defaultProvider: formedText('SVC_DEFAULT_PROVIDER', PROVIDER_NAME, {
    fallback: 'gatehouse',
    about: 'Name of the internal provider.',
  }),
  defaultProviderAliases: formedList('SVC_DEFAULT_PROVIDER_ALIASES', PROVIDER_NAME, {
    fallback: 'ziggurat',
    about: 'Further names of the internal provider that existing clients send.',
  }),
} as const;
