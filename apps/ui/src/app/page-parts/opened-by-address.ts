import { effect, inject, signal, untracked, type WritableSignal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';

/**
 * Whether a dialog of a page is open. A query parameter of the address opens it, also when the page is shown already;
 * it is removed when the dialog closes, so that the same address opens it again. Call it where `inject` may be called.
 */
export function openedByAddress(parameter: string): WritableSignal<boolean> {
  const route = inject(ActivatedRoute);
  const router = inject(Router);
  const query = toSignal(route.queryParamMap, { requireSync: true });
  const open = signal(query().has(parameter));
  effect(() => {
    if (query().has(parameter)) open.set(true);
  });
  effect(() => {
    if (open() || !untracked(query).has(parameter)) return;
    const queryParams = { [parameter]: null };
    void router.navigate([], {
      relativeTo: route,
      queryParams,
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  });
  return open;
}
