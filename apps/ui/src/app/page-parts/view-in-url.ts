import { Location } from '@angular/common';
import { effect, inject, signal, type WritableSignal } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { firstView, type TableView } from '@gatehouse/ui-kit';

/**
 * The view of the table of a page, kept in its address: a link to the page shows the same rows, and
 * so does returning to it. Requires an injection context.
 */
export function viewInUrl(): WritableSignal<TableView> {
  const location = inject(Location);
  const query = inject(ActivatedRoute).snapshot.queryParamMap;
  const page = Number(query.get('page'));
  const view = signal<TableView>({
    filter: query.get('filter') ?? firstView.filter,
    sort: query.get('sort') ?? firstView.sort,
    page: Number.isInteger(page) && page > 0 ? page : firstView.page,
  });
  let shown = view();
  effect(() => {
    const next = view();
    if (next === shown) return;
    shown = next;
    // Not a navigation: the focus does not change.
    const [path = '', search = ''] = location.path().split('?');
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ ...next, page: next.page === 1 ? '' : String(next.page) })) {
      if (value) params.set(name, String(value));
      else params.delete(name);
    }
    location.replaceState(path, params.toString());
  });
  return view;
}
