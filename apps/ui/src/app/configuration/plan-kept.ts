import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { KeptObject } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { keyIn } from '../language/console-texts';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { ChangeTexts } from './change-texts';
import { Listed } from './listed';
import { planTexts } from './plan.texts';

/** What the files no longer name and is kept, with the reason. */
@Component({
  selector: 'gh-plan-kept',
  imports: [Button],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (total() > 0) {
      <h3 id="gh-plan-kept">
        {{ t('kept') }} <span class="count">{{ formats.number(total()) }}</span>
      </h3>
      <div class="table" tabindex="0" role="region" aria-labelledby="gh-plan-kept">
        <table>
          <thead>
            <tr>
              <th scope="col">{{ t('what') }}</th>
              <th scope="col">{{ t('reason') }}</th>
            </tr>
          </thead>
          <tbody>
            @for (object of listed.shown(); track $index) {
              <tr>
                <td class="path">{{ texts.kept(object) }}</td>
                <td class="muted">{{ reasonOf(object) }}</td>
              </tr>
            }
          </tbody>
        </table>
      </div>
      @if (listed.hasMore()) {
        <button ghButton type="button" look="quiet" (click)="listed.showMore()">{{ t('more') }}</button>
      } @else if (unlisted() > 0) {
        <p class="unlisted">{{ t('unlisted', { count: unlisted() }) }}</p>
      }
    }
  `,
  styleUrls: ['../permissions/change-tables.css', '../page-parts/stacked-rows.css'],
})
export class PlanKept {
  readonly kept = input.required<readonly KeptObject[]>();
  /** How many there are; the API lists the first ones. */
  readonly total = input.required<number>();

  protected readonly t = translations(planTexts);
  protected readonly texts = inject(ChangeTexts);
  protected readonly formats = inject(ReaderFormats);
  protected readonly listed = new Listed(this.kept);
  protected readonly unlisted = computed(() => this.total() - this.kept().length);

  protected reasonOf({ reason }: KeptObject): string {
    const known = keyIn(planTexts.en.keptReasons, reason);
    return known ? this.t(`keptReasons.${known}`) : reason;
  }
}
