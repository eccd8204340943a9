import type { User } from '@gatehouse/database';
import type { AccountMails, LinkedIdentity, NoticedUser, RemainingAccess } from '@gatehouse/directory';
import { type MailQueue, recipient } from '@gatehouse/mail';
import type { Settings } from '@gatehouse/settings';
import type { PasswordResetMails } from '@gatehouse/sign-in';

/** The mails about changes of accounts, and those with links that change them. */
export class QueuedAccountMails implements AccountMails, PasswordResetMails {
  constructor(
    private readonly mails: Pick<MailQueue, 'isEnabled' | 'send'>,
    private readonly settings: Pick<Settings, 'tokenExpire'>,
  ) {}

  get isEnabled(): boolean {
    return this.mails.isEnabled;
  }

  emailTaken(owner: NoticedUser): Promise<void> {
    return this.mails.send({
      template: 'registration_email_taken',
      ...recipient(owner),
      variables: {},
      links: {},
    });
  }

  emailConfirmation(user: NoticedUser, newEmail: string, linkId: string): Promise<void> {
    return this.mails.send({
      template: 'email_change_confirm',
      ...recipient(user),
      to: newEmail,
      variables: { new_email: newEmail, expires_in: this.settings.tokenExpire },
      links: { confirm_url: linkId },
    });
  }

  emailChange(user: NoticedUser, newEmail: string, completed: boolean): Promise<void> {
    return this.mails.send({
      template: 'email_change_notice',
      ...recipient(user),
      variables: { new_email: newEmail, completed },
      links: {},
    });
  }

  passwordChange(user: NoticedUser, { linked, keptTokens }: RemainingAccess): Promise<void> {
    return this.mails.send({
      template: 'password_changed',
      ...recipient(user),
      variables: {
        linked_identities: linked.map(lineOf).join('\n'),
        kept_tokens: keptTokens.map(inOneLine).join('\n'),
      },
      links: {},
    });
  }

  passwordReset(user: User, linkId: string, lifetimeSeconds: number): Promise<void> {
    return this.mails.send({
      template: 'password_reset',
      ...recipient(user),
      variables: { expires_in: lifetimeSeconds },
      links: { reset_url: linkId },
    });
  }
}

/** The name is that of another party, and must not look like further lines. */
function lineOf({ at, name }: LinkedIdentity): string {
  return `${inOneLine(name)} (${at})`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}
