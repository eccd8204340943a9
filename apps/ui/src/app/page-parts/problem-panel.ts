import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { Banner, Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { pagePartsTexts } from './page-parts.texts';

/** A failed request: the text of the reply, its error code for support, and a button that repeats it. */
@Component({
  selector: 'gh-problem-panel',
  imports: [Banner, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-banner tone="danger" [message]="text()">
      @if (problem()?.code; as code) {
        <p class="code">{{ t('code', { code }) }}</p>
      }
      @if (canRetry()) {
        <button ghButton type="button" (click)="retry.emit()">{{ t('again') }}</button>
      }
    </gh-banner>
  `,
  styles: `
    :host:has(p) {
      display: block;
      margin-block-end: var(--gh-space-4);
    }
    .code {
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    button {
      margin-block-start: var(--gh-space-2);
    }
  `,
})
export class ProblemPanel {
  readonly problem = input.required<Problem | undefined>();
  readonly canRetry = input(true);
  readonly retry = output();

  protected readonly t = translations(pagePartsTexts);
  private readonly texts = inject(ProblemTexts);
  protected readonly text = computed(() => {
    const problem = this.problem();
    if (!problem) return '';
    return problem.status === 404 ? this.t('missing') : this.texts.of(problem);
  });
}
