import type { PendingUser, User } from '@gatehouse/database';
import type { RegistrationMails, ReviewLinkIds } from '@gatehouse/directory';
import { type MailQueue, recipient } from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';

type MailSettings = Pick<
  Settings,
  | 'mailLanguage'
  | 'publicUrl'
  | 'registrationApprovalEnabled'
  | 'registrationApprovalRecipient'
  | 'registrationNotifyEnabled'
  | 'registrationNotifyRecipient'
  | 'tokenExpire'
>;

/** The mails about registrations. */
export class QueuedRegistrationMails implements RegistrationMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly settings: MailSettings,
  ) {}

  confirmation(pending: PendingUser, linkId: string): Promise<void> {
    return this.mails.send({
      template: 'registration_submission',
      ...toRegistrant(pending),
      variables: {
        approval_required: this.settings.registrationApprovalEnabled,
        expires_in: this.settings.tokenExpire,
      },
      links: { confirm_url: linkId },
    });
  }

  emailTaken(owner: User): Promise<void> {
    return this.mails.send({
      template: 'registration_email_taken',
      ...recipient(owner),
      variables: {},
      links: {},
    });
  }

  approvalRequest({ name, email }: PendingUser, { approve, decline }: ReviewLinkIds): Promise<void> {
    return this.mails.send({
      template: 'registration_approval',
      to: this.settings.registrationApprovalRecipient ?? '',
      locale: this.settings.mailLanguage,
      user: { user_name: name, email },
      variables: {
        pending_url: `${this.settings.publicUrl}/register/users/${encodeURIComponent(name)}`,
        display_url: `${this.settings.publicUrl}/ui/register/users/${encodeURIComponent(name)}`,
        expires_in: this.settings.tokenExpire,
      },
      links: { approve_url: approve, decline_url: decline },
    });
  }

  ready(user: User, wasApproved: boolean): Promise<void> {
    return this.mails.send({
      template: 'registration_approved',
      ...recipient(user),
      variables: { approval_required: wasApproved },
      links: {},
    });
  }

  async notification({ id, name, email }: User): Promise<void> {
    if (!this.settings.registrationNotifyEnabled) return;
    await this.mails.send({
      template: 'registration_notify',
      to: this.settings.registrationNotifyRecipient ?? '',
      locale: this.settings.mailLanguage,
      user: { user_name: name, email, id },
      variables: {
        display_url: `${this.settings.publicUrl}/ui/users/${encodeURIComponent(name)}/default`,
      },
      links: {},
    });
  }

  declined(pending: PendingUser): Promise<void> {
    return this.mails.send({
      template: 'registration_declined',
      ...toRegistrant(pending),
      variables: {},
      links: {},
    });
  }
}

function toRegistrant({ name, email, locale }: PendingUser) {
  return { to: email, locale, user: { user_name: name, email } };
}
