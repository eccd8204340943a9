import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  forwardRef,
  input,
  model,
  signal,
  viewChild,
} from '@angular/core';
import { type ControlValueAccessor, NG_VALUE_ACCESSOR } from '@angular/forms';
import { Icon } from './icon';
import { alertIcon, eyeIcon, eyeOffIcon } from './icons';

let fields = 0;

/**
 * One line of text to fill in: label, input, hint and error, associated for assistive technology. Its value is bound to a
 * signal (`[(value)]`) or, in larger forms, to a control of @angular/forms.
 *
 * A password can be shown; browsers and password managers recognise the field by `name` and `autocomplete`, and pasting is
 * never prevented (WCAG 3.3.8). Bind `name`, `type` and `autocomplete` even when they are constant (`[name]="'email'"`): a plain
 * attribute would also be on the element around the control, which would look like a second field.
 */
@Component({
  selector: 'gh-field',
  imports: [Icon],
  changeDetection: ChangeDetectionStrategy.OnPush,
  providers: [{ provide: NG_VALUE_ACCESSOR, useExisting: forwardRef(() => Field), multi: true }],
  host: { '[class.invalid]': 'error() !== ""' },
  templateUrl: './field.html',
  styleUrl: './field.css',
})
export class Field implements ControlValueAccessor {
  readonly value = model('');
  readonly label = input.required<string>();
  /** The name of the value in the API, so that a problem with that value finds its field. */
  readonly name = input.required<string>();
  readonly type = input<'text' | 'email' | 'password'>('text');
  readonly autocomplete = input('off');
  readonly hint = input('');
  readonly error = input('');
  /** What has happened to the value meanwhile, such as a change by somebody else. */
  readonly notice = input('');
  readonly required = input(false);
  readonly readOnly = input(false);
  /** Id of an element of the page that describes the value further. */
  readonly details = input('');
  /** The label of the button that shows a password; without them there is no such button. */
  readonly showLabel = input('');

  protected readonly id = `gh-field-${++fields}`;
  protected readonly shown = signal(false);
  protected readonly canShow = computed(() => this.type() === 'password' && this.showLabel() !== '');
  protected readonly shownType = computed(() => (this.shown() ? 'text' : this.type()));
  protected readonly toggleIcon = computed(() => (this.shown() ? eyeOffIcon : eyeIcon));
  protected readonly alertIcon = alertIcon;
  protected readonly describedBy = computed(() => {
    const parts = [
      this.error() && `${this.id}-error`,
      this.hint() && `${this.id}-hint`,
      this.notice() && `${this.id}-notice`,
      this.details(),
    ];
    return parts.filter(Boolean).join(' ') || null;
  });

  protected touched = (): void => undefined;
  private changed: (value: string) => void = () => undefined;
  private readonly control = viewChild.required<ElementRef<HTMLInputElement>>('control');

  /** Moves the focus here and selects the content, so that typing replaces it. */
  focus(): void {
    const control = this.control().nativeElement;
    control.focus();
    control.select();
  }

  /** Hides a password that is shown, so that no browser stores it for autocompletion. */
  conceal(): void {
    this.shown.set(false);
  }

  writeValue(value: string | null): void {
    this.value.set(value ?? '');
  }

  registerOnChange(changed: (value: string) => void): void {
    this.changed = changed;
  }

  registerOnTouched(touched: () => void): void {
    this.touched = touched;
  }

  protected edit(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    this.value.set(value);
    this.changed(value);
  }
}
