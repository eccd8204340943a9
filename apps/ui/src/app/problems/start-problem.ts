import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import type { Problem } from '@gatehouse/ui-data/problem';
import { Button } from '@gatehouse/ui-kit/button';
import { Mark } from '@gatehouse/ui-kit/mark';
import { type Catalogue, texts } from '../language/language';
import { problemMessages, problemText } from './problem.messages';

const messages: Catalogue<{ title: string; again: string }> = {
  en: { title: 'The console cannot start', again: 'Try again' },
  fr: { title: 'La console ne peut pas démarrer', again: 'Réessayer' },
};

/** Replaces the console when the data for its first page cannot be loaded. */
@Component({
  selector: 'gh-start-problem',
  imports: [Button, Mark],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <main>
      <gh-mark />
      <h1>{{ text.title }}</h1>
      <p role="alert">{{ explanation() }}</p>
      <button ghButton type="button" look="primary" (click)="location.reload()">{{ text.again }}</button>
    </main>
  `,
  styles: `
    main {
      display: grid;
      justify-items: center;
      gap: var(--gh-space-4);
      max-width: 32rem;
      margin-inline: auto;
      padding: 15vh var(--gh-space-4) var(--gh-space-6);
      text-align: center;

      --gh-mark-size: 3rem;
    }
    h1 {
      font-size: var(--gh-text-page);
    }
    p {
      color: var(--gh-text-muted);
    }
  `,
})
export class StartProblem {
  readonly problem = input<Problem>();

  protected readonly location = inject(BrowserLocation);
  protected readonly text = texts(messages);
  private readonly problemTexts = texts(problemMessages);
  protected readonly explanation = computed(() => {
    const problem = this.problem();
    return problem ? problemText(problem, this.problemTexts) : '';
  });
}
