import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import type { EffectEntry } from '@gatehouse/ui-data';
import { Button } from '@gatehouse/ui-kit';
import { type ChangedDecision, DecisionChanges } from '../permissions/decision-changes';
import { translations } from '../language/translations';
import { Action } from '../page-parts/action';
import { ProblemPanel } from '../page-parts/problem-panel';
import { PrincipalNames } from '../principals/principal-names';
import { effectTexts } from './effect.texts';
import { PlanStore } from './plan.store';
import { pathOf } from './plan-words';

/** Each permission of each user that changes, read on demand. */
@Component({
  selector: 'gh-effect-entries',
  imports: [Button, DecisionChanges, ProblemPanel],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (entries().length > 0) {
      <gh-decision-changes [rows]="rows()" [label]="label()" [why]="t('principal')" />
    }
    <gh-problem-panel [problem]="reading.problem()" (retry)="more()" />
    @if (hasMore()) {
      <button ghButton type="button" look="quiet" [busy]="reading.busy()" (click)="more()">
        {{ entries().length === 0 ? label() : t('more') }}
      </button>
    }
  `,
})
export class EffectEntries {
  readonly kind = input.required<'gains' | 'losses'>();
  /** How many there are at least. */
  readonly total = input.required<number>();
  readonly isComplete = input.required<boolean>();

  protected readonly t = translations(effectTexts);
  private readonly names = inject(PrincipalNames);
  protected readonly reading = new Action();
  protected readonly entries = signal<readonly EffectEntry[]>([]);
  protected readonly rows = computed(() =>
    this.entries().map((entry): ChangedDecision => {
      const { user, permission, group, reach } = entry;
      const note = reach === 'resource' ? {} : { note: this.t(this.reachKey(entry)) };
      return { user, permission, path: pathOf(entry), ...note, why: this.names.of(group ?? user) };
    }),
  );
  protected readonly label = computed(() => this.t(`each.${this.kind()}`));
  private readonly isEnd = signal(false);
  protected readonly hasMore = computed(
    () => !this.isEnd() && (this.entries().length < this.total() || !this.isComplete()),
  );
  private readonly store = inject(PlanStore);

  protected more(): Promise<boolean> {
    return this.reading.run(async () => {
      const found = await this.store.effectEntries(this.kind(), this.entries().length);
      if (!found) return;
      this.isEnd.set(found.length === 0);
      this.entries.update((entries) => [...entries, ...found]);
    });
  }

  private reachKey({ reach }: EffectEntry) {
    return reach === 'both' ? 'reach.both' : 'reach.names_below';
  }
}
