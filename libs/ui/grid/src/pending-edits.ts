import { computed, signal } from '@angular/core';
import type { Assignment, GridRow } from './grid-source';

/** What another user did to an assignment after it was edited here. */
export interface RemoteChange {
  /** What is assigned now; null for nothing. */
  readonly now: Assignment | null;
  /** Whether the resource or the principal no longer exists. */
  readonly isDeleted: boolean;
  readonly revision: number;
  /** Who did it and when, as an ISO text; null where it is not known. */
  readonly by: string | null;
  readonly at: string | null;
}

/** A change of one assignment that has not been saved. */
export interface Edit {
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  /** What was assigned when the edit began; null for nothing. */
  readonly atEdit: Assignment | null;
  /** What the edit replaces: the same, or what somebody else has assigned since, if the user has decided to replace that. */
  readonly before: Assignment | null;
  /** The revision of the state that the edit replaces. */
  readonly revision: number;
  /** What is to be assigned; null removes the assignment. */
  readonly after: Assignment | null;
  /** A change by somebody else, about which the user has not decided yet. */
  readonly remote?: RemoteChange;
}

/** What is assigned, as it was read. */
export interface ReadAssignment {
  readonly assignment: Assignment | null;
  readonly revision: number;
}

/** Changes of assignments that gather until they are reviewed and saved. They survive reading rows again. */
export class PendingEdits {
  private readonly edits = signal<ReadonlyMap<string, Edit>>(new Map());
  /** The states that the user's edits replaced, the last one at the end. */
  private steps: { readonly edit: Edit; readonly previous: Edit | undefined }[] = [];

  readonly list = computed<readonly Edit[]>(() => [...this.edits().values()]);
  readonly count = computed(() => this.edits().size);

  of(resourceId: number, permission: string): Edit | undefined {
    return this.edits().get(keyOf(resourceId, permission));
  }

  /** Sets what is to be assigned; setting what is assigned already withdraws the edit. */
  set(
    row: Pick<GridRow, 'resource_id' | 'path'>,
    permission: string,
    read: ReadAssignment,
    after: Assignment | null,
  ): void {
    const { resource_id: resourceId, path } = row;
    const previous = this.of(resourceId, permission);
    const { assignment: before, revision } = read;
    const base = previous ?? { resourceId, path, permission, atEdit: before, before, revision };
    const edit = { ...base, after };
    if (!previous && sameAssignment(before, after)) return;
    this.steps.push({ edit, previous });
    const isNothing = sameAssignment(edit.before, after) || sameAssignment(before, after);
    this.put(edit, isNothing ? undefined : edit);
  }

  /** Takes back the last edit of the user; returns which one it was, or undefined if there is none. */
  undo(): Pick<Edit, 'resourceId' | 'path' | 'permission'> | undefined {
    const step = this.steps.pop();
    if (!step) return undefined;
    const { edit, previous } = step;
    const { remote } = this.of(edit.resourceId, edit.permission) ?? {};
    this.put(edit, previous && { ...previous, ...(remote && { remote }) });
    return edit;
  }

  /** Marks an edit with what somebody else has done to the same assignment. */
  mark(resourceId: number, permission: string, remote: RemoteChange): void {
    const edit = this.of(resourceId, permission);
    if (edit) this.put(edit, { ...edit, remote });
  }

  /** The edit replaces what somebody else has assigned since; an edit without effect is withdrawn. */
  rebase(
    resourceId: number,
    permission: string,
    { now, revision }: Pick<RemoteChange, 'now' | 'revision'>,
  ): void {
    const edit = this.of(resourceId, permission);
    if (!edit) return;
    if (sameAssignment(now, edit.after)) return this.withdraw(resourceId, permission);
    const { remote: _, ...rest } = edit;
    this.forget(edit);
    this.put(edit, { ...rest, before: now, revision });
  }

  /** Takes the state of a row that was read again: its path, and edits that somebody else has made as well. */
  reread(row: Pick<GridRow, 'resource_id' | 'path' | 'cells'>, revision: number): void {
    for (const [permission, { explicit }] of Object.entries(row.cells)) {
      const edit = this.of(row.resource_id, permission);
      if (!edit || revision <= edit.revision) continue;
      if (sameAssignment(explicit, edit.after)) this.withdraw(row.resource_id, permission);
      else if (edit.path !== row.path) this.put(edit, { ...edit, path: row.path });
    }
  }

  withdraw(resourceId: number, permission: string): void {
    const edit = this.of(resourceId, permission);
    if (!edit) return;
    this.forget(edit);
    this.put(edit, undefined);
  }

  clear(): void {
    this.steps = [];
    this.edits.set(new Map());
  }

  /** What is no longer an edit of the user is not undone. */
  private forget({ resourceId, permission }: Edit): void {
    this.steps = this.steps.filter(
      ({ edit }) => edit.resourceId !== resourceId || edit.permission !== permission,
    );
  }

  private put({ resourceId, permission }: Edit, edit: Edit | undefined): void {
    const edits = new Map(this.edits());
    if (edit) edits.set(keyOf(resourceId, permission), edit);
    else edits.delete(keyOf(resourceId, permission));
    this.edits.set(edits);
  }
}

export function sameAssignment(a: Assignment | null, b: Assignment | null): boolean {
  return a?.access === b?.access && a?.scope === b?.scope;
}

const keyOf = (resourceId: number, permission: string): string => `${resourceId}:${permission}`;
