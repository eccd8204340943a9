import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  type OnInit,
  output,
} from '@angular/core';
import type { AuditEntryDto } from '@gatehouse/dto';
import { AuditApi } from '@gatehouse/ui-data/audit-api';
import { PermissionsApi } from '@gatehouse/ui-data/permissions-api';
import { Remote } from '@gatehouse/ui-data/remote';
import { Confirmation } from '@gatehouse/ui-kit/confirmation';
import { Skeleton } from '@gatehouse/ui-kit/skeleton';
import { Toasts } from '@gatehouse/ui-kit/toasts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemTexts } from '../problems/problem-texts';
import { AuditSentences } from './audit-sentences';
import { auditTexts } from './audit.texts';
import { sizeOf } from './revision-facts';
import { type AssignmentState, planUndo } from './undo-plan';

/** Lists what undoing a revision restores and who gains or loses by it, undoes it when confirmed, and reports the result. */
@Component({
  selector: 'gh-undo-revision',
  imports: [Confirmation, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './undo-revision.html',
  styleUrl: './undo-revision.css',
})
export class UndoRevision implements OnInit {
  /** Stands for the revision. */
  readonly entry = input.required<AuditEntryDto>();
  /** Emits when the changes have been undone. */
  readonly undone = output();
  readonly cancelled = output();

  protected readonly t = translations(auditTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly action = new Action();
  private readonly api = inject(AuditApi);
  private readonly permissions = inject(PermissionsApi);
  private readonly toasts = inject(Toasts);
  private readonly problemTexts = inject(ProblemTexts);
  private readonly sentences = inject(AuditSentences);

  protected readonly plan = new Remote(() => planUndo(this.revision(), this.api, this.permissions));
  protected readonly size = computed(() => sizeOf(this.entry()));
  protected readonly effects = computed(() => {
    const preview = this.plan.value()?.preview;
    if (!preview) return undefined;
    const texts = preview.effects.flatMap(({ permission_name: permission, gained, lost }) => [
      ...(gained.users > 0 ? [this.t('gain', { count: gained.users, permission })] : []),
      ...(lost.users > 0 ? [this.t('lose', { count: lost.users, permission })] : []),
    ]);
    return texts.length === 0 ? this.t('noEffect') : `${this.formats.list(texts)}.`;
  });

  protected readonly problemText = computed(() => {
    const problem = this.action.problem();
    return problem ? `${this.t('undoFailed')} ${this.problemTexts.of(problem)}` : '';
  });

  ngOnInit(): void {
    void this.plan.load();
  }

  protected whom(entry: AuditEntryDto): string {
    return this.sentences.whom(entry).text;
  }

  protected where(entry: AuditEntryDto): string {
    return this.sentences.where(entry).text;
  }

  protected stateText({ access, scope }: AssignmentState): string {
    const text = this.t(`assigned.${access}`);
    return access !== 'none' && scope === 'match' ? this.t('matching', { access: text }) : text;
  }

  protected async undo(): Promise<void> {
    let count = 0;
    const done = await this.action.run(
      async () => ({ changed: count } = await this.api.undo(this.revision())),
    );
    if (!done) return;
    this.toasts.show(this.t('undone', { count }));
    this.undone.emit();
  }

  private revision(): number {
    return this.entry().revision ?? 0;
  }
}
