import { ChangeDetectionStrategy, Component, computed, DestroyRef, inject, signal } from '@angular/core';
import type { IdentityProviderSummaryDto } from '@gatehouse/dto';
import {
  asProblem,
  BrowserLocation,
  Deployment,
  Interruption,
  Session,
  signInAddress,
  SignInMethods,
  SignInNews,
} from '@gatehouse/ui-data';
import { Banner, Button, Dialog } from '@gatehouse/ui-kit';
import { LOCALE, texts } from '../language/language';
import { LanguageChoice } from '../language/language-choice';
import { needsName } from './needs-name';
import { providerAddress } from './provider-address';
import { SignInForm } from './sign-in-form';
import { signInAgainMessages } from './sign-in-again.messages';

/**
 * Requests a new sign-in in a dialog over the page when the session has ended: with the password, if the account has one, and with
 * the providers of the account in a new tab, so that the page keeps what has been entered. When the user has signed in there, the page
 * continues.
 *
 * Only the same account can continue: the content of the page belongs to it. Other users leave for the sign-in page.
 */
@Component({
  selector: 'gh-sign-in-again',
  imports: [Banner, Button, Dialog, SignInForm],
  // The form shared with the sign-in page has a fixed language: the current one of the console.
  providers: [{ provide: LOCALE, useFactory: () => inject(LanguageChoice).locale() }],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(document:visibilitychange)': 'look()', '(window:focus)': 'look()' },
  templateUrl: './sign-in-again.html',
  styleUrls: ['./sign-in-page.css', './sign-in-again.css'],
})
export class SignInAgain {
  private readonly interruption = inject(Interruption);
  private readonly location = inject(BrowserLocation);
  private readonly session = inject(Session);
  private readonly deployment = inject(Deployment);
  protected readonly methods = inject(SignInMethods).current();

  protected readonly text = texts(signInAgainMessages);
  protected readonly account = computed(() => this.session.user()?.user_name ?? '');
  protected readonly elsewhere = signInAddress(this.location.current, this.deployment);
  /** Set when another account has been signed in to meanwhile. */
  protected readonly isOther = signal(false);
  private readonly afterwards = `${this.deployment.consoleBase}signed-in`;
  protected readonly signInPage = signInAddress(this.afterwards, this.deployment);
  protected readonly hasProviders = this.methods.providers.length > 0;

  constructor() {
    inject(DestroyRef).onDestroy(inject(SignInNews).follow(() => void this.look()));
  }

  protected addressOf(provider: IdentityProviderSummaryDto): string {
    // The name that such a provider needs is entered on the sign-in page.
    if (needsName(provider)) return this.signInPage;
    return providerAddress(provider, this.deployment.origin, this.afterwards);
  }

  /** The user may have signed in in another tab. */
  protected async look(): Promise<void> {
    try {
      const found = await this.session.check();
      this.isOther.set(found === 'other-user');
      if (found === 'same') this.resume();
    } catch (thrown) {
      // Without a reply nothing is known; the form and the links remain.
      asProblem(thrown);
    }
  }

  protected resume(): void {
    this.interruption.end(true);
  }

  protected leave(event?: Event): void {
    event?.preventDefault();
    this.interruption.end(false);
    this.location.open(this.elsewhere);
  }
}
