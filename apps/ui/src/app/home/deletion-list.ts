import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import type { DeletionProgressDto } from '@gatehouse/dto';
import { AuditSentence } from '../audit/audit-sentence';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { administratorHomeTexts } from './administrator-home.texts';

/** Large deletions that go on: what was deleted, by whom and when, and how many rows are left. */
@Component({
  selector: 'gh-deletion-list',
  imports: [AuditSentence],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <p class="muted">{{ t('deletionsAbout') }}</p>
    <ul>
      @for (deletion of deletions(); track deletion.entry.revision) {
        <li>
          <gh-audit-sentence [entry]="deletion.entry" />
          <span class="muted">
            <time
              [attr.datetime]="deletion.entry.time"
              [attr.title]="formats.exactTime(deletion.entry.time)"
              >{{ formats.ago(deletion.entry.time) }}</time
            >
            · {{ left(deletion) }}
            @if (deletion.entry.removal?.rows; as count) {
              · {{ t('rowsRemoved', { count }) }}
            }
          </span>
        </li>
      }
    </ul>
  `,
  styles: `
    ul {
      display: grid;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      padding-block: var(--gh-space-2);
      border-block-start: 1px solid var(--gh-border);
    }
    .muted {
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
  `,
})
export class DeletionList {
  readonly deletions = input.required<readonly DeletionProgressDto[]>();

  protected readonly t = translations(administratorHomeTexts);
  protected readonly formats = inject(ReaderFormats);

  protected left({ rows_left: count, has_more: hasMore }: DeletionProgressDto): string {
    return this.t(hasMore ? 'moreRowsLeft' : 'rowsLeft', { count });
  }
}
