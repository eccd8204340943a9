import { inject, Injectable, signal } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { type LinkConsentRequest, NetworkApi } from '@gatehouse/ui-data/network-api';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';

/** The request for consent in the address of the page. */
@Injectable()
export class AuthorizeStore {
  private readonly api = inject(NetworkApi);
  private readonly location = inject(BrowserLocation);
  private readonly consoleBase = inject(Deployment).consoleBase;

  readonly request = signal<LinkConsentRequest | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);

  async load(): Promise<void> {
    const query = (name: string) => this.location.query(name) ?? undefined;
    const [token, opened] = [query('token'), query('request_token')];
    try {
      if (opened !== undefined) {
        this.request.set(await this.api.consentRequest({ request_token: opened }));
        return;
      }
      const [response_type, redirect_uri] = [query('response_type'), query('redirect_uri')];
      const request = await this.api.consentRequest({
        ...(token === undefined ? {} : { token }),
        ...(response_type === undefined ? {} : { response_type }),
        ...(redirect_uri === undefined ? {} : { redirect_uri }),
      });
      // The message is used up: under this address the page can be loaded again, and returned to after a sign-in.
      this.location.replace(this.addressOf(request));
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    }
  }

  /** The address at which the page shows a request again. */
  addressOf({ request_token }: LinkConsentRequest): string {
    return `${this.consoleBase}network/authorize?${new URLSearchParams({ request_token })}`;
  }
}
