import { ChangeDetectionStrategy, Component, computed, inject, input, output, signal } from '@angular/core';
import type { ConfigurationPlan } from '@gatehouse/ui-data';
import { Confirmation } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { ChangeTexts } from './change-texts';
import { effectTexts } from './effect.texts';
import { planTexts } from './plan.texts';

/** Asks whether a plan is to be applied, after naming what it does. */
@Component({
  selector: 'gh-apply-plan',
  imports: [Confirmation],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <gh-confirmation
      [heading]="t('confirm')"
      [answer]="t('confirmAnswer')"
      [dangerous]="false"
      [busy]="busy()"
      [problem]="isMissing() ? t('allowGainMissing') : ''"
      (confirmed)="confirm()"
      (cancelled)="cancelled.emit()"
    >
      <p>{{ t('confirmAbout') }}</p>
      <ul class="consequences">
        @for (consequence of consequences(); track consequence) {
          <li>{{ consequence }}</li>
        }
      </ul>
      @if (skipped() > 0) {
        <p class="below">{{ t('confirmSkipped', { count: skipped() }) }}</p>
      }
      @for (notice of notices(); track notice) {
        <p class="notice below">{{ notice }}</p>
      }
      <p class="muted below">{{ t('confirmCondition') }}</p>
      @if (plan().needs_allow_gain) {
        <label class="check below">
          <input #allow type="checkbox" name="allow_gain" (change)="isAllowed.set(allow.checked)" />
          <span>{{ t('allowGain') }}</span>
        </label>
      }
    </gh-confirmation>
  `,
  styleUrl: '../page-parts/page.css',
})
export class ApplyPlan {
  readonly plan = input.required<ConfigurationPlan>();
  readonly busy = input(false);
  /** Whether what is removed may give somebody access. */
  readonly confirmed = output<boolean>();
  readonly cancelled = output();

  protected readonly t = translations(planTexts);
  protected readonly isAllowed = signal(false);
  private readonly isConfirmed = signal(false);
  protected readonly isMissing = computed(
    () => this.isConfirmed() && this.plan().needs_allow_gain && !this.isAllowed(),
  );
  private readonly texts = inject(ChangeTexts);
  private readonly effects = translations(effectTexts);
  protected readonly consequences = computed(() =>
    Object.entries(this.plan().counts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => this.texts.count(kind, count)),
  );
  protected readonly skipped = computed(
    () => this.plan().messages.filter(({ severity }) => severity === 'skipped').length,
  );
  /** Who gains access, as that is what cannot be taken back. */
  protected readonly notices = computed(() => {
    const effect = this.plan().effect;
    const { users, administrator_count: administrators, anonymous } = effect.gains;
    const count = this.effects('users', { count: users + administrators });
    const isAny = users + administrators > 0;
    return [
      ...(isAny
        ? [this.t(effect.is_complete ? 'confirmGains' : 'confirmGainsAtLeast', { users: count })]
        : []),
      ...(anonymous ? [this.effects('anonymous.gains')] : []),
    ];
  });

  protected confirm(): void {
    this.isConfirmed.set(true);
    if (!this.isMissing()) this.confirmed.emit(this.isAllowed());
  }
}
