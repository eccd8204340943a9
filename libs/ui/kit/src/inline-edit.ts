import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  Injector,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { Button } from './button';
import { Field } from './field';
import { KIT_TEXTS } from './kit-texts';

/**
 * A value that is shown and can be edited in place. `save` stores it and returns the text of the refusal, if there is one; then
 * the field remains open with the input.
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
        />
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
  readonly save = input.required<(value: string) => Promise<string | undefined>>();

  protected readonly text = inject(KIT_TEXTS);
  protected readonly editing = signal(false);
  protected readonly busy = signal(false);
  protected readonly draft = signal('');
  protected readonly error = signal('');
  private readonly injector = inject(Injector);
  private readonly field = viewChild<Field>('field');
  private readonly edit = viewChild<unknown, ElementRef<HTMLElement>>('edit', { read: ElementRef });

  protected begin(): void {
    this.draft.set(this.type() === 'password' ? '' : this.value());
    this.error.set('');
    this.editing.set(true);
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
      const refusal = await this.save()(this.draft());
      this.error.set(refusal ?? '');
      if (refusal === undefined) this.end();
    } finally {
      this.busy.set(false);
    }
  }

  private end(): void {
    this.editing.set(false);
    afterNextRender(() => this.edit()?.nativeElement.focus(), { injector: this.injector });
  }
}
