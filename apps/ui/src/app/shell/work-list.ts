import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { Banner, Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { shellTexts } from './shell.texts';

/** Progress of work whose page may have been left, in a corner of the frame. */
@Component({
  selector: 'gh-work-list',
  imports: [Banner, Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (work of works.running(); track work.id) {
      <label>
        <span>{{ t('work', { name: work.name, done: work.done, all: work.all }) }}</span>
        <progress [value]="work.done" [max]="work.all"></progress>
      </label>
    }
    @for (failure of works.failed(); track failure.id) {
      <gh-banner tone="danger" [message]="failure.text">
        <button ghButton type="button" (click)="works.dismiss(failure.id)">{{ t('dismiss') }}</button>
      </gh-banner>
    }
  `,
  styles: `
    :host {
      position: fixed;
      inset-block-end: var(--gh-space-4);
      inset-inline-end: var(--gh-space-4);
      z-index: 5;
      display: grid;
      gap: var(--gh-space-2);
      max-width: min(20rem, calc(100% - 2 * var(--gh-space-4)));
    }
    label {
      display: grid;
      gap: var(--gh-space-1);
      padding: var(--gh-space-3) var(--gh-space-4);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius);
      background: var(--gh-surface);
      box-shadow: var(--gh-shadow-raised);
      font-size: var(--gh-text-small);
      overflow-wrap: anywhere;
    }
    progress {
      width: 100%;
      accent-color: var(--gh-accent);
    }
  `,
})
export class WorkList {
  protected readonly works = inject(WorkInProgress);
  protected readonly t = translations(shellTexts);
}
