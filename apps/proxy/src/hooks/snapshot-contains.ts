import {
  type AccessSnapshot,
  type HeldAssignment,
  type ServiceView,
  samePermission,
} from '@gatehouse/access-engine';
import type { PlannedAssignment, PlannedWrite } from './planned-write';

/** Whether a snapshot contains everything that would be written, as is the case for most replies. */
export function containsAll(
  snapshot: AccessSnapshot,
  { resourceId }: ServiceView,
  writes: readonly PlannedWrite[],
): boolean {
  const idAt = (path: readonly string[]): number | undefined => {
    let id: number | undefined = resourceId;
    for (const name of path) id = id === undefined ? undefined : snapshot.childByName(id, name);
    return id;
  };
  return writes.every((write) => {
    if (write.kind === 'resource') {
      const id = idAt([...write.below, write.name]);
      return id !== undefined && snapshot.resource(id)?.type === write.type;
    }
    // If the preceding resource exists, nothing is assigned; if it does not, its own write is missing.
    if (write.on === 'created') return true;
    const id = idAt(write.on);
    return (
      id !== undefined &&
      rulesOf(snapshot, write.principal, id).some((rule) => samePermission(rule, write.permission))
    );
  });
}

function rulesOf(
  snapshot: AccessSnapshot,
  principal: PlannedAssignment['principal'],
  resourceId: number,
): readonly HeldAssignment[] {
  if (principal.kind === 'user') {
    return snapshot
      .heldAssignments(principal.id, resourceId)
      .filter((rule) => rule.principal.kind === 'user');
  }
  const group = snapshot.groupByName(principal.name);
  return group ? snapshot.groupAssignments(group.id, resourceId) : [];
}
