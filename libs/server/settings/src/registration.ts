import { flag, optionalText, whole } from './kinds';

const DAY_SECONDS = 86_400;
const YEAR = 366 * DAY_SECONDS;

/** Settings of self-registration and one-time links. Reference: registration-and-links#settings. */
export const registration = {
  tokenExpire: whole(
    'SVC_TOKEN_EXPIRE',
    { min: 60, max: YEAR },
    {
      apiOnly: true,
      fallback: String(DAY_SECONDS),
      about: 'Seconds for which a one-time link (`/tmp/{token}`) is valid.',
    },
  ),
  registrationEnabled: flag('SVC_USER_REGISTRATION_ENABLED', {
    apiOnly: true,
    fallback: 'false',
    about: 'Whether users can register themselves. Requires `SVC_SMTP_HOST`.',
  }),
  registrationApprovalEnabled: flag('SVC_USER_REGISTRATION_APPROVAL_ENABLED', {
    apiOnly: true,
    fallback: 'false',
    about:
      'Whether an administrator has to approve a registration after its email address was confirmed. Requires `SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT`.',
  }),
  registrationApprovalRecipient: optionalText('SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT', {
    apiOnly: true,
    about: 'Email address that requests for approval are sent to.',
  }),
  registrationNotifyEnabled: flag('SVC_USER_REGISTRATION_NOTIFY_ENABLED', {
    apiOnly: true,
    fallback: 'false',
    about:
      'Whether a mail announces each completed registration. Requires `SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT`.',
  }),
  registrationNotifyRecipient: optionalText('SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT', {
    apiOnly: true,
    about: 'Email address that completed registrations are announced to.',
  }),
  registrationExpire: whole(
    'SVC_USER_REGISTRATION_EXPIRE',
    { min: 60, max: YEAR },
    {
      apiOnly: true,
      fallback: String(7 * DAY_SECONDS),
      about:
        'Seconds after which a registration that is not completed is removed, counted from its last step or its last mail. Must not be shorter than `SVC_TOKEN_EXPIRE`.',
    },
  ),
  registrationWindow: whole(
    'SVC_USER_REGISTRATION_WINDOW',
    { min: 1, max: DAY_SECONDS },
    {
      apiOnly: true,
      fallback: '3600',
      about: 'Length in seconds of the window of the two following limits.',
    },
  ),
  registrationAddressLimit: whole(
    'SVC_USER_REGISTRATION_ADDRESS_LIMIT',
    { min: 1, max: 1_000_000 },
    {
      apiOnly: true,
      fallback: '60',
      about:
        'Number of registrations and resent mails that one client network (IPv4 address, or IPv6 /64) may request within the window; further requests are rejected with 429.',
    },
  ),
  registrationEmailLimit: whole(
    'SVC_USER_REGISTRATION_EMAIL_LIMIT',
    { min: 1, max: 1_000_000 },
    {
      apiOnly: true,
      fallback: '5',
      about:
        'Number of mails about registrations that are sent to one email address within the window. Further ones are not sent; the reply is the same, so that it discloses nothing.',
    },
  ),
} as const;
