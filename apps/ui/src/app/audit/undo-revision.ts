import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { AuditApi } from '@gatehouse/ui-data/audit-api';
import { Confirmation } from '@gatehouse/ui-kit/confirmation';
import { Toasts } from '@gatehouse/ui-kit/toasts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { auditTexts } from './audit.texts';

/** Requests confirmation to undo the permission changes of a revision, undoes them, and reports the result. */
@Component({
  selector: 'gh-undo-revision',
  imports: [Confirmation],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-confirmation
      [heading]="t('undoHeading')"
      [answer]="t('undo')"
      [dangerous]="false"
      [busy]="action.busy()"
      [problem]="problemText()"
      (confirmed)="undo()"
      (cancelled)="cancelled.emit()"
    >
      <p>{{ t('undoExplained', { revision: formats.number(revision()) }) }}</p>
    </gh-confirmation>
  `,
})
export class UndoRevision {
  readonly revision = input.required<number>();
  /** Emits when the changes have been undone. */
  readonly undone = output();
  readonly cancelled = output();

  protected readonly t = translations(auditTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly action = new Action();
  private readonly api = inject(AuditApi);
  private readonly toasts = inject(Toasts);
  private readonly problemTexts = inject(ProblemTexts);

  protected readonly problemText = computed(() => {
    const problem = this.action.problem();
    return problem ? `${this.t('undoFailed')} ${this.problemTexts.of(problem)}` : '';
  });

  protected async undo(): Promise<void> {
    let count = 0;
    const done = await this.action.run(
      async () => ({ changed: count } = await this.api.undo(this.revision())),
    );
    if (!done) return;
    this.toasts.show(this.t('undone', { count }));
    this.undone.emit();
  }
}
