import { ViewportScroller } from '@angular/common';
import { afterNextRender, effect, inject, Injector, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { Router, Scroll } from '@angular/router';
import { filter, take } from 'rxjs';

/**
 * Scrolls to where the reader was when Back returns to a page whose content is loaded first: before that, the page is too
 * short for the position that the router restores. Requires an injection context.
 *
 * @param isShown whether the content is loaded; it reads signals
 */
export function scrollBack(isShown: () => boolean): void {
  const scroller = inject(ViewportScroller);
  const injector = inject(Injector);
  const wanted = signal<[number, number] | null>(null);
  inject(Router)
    .events.pipe(
      filter((event) => event instanceof Scroll),
      take(1),
      takeUntilDestroyed(),
    )
    .subscribe(({ position }) => wanted.set(position));
  effect(() => {
    const position = wanted();
    if (!position || !isShown()) return;
    wanted.set(null);
    afterNextRender(() => scroller.scrollToPosition(position), { injector });
  });
}
