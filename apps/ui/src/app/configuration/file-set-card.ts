import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import type { FileSet, FileSetCounts } from '@gatehouse/ui-data';
import { Button, Card, Tag } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { DriftTexts } from './drift-texts';
import { Listed } from './listed';
import { planTexts } from './plan.texts';
import { setsTexts } from './sets.texts';

const KINDS = ['services', 'resources', 'users', 'groups', 'memberships', 'permissions'] as const;

/** One file set: when it was applied, what it owns, and its drift. */
@Component({
  selector: 'gh-file-set-card',
  imports: [Button, Card, Tag],
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
  private readonly differences = computed(() => this.set().drift);
  protected readonly listed = new Listed(this.differences);
  protected readonly unlisted = computed(() => this.set().drift_count - this.differences().length);
  protected readonly applied = computed(() => {
    const { applied_at, revision } = this.set();
    return this.t('appliedAt', { ago: this.formats.ago(applied_at), revision });
  });
  protected readonly owned = computed(() => this.words(this.set().owned) || this.t('ownsNothing'));
  protected readonly unnamed = computed(() => {
    const objects = this.words(this.set().unnamed);
    return objects && this.t('unnamedAbout', { objects });
  });

  private words(counts: FileSetCounts): string {
    return this.formats.list(
      KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
        this.t(`counts.${kind}`, { count: counts[kind] }),
      ),
    );
  }
}
