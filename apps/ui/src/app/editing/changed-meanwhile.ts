import { ChangeDetectionStrategy, Component, computed, ElementRef, inject, signal } from '@angular/core';
import { Button } from '@gatehouse/ui-kit/button';
import { Dialog } from '@gatehouse/ui-kit/dialog';
import { ReaderFormats } from '../language/reader-formats';
import { translations } from '../language/translations';
import { type Choice, ConditionalSave, type Conflict } from './conditional-save';
import { editingTexts } from './editing.texts';

/** Shows both values of each field that somebody else has changed while it was edited: who, when, and the choice between them. */
@Component({
  selector: 'gh-changed-meanwhile',
  imports: [Button, Dialog],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (question(); as asked) {
      <gh-dialog [heading]="t('title')" (cancelled)="leave()">
        <form novalidate (submit)="submit($event)">
          <p>{{ t('about') }}</p>
          @for (conflict of asked.conflicts; track conflict.field; let index = $index) {
            <fieldset [attr.aria-describedby]="'gh-meanwhile-' + index + ' gh-meanwhile-error-' + index">
              <legend>{{ conflict.label }}</legend>
              <p [attr.id]="'gh-meanwhile-' + index" class="who">{{ whoOf(conflict) }}</p>
              <div class="values">
                @for (choice of choicesOf(conflict); track choice.value) {
                  <label>
                    <input
                      type="radio"
                      [name]="'gh-meanwhile-' + index"
                      [value]="choice.value"
                      [checked]="chosen().get(conflict.field) === choice.value"
                      (change)="choose(conflict.field, choice.value)"
                    />
                    <span>
                      <strong>{{ choice.label }}</strong>
                      <span class="value" [class.empty]="choice.text === undefined">{{
                        choice.text ?? t('empty')
                      }}</span>
                    </span>
                  </label>
                }
              </div>
              <p class="error" role="alert" [attr.id]="'gh-meanwhile-error-' + index">
                {{ sent() && !chosen().has(conflict.field) ? t('choose') : '' }}
              </p>
            </fieldset>
          }
          <div class="answers">
            <button ghButton look="quiet" type="button" (click)="leave()">{{ t('back') }}</button>
            <button ghButton look="primary" type="submit">{{ t('save') }}</button>
          </div>
        </form>
      </gh-dialog>
    }
  `,
  styles: `
    :host {
      --gh-dialog-width: 40rem;
    }
    form > p {
      margin-block: var(--gh-space-2) var(--gh-space-4);
    }
    fieldset {
      margin: 0 0 var(--gh-space-4);
      padding: 0;
      border: 0;
    }
    legend {
      padding: 0;
      font-weight: 600;
    }
    .who {
      color: var(--gh-text-muted);
      font-size: var(--gh-text-small);
    }
    .values {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
      gap: var(--gh-space-2);
      margin-block-start: var(--gh-space-2);
    }
    label {
      display: flex;
      align-items: start;
      gap: var(--gh-space-2);
      min-width: 0;
      padding: var(--gh-space-3);
      border: 1px solid var(--gh-border);
      border-radius: var(--gh-radius);
      cursor: pointer;
    }
    label:has(:checked) {
      border-color: var(--gh-accent);
      background: var(--gh-accent-soft);
    }
    label > span {
      display: grid;
      min-width: 0;
    }
    input {
      flex: none;
      width: 1.125rem;
      height: 1.125rem;
      accent-color: var(--gh-accent);
    }
    .value {
      max-height: 12rem;
      overflow: auto;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    .value.empty {
      color: var(--gh-text-muted);
      font-style: italic;
    }
    .error {
      color: var(--gh-danger);
      font-size: var(--gh-text-small);
    }
    .error:empty {
      display: none;
    }
    .answers {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: var(--gh-space-2);
    }
  `,
})
export class ChangedMeanwhile {
  private readonly saving = inject(ConditionalSave);
  private readonly formats = inject(ReaderFormats);
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly t = translations(editingTexts);
  protected readonly question = this.saving.question;
  protected readonly sent = signal(false);
  private readonly choices = signal<{ of: unknown; made: ReadonlyMap<string, Choice> }>({
    of: undefined,
    made: new Map(),
  });
  /** Of this question. */
  protected readonly chosen = computed<ReadonlyMap<string, Choice>>(() =>
    this.choices().of === this.question() ? this.choices().made : new Map<string, Choice>(),
  );

  protected choose(field: string, choice: Choice): void {
    const made = new Map(this.chosen()).set(field, choice);
    this.choices.set({ of: this.question(), made });
  }

  protected submit(event: Event): void {
    event.preventDefault();
    const asked = this.question();
    const open = asked?.conflicts.findIndex(({ field }) => !this.chosen().has(field)) ?? -1;
    this.sent.set(open >= 0);
    if (open >= 0) this.element.querySelectorAll('fieldset')[open]?.querySelector('input')?.focus();
    else asked?.answer(this.chosen());
  }

  protected leave(): void {
    this.sent.set(false);
    this.question()?.answer(undefined);
  }

  protected whoOf({ changed_by: name, changed_at: at }: Conflict): string {
    if (at === null) return this.t('byUnknown');
    const when = { time: this.formats.ago(at), date: this.formats.dateTime(at) };
    return name === null ? this.t('at', when) : this.t('by', { name, ...when });
  }

  protected choicesOf(
    conflict: Conflict,
  ): readonly { value: Choice; label: string; text: string | undefined }[] {
    const { current, concealed, mine, changed_by: name } = conflict;
    const label = name === null ? this.t('theirs') : this.t('theirsOf', { name });
    return [
      { value: 'theirs', label, text: concealed ? this.t('secret') : this.shown(stored(current, mine)) },
      { value: 'mine', label: this.t('mine'), text: concealed ? this.t('mineSecret') : this.shown(mine) },
    ];
  }

  /** Undefined for an empty value. */
  private shown(value: unknown): string | undefined {
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'boolean') return this.t(value ? 'yes' : 'no');
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n');
    return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  }
}

/** A stored value is text, or JSON where fields of its kind are no text. */
function stored(text: string | null, like: unknown): unknown {
  if (text === null || typeof like === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
