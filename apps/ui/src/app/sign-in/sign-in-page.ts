import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { BrowserLocation, Deployment, returnAddress, Session } from '@gatehouse/ui-data';
import { Mark } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { SignInForm } from './sign-in-form';
import { signInMessages } from './sign-in.messages';
import { failureInAddress } from './sign-in.store';

/** The page a person signs in on. It is an application of its own, so that it loads without the console. */
@Component({
  selector: 'gh-root',
  imports: [Mark, SignInForm],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './sign-in-page.html',
  styleUrl: './sign-in-page.css',
})
export class SignInPage {
  private readonly location = inject(BrowserLocation);
  private readonly deployment = inject(Deployment);
  private readonly session = inject(Session);

  protected readonly text = texts(signInMessages);
  /** Where the person came from, safe to follow. */
  protected readonly destination = returnAddress(this.location.query('return'), this.deployment);
  protected readonly failure = failureInAddress(
    this.location.query('error'),
    this.location.query('retry_after'),
  );
  protected readonly already = computed(() => this.session.user()?.user_name);

  protected leave(): void {
    // A whole new page: nothing of an earlier visitor stays in memory, and Back does not return to the form.
    this.location.replace(this.destination);
  }
}
