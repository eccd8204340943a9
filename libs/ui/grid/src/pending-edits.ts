import { computed, signal } from '@angular/core';
import type { Assignment, GridRow } from './grid-source';

/** A change of one assignment that has not been saved. */
export interface Edit {
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  /** What was assigned when the edit began; null for nothing. */
  readonly before: Assignment | null;
  /** What is to be assigned; null removes the assignment. */
  readonly after: Assignment | null;
}

/** Changes of assignments that gather until they are reviewed and saved. They survive reading rows again. */
export class PendingEdits {
  private readonly edits = signal<ReadonlyMap<string, Edit>>(new Map());

  readonly list = computed<readonly Edit[]>(() => [...this.edits().values()]);
  readonly count = computed(() => this.edits().size);

  of(resourceId: number, permission: string): Edit | undefined {
    return this.edits().get(keyOf(resourceId, permission));
  }

  /** Sets what is to be assigned; setting what is assigned already withdraws the edit. */
  set(
    row: Pick<GridRow, 'resource_id' | 'path'>,
    permission: string,
    before: Assignment | null,
    after: Assignment | null,
  ): void {
    const key = keyOf(row.resource_id, permission);
    const begun = this.edits().get(key);
    const base = begun ? begun.before : before;
    this.update((edits) => {
      if (sameAssignment(base, after)) edits.delete(key);
      else edits.set(key, { resourceId: row.resource_id, path: row.path, permission, before: base, after });
    });
  }

  /** Replaces the assignment an edit starts from, after another user changed it; an edit without effect is withdrawn. */
  rebase(resourceId: number, permission: string, before: Assignment | null): void {
    const key = keyOf(resourceId, permission);
    this.update((edits) => {
      const edit = edits.get(key);
      if (!edit) return;
      if (sameAssignment(before, edit.after)) edits.delete(key);
      else edits.set(key, { ...edit, before });
    });
  }

  withdraw(resourceId: number, permission: string): void {
    this.update((edits) => edits.delete(keyOf(resourceId, permission)));
  }

  clear(): void {
    this.edits.set(new Map());
  }

  private update(change: (edits: Map<string, Edit>) => unknown): void {
    const edits = new Map(this.edits());
    change(edits);
    this.edits.set(edits);
  }
}

export function sameAssignment(a: Assignment | null, b: Assignment | null): boolean {
  return a?.access === b?.access && a?.scope === b?.scope;
}

const keyOf = (resourceId: number, permission: string): string => `${resourceId}:${permission}`;
