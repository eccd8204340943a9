import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  Injectable,
  signal,
  type Type,
  untracked,
  viewChild,
  ViewContainerRef,
} from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { signInAddress } from '@gatehouse/ui-data/return-address';
import { Banner, Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { PublicFrame } from '../public/public-frame';
import { linkMessages } from './link.messages';
import { LinkStore } from './link.store';

/** Loads the form for a new password. */
@Injectable({ providedIn: 'root' })
export class NewPasswordForms {
  async load(): Promise<Type<unknown>> {
    return (await import('./new-password-form')).NewPasswordForm;
  }
}

/**
 * The page of a one-time link: describes what the link does, and uses it when the button is pressed, since mail scanners
 * open links too. Reference: registration-and-links#one-time-links
 */
@Component({
  selector: 'gh-link-page',
  imports: [Banner, Button, PublicFrame],
  providers: [LinkStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './link-page.html',
  styleUrls: ['../public/public-text.css', '../public/public-facts.css'],
  styles: `
    .terms {
      max-height: 50vh;
      padding: var(--gh-space-3) var(--gh-space-4);
      overflow: auto;
      border: 1px solid var(--gh-border-control);
      border-radius: var(--gh-radius);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `,
})
export class LinkPage {
  protected readonly store = inject(LinkStore);
  protected readonly text = texts(linkMessages);
  protected readonly signInHere = signInAddress(inject(BrowserLocation).current, inject(Deployment));
  private readonly forms = inject(NewPasswordForms);
  private readonly problemTexts = texts(problemMessages);

  /** Why no link is shown. */
  protected readonly refusal = computed(() => {
    const problem = this.store.link() ? undefined : this.store.problem();
    if (!problem) return undefined;
    switch (problem.status) {
      case 401:
        return { title: this.text.signInTitle, text: this.text.signIn, offer: 'sign-in' };
      case 403:
        return { title: this.text.forbiddenTitle, text: this.text.forbidden, offer: 'other-account' };
      case 404:
        return { title: this.text.unknownTitle, text: this.text.unknown, offer: '' };
      case 410:
        return { title: this.text.expiredTitle, text: this.text.expired, offer: '' };
      case 422:
        return { title: this.text.brokenTitle, text: this.text.broken, offer: '' };
      default:
        return {
          title: this.text.failedTitle,
          text: problemText(problem, this.problemTexts),
          offer: 'again',
        };
    }
  });
  protected readonly heading = computed(
    () =>
      this.store.outcome()?.title ?? this.store.link()?.title ?? this.refusal()?.title ?? this.text.loading,
  );
  /** Why the link that is shown could not be used. */
  protected readonly failureText = computed(() => {
    const problem = this.store.link() && this.store.problem();
    return problem ? problemText(problem, this.problemTexts) : '';
  });

  /** Whether the form for the password could not be loaded. A reload of the page repeats it: browsers may cache the failure. */
  protected readonly isFormMissing = signal(false);
  protected readonly location = inject(BrowserLocation);

  private readonly passwordForm = viewChild('passwordForm', { read: ViewContainerRef });

  constructor() {
    effect(() => {
      const container = this.passwordForm();
      if (container) void untracked(() => this.showPasswordForm(container));
    });
    void this.store.load();
  }

  /** Few links need the form; the others load faster without it. */
  private async showPasswordForm(container: ViewContainerRef): Promise<void> {
    try {
      const NewPasswordForm = await this.forms.load();
      container.createComponent(NewPasswordForm).setInput('store', this.store);
    } catch {
      this.isFormMissing.set(true);
    }
  }
}
