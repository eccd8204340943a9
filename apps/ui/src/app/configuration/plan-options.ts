import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { Field } from '@gatehouse/ui-kit';
import { translations } from '../language/translations';
import { configurationTexts } from './configuration.texts';
import { PlanStore, type Prune } from './plan.store';

const PRUNE: readonly Prune[] = ['none', 'assignments', 'objects'];

/** How the chosen files are planned. */
@Component({
  selector: 'gh-plan-options',
  imports: [Field],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <fieldset>
      <legend class="label">{{ t('options.heading') }}</legend>
      <gh-field
        [name]="'set'"
        [label]="t('options.set')"
        [hint]="t('options.setHint')"
        [value]="store.options().set"
        (valueChange)="store.setOptions({ set: $event })"
      />
      <label class="check">
        <input
          #strict
          type="checkbox"
          name="strict"
          [checked]="store.options().strict"
          (change)="store.setOptions({ strict: strict.checked })"
        />
        <span>{{ t('options.strict') }}</span>
      </label>
      <label class="check">
        <input
          #adopt
          type="checkbox"
          name="adopt"
          [checked]="store.options().adopt"
          (change)="store.setOptions({ adopt: adopt.checked })"
        />
        <span>{{ t('options.adopt') }}</span>
      </label>
    </fieldset>
    <fieldset aria-describedby="gh-prune-about">
      <legend class="label">{{ t('options.prune') }}</legend>
      @for (choice of choices; track choice) {
        <label class="check">
          <input
            type="radio"
            name="prune"
            [value]="choice"
            [checked]="store.options().prune === choice"
            (change)="store.setOptions({ prune: choice })"
          />
          <span>{{ t(pruneKey(choice)) }}</span>
        </label>
      }
      <p class="muted" id="gh-prune-about">{{ t('options.pruneAbout') }}</p>
    </fieldset>
  `,
  styleUrls: ['../page-parts/page.css', './plan-options.css'],
})
export class PlanOptionsForm {
  protected readonly store = inject(PlanStore);
  protected readonly t = translations(configurationTexts);
  protected readonly choices = PRUNE;

  protected pruneKey(choice: Prune) {
    return `options.pruneChoices.${choice}` as const;
  }
}
