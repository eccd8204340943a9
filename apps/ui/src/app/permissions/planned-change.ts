import type { AssignmentChange } from '@gatehouse/dto';
import { nameOf, type Principal } from '@gatehouse/ui-data';
import type { Assignment, Edit } from '@gatehouse/ui-grid';

/** A change of an assignment, with what it changes. */
export interface PlannedChange {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly path: string;
  readonly permission: string;
  readonly before: Assignment | null;
  readonly after: Assignment | null;
}

export function plannedEdits(principal: Principal, edits: readonly Edit[]): PlannedChange[] {
  return edits.map((edit) => ({ principal, ...edit }));
}

/** A change as sent. */
export function toAssignmentChange(change: PlannedChange): AssignmentChange {
  const { principal, resourceId, permission, after } = change;
  return {
    resource_id: resourceId,
    ...nameOf(principal),
    permission_name: permission,
    access: after?.access ?? null,
    ...(after && { scope: after.scope }),
  };
}

/** The key of a change: there is at most one for a principal, a resource and a permission. */
export function keyOf({ principal, resourceId, permission }: PlannedChange): string {
  return `${principal.kind}:${principal.name}:${resourceId}:${permission}`;
}
