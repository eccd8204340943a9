import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Tag } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { changesTexts } from './changes.texts';
import { SyncMarks } from './sync-marks';

/** Says above a grid when the service was read, and how many resources differ; empty for services that cannot be read. */
@Component({
  selector: 'gh-sync-notice',
  imports: [ProblemPanel, RouterLink, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-problem-panel [problem]="marks.problem()" [canRetry]="false" />
    @if (marks.age(); as age) {
      <p>
        {{ age }}
        @if (marks.isOutOfSync()) {
          <gh-tag tone="warning">{{ t('mark.outOfSync') }}</gh-tag>
        }
        {{ marks.found() }} {{ marks.note() }}
        <a [routerLink]="['/services', marks.shown()]" [queryParams]="{ tab: 'synchronization' }">{{
          t('mark.review')
        }}</a>
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    :host:not(:has(p)) {
      display: none;
    }
    a {
      display: inline-block;
      min-height: 1.5rem;
    }
  `,
})
export class SyncNotice {
  protected readonly marks = inject(SyncMarks);
  protected readonly t = translations(changesTexts);
}
