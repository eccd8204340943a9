import { Inject, Injectable } from '@nestjs/common';
import { type ListedApiToken, TokenReminders } from '@gatehouse/identity';
import { WebhookEvents } from '@gatehouse/webhooks';
import type { TokenAuthor, TokenOwner } from './token-author';
import { TokenMails } from './token-mails';

/** What follows from changes of tokens, inside the unit of work that makes them: mails, reminders and webhooks. */
@Injectable()
export class TokenNotices {
  constructor(
    @Inject(TokenReminders) private readonly reminders: TokenReminders,
    @Inject(TokenMails) private readonly mails: TokenMails,
    @Inject(WebhookEvents) private readonly events: WebhookEvents,
  ) {}

  async created({ owner, author }: TokenAuthor, token: ListedApiToken): Promise<void> {
    await this.reminders.schedule(token.id, token.expiresAt, new Date());
    await this.mails.created(token, author.userName);
    await this.events.tokenCreated(owner, token);
  }

  expiryChanged(tokenId: string, expiresAt: Date): Promise<void> {
    return this.reminders.schedule(tokenId, expiresAt, new Date());
  }

  async revoked(owner: TokenOwner, token: ListedApiToken): Promise<void> {
    await this.reminders.remove(token.id);
    await this.events.tokenRevoked(owner, token);
  }
}
