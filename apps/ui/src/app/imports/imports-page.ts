import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import type { Import } from '@gatehouse/ui-data';
import { Button, Empty, Skeleton } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { PageHeader } from '../page-parts/page-header';
import { ProblemPanel } from '../page-parts/problem-panel';
import { stateInUrl } from '../page-parts/view-in-url';
import { ImportReportCard } from './import-report';
import { ImportStateTag } from './import-state';
import { importsTexts } from './imports.texts';
import { ImportsStore } from './imports.store';

/** As `docs/migration.md` has it. */
const COMMAND = 'gatehouse import magpie --from postgresql://magpie@magpie-db:5432/magpie --dry-run';

/** What was imported from other software: the imports, and the report of one of them. */
@Component({
  selector: 'gh-imports-page',
  imports: [Button, Empty, ImportReportCard, ImportStateTag, PageHeader, ProblemPanel, Skeleton],
  providers: [ImportsStore],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './imports-page.html',
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css', './imports-page.css'],
})
export class ImportsPage {
  protected readonly t = translations(importsTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly store = inject(ImportsStore);
  /** The number of the import in the address; 0 for the newest. */
  private readonly chosen = stateInUrl(
    (parameter) => Number(parameter('import')) || 0,
    (id) => ({ import: id > 0 ? String(id) : '' }),
  );
  protected readonly selected = computed(() => this.chosen() || (this.store.imports()?.[0]?.import_id ?? 0));
  /** Of the selected one, if it is listed: its report is read again when it changes. */
  protected readonly selectedState = computed(
    () => this.store.imports()?.find(({ import_id }) => import_id === this.selected())?.state,
  );
  protected readonly command = COMMAND;

  constructor() {
    void this.store.load();
    // An import that begins is not announced, but what it changes is.
    followChanges([...ACCESS_CHANGES, 'user', 'group'], () => this.store.load());
  }

  protected select({ import_id }: Import): void {
    this.chosen.set(import_id);
  }

  /** How long it took. */
  protected duration({ started, finished }: Import): string {
    if (finished === null) return '–';
    const seconds = Math.max(1, Math.round((Date.parse(finished) - Date.parse(started)) / 1000));
    return seconds < 120
      ? this.t('seconds', { count: seconds })
      : this.t('minutes', { count: Math.round(seconds / 60) });
  }
}
