import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
} from '@angular/core';
import { ConfigurationApi, type Drift, type FileSet, type FileSetCounts } from '@gatehouse/ui-data';
import { Button, Card, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { DriftTexts } from './drift-texts';
import { Listed } from './listed';
import { planTexts } from './plan.texts';
import { setsTexts } from './sets.texts';

const KINDS = ['services', 'resources', 'users', 'groups', 'memberships', 'permissions'] as const;

/** One file set: when it was applied, what it owns, and its drift. */
@Component({
  selector: 'gh-file-set-card',
  imports: [Button, Card, ProblemPanel, Tag],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './file-set-card.html',
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css', './file-set-card.css'],
})
export class FileSetCard {
  readonly set = input.required<FileSet>();
  readonly plan = output();

  protected readonly t = translations(setsTexts);
  protected readonly p = translations(planTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly texts = inject(DriftTexts);
  private readonly api = inject(ConfigurationApi);
  /** The set, which is read again after each change of anything: what is listed stays if it has not changed. */
  private readonly known = computed(() => this.set(), {
    equal: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });
  /** Differences that the list of sets does not have. */
  private readonly rest = linkedSignal({
    source: () => this.known(),
    computation: () => ({ drift: [] as readonly Drift[], isEnd: false }),
  });
  private readonly differences = computed(() => [...this.known().drift, ...this.rest().drift]);
  protected readonly reading = new Action();
  protected readonly listed = new Listed(this.differences, this.known);
  protected readonly hasMore = computed(
    () =>
      this.listed.hasMore() || (!this.rest().isEnd && this.differences().length < this.known().drift_count),
  );
  protected readonly applied = computed(() => {
    const { applied_at, revision } = this.set();
    return this.t('appliedAt', { ago: this.formats.ago(applied_at), revision });
  });
  protected readonly owned = computed(() => this.words(this.set().owned) || this.t('ownsNothing'));
  protected readonly unnamed = computed(() => {
    const objects = this.words(this.set().unnamed);
    return objects && this.t('unnamedAbout', { objects });
  });

  protected async more(): Promise<void> {
    if (!this.listed.hasMore() && !(await this.reading.run(() => this.readMore()))) return;
    this.listed.showMore();
  }

  private async readMore(): Promise<void> {
    const set = this.known();
    const found = await this.api.drift(set.name, this.differences().length);
    // The set was read again meanwhile, and its list begins anew.
    if (set !== this.known()) return;
    this.rest.update(({ drift }) => ({ drift: [...drift, ...found], isEnd: found.length === 0 }));
  }

  private words(counts: FileSetCounts): string {
    return this.formats.list(
      KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
        this.t(`counts.${kind}`, { count: counts[kind] }),
      ),
    );
  }
}
