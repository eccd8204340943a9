import { formatExplicit, samePermission } from '@gatehouse/access-engine';
import { Problem } from '@gatehouse/problems';
import type { Plan, PlannedChange, PlannedNode, PlannedPrincipal } from '../plan/plan';
import {
  type FileSet,
  type MembershipKey,
  type RecordedAssignment,
  type RecordedMembership,
  labelOfNode,
  labelOfPrincipal,
  textOfAssignment,
  textOfMembership,
  textOfObject,
} from './file-set';
import { type Kept, type KeptReason, ancestorsOf, reasonToKeep } from './kept';
import { type NamedKeys, removedKey } from './named-keys';
import {
  type Deletion,
  ObjectDeletions,
  type PruneParts,
  type Removed,
  type RemovedAssignment,
} from './object-deletions';

/** What is removed of what a set owns and its files no longer name. */
export interface Pruning {
  readonly changes: readonly PlannedChange[];
  readonly kept: readonly Kept[];
}

interface RemovedMembership extends Removed<RecordedMembership> {
  readonly user: PlannedPrincipal;
  readonly group: PlannedPrincipal;
}

/** Plans the removals of a set. Reads what the set has recorded and what exists of it; writes nothing. */
export class Prune {
  private readonly kept: Kept[] = [];
  private readonly assignments: RemovedAssignment[] = [];
  private readonly memberships: RemovedMembership[] = [];
  /** Texts of the objects with something that remains. */
  private readonly occupied = new Set<string>();

  constructor(
    private readonly parts: PruneParts,
    private readonly setId: number,
    private readonly named: NamedKeys,
  ) {}

  async plan({ prune }: FileSet, { changes }: Plan): Promise<Pruning> {
    const { setId } = this;
    const { recorded } = this.parts;
    // An entry removes them anyway.
    const removed = new Set(
      changes.flatMap((change) => {
        const key = change.kind === 'remove_permission' ? removedKey(change) : undefined;
        return key ? [textOfAssignment(key)] : [];
      }),
    );
    for await (const { assignments } of recorded.of(setId, ['user_permission', 'group_permission']))
      await this.findAssignments(assignments, removed);
    for await (const { memberships } of recorded.of(setId, ['membership']))
      await this.findMemberships(memberships);
    const deletions = prune === 'objects' ? await this.findObjects() : [];
    const isDeleted = deletedBy(deletions);
    return {
      kept: this.kept,
      changes: [
        ...this.assignments.flatMap(({ principal, node, recorded, isGain }): PlannedChange[] =>
          isDeleted.principal(principal) || isDeleted.node(node)
            ? []
            : [
                {
                  kind: 'remove_permission',
                  principal,
                  node,
                  before: recorded.permission,
                  after: undefined,
                  place: undefined,
                  pruned: { givesAccess: isGain },
                },
              ],
        ),
        ...this.memberships.flatMap(({ user, group, isGain }): PlannedChange[] =>
          isDeleted.principal(user) || isDeleted.principal(group)
            ? []
            : [{ kind: 'remove_membership', user, group, pruned: { givesAccess: isGain } }],
        ),
        ...deletions,
      ],
    };
  }

  private async findAssignments(
    records: readonly RecordedAssignment[],
    removed: ReadonlySet<string>,
  ): Promise<void> {
    const { present, sets } = this.parts;
    const unnamed = records.filter((one) => {
      const text = textOfAssignment(one);
      return one.state !== 'found' && !this.named.assignments.has(text) && !removed.has(text);
    });
    if (unnamed.length === 0) return;
    const stored = await present.assignments(unnamed);
    const existing = unnamed.filter((one) => stored.has(textOfAssignment(one)));
    const principals = await present.principals(existing.map(({ principal }) => principal));
    const nodes = await present.nodes(existing.map(({ resourceId }) => resourceId));
    const others = await sets.ofOthers(this.setId, { objects: [], assignments: existing, memberships: [] });
    for (const recorded of existing) {
      const text = textOfAssignment(recorded);
      const permission = stored.get(text);
      const principal = principals.get(textOfObject(recorded.principal));
      const node = nodes.get(recorded.resourceId);
      // A part of it was deleted, and the row is yet to be removed.
      if (!permission || !principal || !node) continue;
      const isUnchanged = samePermission(permission, recorded.permission);
      const reason = reasonToKeep(recorded, others.has(text), isUnchanged);
      if (reason) {
        this.keep(reason, {
          ...labelOfPrincipal(principal),
          ...labelOfNode(node),
          permission: formatExplicit(permission),
        });
        this.occupied
          .add(textOfObject(principal))
          .add(textOfObject({ kind: 'resource', id: recorded.resourceId }));
      } else this.assignments.push({ recorded, principal, node, isGain: permission.access === 'deny' });
    }
  }

  private async findMemberships(records: readonly RecordedMembership[]): Promise<void> {
    const { present, sets, origins } = this.parts;
    const unnamed = records.filter(
      (one) => one.state !== 'found' && !this.named.memberships.has(textOfMembership(one)),
    );
    if (unnamed.length === 0) return;
    const stored = await present.memberships(unnamed);
    const existing = unnamed.filter((one) => stored.has(textOfMembership(one)));
    const principals = await present.principals(existing.flatMap(principalsOf));
    const others = await sets.ofOthers(this.setId, { objects: [], assignments: [], memberships: existing });
    const claimed = await origins.claimed(existing);
    const denied = await origins.deniedGroups(existing.map(({ groupId }) => groupId));
    for (const recorded of existing) {
      const text = textOfMembership(recorded);
      const [userKey, groupKey] = principalsOf(recorded);
      const user = principals.get(textOfObject(userKey));
      const group = principals.get(textOfObject(groupKey));
      if (!user || !group) continue;
      const isFree = !claimed.has(text) && this.mayLeave(user.name, group.name);
      const reason =
        reasonToKeep(recorded, others.has(text), true) ?? (isFree ? undefined : ('other_origin' as const));
      if (reason) {
        this.keep(reason, { user: user.name, group: group.name });
        this.occupied.add(textOfObject(user)).add(textOfObject(group));
      } else this.memberships.push({ recorded, user, group, isGain: denied.has(group.id) });
    }
  }

  private mayLeave(user: string, group: string): boolean {
    const { users, groups } = this.parts.rules;
    try {
      groups.checkLeaving(group, users.isConfiguredAdministrator(user));
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
    return users.anonymousError(user) === undefined;
  }

  private async findObjects(): Promise<Deletion[]> {
    const { setId, named, assignments, occupied } = this;
    const objects = new ObjectDeletions(this.parts, { setId, named, assignments, occupied });
    const deletions = await objects.plan();
    this.kept.push(...objects.kept);
    return deletions;
  }

  private keep(reason: KeptReason, what: Omit<Kept, 'reason'>): void {
    this.kept.push({ reason, ...what });
  }
}

function principalsOf({ userId, groupId }: MembershipKey) {
  return [
    { kind: 'user', id: userId },
    { kind: 'group', id: groupId },
  ] as const;
}

function deletedBy(deletions: readonly Deletion[]) {
  const nodes = new Set(deletions.flatMap((one) => ('node' in one ? [one.node.id] : [])));
  const principals = new Set(
    deletions.flatMap((one) => ('principal' in one ? [`${one.principal.kind} ${one.principal.id}`] : [])),
  );
  return {
    node: (node: PlannedNode): boolean => nodes.has(node.id) || ancestorsOf(node).some((id) => nodes.has(id)),
    principal: ({ kind, id }: PlannedPrincipal): boolean => principals.has(`${kind} ${id}`),
  };
}
