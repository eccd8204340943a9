import {
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import type { ConfigurationPlan } from '@gatehouse/ui-data';
import { Banner, Button } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ChangeTexts } from './change-texts';
import { PlanChanges } from './plan-changes';
import { DifferenceOfPlans } from './plan-difference';
import { PlanEffect } from './plan-effect';
import { PlanKept } from './plan-kept';
import { PlanMessages } from './plan-messages';
import { PlanStore } from './plan.store';
import { planTexts } from './plan.texts';
import { countOf } from './plan-words';

/** A plan: messages first, then what changes. */
@Component({
  selector: 'gh-plan-view',
  imports: [Banner, Button, DifferenceOfPlans, PlanChanges, PlanEffect, PlanKept, PlanMessages],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h2 #heading tabindex="-1">{{ t('heading') }}</h2>
    <div class="stack">
      <gh-banner tone="danger" [message]="plan().refused ? t('refused') : ''" />
      <gh-plan-difference [difference]="store.difference()" />
      <gh-banner tone="warning" [message]="store.isOutdated() ? t('outdated') : ''">
        <button
          ghButton
          type="button"
          class="again"
          [busy]="store.planning.busy()"
          (click)="planAgain.emit()"
        >
          {{ t('planAgain') }}
        </button>
      </gh-banner>
    </div>
    <gh-plan-messages [messages]="plan().messages" [total]="plan().message_count" />
    <p class="summary">{{ summary() }}</p>
    <ul class="chips">
      @for (count of counts(); track $index) {
        <li class="chip">{{ count }}</li>
      }
    </ul>
    <gh-plan-effect [effect]="plan().effect" />
    <gh-plan-changes [plan]="plan()" />
    <gh-plan-kept [kept]="plan().kept" [total]="plan().kept_count" />
    @if (!plan().refused) {
      @if (isAgreeing()) {
        <p class="muted record">{{ t('recordAbout') }}</p>
      }
      <div class="bar">
        <button
          ghButton
          [look]="isAgreeing() ? 'secondary' : 'primary'"
          type="button"
          [busy]="store.applying.busy()"
          [changes]="true"
          (click)="apply.emit()"
        >
          {{ t(isAgreeing() ? 'record' : 'apply') }}
        </button>
      </div>
    }
  `,
  styleUrls: ['../page-parts/page.css', './plan-view.css'],
})
export class PlanView {
  readonly plan = input.required<ConfigurationPlan>();
  readonly apply = output();
  readonly planAgain = output();

  protected readonly store = inject(PlanStore);
  protected readonly t = translations(planTexts);
  private readonly texts = inject(ChangeTexts);
  private readonly heading = viewChild.required<ElementRef<HTMLElement>>('heading');
  private readonly total = computed(() => countOf(this.plan().counts, () => true));
  /** Applied, such files change nothing else than what is recorded for their set. */
  protected readonly isAgreeing = computed(() => !this.plan().refused && this.total() === 0);
  protected readonly summary = computed(() => {
    const { revision, steps } = this.plan();
    if (this.total() === 0) return this.plan().refused ? '' : this.t('nothing', { revision });
    const changes = this.t('changes', { count: this.total() });
    return this.t('compared', { changes, revision, count: steps });
  });
  protected readonly counts = computed(() =>
    Object.entries(this.plan().counts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => this.texts.count(kind, count)),
  );

  focus(): void {
    this.heading().nativeElement.focus();
  }
}
