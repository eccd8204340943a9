import { afterNextRender, ElementRef, inject, Injector } from '@angular/core';

/** Keeps the focus in a list of a component when a row is gone, with the button that had it. Requires an injection context. */
export class RowFocus {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);

  /**
   * Moves the focus, once the list is rendered again, to the first button of the row that is now at the position of the one that
   * is gone, or of the last row before it that has one; otherwise to the heading.
   */
  moveFrom(position: number): void {
    afterNextRender(() => this.near(position)?.focus(), { injector: this.injector });
  }

  private near(position: number): HTMLElement | null {
    const rows = [...this.host.querySelectorAll('li')].slice(0, position + 1).reverse();
    const button = rows
      .map((row) => row.querySelector<HTMLElement>('button'))
      .find((found) => found !== null);
    if (button) return button;
    const heading = this.host.querySelector<HTMLElement>('h2');
    heading?.setAttribute('tabindex', '-1');
    return heading;
  }
}
