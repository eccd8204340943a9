import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  input,
  signal,
} from '@angular/core';
import { NonNullableFormBuilder, ReactiveFormsModule } from '@angular/forms';
import { Router } from '@angular/router';
import type { AuditEntryDto } from '@gatehouse/dto';
import { AuditApi, ChangeFeed } from '@gatehouse/ui-data';
import { Button, downloadIcon, Empty, Field, Icon, refreshIcon, Skeleton } from '@gatehouse/ui-kit';
import { LanguageChoice } from '../language/language-choice';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { scrollBack } from '../page-parts/scroll-back';
import { pageTitles } from '../navigation/page-titles';
import { daysOf } from './audit-days';
import { AuditEntry } from './audit-entry';
import { kindOf, KINDS, wordsOf } from './audit-kinds';
import { isObject, noFilter, toFilter, type WrittenFilter } from './audit-filter';
import { AuditStore } from './audit.store';
import { auditTexts } from './audit.texts';
import { focusRevision } from './focus-revision';
import { kindTexts } from './kind.texts';
import { UndoRevision } from './undo-revision';

/** The audit log: a filter, which is part of the address, and the entries, the newest first. */
@Component({
  selector: 'gh-audit-page',
  imports: [
    AuditEntry,
    Button,
    Empty,
    Field,
    Icon,
    ProblemPanel,
    ReactiveFormsModule,
    Skeleton,
    UndoRevision,
  ],
  providers: [AuditStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './audit-page.html',
  styleUrls: ['../page-parts/heading.css', './audit-page.css'],
})
export class AuditPage {
  /** Parameters of the address. */
  readonly actor = input('', { transform: orEmpty });
  readonly kind = input('', { transform: orEmpty });
  readonly object = input('', { transform: orEmpty });
  readonly from = input('', { transform: orEmpty });
  readonly to = input('', { transform: orEmpty });

  protected readonly store = inject(AuditStore);
  protected readonly t = translations(auditTexts);
  protected readonly title = pageTitles();
  protected readonly formats = inject(ReaderFormats);
  protected readonly icons = { download: downloadIcon, refresh: refreshIcon };
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);
  private readonly languageChoice = inject(LanguageChoice);
  private readonly api = inject(AuditApi);

  private readonly kindText = translations(kindTexts);
  /** Of the filter; with that of the address, which may be narrower (`user.deleted`) or of a newer API. */
  protected readonly kinds = computed(() => [
    ...KINDS.map((id) => ({ id, label: this.kindText(`kinds.${id}.noun`) })),
    ...(this.kind() === '' || kindOf(this.kind()) === this.kind()
      ? []
      : [{ id: this.kind(), label: wordsOf(this.kind()) }]),
  ]);
  private readonly applied = computed<WrittenFilter>(() => ({
    actor: this.actor(),
    kind: this.kind(),
    object: this.object(),
    from: this.from(),
    to: this.to(),
  }));
  protected readonly form = inject(NonNullableFormBuilder).group(noFilter);
  protected readonly isFiltered = computed(() => Object.values(this.applied()).some((value) => value !== ''));
  protected readonly objectError = signal(false);
  protected readonly entryToUndo = signal<AuditEntryDto | undefined>(undefined);
  protected readonly days = computed(() => daysOf(this.store.entries() ?? []));
  protected readonly language = computed(() => this.languageChoice.locale().language);

  protected readonly csv = computed(() => this.api.exportAddress('csv', toFilter(this.applied())));
  protected readonly jsonLines = computed(() => this.api.exportAddress('jsonl', toFilter(this.applied())));

  constructor() {
    scrollBack(() => this.store.entries() !== undefined);
    effect(() => {
      this.form.setValue(this.applied());
      void this.store.show(toFilter(this.applied()));
    });
    const leave = inject(ChangeFeed).follow(() => void this.store.lookForNewer());
    inject(DestroyRef).onDestroy(leave);
  }

  protected apply(): void {
    const filter = this.form.getRawValue();
    this.objectError.set(!isObject(filter.object));
    if (!this.objectError()) void this.open(filter);
  }

  protected clear(): void {
    this.objectError.set(false);
    void this.open(noFilter);
  }

  protected again(): void {
    void this.store.show(toFilter(this.applied()));
  }

  /** The new entry is at the top; the focus stays at the one that was undone. */
  protected async showUndone({ revision }: AuditEntryDto): Promise<void> {
    this.entryToUndo.set(undefined);
    await this.store.refresh();
    focusRevision(revision, this.injector);
  }

  /** Empty fields are left out of the address. */
  private async open(filter: WrittenFilter): Promise<void> {
    const queryParams = Object.fromEntries(
      Object.entries(filter).map(([name, value]: [string, string]) => [name, value.trim() || null]),
    );
    await this.router.navigate(['/audit'], { queryParams });
  }
}

function orEmpty(value: string | undefined): string {
  return value ?? '';
}
