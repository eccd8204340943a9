import type { DestroyRef } from '@angular/core';

/** Tells when an element changes its size, once it is known, for as long as a component lives. */
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
