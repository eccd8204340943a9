import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { CHANGES_REFUSED } from './changes-refused';

let comboboxes = 0;

/** What can be chosen; the note distinguishes entries of the same name. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
}

/** At most this many are listed; typing more narrows them down. */
const listed = 50;

/**
 * A field that filters choices while typing: arrows move, Enter chooses, Escape closes. A choice makes a change at once: while changes are
 * refused, the field says why, and offers none.
 */
@Component({
  selector: 'gh-combobox',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: { '(focusout)': 'left($event)', '(mousedown)': 'press($event)' },
  template: `
    <label [attr.for]="id">{{ label() }}</label>
    <input
      #control
      role="combobox"
      autocomplete="off"
      aria-autocomplete="list"
      [attr.id]="id"
      [readOnly]="refused() !== ''"
      [attr.aria-disabled]="refused() !== '' || null"
      [attr.title]="refused() || null"
      [attr.aria-expanded]="isShown()"
      [attr.aria-controls]="id + '-list'"
      [attr.aria-activedescendant]="isShown() && active() >= 0 ? id + '-' + active() : null"
      [value]="query()"
      (input)="type($event)"
      (click)="open.set(true)"
      (keydown)="key($event)"
    />
    <ul role="listbox" [attr.id]="id + '-list'" [attr.aria-label]="label()" [hidden]="!isShown()">
      @for (choice of matching(); track choice.id; let i = $index) {
        <li role="option" [attr.id]="id + '-' + i" [attr.aria-selected]="i === active()">
          {{ choice.label }}
          @if (choice.note) {
            <span class="note">{{ choice.note }}</span>
          }
        </li>
      } @empty {
        <li role="option" aria-disabled="true" aria-selected="false" class="note">{{ nothing() }}</li>
      }
    </ul>
  `,
  styleUrl: './combobox.css',
})
export class Combobox {
  readonly label = input.required<string>();
  readonly choices = input.required<readonly Choice[]>();
  /** The text when no choice matches. */
  readonly nothing = input.required<string>();
  readonly chosen = output<Choice>();

  protected readonly id = `gh-combobox-${++comboboxes}`;
  protected readonly query = signal('');
  protected readonly open = signal(false);
  protected readonly active = signal(-1);
  protected readonly refused = inject(CHANGES_REFUSED);
  protected readonly isShown = computed(() => this.open() && this.refused() === '');
  protected readonly matching = computed(() => {
    const wanted = this.query().trim().toLowerCase();
    const matches = this.choices().filter(({ label, note }) =>
      `${label} ${note ?? ''}`.toLowerCase().includes(wanted),
    );
    return matches.slice(0, listed);
  });
  private readonly control = viewChild.required<ElementRef<HTMLInputElement>>('control');

  focus(): void {
    this.control().nativeElement.focus();
  }

  protected type(event: Event): void {
    this.query.set((event.target as HTMLInputElement).value);
    this.open.set(true);
    this.active.set(this.query() === '' ? -1 : 0);
  }

  protected key(event: KeyboardEvent): void {
    const last = this.matching().length - 1;
    const active = this.active();
    if (event.key === 'ArrowDown') this.move(active < last ? active + 1 : 0);
    else if (event.key === 'ArrowUp') this.move(active > 0 ? active - 1 : last);
    else if (event.key === 'Enter' && this.isShown()) {
      const choice = this.matching()[active];
      if (choice) this.take(choice);
    } else if (event.key === 'Escape' && this.isShown()) {
      this.open.set(false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  /** Options are clicked, never focused: the focus remains in the field. */
  protected press(event: Event): void {
    const option = (event.target as Element).closest('[role="option"]');
    if (!option) return;
    event.preventDefault();
    const choice = this.matching().find((_, i) => option.id === `${this.id}-${i}`);
    if (choice) this.take(choice);
  }

  protected take(choice: Choice): void {
    this.query.set('');
    this.control().nativeElement.value = '';
    this.open.set(false);
    this.active.set(-1);
    this.chosen.emit(choice);
  }

  protected left(event: FocusEvent): void {
    const inside = (event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null);
    if (!inside) this.open.set(false);
  }

  private move(to: number): void {
    this.open.set(true);
    this.active.set(to);
    this.control()
      .nativeElement.ownerDocument.getElementById(`${this.id}-${to}`)
      ?.scrollIntoView({ block: 'nearest' });
  }
}
