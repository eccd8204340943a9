import { byDefault, composed, decision, flagOf, none, translated, wholeOf } from '../reference-setting';

const TEMPLATE =
  'Templates of the reference are written in Mako and are not read. Write the mail again ([templates](reference/mail.md)), and set the setting of the same name.';

/** Identities, sessions, registration and mails. */
export const ACCOUNT_SETTINGS = [
  decision(
    'MAGPIE_SECRET',
    'Not reused: cookies of the reference do not survive, and its secret is also in `twitcher.ini`. A new `SVC_SECRET` is generated.',
  ),
  translated('MAGPIE_COOKIE_NAME', 'SVC_COOKIE_NAME'),
  translated(
    'MAGPIE_COOKIE_EXPIRE',
    'SVC_COOKIE_EXPIRE',
    'The reference has no limit by default, Gatehouse 12 hours. `0` is unlimited; `SVC_SESSION_MAX_AGE` (30 days) ends every session.',
    wholeOf,
  ),
  translated(
    ['MAGPIE_ADMIN_USER', 'MAGPIE_ADMIN_USERNAME'],
    'SVC_ADMIN_USER',
    'birdhouse-deploy calls it `MAGPIE_ADMIN_USERNAME`.',
  ),
  translated(
    'MAGPIE_ADMIN_PASSWORD',
    'SVC_ADMIN_PASSWORD',
    'Applied at the first start. Documented examples and passwords that are too short are refused.',
  ),
  translated('MAGPIE_ADMIN_EMAIL', 'SVC_ADMIN_EMAIL'),
  translated('MAGPIE_ADMIN_GROUP', 'SVC_ADMIN_GROUP'),
  translated('MAGPIE_ANONYMOUS_USER', 'SVC_ANONYMOUS_USER', 'Also the name of the group.'),
  translated('MAGPIE_USERS_GROUP', 'SVC_USERS_GROUP'),
  translated(
    'MAGPIE_USER_NAME_EXTRA_REGEX',
    'SVC_USER_NAME_EXTRA_REGEX',
    'RE2 syntax: without look-ahead and back references.',
  ),
  translated('MAGPIE_PASSWORD_MIN_LENGTH', 'SVC_PASSWORD_MIN_LENGTH', '', wholeOf),
  byDefault(
    ['MAGPIE_USER_NAME_MAX_LENGTH', 'MAGPIE_GROUP_NAME_MAX_LENGTH'],
    'SVC_USER_NAME_MAX_LENGTH',
    'Constants of the reference: 64.',
  ),
  byDefault('MAGPIE_LOGGED_USER', 'SVC_LOGGED_USER', 'Constant of the reference: `current`.'),
  byDefault(
    'MAGPIE_DEFAULT_PROVIDER',
    'SVC_DEFAULT_PROVIDER_ALIASES',
    'Constant of the reference: `ziggurat`, which is an alias of the internal provider.',
  ),
  byDefault(
    ['MAGPIE_ANONYMOUS_GROUP', 'MAGPIE_ANONYMOUS_EMAIL', 'MAGPIE_ANONYMOUS_PASSWORD'],
    undefined,
    'Follow from the name of the anonymous user, which nobody signs in as.',
  ),
  none('MAGPIE_EDITOR_GROUP', 'The reference does not use it either. The group is imported if it exists.'),
  none(
    ['MAGPIE_ADMIN_PERMISSION', 'MAGPIE_LOGGED_PERMISSION', 'MAGPIE_CONTEXT_PERMISSION'],
    'Constants of the code of the reference.',
  ),
  none('MAGPIE_DEBUG_COOKIE_IDENTITY', 'Gatehouse does not log identities of cookies.'),
  translated('MAGPIE_TOKEN_EXPIRE', 'SVC_TOKEN_EXPIRE', 'Links in mails.', wholeOf),

  translated('MAGPIE_SMTP_USER', 'SVC_SMTP_USER', 'Display name of the sender.'),
  translated('MAGPIE_SMTP_FROM', 'SVC_SMTP_FROM', 'Also the login name, as in the reference.'),
  translated('MAGPIE_SMTP_PASSWORD', 'SVC_SMTP_PASSWORD'),
  translated('MAGPIE_SMTP_HOST', 'SVC_SMTP_HOST'),
  composed(['MAGPIE_SMTP_PORT'], 'SVC_SMTP_PORT', 'Only beside `MAGPIE_SMTP_HOST`.', (lookup) =>
    whenMailed(lookup, 'MAGPIE_SMTP_PORT', wholeOf),
  ),
  composed(
    ['MAGPIE_SMTP_SSL'],
    'SVC_SMTP_SSL',
    'Only beside `MAGPIE_SMTP_HOST`. `false` upgrades with STARTTLS where it is offered; `SVC_SMTP_REQUIRE_TLS` demands it.',
    (lookup) => whenMailed(lookup, 'MAGPIE_SMTP_SSL', flagOf),
  ),
  translated('MAGPIE_USER_REGISTRATION_ENABLED', 'SVC_USER_REGISTRATION_ENABLED', '', flagOf),
  translated(
    'MAGPIE_USER_REGISTRATION_APPROVAL_ENABLED',
    'SVC_USER_REGISTRATION_APPROVAL_ENABLED',
    '',
    flagOf,
  ),
  translated(
    'MAGPIE_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT',
    'SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT',
  ),
  translated('MAGPIE_USER_REGISTRATION_NOTIFY_ENABLED', 'SVC_USER_REGISTRATION_NOTIFY_ENABLED', '', flagOf),
  translated(
    'MAGPIE_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT',
    'SVC_USER_REGISTRATION_NOTIFY_EMAIL_RECIPIENT',
  ),
  decision('MAGPIE_USER_REGISTRATION_SUBMISSION_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_USER_REGISTRATION_APPROVAL_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_USER_REGISTRATION_APPROVED_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_USER_REGISTRATION_DECLINED_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_USER_REGISTRATION_NOTIFY_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_GROUP_TERMS_SUBMISSION_EMAIL_TEMPLATE', TEMPLATE),
  decision('MAGPIE_GROUP_TERMS_APPROVED_EMAIL_TEMPLATE', TEMPLATE),

  translated(
    ['GITHUB_CLIENT_ID', 'MAGPIE_GITHUB_CLIENT_ID'],
    'SVC_GITHUB_CLIENT_ID',
    'Change the callback URL at GitHub to the one that the console shows.',
  ),
  translated(['GITHUB_CLIENT_SECRET', 'MAGPIE_GITHUB_CLIENT_SECRET'], 'SVC_GITHUB_CLIENT_SECRET'),
  translated(
    'WSO2_HOSTNAME',
    'SVC_WSO2_HOSTNAME',
    'With its scheme; `https://` is added where it has none.',
    (value) => (/^https?:\/\//.test(value) ? value : `https://${value}`).replace(/\/+$/, ''),
  ),
  translated('WSO2_CLIENT_ID', 'SVC_WSO2_CLIENT_ID'),
  translated('WSO2_CLIENT_SECRET', 'SVC_WSO2_CLIENT_SECRET'),
  decision('WSO2_CERTIFICATE_FILE', 'Set `NODE_EXTRA_CA_CERTS` of API and proxy to the file, in PEM.'),
  decision(
    'WSO2_SSL_VERIFY',
    'Certificates of identity providers are always verified. A private authority: `NODE_EXTRA_CA_CERTS`.',
  ),
] as const;

function whenMailed(
  lookup: (...names: string[]) => string | undefined,
  name: string,
  convert: (value: string) => string,
): string | undefined {
  const value = lookup(name);
  return value === undefined || lookup('MAGPIE_SMTP_HOST') === undefined ? undefined : convert(value);
}
