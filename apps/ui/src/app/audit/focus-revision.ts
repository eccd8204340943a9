import { DOCUMENT } from '@angular/common';
import { afterNextRender, type Injector } from '@angular/core';

/** Focuses the entry of a revision once it is rendered: the button that was pressed there is gone. */
export function focusRevision(revision: number | null, injector: Injector): void {
  const document = injector.get(DOCUMENT);
  afterNextRender(
    () =>
      document.querySelector<HTMLElement>(`[data-revision="${revision}"]`)?.focus({ preventScroll: true }),
    { injector },
  );
}
