import type { User } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { OneTimeLinks } from '../links/one-time-links';
import type { LinkedIdentity } from './user';

/** Most confirmations of new email addresses that one account has requested and not used. */
const MAX_PENDING_CHANGES = 5;

/** The account that a notice is about, as it was before the change. */
export type NoticedUser = Pick<User, 'id' | 'name' | 'email' | 'locale' | 'kind'>;

/** What still gives access to an account with a new password. */
export interface RemainingAccess {
  /** Identities that can sign in to it. */
  readonly linked: readonly LinkedIdentity[];
  /** Names of the API tokens that its owner has kept. */
  readonly keptTokens: readonly string[];
}

/** Sends the mails about changes of accounts, inside the unit of work that makes the change. */
export interface AccountMails {
  /** Whether a mail server is configured. */
  readonly isEnabled: boolean;
  /** To the owner of an account whose address another one has requested. */
  emailTaken(owner: NoticedUser): Promise<void>;
  /** To the new address of a user: the link that confirms it. */
  emailConfirmation(user: NoticedUser, newEmail: string, linkId: string): Promise<void>;
  /** To the old address of a user. `completed`: the address has been changed; otherwise the change awaits confirmation. */
  emailChange(user: NoticedUser, newEmail: string, completed: boolean): Promise<void>;
  passwordChange(user: NoticedUser, remaining: RemainingAccess): Promise<void>;
}

/** What sends notices; absent in processes that change no accounts. */
export interface NoticePorts {
  readonly links: Pick<OneTimeLinks, 'create' | 'remove' | 'validLinks'>;
  readonly mails: AccountMails;
}

/**
 * Notifies the owners of accounts of changes that matter to their security, and has new email addresses confirmed. Called
 * inside the unit of work that makes the change. The configured administrator is not notified: its address is a placeholder
 * unless it was configured; nor are service accounts. Reference: sessions#changes-of-email-and-password.
 */
export class AccountNotices {
  constructor(
    private readonly ports: NoticePorts | undefined,
    private readonly rules: { isConfiguredAdministrator(name: string): boolean },
  ) {}

  /** Whether users confirm a new email address by a link before it applies. */
  get confirmsEmail(): boolean {
    return this.ports?.mails.isEnabled ?? false;
  }

  /**
   * A user has requested another email address, which another account (`owner`) may have already. Does the same either way,
   * except for the text of one mail and its recipient: neither the reply nor its time discloses it. The link of a taken address
   * is created and not sent.
   */
  async emailChangeRequested(user: NoticedUser, newEmail: string, owner: NoticedUser | null): Promise<void> {
    if (!this.ports) return;
    const { links, mails } = this.ports;
    const pending = await links.validLinks({ operation: 'user-email-change', userId: user.id });
    if (pending.length >= MAX_PENDING_CHANGES) {
      throw problem('email_change_rate_limited', { maximum: MAX_PENDING_CHANGES });
    }
    const link = await links.create({
      operation: 'user-email-change',
      userId: user.id,
      data: { email: newEmail },
    });
    if (owner) await this.notifyOwner(owner);
    else await mails.emailConfirmation(user, newEmail, link);
    if (this.hasMailbox(user)) await mails.emailChange(user, newEmail, false);
  }

  async emailChanged(user: NoticedUser, newEmail: string): Promise<void> {
    await this.removeLinks(user);
    if (this.hasMailbox(user)) await this.ports?.mails.emailChange(user, newEmail, true);
  }

  async passwordChanged(user: NoticedUser, remaining: RemainingAccess): Promise<void> {
    await this.removeLinks(user);
    if (this.hasMailbox(user)) await this.ports?.mails.passwordChange(user, remaining);
  }

  /** Nobody reads the mails of a service account. */
  private async notifyOwner(owner: NoticedUser): Promise<void> {
    if (owner.kind === 'person') await this.ports?.mails.emailTaken(owner);
  }

  /** Links that were sent to the old address, or that another person may have requested, are no longer valid. */
  private async removeLinks({ id: userId }: NoticedUser): Promise<void> {
    await this.ports?.links.remove({ operation: 'user-email-change', userId });
    await this.ports?.links.remove({ operation: 'user-password-reset', userId });
  }

  private hasMailbox({ name, kind }: NoticedUser): boolean {
    return kind === 'person' && !this.rules.isConfiguredAdministrator(name);
  }
}
