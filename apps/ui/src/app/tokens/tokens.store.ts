import { inject, Injectable, signal } from '@angular/core';
import { type ApiToken, Remote, TokensApi } from '@gatehouse/ui-data';

/** The tokens of the user that a page is about; its parts share them. */
@Injectable()
export class TokensStore {
  private readonly api = inject(TokensApi);
  private readonly userName = signal('');
  readonly tokens = new Remote(() => this.api.list(this.userName()));

  /** Reads the tokens of a user, as those of the page from now on. */
  async show(userName: string): Promise<void> {
    this.userName.set(userName);
    await this.tokens.load();
  }

  /** Reads them again, and returns those that are valid. */
  async refresh(): Promise<readonly ApiToken[]> {
    await this.tokens.load();
    return this.tokens.value()?.filter(({ expired }) => !expired) ?? [];
  }
}
