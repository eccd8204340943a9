import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { BrowserLocation } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { notFoundTexts } from './not-found.texts';

/** The page for unknown addresses of the console. */
@Component({
  selector: 'gh-not-found',
  imports: [Button, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1 tabindex="-1">{{ t('title') }}</h1>
    <p>{{ t('explanation') }}</p>
    <p>
      <code>{{ address() }}</code>
    </p>
    <a ghButton routerLink="/" look="primary">{{ t('home') }}</a>
  `,
  styleUrl: './not-found.css',
})
export class NotFound {
  protected readonly t = translations(notFoundTexts);
  private readonly location = inject(BrowserLocation);
  private readonly router = inject(Router);

  protected readonly address = computed(() => {
    // Read for its change: from one unknown address to another, this page remains.
    this.router.lastSuccessfulNavigation();
    return this.location.current;
  });
}
