import { ChangeDetectionStrategy, Component, inject, input, output, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditObjectDto } from '@gatehouse/dto';
import { Button } from '@gatehouse/ui-kit/button';
import { Tag } from '@gatehouse/ui-kit/tag';
import { AuditWording, undoableRevision } from '../audit/audit-wording';
import { auditTexts } from '../audit/audit.texts';
import { UndoRevision } from '../audit/undo-revision';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { administratorHomeTexts } from './administrator-home.texts';
import type { RecentChange } from './recent-changes';

/** The latest changes, each with who made it; changes of permissions can be undone. */
@Component({
  selector: 'gh-change-list',
  imports: [Button, RouterLink, Tag, UndoRevision],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ol>
      @for (change of changes(); track change.entry.id) {
        <li>
          <div class="what">
            <span class="noun">{{ wording.noun(change.entry.kind) }}</span>
            <gh-tag [tone]="wording.tone(change.entry.kind)">{{ wording.verb(change.entry.kind) }}</gh-tag>
            @for (object of change.entry.objects; track object.kind) {
              <a routerLink="/audit" [queryParams]="historyOf(object)">
                @if (change.entry.objects.length > 1) {
                  <span class="muted">{{ wording.objectKind(object) }}</span>
                }
                {{ wording.object(object) }}
              </a>
            }
            @if (change.others > 0) {
              <span class="muted">{{ t('others', { count: change.others }) }}</span>
            }
          </div>
          <p class="who">
            {{ audit('by', { name: wording.actor(change.entry.actor) }) }} ·
            <time [attr.datetime]="change.entry.time" [attr.title]="formats.dateTime(change.entry.time)">{{
              formats.ago(change.entry.time)
            }}</time>
          </p>
          @if (revisionOf(change); as revision) {
            <button
              ghButton
              look="quiet"
              type="button"
              [attr.aria-label]="audit('undoOf', { revision: formats.number(revision) })"
              (click)="revisionToUndo.set(revision)"
            >
              {{ audit('undo') }}
            </button>
          }
        </li>
      } @empty {
        <li class="muted">{{ audit('emptyAll') }}</li>
      }
    </ol>
    @if (revisionToUndo(); as revision) {
      <gh-undo-revision
        [revision]="revision"
        (undone)="showUndone()"
        (cancelled)="revisionToUndo.set(undefined)"
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
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 var(--gh-space-2);
      min-width: 0;
    }
    .noun {
      font-weight: 550;
    }
    a {
      padding-block: 0.125rem;
      overflow-wrap: anywhere;
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
  readonly changes = input.required<readonly RecentChange[]>();
  readonly undone = output();

  protected readonly t = translations(administratorHomeTexts);
  protected readonly audit = translations(auditTexts);
  protected readonly wording = inject(AuditWording);
  protected readonly formats = inject(ReaderFormats);
  protected readonly revisionToUndo = signal<number | undefined>(undefined);

  protected revisionOf({ entry }: RecentChange): number | null {
    return undoableRevision(entry);
  }

  protected historyOf({ kind, id }: AuditObjectDto): Record<string, string> {
    return { object: `${kind}:${id}` };
  }

  protected showUndone(): void {
    this.revisionToUndo.set(undefined);
    this.undone.emit();
  }
}
