import { ChangeDetectionStrategy, Component, computed, inject, model } from '@angular/core';
import { translations } from '../language/translations';
import { TokensStore } from './tokens.store';
import { tokensTexts } from './tokens.texts';

/** Which API tokens stay when the password changes; nothing where there are none. */
@Component({
  selector: 'gh-kept-tokens',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (tokens().length > 0) {
      <fieldset>
        <legend>{{ t('keep.label') }}</legend>
        <p class="muted">{{ t('keep.about') }}</p>
        @for (token of tokens(); track token.token_id) {
          <label class="check">
            <input
              #box
              type="checkbox"
              [checked]="kept().includes(token.token_id)"
              (change)="toggle(token.token_id, box.checked)"
            />
            <span>{{ token.token_name }}</span>
          </label>
        }
      </fieldset>
    }
  `,
  styleUrls: ['../page-parts/page.css', './kept-tokens.css'],
})
export class KeptTokens {
  /** Identifiers of those that stay. */
  readonly kept = model.required<readonly string[]>();

  private readonly store = inject(TokensStore);
  protected readonly t = translations(tokensTexts);
  protected readonly tokens = computed(
    () => this.store.tokens.value()?.filter(({ expired }) => !expired) ?? [],
  );

  protected toggle(id: string, isKept: boolean): void {
    this.kept.update((kept) => (isKept ? [...kept, id] : kept.filter((one) => one !== id)));
  }
}
