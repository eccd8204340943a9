import { Location } from '@angular/common';
import { effect, inject, signal, type WritableSignal } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { firstView, type TableView } from '@gatehouse/ui-kit';

/**
 * A state of a page, kept in its address: a link to the page shows the same, and so does returning to it. Requires an injection
 * context.
 *
 * @param read the state of the parameters of an address
 * @param write the parameters of a state; empty ones are left out of the address
 */
export function stateInUrl<T>(
  read: (parameter: (name: string) => string) => T,
  write: (state: T) => Readonly<Record<string, string>>,
): WritableSignal<T> {
  const location = inject(Location);
  const query = inject(ActivatedRoute).snapshot.queryParamMap;
  const state = signal(read((name) => query.get(name) ?? ''));
  let shown = state();
  effect(() => {
    const next = state();
    if (next === shown) return;
    shown = next;
    // Not a navigation: the focus does not change.
    const [path = '', search = ''] = location.path().split('?');
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(write(next))) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    // With the state of the router, by which Back finds the scroll position.
    location.replaceState(path, params.toString(), location.getState());
  });
  return state;
}

/** The view of a table. A page with several tables gives each a name. Requires an injection context. */
export function viewInUrl(table = ''): WritableSignal<TableView> {
  const prefix = table && `${table}-`;
  return stateInUrl(
    (parameter) => {
      const page = Number(parameter(`${prefix}page`));
      return {
        filter: parameter(`${prefix}filter`),
        sort: parameter(`${prefix}sort`),
        page: Number.isInteger(page) && page > 0 ? page : firstView.page,
      };
    },
    ({ filter, sort, page }) => ({
      [`${prefix}filter`]: filter,
      [`${prefix}sort`]: sort,
      [`${prefix}page`]: page === firstView.page ? '' : String(page),
    }),
  );
}

/** The selected tab, the first one unless the address has another. Requires an injection context. */
export function tabInUrl(first: string, ...others: readonly string[]): WritableSignal<string> {
  return stateInUrl(
    (parameter) => others.find((tab) => tab === parameter('tab')) ?? first,
    (tab) => ({ tab: tab === first ? '' : tab }),
  );
}
