import { ChangeDetectionStrategy, Component, inject, input, output, signal } from '@angular/core';
import type { AuditEntryDto } from '@gatehouse/dto';
import { Button } from '@gatehouse/ui-kit/button';
import { Tag } from '@gatehouse/ui-kit/tag';
import { AuditSentence } from '../audit/audit-sentence';
import { AuditSentences } from '../audit/audit-sentences';
import { auditTexts } from '../audit/audit.texts';
import { RevisionFacts, undoableRevision } from '../audit/revision-facts';
import { UndoRevision } from '../audit/undo-revision';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';

/** The latest changes, each with who made it; changes of permissions can be undone. */
@Component({
  selector: 'gh-change-list',
  imports: [AuditSentence, Button, Tag, UndoRevision],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ol>
      @for (change of changes(); track change.id) {
        <li tabindex="-1" [attr.data-revision]="change.revision">
          <p class="what">
            <gh-audit-sentence [entry]="change" />
            @if (facts.others(change); as others) {
              <span class="muted">{{ t('with', { others }) }}</span>
            }
            @if (facts.removal(change); as removal) {
              <span class="muted removal">{{ removal }}</span>
            }
          </p>
          <p class="who">
            <time [attr.datetime]="change.time" [attr.title]="formats.exactTime(change.time)">{{
              formats.ago(change.time)
            }}</time>
            @if (sentences.role(change); as role) {
              · {{ role }}
            }
            @if (facts.undone(change); as undone) {
              <gh-tag>{{ undone }}</gh-tag>
            }
          </p>
          @if (undoable(change); as revision) {
            <button
              ghButton
              look="quiet"
              type="button"
              [attr.aria-label]="t('undoOf', { revision: formats.number(revision) })"
              [changes]="true"
              (click)="entryToUndo.set(change)"
            >
              {{ t('undo') }}
            </button>
          }
        </li>
      } @empty {
        <li class="muted">{{ t('emptyAll') }}</li>
      }
    </ol>
    @if (entryToUndo(); as entry) {
      <gh-undo-revision
        [entry]="entry"
        (undone)="showUndone(entry)"
        (cancelled)="entryToUndo.set(undefined)"
      />
    }
  `,
  styles: `
    ol {
      display: grid;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0 var(--gh-space-3);
      min-height: 3.25rem;
      padding-block: var(--gh-space-2);
      border-block-start: 1px solid var(--gh-border);
    }
    li:first-child {
      border-block-start: 0;
    }
    .what {
      min-width: 0;
    }
    .removal {
      display: block;
    }
    .who {
      grid-column: 1;
    }
    .who,
    .muted {
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    button {
      grid-row: 1 / span 2;
      grid-column: 2;
      align-self: center;
      color: var(--gh-accent);
    }
  `,
})
export class ChangeList {
  readonly changes = input.required<readonly AuditEntryDto[]>();
  /** Emits the revision that was undone. */
  readonly undone = output<number | null>();

  protected readonly t = translations(auditTexts);
  protected readonly facts = inject(RevisionFacts);
  protected readonly sentences = inject(AuditSentences);
  protected readonly formats = inject(ReaderFormats);
  protected readonly entryToUndo = signal<AuditEntryDto | undefined>(undefined);
  protected readonly undoable = undoableRevision;

  protected showUndone({ revision }: AuditEntryDto): void {
    this.entryToUndo.set(undefined);
    this.undone.emit(revision);
  }
}
