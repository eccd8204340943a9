import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { ConfigurationEffect, EffectSide } from '@gatehouse/ui-data';
import { Banner } from '@gatehouse/ui-kit';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { effectTexts } from './effect.texts';
import { PlanEffectSide } from './plan-effect-side';

/** Services that are listed. */
const MAX_SERVICES = 20;

/** Who gains or loses which permission by a plan; what is gained comes first. */
@Component({
  selector: 'gh-plan-effect',
  imports: [Banner, PlanEffectSide],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h3>{{ t('heading') }}</h3>
    <gh-banner tone="warning" [message]="effect().is_complete ? '' : t('incomplete')" />
    @if (hasAny(effect().gains)) {
      <gh-plan-effect-side kind="gains" [side]="effect().gains" [isComplete]="effect().is_complete" />
    }
    @if (hasAny(effect().losses)) {
      <gh-plan-effect-side kind="losses" [side]="effect().losses" [isComplete]="effect().is_complete" />
    }
    @if (isNothing()) {
      <p class="muted">{{ t('nobody') }}</p>
    }
    @if (reconfigured(); as text) {
      <p class="notice">{{ text }}</p>
    }
  `,
  styleUrls: ['../permissions/change-tables.css', './plan-effect.css'],
})
export class PlanEffect {
  readonly effect = input.required<ConfigurationEffect>();

  protected readonly t = translations(effectTexts);
  private readonly formats = inject(ReaderFormats);
  protected readonly isNothing = computed(() => {
    const { is_complete, gains, losses } = this.effect();
    return is_complete && !this.hasAny(gains) && !this.hasAny(losses);
  });
  protected readonly reconfigured = computed(() => {
    const { reconfigured_services: services } = this.effect();
    if (services.length === 0) return '';
    const shown = services
      .slice(0, MAX_SERVICES)
      .map(({ service, fields }) => `${service} (${fields.join(', ')})`);
    const names = this.formats.list(shown.length < services.length ? [...shown, '…'] : shown);
    return `${this.t('reconfigured', { count: services.length })} ${names}`;
  });

  protected hasAny({ users, administrator_count }: EffectSide): boolean {
    return users + administrator_count > 0;
  }
}
