import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { signInAddress } from '@gatehouse/ui-data/return-address';
import { Banner, Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { PublicFrame } from '../public/public-frame';
import { authorizeMessages } from './authorize.messages';
import { AuthorizeStore } from './authorize.store';

/**
 * Requests consent to a link with an account on another instance. The button submits a form, because the reply redirects
 * the browser to that instance. Reference: network-protocol#links
 */
@Component({
  selector: 'gh-authorize-page',
  imports: [Banner, Button, PublicFrame],
  providers: [AuthorizeStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './authorize-page.html',
  styleUrls: ['../public/public-text.css', '../public/public-facts.css'],
})
export class AuthorizePage {
  protected readonly store = inject(AuthorizeStore);
  protected readonly text = texts(authorizeMessages);
  private readonly deployment = inject(Deployment);
  private readonly problemTexts = texts(problemMessages);
  protected readonly consentAddress = `${this.deployment.apiRoot}network/authorize`;

  protected readonly failure = computed(() => {
    const problem = this.store.problem();
    return problem && problemText(problem, this.problemTexts);
  });
  protected readonly heading = computed(() => {
    if (this.store.request()) return this.text.title;
    return this.store.problem() ? this.text.failed : this.text.loading;
  });
  protected readonly returnHost = computed(() => {
    const address = this.store.request()?.redirect_uri ?? '';
    return URL.canParse(address) ? new URL(address).host : address;
  });
  /** Returns here after the sign-in. */
  protected readonly signInHere = computed(() => {
    const request = this.store.request();
    return request && signInAddress(this.store.addressOf(request), this.deployment);
  });

  constructor() {
    void this.store.load();
  }
}
