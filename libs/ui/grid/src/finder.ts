import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  input,
  linkedSignal,
  model,
  output,
  signal,
  viewChild,
} from '@angular/core';

/** Something that was found. */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** What distinguishes it from others of the same name, such as a path. */
  readonly note?: string;
}

let finders = 0;

/**
 * A text field with a list of what was found for it: the combobox pattern of ARIA with a list of options.
 *
 * Its owner searches for the text and provides the options. One of them is chosen by pointer, or with the arrow keys and
 * Enter; Enter without a marked option chooses the first, unless what is typed counts as it is.
 */
@Component({
  selector: 'gh-finder',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(focusout)': 'left($event)' },
  template: `
    <label [attr.for]="id">{{ label() }}</label>
    <input
      #control
      type="text"
      role="combobox"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-autocomplete="list"
      [attr.id]="id"
      [attr.aria-controls]="id + '-list'"
      [attr.aria-expanded]="shown()"
      [attr.aria-activedescendant]="shown() && marked() >= 0 ? id + '-' + marked() : null"
      [attr.aria-invalid]="error() ? 'true' : null"
      [attr.aria-describedby]="describedBy()"
      [value]="text()"
      (input)="type($event)"
      (focus)="open.set(true)"
      (click)="open.set(true)"
      (keydown)="press($event)"
    />
    <div
      class="list"
      role="listbox"
      [attr.id]="id + '-list'"
      [attr.aria-label]="label()"
      [class.shown]="shown()"
    >
      @if (shown()) {
        @for (option of options(); track option.id) {
          <div
            role="option"
            tabindex="-1"
            [attr.id]="id + '-' + $index"
            [attr.aria-selected]="$index === marked()"
            (mousedown)="$event.preventDefault()"
            (click)="pick(option)"
            (keydown.enter)="pick(option)"
          >
            <span>{{ option.label }}</span>
            @if (option.note) {
              <small>{{ option.note }}</small>
            }
          </div>
        }
      }
    </div>
    @if (error()) {
      <p class="error" [attr.id]="id + '-error'">{{ error() }}</p>
    }
    @if (hint()) {
      <p class="hint" [attr.id]="id + '-hint'">{{ hint() }}</p>
    }
    <p class="none" role="status" [class.shown]="isEmpty()">{{ isEmpty() ? nothingFound() : '' }}</p>
  `,
  styleUrl: './finder.css',
})
export class Finder {
  readonly label = input.required<string>();
  readonly options = input.required<readonly Option[]>();
  readonly nothingFound = input('');
  /** Whether the options are those for the text: until then, an empty result is not reported. */
  readonly settled = input(true);
  readonly hint = input('');
  readonly error = input('');
  /** Whether a text that is no option counts: Enter then leaves it as it is. */
  readonly acceptsAnyText = input(false);
  readonly text = model('');
  readonly picked = output<Option>();

  protected readonly id = `gh-finder-${++finders}`;
  protected readonly open = signal(false);
  protected readonly marked = linkedSignal<readonly Option[], number>({
    source: this.options,
    computation: () => -1,
  });
  protected readonly describedBy = computed(
    () =>
      [this.error() && `${this.id}-error`, this.hint() && `${this.id}-hint`].filter(Boolean).join(' ') ||
      null,
  );
  protected readonly shown = computed(() => this.open() && this.options().length > 0);
  protected readonly isEmpty = computed(
    () =>
      this.nothingFound() !== '' &&
      this.open() &&
      this.settled() &&
      this.text() !== '' &&
      this.options().length === 0,
  );
  private readonly control = viewChild.required<ElementRef<HTMLInputElement>>('control');

  focus(): void {
    this.control().nativeElement.focus();
    this.control().nativeElement.select();
  }

  protected type(event: Event): void {
    this.open.set(true);
    this.text.set((event.target as HTMLInputElement).value);
  }

  protected pick(option: Option): void {
    this.text.set(option.label);
    this.open.set(false);
    this.picked.emit(option);
  }

  protected press(event: KeyboardEvent): void {
    const last = this.options().length - 1;
    if (event.key === 'ArrowDown') this.mark(event, this.marked() >= last ? 0 : this.marked() + 1);
    else if (event.key === 'ArrowUp') this.mark(event, this.marked() <= 0 ? last : this.marked() - 1);
    else if (event.key === 'Enter') this.take(event);
    else if (event.key === 'Escape' && this.open()) {
      event.stopPropagation();
      this.open.set(false);
    }
  }

  protected left({ relatedTarget }: FocusEvent): void {
    const list = this.control().nativeElement.parentElement;
    if (!list?.contains(relatedTarget as Node | null)) this.open.set(false);
  }

  private mark(event: Event, index: number): void {
    event.preventDefault();
    this.open.set(true);
    this.marked.set(index);
    document.getElementById(`${this.id}-${index}`)?.scrollIntoView?.({ block: 'nearest' });
  }

  private take(event: Event): void {
    const option = this.options()[this.acceptsAnyText() ? this.marked() : Math.max(0, this.marked())];
    if (!this.shown() || !option) {
      this.open.set(false);
      return;
    }
    event.preventDefault();
    this.pick(option);
  }
}
