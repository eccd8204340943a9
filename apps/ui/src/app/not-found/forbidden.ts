import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { notFoundTexts } from './not-found.texts';

/** Replaces a page that the signed-in user may not open: names the missing membership and the contact. */
@Component({
  selector: 'gh-forbidden',
  imports: [Button, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1 tabindex="-1">{{ t('forbidden') }}</h1>
    <p>{{ explanation() }}</p>
    <a ghButton routerLink="/" look="primary">{{ t('home') }}</a>
  `,
  styleUrl: './not-found.css',
})
export class Forbidden {
  private readonly session = inject(Session);
  private readonly settings = inject(DeploymentSettings);
  protected readonly t = translations(notFoundTexts);
  protected readonly explanation = computed(() =>
    this.t('missing', {
      user_name: this.session.user()?.user_name ?? '',
      group: this.settings.current().admin_group,
    }),
  );
}
