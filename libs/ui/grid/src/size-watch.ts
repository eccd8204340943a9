import type { DestroyRef } from '@angular/core';

/** Reports changes of the size of an element, once it is known, for the lifetime of a component. */
export class SizeWatch {
  private observer: ResizeObserver | undefined;

  constructor(
    private readonly destroyed: DestroyRef,
    private readonly resized: () => void,
  ) {}

  observe(element: HTMLElement): void {
    if (this.observer || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(this.resized);
    this.observer = observer;
    observer.observe(element);
    this.destroyed.onDestroy(() => observer.disconnect());
  }
}
