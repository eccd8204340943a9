import { Inject, Injectable } from '@nestjs/common';
import type { PendingUser, User } from '@gatehouse/database';
import { OneTimeLinks } from '@gatehouse/directory';
import { SETTINGS } from '@gatehouse/http';
import { MailQueue } from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';

/** The mails of registrations, with the links that they contain. Called inside units of work. */
@Injectable()
export class RegistrationMails {
  constructor(
    @Inject(MailQueue) private readonly queue: MailQueue,
    @Inject(OneTimeLinks) private readonly links: OneTimeLinks,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Creates a confirmation link, and mails it unless too many mails were sent to the address. */
  async confirmation(pending: PendingUser, isMailed: boolean): Promise<void> {
    const confirm_url = await this.confirmationLink(pending);
    if (!isMailed) return;
    await this.queue.send({
      template: 'registration_submission',
      ...toRegistrant(pending),
      variables: {
        approval_required: this.settings.registrationApprovalEnabled,
        expires_in: this.settings.tokenExpire,
      },
      links: { confirm_url },
    });
  }

  /**
   * Informs the owner of an account of an attempt to register with its address. The link of the registration is
   * nevertheless created, so that the work is the same as for any registration; it is not mailed.
   */
  async emailTaken(pending: PendingUser, owner: User | null, isMailed: boolean): Promise<void> {
    await this.confirmationLink(pending);
    if (!isMailed || !owner) return;
    const { id, name, email, locale } = owner;
    await this.queue.send({
      template: 'registration_email_taken',
      to: email,
      locale,
      user: { user_name: name, email, id },
      variables: {},
      links: {},
    });
  }

  /** Creates the links of a decision, and mails them to the recipient of approvals. */
  async approvalRequest(pending: PendingUser): Promise<void> {
    const { name, email, id: pendingUserId } = pending;
    const approve_url = await this.links.create({
      operation: 'user-registration-admin-approve',
      pendingUserId,
    });
    const decline_url = await this.links.create({
      operation: 'user-registration-admin-decline',
      pendingUserId,
    });
    await this.queue.send({
      template: 'registration_approval',
      to: this.settings.registrationApprovalRecipient ?? '',
      locale: this.settings.mailLanguage,
      user: { user_name: name, email },
      variables: {
        pending_url: `${this.settings.publicUrl}/register/users/${encodeURIComponent(name)}`,
        display_url: `${this.settings.publicUrl}/ui/register/users/${encodeURIComponent(name)}`,
        expires_in: this.settings.tokenExpire,
      },
      links: { approve_url, decline_url },
    });
  }

  async ready(user: User, wasApproved: boolean): Promise<void> {
    await this.queue.send({
      template: 'registration_approved',
      to: user.email,
      locale: user.locale,
      user: { user_name: user.name, email: user.email, id: user.id },
      variables: { approval_required: wasApproved },
      links: {},
    });
  }

  /** Announces a new account, if that is enabled. */
  async notification({ id, name, email }: User): Promise<void> {
    if (!this.settings.registrationNotifyEnabled) return;
    await this.queue.send({
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

  async declined(pending: PendingUser): Promise<void> {
    await this.queue.send({
      template: 'registration_declined',
      ...toRegistrant(pending),
      variables: {},
      links: {},
    });
  }

  /** Deletes the links of a registration. */
  async removeLinks({ id: pendingUserId }: PendingUser): Promise<void> {
    await this.links.remove({ pendingUserId });
  }

  private confirmationLink({ id: pendingUserId }: PendingUser): Promise<string> {
    return this.links.create({ operation: 'user-registration-confirm-email', pendingUserId });
  }
}

function toRegistrant({ name, email, locale }: PendingUser) {
  return { to: email, locale, user: { user_name: name, email } };
}
