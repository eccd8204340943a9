import type { Access, PermissionName, Scope } from './permission';
import type { Decision } from './resolve';
import type { AssignmentRow, SnapshotRows, SpecialNames } from './snapshot/rows';

/**
 * Reference implementation of resolution, line by line from the documented pseudo-code, on plain rows and with plain loops;
 * only tests use it, as an oracle. Reference: permission-rules#local-reduction, permission-rules#effective-resolution.
 */
export class ReferenceResolver {
  private readonly rows: {
    readonly [K in keyof Omit<SnapshotRows, 'revision'>]: readonly ItemOf<SnapshotRows[K]>[];
  };

  constructor(
    rows: SnapshotRows,
    private readonly names: SpecialNames,
  ) {
    this.rows = {
      users: [...rows.users],
      groups: [...rows.groups],
      memberships: [...rows.memberships],
      resources: [...rows.resources],
      services: [...rows.services],
      userAssignments: [...rows.userAssignments],
      groupAssignments: [...rows.groupAssignments],
    };
  }

  /** 3.2, one resource and one name. */
  local(userId: number, resourceId: number, name: PermissionName): (Decision & { scope: Scope }) | undefined {
    // 1. if the user itself has an assignment -> that assignment
    for (const assignment of this.userAssignmentsOn(userId, resourceId, name)) {
      return { access: assignment.access, scope: assignment.scope, reason: this.userReason(userId) };
    }
    // 2. keep the group assignments of the highest group priority present
    let assignments = this.groupAssignmentsOn(userId, resourceId, name);
    if (assignments.length === 0) return undefined;
    const highest = Math.max(...assignments.map((assignment) => this.priority(assignment.principalId)));
    assignments = assignments.filter((assignment) => this.priority(assignment.principalId) === highest);
    // 3. among them take the highest in the order allow-match < allow-recursive < deny-match < deny-recursive
    const top = this.highest(assignments);
    // 4. if several groups hold that identical top assignment, reason = "multiple"
    return { access: top.access, scope: top.scope, reason: this.groupReason(assignments, top) };
  }

  /** 3.3, one target and one name; `asMember` leaves step A out, and the administrators' group has the priority of others. */
  effective(
    userId: number,
    targetId: number,
    name: PermissionName,
    allowMatch: boolean,
    asMember = false,
  ): Decision {
    // A. if user is member of the administrators' group: allow
    if (
      !asMember &&
      this.groupsOf(userId).some((groupId) => this.groupName(groupId) === this.names.adminGroup)
    ) {
      return { access: 'allow', reason: 'administrator' };
    }
    // B. climb
    let best: Decision | undefined;
    let bestPriority = Number.NaN;
    const priority = ({ principalId }: AssignmentRow) =>
      asMember ? Math.min(0, this.priority(principalId)) : this.priority(principalId);
    for (const nodeId of this.chain(targetId)) {
      const counts = (assignment: AssignmentRow) =>
        assignment.scope === 'recursive' || (nodeId === targetId && allowMatch);
      for (const assignment of this.userAssignmentsOn(userId, nodeId, name).filter(counts)) {
        return { access: assignment.access, reason: this.userReason(userId) };
      }
      const groupAssignments = this.groupAssignmentsOn(userId, nodeId, name).filter(counts);
      if (groupAssignments.length === 0) continue;
      const p = Math.max(...groupAssignments.map(priority));
      const ofPriority = groupAssignments.filter((assignment) => priority(assignment) === p);
      const g = this.highest(ofPriority);
      if (best === undefined || p > bestPriority) {
        best = { access: g.access, reason: this.groupReason(ofPriority, g) };
        bestPriority = p;
      }
    }
    return best ?? { access: 'deny', reason: 'no-permission' };
  }

  private chain(targetId: number): number[] {
    const chain: number[] = [];
    for (let id: number | null = targetId; id !== null;) {
      const row = this.rows.resources.find((resource) => resource.id === id);
      if (!row) throw new Error(`no resource ${id}`);
      chain.push(row.id);
      id = row.parentId;
    }
    return chain;
  }

  private groupsOf(userId: number): number[] {
    return this.rows.memberships.filter((row) => row.userId === userId).map((row) => row.groupId);
  }

  private userAssignmentsOn(userId: number, resourceId: number, name: PermissionName): AssignmentRow[] {
    return this.rows.userAssignments.filter(
      (assignment) =>
        assignment.principalId === userId && assignment.resourceId === resourceId && assignment.name === name,
    );
  }

  private groupAssignmentsOn(userId: number, resourceId: number, name: PermissionName): AssignmentRow[] {
    const groups = this.groupsOf(userId);
    return this.rows.groupAssignments.filter(
      (assignment) =>
        groups.includes(assignment.principalId) &&
        assignment.resourceId === resourceId &&
        assignment.name === name,
    );
  }

  private priority(groupId: number): number {
    const name = this.groupName(groupId);
    if (name === this.names.adminGroup) return Infinity;
    return name === this.names.anonymousGroup ? -1 : 0;
  }

  private highest(assignments: readonly AssignmentRow[]): AssignmentRow {
    const order: readonly (readonly [Access, Scope])[] = [
      ['deny', 'recursive'],
      ['deny', 'match'],
      ['allow', 'recursive'],
      ['allow', 'match'],
    ];
    for (const [access, scope] of order) {
      const found = assignments.find(
        (assignment) => assignment.access === access && assignment.scope === scope,
      );
      if (found) return found;
    }
    throw new Error('no assignment to choose from');
  }

  private groupReason(assignments: readonly AssignmentRow[], top: AssignmentRow): Decision['reason'] {
    const identical = assignments.filter(
      (assignment) => assignment.access === top.access && assignment.scope === top.scope,
    );
    return identical.length > 1 ? 'multiple' : `group:${top.principalId}:${this.groupName(top.principalId)}`;
  }

  private userReason(userId: number): Decision['reason'] {
    const row = this.rows.users.find((user) => user.id === userId);
    return `user:${userId}:${row?.name ?? ''}`;
  }

  private groupName(groupId: number): string {
    return this.rows.groups.find((group) => group.id === groupId)?.name ?? '';
  }
}

type ItemOf<T> = T extends Iterable<infer Item> ? Item : never;
