import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { BrowserLocation } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { texts } from '../language/language';
import { notFoundMessages } from './not-found.messages';

/** The answer to an address of the console that has no page. */
@Component({
  selector: 'gh-not-found',
  imports: [Button, RouterLink],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1 tabindex="-1">{{ text.title }}</h1>
    <p>{{ text.explanation }}</p>
    <p>
      <code>{{ address() }}</code>
    </p>
    <a ghButton routerLink="/" look="primary">{{ text.home }}</a>
  `,
  styles: `
    :host {
      display: grid;
      justify-items: start;
      gap: var(--gh-space-4);
      max-width: 36rem;
    }
    h1 {
      font-size: var(--gh-text-page);
    }
    p {
      max-width: 100%;
      color: var(--gh-text-muted);
    }
    code {
      font-family: var(--gh-font-mono);
      overflow-wrap: anywhere;
    }
    a {
      margin-block-start: var(--gh-space-2);
    }
  `,
})
export class NotFound {
  protected readonly text = texts(notFoundMessages);
  private readonly location = inject(BrowserLocation);
  private readonly router = inject(Router);

  protected readonly address = computed(() => {
    // Read for its change: from one unknown address to another, this page stays.
    this.router.lastSuccessfulNavigation();
    return this.location.current;
  });
}
