import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { Banner } from '@gatehouse/ui-kit/banner';
import { Button } from '@gatehouse/ui-kit/button';
import { translations } from '../language/translations';
import { WorkInProgress } from '../page-parts/work-in-progress';
import { shellTexts } from './shell.texts';

/** Progress of work whose page may have been left, and what has failed, in a corner of the frame. */
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
        @if (failure.objects.length > 0) {
          <ul tabindex="0" [attr.aria-label]="failure.text">
            @for (object of failure.objects; track $index) {
              <li>
                <strong>{{ object.name }}</strong> – {{ object.reason }}
              </li>
            }
          </ul>
        }
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
      width: min(24rem, calc(100% - 2 * var(--gh-space-4)));
      /* The page below can be used between the boxes. */
      pointer-events: none;
    }
    label,
    gh-banner {
      pointer-events: auto;
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
    ul {
      max-height: 30dvh;
      margin-block: var(--gh-space-2);
      overflow-y: auto;
      font-size: var(--gh-text-small);
    }
    li,
    gh-banner {
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
