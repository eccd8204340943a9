import { computed, effect, inject, Injectable, signal } from '@angular/core';
import type { Principal } from '@gatehouse/ui-data';
import { PendingEdits } from '@gatehouse/ui-grid';
import { type PlannedChange, plannedEdits } from './planned-change';
import { UnsavedWork } from './unsaved-work';

/** Edits of permissions that have not been saved, of each principal. They are kept while other services or principals are shown. */
@Injectable({ providedIn: 'root' })
export class EditsInProgress {
  private readonly edits = signal<ReadonlyMap<string, { principal: Principal; edits: PendingEdits }>>(
    new Map(),
  );

  readonly planned = computed<readonly PlannedChange[]>(() =>
    [...this.edits().values()].flatMap(({ principal, edits }) => plannedEdits(principal, edits.list())),
  );

  constructor() {
    const work = inject(UnsavedWork);
    effect(() => work.set(this.planned().length > 0 ? () => this.discard() : undefined));
  }

  of(principal: Principal): PendingEdits {
    const key = `${principal.kind}:${principal.name}`;
    const known = this.edits().get(key);
    if (known) return known.edits;
    const edits = new PendingEdits();
    this.edits.update((all) => new Map(all).set(key, { principal, edits }));
    return edits;
  }

  discard(): void {
    for (const { edits } of this.edits().values()) edits.clear();
  }
}
