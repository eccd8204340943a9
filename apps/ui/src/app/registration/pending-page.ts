import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment } from '@gatehouse/ui-data/deployment';
import { signInAddress } from '@gatehouse/ui-data/return-address';
import { Banner, Button } from '@gatehouse/ui-kit';
import { LOCALE, texts } from '../language/language';
import { problemMessages, problemText } from '../problems/problem.messages';
import { PublicFrame } from '../public/public-frame';
import { pendingMessages } from './pending.messages';
import { PendingStore } from './pending.store';

/** A registration that is not completed, for administrators, who approve or decline it. */
@Component({
  selector: 'gh-pending-page',
  imports: [Banner, Button, PublicFrame],
  providers: [PendingStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './pending-page.html',
  styleUrls: ['../public/public-text.css', '../public/public-facts.css'],
  styles: `
    .decision {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
      gap: var(--gh-space-3);
    }
  `,
})
export class PendingPage {
  protected readonly store = inject(PendingStore);
  protected readonly text = texts(pendingMessages);
  protected readonly signInHere = signInAddress(inject(BrowserLocation).current, inject(Deployment));
  private readonly problemTexts = texts(problemMessages);

  /** In the time zone and the language of the browser. */
  private readonly times = new Intl.DateTimeFormat(inject(LOCALE).locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  protected readonly submitted = computed(() => {
    const registration = this.store.registration();
    return registration ? this.times.format(new Date(registration.submitted_at)) : '';
  });
  /** Why there is no registration to show. */
  protected readonly refusal = computed(() => {
    const problem = this.store.problem();
    if (!problem) return undefined;
    if (problem.status === 401)
      return { title: this.text.signInTitle, text: this.text.signIn, offer: 'sign-in' };
    if (this.store.registration()) return undefined;
    if (problem.status === 403)
      return { title: this.text.forbiddenTitle, text: this.text.forbidden, offer: 'other-account' };
    if (problem.code === 'registration_not_found')
      return { title: this.text.goneTitle, text: this.text.gone, offer: 'home' };
    return { title: this.text.failedTitle, text: problemText(problem, this.problemTexts), offer: 'again' };
  });
  protected readonly outcome = computed(() => {
    const name = this.store.registration()?.user_name ?? '';
    switch (this.store.decided()) {
      case undefined:
        return undefined;
      case 'approve':
        return { title: this.text.approvedTitle, text: this.text.approved(name) };
      case 'decline':
        return { title: this.text.declinedTitle, text: this.text.declined(name) };
    }
  });
  protected readonly heading = computed(
    () =>
      this.outcome()?.title ??
      this.refusal()?.title ??
      (this.store.registration() ? this.text.title : this.text.loading),
  );
  protected readonly message = computed(() => {
    const problem = this.store.problem();
    if (problem) return problemText(problem, this.problemTexts);
    return this.store.resent() ? this.text.resent : '';
  });

  constructor() {
    void this.store.load();
  }
}
