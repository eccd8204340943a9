import type { AccountNotices, LinkedIdentity, NoticedUser, OneTimeLinks } from '@gatehouse/directory';
import type { MailQueue, MailOf } from '@gatehouse/mail';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';

/** Most confirmations of new email addresses that one account has requested and not used. */
const MOST_PENDING_CHANGES = 5;

/**
 * Notices by mail. The configured administrator receives none: its address is a placeholder unless it was configured. Reference:
 * sessions#changes-of-email-and-password.
 */
export class MailedNotices implements AccountNotices {
  constructor(
    private readonly mails: Pick<MailQueue, 'isEnabled' | 'send'>,
    private readonly links: Pick<OneTimeLinks, 'create' | 'remove' | 'validLinks'>,
    private readonly settings: Pick<Settings, 'adminUser' | 'tokenExpire'>,
  ) {}

  get confirmsEmail(): boolean {
    return this.mails.isEnabled;
  }

  /**
   * Does the same whether or not the address is in use, except for the text of one mail and its recipient: neither the reply
   * nor its time discloses it. The link of a taken address is created and not sent.
   */
  async emailChangeRequested(user: NoticedUser, newEmail: string, owner: NoticedUser | null): Promise<void> {
    const pending = await this.links.validLinks({ operation: 'user-email-change', userId: user.id });
    if (pending.length >= MOST_PENDING_CHANGES) {
      throw problem('email_change_rate_limited', { maximum: MOST_PENDING_CHANGES });
    }
    const link = await this.links.create({
      operation: 'user-email-change',
      userId: user.id,
      data: { email: newEmail },
    });
    if (owner) {
      await this.mails.send({
        template: 'registration_email_taken',
        ...recipient(owner),
        variables: {},
        links: {},
      });
    } else {
      await this.mails.send({
        template: 'email_change_confirm',
        ...recipient(user),
        to: newEmail,
        variables: { new_email: newEmail, expires_in: this.settings.tokenExpire },
        links: { confirm_url: link },
      });
    }
    await this.sendNotice(user, newEmail, false);
  }

  /** Links that were sent to the old address, or that another person may have requested, are no longer valid. */
  async emailChanged(user: NoticedUser, newEmail: string): Promise<void> {
    await this.removeLinks(user);
    await this.sendNotice(user, newEmail, true);
  }

  async passwordChanged(user: NoticedUser, linked: readonly LinkedIdentity[]): Promise<void> {
    await this.removeLinks(user);
    if (!this.hasMailbox(user)) return;
    await this.mails.send({
      template: 'password_changed',
      ...recipient(user),
      variables: { linked_identities: linked.map(lineOf).join('\n') },
      links: {},
    });
  }

  private async sendNotice(user: NoticedUser, newEmail: string, completed: boolean): Promise<void> {
    if (!this.hasMailbox(user)) return;
    await this.mails.send({
      template: 'email_change_notice',
      ...recipient(user),
      variables: { new_email: newEmail, completed },
      links: {},
    });
  }

  private async removeLinks({ id: userId }: NoticedUser): Promise<void> {
    await this.links.remove({ operation: 'user-email-change', userId });
    await this.links.remove({ operation: 'user-password-reset', userId });
  }

  private hasMailbox({ name }: NoticedUser): boolean {
    return name !== this.settings.adminUser;
  }
}

/** The name is that of another party, and must not look like further lines. */
function lineOf({ at, name }: LinkedIdentity): string {
  return `${name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')} (${at})`;
}

/** The fields of a mail to the owner of an account. */
export function recipient({
  id,
  name,
  email,
  locale,
}: NoticedUser): Pick<MailOf<'password_changed'>, 'to' | 'locale' | 'user'> {
  return { to: email, locale, user: { user_name: name, email, id } };
}
