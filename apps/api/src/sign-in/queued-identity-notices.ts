import type { User } from '@gatehouse/database';
import type { UserRules } from '@gatehouse/directory';
import { type MailQueue, recipient } from '@gatehouse/mail';
import type { IdentityNotices, NoticedIdentity } from '@gatehouse/sign-in';

/** Mails to users about the identities that can sign in to their accounts. Reference: identity-providers#identities. */
export class QueuedIdentityNotices implements IdentityNotices {
  constructor(
    private readonly mails: MailQueue,
    private readonly rules: UserRules,
  ) {}

  linked(user: User, identity: NoticedIdentity): Promise<void> {
    return this.send(user, identity, true);
  }

  unlinked(user: User, identity: NoticedIdentity): Promise<void> {
    return this.send(user, identity, false);
  }

  private async send(
    user: User,
    { provider, subject, userName }: NoticedIdentity,
    linked: boolean,
  ): Promise<void> {
    // The address of the configured administrator may be a placeholder.
    if (user.email === '' || this.rules.isConfiguredAdministrator(user.name)) return;
    await this.mails.send({
      template: 'identity_notice',
      ...recipient(user),
      variables: { provider, external_name: userName ?? subject, linked },
      links: {},
    });
  }
}
