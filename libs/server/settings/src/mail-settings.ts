import { flag, oneOf, optionalText, text, whole } from './kinds';

/** A setting that names the file of a template which replaces the built-in one. */
function template(name: string, mail: string) {
  return optionalText(name, {
    apiOnly: true,
    about: `File of a template that replaces the built-in one of the mail ${mail}.`,
  });
}

/** Settings of outgoing mail and its templates; only the API sends mail. Reference: mail#settings, mail#custom-templates. */
export const mailSettings = {
  smtpHost: optionalText('SVC_SMTP_HOST', {
    about:
      'Host name of the SMTP server. Without it, no mail is sent. Mails are sent by the API; the proxy needs the setting so that sign-ins with tokens are announced.',
  }),
  smtpPort: whole(
    'SVC_SMTP_PORT',
    { min: 1, max: 65535 },
    { fallback: '465', apiOnly: true, about: 'Port of the SMTP server.' },
  ),
  smtpSsl: flag('SVC_SMTP_SSL', {
    fallback: 'true',
    apiOnly: true,
    about:
      'Whether the connection uses TLS from its start. Otherwise it is upgraded with STARTTLS if the server offers that; if not, mail is sent in clear text and a warning is logged.',
  }),
  smtpRequireTls: flag('SVC_SMTP_REQUIRE_TLS', {
    fallback: 'false',
    apiOnly: true,
    about: 'Whether a server without TLS is rejected. Recommended where `SVC_SMTP_SSL` is false.',
  }),
  smtpCa: optionalText('SVC_SMTP_CA', {
    apiOnly: true,
    about:
      'File with certificates (PEM) of certificate authorities that are trusted for the SMTP server, in addition to the well-known ones.',
  }),
  smtpTimeout: whole(
    'SVC_SMTP_TIMEOUT',
    { min: 1, max: 600 },
    {
      fallback: '20',
      apiOnly: true,
      about:
        'Timeout in seconds for connecting to the SMTP server, for its greeting, and for each of its replies.',
    },
  ),
  smtpFrom: optionalText('SVC_SMTP_FROM', {
    apiOnly: true,
    about: 'Email address of the sender.',
  }),
  smtpUser: text('SVC_SMTP_USER', {
    fallback: 'Gatehouse',
    apiOnly: true,
    about:
      'Display name of the sender. Without `SVC_SMTP_FROM` it must be an email address, which is then the sender.',
  }),
  smtpLogin: optionalText('SVC_SMTP_LOGIN', {
    apiOnly: true,
    about: 'Login name at the SMTP server. Default: the address of the sender.',
  }),
  smtpPassword: optionalText('SVC_SMTP_PASSWORD', {
    apiOnly: true,
    secret: true,
    about: 'Password at the SMTP server. Without it, there is no login.',
  }),
  mailLanguage: oneOf('SVC_MAIL_LANGUAGE', ['en', 'fr'], {
    fallback: 'en',
    apiOnly: true,
    about: 'Language of mails to recipients whose language is not known, such as those of the settings.',
  }),
  registrationSubmissionTemplate: template(
    'SVC_USER_REGISTRATION_SUBMISSION_EMAIL_TEMPLATE',
    'that asks a registrant to confirm the address',
  ),
  registrationApprovalTemplate: template(
    'SVC_USER_REGISTRATION_APPROVAL_EMAIL_TEMPLATE',
    'that asks for the approval of a registration',
  ),
  registrationApprovedTemplate: template(
    'SVC_USER_REGISTRATION_APPROVED_EMAIL_TEMPLATE',
    'that notifies a registrant that the account is ready',
  ),
  registrationDeclinedTemplate: template(
    'SVC_USER_REGISTRATION_DECLINED_EMAIL_TEMPLATE',
    'that notifies a registrant that the registration was declined',
  ),
  registrationNotifyTemplate: template(
    'SVC_USER_REGISTRATION_NOTIFY_EMAIL_TEMPLATE',
    'that reports a completed registration',
  ),
  registrationEmailTakenTemplate: template(
    'SVC_USER_REGISTRATION_EMAIL_TAKEN_EMAIL_TEMPLATE',
    'that notifies the owner of an account of a registration with the same address',
  ),
  groupTermsSubmissionTemplate: template(
    'SVC_GROUP_TERMS_SUBMISSION_EMAIL_TEMPLATE',
    'that asks a user to accept the terms of a group',
  ),
  groupTermsApprovedTemplate: template(
    'SVC_GROUP_TERMS_APPROVED_EMAIL_TEMPLATE',
    'that confirms a membership after the terms were accepted',
  ),
  emailChangeConfirmTemplate: template(
    'SVC_USER_EMAIL_CHANGE_CONFIRM_EMAIL_TEMPLATE',
    'that asks a user to confirm a new address',
  ),
  emailChangeNoticeTemplate: template(
    'SVC_USER_EMAIL_CHANGE_NOTICE_EMAIL_TEMPLATE',
    'that announces a change of the address to the old one',
  ),
  passwordResetTemplate: template(
    'SVC_USER_PASSWORD_RESET_EMAIL_TEMPLATE',
    'with the link for a new password',
  ),
  passwordChangedTemplate: template('SVC_USER_PASSWORD_CHANGED_EMAIL_TEMPLATE', 'about a changed password'),
  newDeviceTemplate: template('SVC_USER_NEW_DEVICE_EMAIL_TEMPLATE', 'about a sign-in from a new device'),
  tokenCreatedTemplate: template('SVC_USER_TOKEN_CREATED_EMAIL_TEMPLATE', 'about a new API token'),
  tokenExpiryTemplate: template(
    'SVC_USER_TOKEN_EXPIRY_EMAIL_TEMPLATE',
    'about an API token that expires soon',
  ),
  identityNoticeTemplate: template(
    'SVC_USER_IDENTITY_NOTICE_EMAIL_TEMPLATE',
    'about a linked or removed identity at a provider',
  ),
} as const;
