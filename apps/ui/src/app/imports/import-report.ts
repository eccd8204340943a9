import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  untracked,
} from '@angular/core';
import { type ImportConflicts, type ImportCounts, ImportsApi, Remote } from '@gatehouse/ui-data';
import { Banner, Card, Skeleton } from '@gatehouse/ui-kit';
import { keyIn } from '../language/console-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ProblemPanel } from '../page-parts/problem-panel';
import { ImportStateTag } from './import-state';
import { importsTexts } from './imports.texts';

const COLUMNS = ['source', 'create', 'change', 'remove', 'unchanged', 'skip'] as const;

const TONES = { running: 'info', succeeded: 'success', failed: 'danger', interrupted: 'warning' } as const;
const VERIFY = 'gatehouse import verify --from postgresql://magpie@magpie-db:5432/magpie';
/** As `docs/reference/import.md` has it. */
const DECISIONS = `user_name_taken:
  Bob: { rename: bob-2 }
  17: skip
resource_name_invalid:
  '*': skip`;

/** The report of an import: what it has done by kind of object, and its conflicts by code. */
@Component({
  selector: 'gh-import-report',
  imports: [Banner, Card, ImportStateTag, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './import-report.html',
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css', './import-report.css'],
})
export class ImportReportCard {
  /** Its number. */
  readonly of = input.required<number>();
  /** As it is listed; the report is read again when it changes. */
  readonly state = input<string>();

  protected readonly t = translations(importsTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly columns = COLUMNS;
  protected readonly verify = VERIFY;
  protected readonly decisions = DECISIONS;
  private readonly api = inject(ImportsApi);
  private readonly read = new Remote(() => this.api.get(this.of()));
  protected readonly load = () => this.read.load();
  protected readonly problem = this.read.problem;
  /** Nothing while another one is being read. */
  protected readonly shown = computed(() => {
    const found = this.read.value();
    return found?.import_id === this.of() ? found : undefined;
  });
  /** What an import that did not succeed has left. */
  protected readonly left = computed(() => {
    const found = this.shown();
    if (!found || found.state === 'succeeded') return '';
    if (found.state === 'failed') return this.t('left.failed', { reason: found.failure ?? '' });
    return this.t(`left.${found.state}`);
  });
  protected readonly tone = computed(() => TONES[this.shown()?.state ?? 'running']);
  /** Kinds that there is something of. */
  protected readonly counts = computed(() =>
    (this.shown()?.report.counts ?? []).filter((counts) => COLUMNS.some((column) => counts[column] > 0)),
  );
  protected readonly conflicts = computed(() => this.shown()?.report.conflicts ?? []);
  protected readonly conflictCount = computed(() =>
    this.conflicts().reduce((sum, { count }) => sum + count, 0),
  );

  constructor() {
    effect(() => {
      this.of();
      this.state();
      untracked(() => void this.read.load());
    });
  }

  protected kind({ kind }: Pick<ImportCounts, 'kind'>): string {
    const known = keyIn(importsTexts.en.kinds, kind);
    return known ? this.t(`kinds.${known}`) : kind;
  }

  protected ids(ids: readonly number[]): string {
    return ids.join(', ');
  }

  /** How many are not listed. */
  protected unlisted({ count, examples }: ImportConflicts): number {
    return count - examples.length;
  }
}
