import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { Button } from './button';
import { Field } from './field';
import { KIT_TEXTS } from './kit-texts';

/** Why a value was not stored: the text for its field, or for the field of the confirmation. */
export type Refusal = string | { readonly confirmation: string };

/**
 * A value that is shown and can be edited in place. `save` stores it and returns the text of the refusal, if there is one; then
 * the field remains open with the input. With `confirmation`, a second field asks for a password that confirms the change; content is
 * shown below them while it is edited.
 */
@Component({
  selector: 'gh-inline-edit',
  imports: [Button, Field],
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(keydown.escape)': 'cancel()' },
  template: `
    @if (editing()) {
      <form novalidate (submit)="submit($event)">
        <gh-field
          #field
          [(value)]="draft"
          [label]="label()"
          [name]="name()"
          [type]="type()"
          [autocomplete]="autocomplete()"
          [hint]="hint()"
          [error]="error()"
          [notice]="notice()"
        />
        @if (confirmation()) {
          <gh-field
            #confirmationField
            class="confirmation"
            [(value)]="confirmationDraft"
            [label]="confirmation()"
            [name]="confirmationName()"
            [type]="'password'"
            [autocomplete]="'current-password'"
            [hint]="confirmationHint()"
            [error]="confirmationError()"
          />
        }
        <ng-content />
        <div class="answers">
          <button ghButton type="submit" look="primary" [busy]="busy()">{{ text().save }}</button>
          <button ghButton type="button" look="quiet" (click)="cancel()">{{ text().cancel }}</button>
        </div>
      </form>
    } @else {
      <div class="shown">
        <span class="value">{{ shown() || value() }}</span>
        @if (!locked()) {
          <button
            #edit
            ghButton
            look="quiet"
            type="button"
            [attr.aria-label]="text().edit + ': ' + label()"
            (click)="begin()"
          >
            {{ text().edit }}
          </button>
        }
      </div>
    }
  `,
  styles: `
    .shown {
      display: flex;
      align-items: center;
      gap: var(--gh-space-2);
    }
    .shown button {
      flex: none;
      min-height: 1.75rem;
      white-space: nowrap;
      padding-block: 0;
      color: var(--gh-accent);
    }
    .value {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .answers {
      display: flex;
      gap: var(--gh-space-2);
      margin-block-start: var(--gh-space-2);
    }
    .confirmation {
      margin-block-start: var(--gh-space-3);
    }
    form {
      max-width: 24rem;
      padding-block: var(--gh-space-1);
    }
  `,
})
export class InlineEdit {
  readonly label = input.required<string>();
  /** The name of the value in the API. */
  readonly name = input.required<string>();
  readonly value = input.required<string>();
  /** Shown instead of the value, such as for a password. */
  readonly shown = input('');
  readonly type = input<'text' | 'email' | 'password'>('text');
  readonly autocomplete = input('off');
  readonly hint = input('');
  readonly locked = input(false);
  /** What has happened to the value since its editing began. */
  readonly notice = input('');
  /** Its editing begins. */
  readonly begun = output();
  /** Its editing has ended, by saving or without. */
  readonly left = output();
  /** Label of the field for the confirmation; without it there is none. */
  readonly confirmation = input('');
  /** The name of the confirmation in the API. */
  readonly confirmationName = input('');
  readonly confirmationHint = input('');
  readonly save = input.required<(value: string, confirmation: string) => Promise<Refusal | undefined>>();

  protected readonly text = inject(KIT_TEXTS);
  protected readonly editing = signal(false);
  protected readonly busy = signal(false);
  protected readonly draft = signal('');
  protected readonly error = signal('');
  protected readonly confirmationDraft = signal('');
  protected readonly confirmationError = signal('');
  private readonly injector = inject(Injector);
  private readonly field = viewChild<Field>('field');
  private readonly confirmationField = viewChild<Field>('confirmationField');
  private readonly edit = viewChild<unknown, ElementRef<HTMLElement>>('edit', { read: ElementRef });

  protected begin(): void {
    this.draft.set(this.type() === 'password' ? '' : this.value());
    this.confirmationDraft.set('');
    this.show(undefined);
    this.editing.set(true);
    this.begun.emit();
    afterNextRender(() => this.field()?.focus(), { injector: this.injector });
  }

  protected cancel(): void {
    if (this.editing()) this.end();
  }

  protected async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy()) return;
    this.busy.set(true);
    try {
      const refusal = await this.save()(this.draft(), this.confirmationDraft());
      this.show(refusal);
      if (refusal === undefined) this.end();
    } finally {
      this.busy.set(false);
    }
  }

  private show(refusal: Refusal | undefined): void {
    const isOfConfirmation = typeof refusal === 'object';
    this.error.set(typeof refusal === 'string' ? refusal : '');
    this.confirmationError.set(isOfConfirmation ? refusal.confirmation : '');
    if (isOfConfirmation) this.confirmationField()?.focus();
  }

  private end(): void {
    this.editing.set(false);
    this.left.emit();
    this.confirmationDraft.set('');
    afterNextRender(() => this.edit()?.nativeElement.focus(), { injector: this.injector });
  }
}
