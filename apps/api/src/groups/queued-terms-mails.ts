import type { TermsMails, TermsRequest } from '@gatehouse/directory';
import { type MailQueue, isAddress, recipient } from '@gatehouse/mail';
import type { Outbox } from '@gatehouse/outbox';
import type { Settings } from '@gatehouse/settings';

/** The mails about the terms of groups. */
export class QueuedTermsMails implements TermsMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly outbox: Outbox,
    private readonly settings: Pick<Settings, 'tokenExpire'>,
  ) {}

  canReach({ email }: { readonly email: string }): boolean {
    return this.mails.isEnabled && isAddress(email);
  }

  submitted({ user, group, terms }: TermsRequest, linkId: string): Promise<void> {
    return this.mails.send({
      template: 'group_terms_submission',
      ...recipient(user),
      variables: {
        group_name: group.name,
        group_terms: terms.text,
        expires_in: this.settings.tokenExpire,
      },
      links: { confirm_url: linkId },
    });
  }

  async resendLater(groupId: number): Promise<void> {
    await this.outbox.add({ kind: 'terms', key: String(groupId), payload: { group_id: groupId } });
  }

  approved({ user, group }: TermsRequest): Promise<void> {
    return this.mails.send({
      template: 'group_terms_approved',
      ...recipient(user),
      variables: { group_name: group.name },
      links: {},
    });
  }
}
