import type { Highlightable } from '@angular/cdk/a11y';
import { Directive, ElementRef, inject, input, signal } from '@angular/core';
import type { PaletteItem } from './palette-item';

/** An option of the palette: marked by the arrow keys while the focus stays in the field. */
@Directive({
  selector: '[ghPaletteOption]',
  host: {
    role: 'option',
    '[attr.id]': 'elementId()',
    '[attr.aria-selected]': 'active()',
  },
})
export class PaletteOption implements Highlightable {
  readonly item = input.required<PaletteItem>({ alias: 'ghPaletteOption' });

  protected readonly active = signal(false);
  private readonly element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  elementId(): string {
    return `gh-palette-${this.item().id}`;
  }

  setActiveStyles(): void {
    this.active.set(true);
    // Not every environment scrolls.
    this.element.scrollIntoView?.({ block: 'nearest' });
  }

  setInactiveStyles(): void {
    this.active.set(false);
  }
}
