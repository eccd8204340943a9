import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  output,
  untracked,
} from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { Banner } from '@gatehouse/ui-kit/banner';
import { Button } from '@gatehouse/ui-kit/button';
import { Online } from '@gatehouse/ui-kit/online';
import { translations } from '../language/translations';
import { ProblemTexts } from '../problems/problem-texts';
import { pagePartsTexts } from './page-parts.texts';

/**
 * A failed request: the text of the reply, its error code for support, and a button that repeats it. Without a network it is not an
 * error: what could not be read is read again as soon as the network has returned.
 */
@Component({
  selector: 'gh-problem-panel',
  imports: [Banner, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-banner [tone]="offline() ? 'warning' : 'danger'" [message]="text()">
      @if (problem()?.code; as code) {
        <p class="code">{{ t('code', { code }) }}</p>
      }
      @if (canRetry()) {
        <button ghButton type="button" (click)="retry.emit()">{{ t('again') }}</button>
      }
    </gh-banner>
  `,
  styles: `
    /* Without a message it takes no grid gap. */
    :host {
      display: contents;
    }
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
  /** What failed, before the reason. */
  readonly about = input('');
  readonly retry = output();

  protected readonly t = translations(pagePartsTexts);
  private readonly texts = inject(ProblemTexts);
  private readonly online = inject(Online).online;
  protected readonly offline = computed(() => !this.online() && this.problem()?.isUnreachable === true);
  protected readonly text = computed(() => {
    const problem = this.problem();
    if (!problem) return '';
    return `${this.about()} ${this.reason(problem)}`.trim();
  });

  constructor() {
    let wasOffline = false;
    effect(() => {
      const isBack = this.online() && wasOffline;
      wasOffline = !this.online();
      if (isBack) untracked(() => this.readAgain());
    });
  }

  private reason(problem: Problem): string {
    if (problem.status === 404) return this.t('missing');
    return this.offline() && this.canRetry() ? this.t('offline') : this.texts.of(problem);
  }

  private readAgain(): void {
    if (this.canRetry() && this.problem()?.isUnreachable) this.retry.emit();
  }
}
