import { ChangeDetectionStrategy, Component, computed, inject, viewChild } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { asProblem } from '@gatehouse/ui-data/problem';
import { continueAddress, returnAddress } from '@gatehouse/ui-data/return-address';
import { Session } from '@gatehouse/ui-data/session';
import { Banner } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { PublicFrame } from '../public/public-frame';
import { ProviderLinks } from './provider-links';
import { SignInForm } from './sign-in-form';
import { signInMessages } from './sign-in.messages';
import { failureInAddress } from './sign-in.store';

/** The sign-in page. */
@Component({
  selector: 'gh-sign-in-page',
  imports: [Banner, ProviderLinks, PublicFrame, SignInForm],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sign-in-page.html',
  styleUrl: './sign-in-page.css',
})
export class SignInPage {
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly session = inject(Session);
  private readonly settings = inject(DeploymentSettings);

  protected readonly text = texts(signInMessages);
  /** The address that leads to the page that the user came from, validated. */
  protected readonly destination = computed(() =>
    continueAddress(
      returnAddress(this.location.query('return'), this.deployment, this.settings.loaded()?.proxy_public_url),
      this.deployment,
    ),
  );
  protected readonly failure = failureInAddress(
    this.location.query('error'),
    this.location.query('retry_after'),
  );
  protected readonly already = computed(() => this.session.user()?.user_name);
  /** What this deployment offers to users who cannot sign in; unknown until its settings are loaded. */
  protected readonly offers = this.settings.loaded;

  /** Why a sign-in here has no effect: the browser drops the session cookie. */
  protected readonly dropped = computed(() =>
    this.offers()?.cookie_secure && !this.location.isSecure ? this.text.cookieDropped : '',
  );

  private readonly form = viewChild.required(SignInForm);
  protected readonly typedName = computed(() => this.form().userName().trim());

  /** Resolves when the settings are loaded or cannot be. */
  private readonly settled = this.settings.load().catch(asProblem);

  constructor() {
    // It only completes the page, as the settings do; when the API is unreachable, the form reports it.
    this.session
      .refresh()
      // The API leads users of providers to pages of services by this page: the proxy recognizes its address in `Referer`.
      .then(() => (this.location.query('continue') !== null && this.already() ? this.leave() : undefined))
      .catch(asProblem);
  }

  protected needName(provider: string): void {
    this.form().needUserName(this.text.nameAtProvider(provider));
  }

  protected async leave(): Promise<void> {
    // The settings list the addresses of services; without them it is the console.
    await this.settled;
    // A full page load: no data of a previous user stays in memory, and Back does not return to the form.
    this.location.replace(this.destination());
  }
}
