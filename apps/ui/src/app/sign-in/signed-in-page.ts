import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Session, SignInNews } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { signedInTexts } from './signed-in.texts';

/** Where the tab ends in which the user has signed in for another tab, whose session had ended. */
@Component({
  selector: 'gh-signed-in-page',
  imports: [Button, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1 tabindex="-1">{{ t('title', { user_name: userName() }) }}</h1>
    <p>{{ t('explanation') }}</p>
    <a ghButton routerLink="/">{{ t('home') }}</a>
  `,
  styleUrl: '../not-found/not-found.css',
})
export class SignedInPage {
  private readonly session = inject(Session);
  protected readonly t = translations(signedInTexts);
  protected readonly userName = computed(() => this.session.user()?.user_name ?? '');

  constructor() {
    inject(SignInNews).announce();
  }
}
