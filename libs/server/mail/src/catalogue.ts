import type { Settings } from '@gatehouse/settings';
import type { MailContents, MailTemplate } from './mail';

/** Variables of every mail. A user without id (a pending one) has the empty text instead. Reference: mail#variables. */
const COMMON_VARIABLES = [
  'product',
  'service_url',
  'login_url',
  'locale',
  'email_sender',
  'email_user',
  'email_from',
  'email_recipient',
  'email_datetime',
  'user.user_name',
  'user.email',
  'user.id',
] as const;
export type CommonVariable = (typeof COMMON_VARIABLES)[number];

type Variables<T extends MailTemplate> = MailContents[T]['variables'];
type VariableName<T extends MailTemplate> =
  | CommonVariable
  | (keyof Variables<T> & string)
  | MailContents[T]['links'];

/** The parameters of a mail. */
interface Entry<T extends MailTemplate> {
  /** Key of the setting that names the file of a custom template. */
  readonly setting: keyof Settings & `${string}Template`;
  /** Name of that setting, for messages. */
  readonly settingName: string;
  /** A value of each variable, with which templates are checked. Booleans are checked with both values. */
  readonly sample: Readonly<Variables<T>>;
  readonly links: readonly MailContents[T]['links'][];
  /** Values of variables that mails do not have which an earlier version has queued. */
  readonly earlier?: Readonly<Partial<Variables<T>>>;
  /** Variables that the text and the HTML part must show, also in custom templates. */
  readonly required: readonly VariableName<T>[];
}

/** All mails; the contents of a custom template are checked against this table. Reference: mail#catalogue. */
export const CATALOGUE: { readonly [T in MailTemplate]: Entry<T> } = {
  registration_submission: {
    setting: 'registrationSubmissionTemplate',
    settingName: 'SVC_USER_REGISTRATION_SUBMISSION_EMAIL_TEMPLATE',
    sample: { approval_required: true, expires_in: 86_400 },
    links: ['confirm_url'],
    required: ['user.user_name', 'service_url', 'confirm_url'],
  },
  registration_approval: {
    setting: 'registrationApprovalTemplate',
    settingName: 'SVC_USER_REGISTRATION_APPROVAL_EMAIL_TEMPLATE',
    sample: {
      pending_url: 'https://sample.example/register/users/sample',
      display_url: 'https://sample.example/ui/register/users/sample',
      expires_in: 86_400,
    },
    links: ['approve_url', 'decline_url'],
    required: ['user.user_name', 'user.email', 'approve_url', 'decline_url', 'display_url'],
  },
  registration_approved: {
    setting: 'registrationApprovedTemplate',
    settingName: 'SVC_USER_REGISTRATION_APPROVED_EMAIL_TEMPLATE',
    sample: { approval_required: true },
    links: [],
    required: ['login_url'],
  },
  registration_declined: {
    setting: 'registrationDeclinedTemplate',
    settingName: 'SVC_USER_REGISTRATION_DECLINED_EMAIL_TEMPLATE',
    sample: {},
    links: [],
    required: [],
  },
  registration_notify: {
    setting: 'registrationNotifyTemplate',
    settingName: 'SVC_USER_REGISTRATION_NOTIFY_EMAIL_TEMPLATE',
    sample: { display_url: 'https://sample.example/ui/users/sample/default' },
    links: [],
    required: ['user.user_name', 'user.email', 'display_url', 'login_url'],
  },
  registration_email_taken: {
    setting: 'registrationEmailTakenTemplate',
    settingName: 'SVC_USER_REGISTRATION_EMAIL_TAKEN_EMAIL_TEMPLATE',
    sample: {},
    links: [],
    required: ['user.user_name', 'login_url'],
  },
  group_terms_submission: {
    setting: 'groupTermsSubmissionTemplate',
    settingName: 'SVC_GROUP_TERMS_SUBMISSION_EMAIL_TEMPLATE',
    sample: { group_name: 'sample-group', group_terms: 'Sample terms', expires_in: 86_400 },
    links: ['confirm_url'],
    required: ['group_name', 'group_terms', 'confirm_url'],
  },
  group_terms_approved: {
    setting: 'groupTermsApprovedTemplate',
    settingName: 'SVC_GROUP_TERMS_APPROVED_EMAIL_TEMPLATE',
    sample: { group_name: 'sample-group' },
    links: [],
    required: ['group_name'],
  },
  email_change_confirm: {
    setting: 'emailChangeConfirmTemplate',
    settingName: 'SVC_USER_EMAIL_CHANGE_CONFIRM_EMAIL_TEMPLATE',
    sample: { new_email: 'new@sample.example', expires_in: 86_400 },
    links: ['confirm_url'],
    required: ['user.user_name', 'confirm_url'],
  },
  email_change_notice: {
    setting: 'emailChangeNoticeTemplate',
    settingName: 'SVC_USER_EMAIL_CHANGE_NOTICE_EMAIL_TEMPLATE',
    sample: { new_email: 'new@sample.example', completed: true },
    links: [],
    required: ['user.user_name', 'new_email'],
  },
  password_reset: {
    setting: 'passwordResetTemplate',
    settingName: 'SVC_USER_PASSWORD_RESET_EMAIL_TEMPLATE',
    sample: { expires_in: 3_600 },
    links: ['reset_url'],
    required: ['user.user_name', 'reset_url'],
  },
  password_changed: {
    setting: 'passwordChangedTemplate',
    settingName: 'SVC_USER_PASSWORD_CHANGED_EMAIL_TEMPLATE',
    sample: { linked_identities: 'sample-name (Sample provider)', kept_tokens: 'sample token' },
    earlier: { kept_tokens: '' },
    links: [],
    required: ['user.user_name'],
  },
  new_device: {
    setting: 'newDeviceTemplate',
    settingName: 'SVC_USER_NEW_DEVICE_EMAIL_TEMPLATE',
    sample: { device: 'Sample browser on Sample system', address: '192.0.2.7' },
    links: [],
    required: ['user.user_name', 'device', 'address'],
  },
  token_created: {
    setting: 'tokenCreatedTemplate',
    settingName: 'SVC_USER_TOKEN_CREATED_EMAIL_TEMPLATE',
    sample: {
      token_name: 'sample token',
      account_name: 'sample-account',
      author_name: 'sample-author',
      expires: '2027-01-02 03:04',
      restricted: true,
      administrator: true,
      service_account: true,
    },
    links: [],
    required: ['user.user_name', 'token_name', 'account_name'],
  },
  token_expiry: {
    setting: 'tokenExpiryTemplate',
    settingName: 'SVC_USER_TOKEN_EXPIRY_EMAIL_TEMPLATE',
    sample: {
      token_name: 'sample token',
      account_name: 'sample-account',
      expires: '2027-01-02 03:04',
      service_account: true,
    },
    links: [],
    required: ['user.user_name', 'token_name', 'account_name', 'expires'],
  },
  identity_notice: {
    setting: 'identityNoticeTemplate',
    settingName: 'SVC_USER_IDENTITY_NOTICE_EMAIL_TEMPLATE',
    sample: { provider: 'Sample provider', external_name: 'sample-name', linked: true },
    links: [],
    required: ['user.user_name', 'provider', 'external_name'],
  },
};

export const MAIL_TEMPLATES = Object.keys(CATALOGUE) as MailTemplate[];

/** Names of the variables that a mail has in addition to the common ones, links included. */
export function ownVariablesOf(template: MailTemplate): string[] {
  const { sample, links } = CATALOGUE[template];
  return [...Object.keys(sample), ...links];
}

/** Names of all variables that a template may use. */
export function variablesOf(template: MailTemplate): Set<string> {
  return new Set<string>([...COMMON_VARIABLES, ...ownVariablesOf(template)]);
}
