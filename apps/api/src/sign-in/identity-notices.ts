import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@gatehouse/database';
import { UserRules } from '@gatehouse/directory';
import { MailQueue } from '@gatehouse/mail';

/** An identity as the mail names it. */
export interface NoticedIdentity {
  readonly provider: string;
  readonly subject: string;
  readonly userName?: string | null | undefined;
}

/** Mails to users about the identities that can sign in to their accounts. Reference: providers#identities. */
@Injectable()
export class IdentityNotices {
  constructor(
    @Inject(MailQueue) private readonly mails: MailQueue,
    private readonly rules: UserRules,
  ) {}

  linked(user: User, identity: NoticedIdentity): Promise<void> {
    return this.send(user, identity, true);
  }

  unlinked(user: User, identity: NoticedIdentity): Promise<void> {
    return this.send(user, identity, false);
  }

  /** Inside the unit of work that makes the change. */
  private async send(
    { id, name, email, locale }: User,
    { provider, subject, userName }: NoticedIdentity,
    linked: boolean,
  ): Promise<void> {
    // The address of the configured administrator may be a placeholder.
    if (email === '' || this.rules.isConfiguredAdministrator(name)) return;
    await this.mails.send({
      template: 'identity_notice',
      to: email,
      locale,
      user: { user_name: name, email, id },
      variables: { provider, external_name: userName ?? subject, linked },
      links: {},
    });
  }
}
