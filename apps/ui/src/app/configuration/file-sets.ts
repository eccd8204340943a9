import { ChangeDetectionStrategy, Component, inject, output } from '@angular/core';
import { ConfigurationApi, Remote } from '@gatehouse/ui-data';
import { Button, Empty, Skeleton } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ACCESS_CHANGES, followChanges } from '../page-parts/follow-changes';
import { ProblemPanel } from '../page-parts/problem-panel';
import { FileSetCard } from './file-set-card';
import { setsTexts } from './sets.texts';

/** The file sets, with what they own and how it differs from their files. */
@Component({
  selector: 'gh-file-sets',
  imports: [Button, Empty, FileSetCard, ProblemPanel, Skeleton],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div class="stack" [attr.aria-busy]="sets.loading() || null">
      <p class="muted about">{{ t('about') }}</p>
      <gh-problem-panel [problem]="sets.problem()" (retry)="sets.load()" />
      @if (sets.value(); as found) {
        @for (set of found; track set.name) {
          <gh-file-set-card [set]="set" (plan)="plan.emit(set.name)" />
        } @empty {
          <gh-empty [heading]="t('none')">
            <p>{{ t('noneAbout') }}</p>
            <button ghButton look="primary" type="button" (click)="plan.emit(undefined)">
              {{ t('planFirst') }}
            </button>
          </gh-empty>
        }
      } @else if (!sets.problem()) {
        <gh-skeleton [lines]="8" />
      }
    </div>
  `,
  styles: `
    .about {
      max-width: 60rem;
    }
  `,
  styleUrl: '../page-parts/page.css',
})
export class FileSets {
  /** The files of a set are to be planned; undefined for those of any set. */
  readonly plan = output<string | undefined>();

  protected readonly t = translations(setsTexts);
  private readonly api = inject(ConfigurationApi);
  protected readonly sets = new Remote(() => this.api.sets());

  constructor() {
    void this.sets.load();
    followChanges([...ACCESS_CHANGES, 'user', 'group'], () => this.sets.load());
  }
}
