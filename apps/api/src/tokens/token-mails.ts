import type { AccountContacts } from '@gatehouse/directory';
import { type MailQueue, recipient } from '@gatehouse/mail';
import type { ListedApiToken } from '@gatehouse/identity';

/** The mails about API tokens, which never contain a token. Called inside a unit of work. Reference: sessions#api-tokens. */
export class TokenMails {
  constructor(
    private readonly mails: Pick<MailQueue, 'isEnabled' | 'send'>,
    private readonly contacts: Pick<AccountContacts, 'of'>,
  ) {}

  /** Whether a mail server is configured. */
  get isEnabled(): boolean {
    return this.mails.isEnabled;
  }

  /** `author`: the name of the user who has created it. */
  async created(token: ListedApiToken, author: string): Promise<void> {
    if (!this.isEnabled) return;
    const found = await this.contacts.of(token.userId);
    for (const contact of found?.contacts ?? []) {
      await this.mails.send({
        template: 'token_created',
        ...recipient(contact),
        variables: {
          token_name: inOneLine(token.name),
          account_name: found?.account.name ?? '',
          author_name: author,
          expires: minuteOf(token.expiresAt),
          restricted: token.restriction !== null,
          administrator: token.isAdministrator,
          service_account: found?.account.kind === 'service',
        },
        links: {},
      });
    }
  }

  async expires(token: Pick<ListedApiToken, 'userId' | 'name' | 'expiresAt'>): Promise<void> {
    if (!this.isEnabled) return;
    const found = await this.contacts.of(token.userId);
    for (const contact of found?.contacts ?? []) {
      await this.mails.send({
        template: 'token_expiry',
        ...recipient(contact),
        variables: {
          token_name: inOneLine(token.name),
          account_name: found?.account.name ?? '',
          expires: minuteOf(token.expiresAt),
          service_account: found?.account.kind === 'service',
        },
        links: {},
      });
    }
  }
}

/** UTC, `YYYY-MM-DD HH:MM`. */
function minuteOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}

/** Whoever creates a token chooses its name, which must not look like further lines. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}
