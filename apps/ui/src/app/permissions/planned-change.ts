import type { AssignmentChange } from '@gatehouse/dto';
import { nameOf, type Principal } from '@gatehouse/ui-data';
import type { Assignment, Edit, RemoteChange } from '@gatehouse/ui-grid';

/** A change of an assignment, with what it changes. */
export interface PlannedChange {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  /** What was assigned when it was planned. */
  readonly atEdit: Assignment | null;
  /** What it replaces. */
  readonly before: Assignment | null;
  /** The revision of what it replaces. */
  readonly revision: number;
  readonly after: Assignment | null;
  /** A change by somebody else, about which the user has not decided yet. */
  readonly remote?: RemoteChange;
}

export function plannedEdits(principal: Principal, edits: readonly Edit[]): PlannedChange[] {
  return edits.map((edit) => ({ principal, ...edit }));
}

/** A change as sent. */
export function toAssignmentChange(change: PlannedChange): AssignmentChange {
  const { principal, resourceId, permission, revision, after } = change;
  return {
    resource_id: resourceId,
    ...nameOf(principal),
    permission_name: permission,
    access: after?.access ?? null,
    ...(after && { scope: after.scope }),
    revision,
  };
}

/** The key of a change: there is at most one for a principal, a resource and a permission. */
export function keyOf({
  principal,
  resourceId,
  permission,
}: Pick<PlannedChange, 'principal' | 'resourceId' | 'permission'>): string {
  return `${principal.kind}:${principal.name}:${resourceId}:${permission}`;
}

/** The oldest revision on which changes are based. */
export function oldestRevision(changes: readonly PlannedChange[]): number {
  return Math.min(...changes.map(({ revision }) => revision));
}
