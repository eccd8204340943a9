import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import {
  asProblem,
  BrowserLocation,
  Deployment,
  DeploymentSettings,
  returnAddress,
  Session,
} from '@gatehouse/ui-data';
import { texts } from '../language/language';
import { PublicFrame } from '../public/public-frame';
import { SignInForm } from './sign-in-form';
import { signInMessages } from './sign-in.messages';
import { failureInAddress } from './sign-in.store';

/** The page a person signs in on. */
@Component({
  selector: 'gh-sign-in-page',
  imports: [PublicFrame, SignInForm],
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
  /** Where the person came from, safe to follow. */
  protected readonly destination = computed(() =>
    returnAddress(this.location.query('return'), this.deployment, this.settings.loaded()?.proxy_public_url),
  );
  protected readonly failure = failureInAddress(
    this.location.query('error'),
    this.location.query('retry_after'),
  );
  protected readonly already = computed(() => this.session.user()?.user_name);
  /** What else this deployment offers to those who cannot sign in; unknown until its settings are loaded. */
  protected readonly offers = this.settings.loaded;

  /** Resolves when the settings are loaded or cannot be. */
  private readonly settled = this.settings.load().catch(asProblem);

  constructor() {
    // It adds to the page what may be missing from it, as the settings do; when the API is away, the form says so.
    this.session.refresh().catch(asProblem);
  }

  protected async leave(): Promise<void> {
    // The settings say which addresses are those of services; without them it is the console.
    await this.settled;
    // A whole new page: nothing of an earlier visitor stays in memory, and Back does not return to the form.
    this.location.replace(this.destination());
  }
}
