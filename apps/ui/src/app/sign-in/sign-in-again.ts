import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { BrowserLocation, Deployment, Interruption, Session, signInAddress } from '@gatehouse/ui-data';
import { Dialog } from '@gatehouse/ui-kit';
import { LOCALE, texts } from '../language/language';
import { LanguageChoice } from '../language/language-choice';
import { SignInForm } from './sign-in-form';
import { signInAgainMessages } from './sign-in-again.messages';

/**
 * Requests the password in a dialog over the page when the session has ended.
 *
 * Only the same account can continue: the content of the page belongs to it. Other users leave for the sign-in page.
 */
@Component({
  selector: 'gh-sign-in-again',
  imports: [Dialog, SignInForm],
  // The form shared with the sign-in page has a fixed language: the current one of the console.
  providers: [{ provide: LOCALE, useFactory: () => inject(LanguageChoice).locale() }],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-dialog [heading]="text.title" (cancelled)="leave()">
      <p class="explanation">{{ text.explanation }}</p>
      <gh-sign-in-form [account]="account()" (signedIn)="resume()" />
      <p class="leave">
        <a [attr.href]="elsewhere" (click)="leave($event)">{{ text.leave }}</a>
      </p>
    </gh-dialog>
  `,
  styles: `
    .explanation {
      margin-block: var(--gh-space-2) var(--gh-space-5);
      color: var(--gh-text-muted);
    }
    .leave {
      margin-block-start: var(--gh-space-4);
      text-align: center;
    }
  `,
})
export class SignInAgain {
  private readonly interruption = inject(Interruption);
  private readonly location = inject(BrowserLocation);
  private readonly session = inject(Session);

  protected readonly text = texts(signInAgainMessages);
  protected readonly account = computed(() => this.session.user()?.user_name ?? '');
  protected readonly elsewhere = signInAddress(this.location.current, inject(Deployment));

  protected resume(): void {
    this.interruption.end(true);
  }

  protected leave(event?: Event): void {
    event?.preventDefault();
    this.interruption.end(false);
    this.location.open(this.elsewhere);
  }
}
