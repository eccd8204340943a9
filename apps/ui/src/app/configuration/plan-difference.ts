import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { PlannedConfigurationChange } from '@gatehouse/ui-data';
import { Banner } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ChangeTexts } from './change-texts';
import type { PlanDifference } from './plan.store';
import { planTexts } from './plan.texts';

/** Changes that are listed of each kind. */
const MAX_LISTED = 10;

/** In what a new plan differs from the one that was confirmed. */
@Component({
  selector: 'gh-plan-difference',
  imports: [Banner],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-banner tone="warning" [message]="difference() ? t('differs') : ''">
      <p>{{ t('differsAbout') }}</p>
      @if (difference()?.isOtherEffect) {
        <p>{{ t('differsEffect') }}</p>
      }
      @for (part of parts(); track part.heading) {
        <p class="heading">{{ part.heading }}</p>
        <ul>
          @for (line of part.lines; track $index) {
            <li>{{ line }}</li>
          }
          @if (part.others > 0) {
            <li>{{ t('unlisted', { count: part.others }) }}</li>
          }
        </ul>
      } @empty {
        @if (!difference()?.isOtherEffect) {
          <p>{{ t('differsUnlisted') }}</p>
        }
      }
    </gh-banner>
  `,
  styles: `
    :host {
      display: contents;
    }
    .heading {
      margin-block-start: var(--gh-space-2);
      font-weight: 600;
    }
    ul {
      padding-inline-start: 1.25rem;
      list-style: disc;
      overflow-wrap: anywhere;
    }
  `,
})
export class DifferenceOfPlans {
  readonly difference = input.required<PlanDifference | undefined>();

  protected readonly t = translations(planTexts);
  private readonly texts = inject(ChangeTexts);
  protected readonly parts = computed(() => {
    const { added = [], gone = [], by = [] } = this.difference() ?? {};
    const changed = this.t('differsBy', { count: by.length });
    return [
      { heading: changed, lines: by.map((change) => this.texts.later(change)) },
      { heading: this.t('differsNew', { count: added.length }), lines: this.linesOf(added) },
      { heading: this.t('differsGone', { count: gone.length }), lines: this.linesOf(gone) },
    ]
      .filter(({ lines }) => lines.length > 0)
      .map(({ heading, lines }) => ({
        heading,
        lines: lines.slice(0, MAX_LISTED),
        others: Math.max(0, lines.length - MAX_LISTED),
      }));
  });

  private linesOf(changes: readonly PlannedConfigurationChange[]): readonly string[] {
    return changes.map((change) => this.texts.line(change));
  }
}
