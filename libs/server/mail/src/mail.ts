/** Languages that mails are written in. */
export const MAIL_LOCALES = ['en', 'fr'] as const;
export type MailLocale = (typeof MAIL_LOCALES)[number];

/**
 * What the sender of each mail supplies, by template: `variables` are shown as they are, `links` are the names of variables
 * that become addresses of one-time links when the mail is rendered. `expires_in` is the lifetime of the links in seconds.
 * Reference: mail#catalogue.
 */
export interface MailContents {
  /** To a registrant, who must confirm the address. `approval_required`: an administrator decides afterwards. */
  registration_submission: {
    variables: { approval_required: boolean; expires_in: number };
    links: 'confirm_url';
  };
  /** To the recipient of approvals. `pending_url` is of the API, `display_url` of the console. */
  registration_approval: {
    variables: { pending_url: string; display_url: string; expires_in: number };
    links: 'approve_url' | 'decline_url';
  };
  /** To a registrant whose account was created. */
  registration_approved: { variables: { approval_required: boolean }; links: never };
  /** To a registrant whose registration was declined. */
  registration_declined: { variables: Record<never, never>; links: never };
  /** To the recipient of notifications: an account was created. `display_url` is the page of the user in the console. */
  registration_notify: { variables: { display_url: string }; links: never };
  /** To the owner of an account with whose address a registration was attempted. */
  registration_email_taken: { variables: Record<never, never>; links: never };
  /** To a user for whom membership of a group with terms was requested. */
  group_terms_submission: {
    variables: { group_name: string; group_terms: string; expires_in: number };
    links: 'confirm_url';
  };
  /** To a user who has accepted the terms of a group, and is now a member. */
  group_terms_approved: { variables: { group_name: string }; links: never };
  /** To the new address of a user. */
  email_change_confirm: { variables: { new_email: string; expires_in: number }; links: 'confirm_url' };
  /** To the old address of a user. `completed`: the address has been changed; otherwise the change awaits confirmation. */
  email_change_notice: { variables: { new_email: string; completed: boolean }; links: never };
  /** To a user who has forgotten the password. */
  password_reset: { variables: { expires_in: number }; links: 'reset_url' };
  /**
   * To a user whose password has been changed, with what still gives access, one in each line, or empty. `linked_identities`:
   * those that can sign in; `kept_tokens`: names of the API tokens that the user has kept.
   */
  password_changed: { variables: { linked_identities: string; kept_tokens: string }; links: never };
  /**
   * To a user who has signed in from a device not seen before. `address` is an IP address, `device`
   * a text such as "Firefox on Linux".
   */
  new_device: { variables: { device: string; address: string }; links: never };
  /**
   * About a new API token: to its owner, or to those who are responsible for a service account. `account_name`: the owner;
   * `author_name`: who has created it; `expires`: UTC, `YYYY-MM-DD HH:MM`.
   */
  token_created: {
    variables: {
      token_name: string;
      account_name: string;
      author_name: string;
      expires: string;
      restricted: boolean;
      administrator: boolean;
      service_account: boolean;
    };
    links: never;
  };
  /** About an API token that expires within days, to the same. */
  token_expiry: {
    variables: { token_name: string; account_name: string; expires: string; service_account: boolean };
    links: never;
  };
  /** To a user whose account has another identity at a provider, or one less. `external_name` is the name there. */
  identity_notice: { variables: { provider: string; external_name: string; linked: boolean }; links: never };
}

export type MailTemplate = keyof MailContents;

/** A mail to be rendered and sent. The type of `variables` and `links` follows from `template`. */
export type Mail = { [T in MailTemplate]: MailOf<T> }[MailTemplate];

export interface MailOf<T extends MailTemplate> {
  readonly template: T;
  /** Email address of the recipient; if empty, the mail is skipped. */
  readonly to: string;
  readonly locale: MailLocale;
  /** The user whom the mail is about; a pending user has no id. */
  readonly user: { readonly user_name: string; readonly email: string; readonly id?: number };
  readonly variables: Readonly<MailContents[T]['variables']>;
  /** Ids of one-time links by the name of the variable that becomes the address; the outbox holds no token. */
  readonly links: Readonly<Record<MailContents[T]['links'], string>>;
}
