import { DestroyRef, inject } from '@angular/core';
import { ChangeFeed, concerns } from '@gatehouse/ui-data/change-feed';
import { Session } from '@gatehouse/ui-data/session';

/** What decides on permissions. */
export const ACCESS_CHANGES = ['user_rule', 'group_rule', 'membership', 'resource', 'service'] as const;

/** Milliseconds until a change is read, in which others may follow. */
const DELAY_MS = 250;
/** Milliseconds between two reads: somebody may be importing thousands of objects. */
const INTERVAL_MS = 2_000;

/**
 * Reads what a page shows again when objects of some kinds were changed, by whomever. What is being edited must not depend on what
 * is read. For administrators; others receive no changes. Requires an injection context.
 */
export function followChanges(kinds: readonly string[], read: () => unknown): void {
  if (!inject(Session).isAdministrator()) return;
  let last = -INTERVAL_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = inject(ChangeFeed).follow((event) => {
    if (timer !== undefined || !concerns(event, kinds)) return;
    const delay = Math.max(DELAY_MS, last + INTERVAL_MS - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      last = performance.now();
      read();
    }, delay);
  });
  inject(DestroyRef).onDestroy(() => {
    stop();
    clearTimeout(timer);
  });
}
